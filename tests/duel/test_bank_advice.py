"""The Russian Banks' positions as typed, and advice for them."""

from __future__ import annotations

import json
import random
from itertools import chain
from pathlib import Path

import pytest
from bank_positions import cards
from click.testing import CliRunner
from duels import rearranged, table
from running import invoke

from cli.main import pasyans
from solver.cards import card_text
from solver.deals import SplitMix64, duel_deal
from solver.duel.bank.advice import Adviser
from solver.duel.bank.columns import to_code
from solver.duel.bank.positionfile import format_position, parse_position
from solver.duel.bank.referee import Game
from solver.duel.bank.situation import at_start, deal_sets, set_unseen, state_of, written_of
from solver.duel.bank.state import MOVER, UNSEEN
from solver.duel.bank.written import PositionFileError
from solver.variants import parse

# --- positions and advice -----------------------------------------------------------------------


def halfway(text: str, number: int, part: float) -> Game:
    """A game by the referee after a part of its actions."""
    played = table(parse(text), "greedy,greedy").play(number)
    game = Game(parse(text).rules, duel_deal(number), played.first)
    for action in played.actions[: int(part * len(played.actions))]:
        game.play(dict(action))
    return game


def really_unseen(game: Game) -> list[int]:
    """The sets of each pack's cards that the game has not shown."""
    return [
        sum(1 << to_code(face) for face in range(52) if (seat, face) not in game.seen)
        for seat in (0, 1)
    ]


@pytest.mark.parametrize("text", ["zevaki", "rusbank:published"])
def test_positions_are_written_and_read_back(text: str) -> None:
    for part in (0.0, 0.03, 0.3, 0.7, 0.95):
        game = halfway(text, 7, part)
        written = written_of(game)
        read = parse_position(format_position(written), text.startswith("rusbank"))
        assert read == written
        state = state_of(read)
        sizes = [len(game.cells.get(f"cell{n}", [])) for n in range(1, 9)]
        for piles in (game.magazine, game.deck, game.talon):
            sizes += map(len, piles)
        assert cards(state) == [*sizes, int(game.hand is not None)]
        assert state[MOVER] == game.mover
        sets = deal_sets(read, SplitMix64(3))
        assert sets == really_unseen(game)
        set_unseen(state, sets)
        assert state[UNSEEN : UNSEEN + 2].tolist() == sets


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("cell1: 8D 7C", "cannot lie on"),
        ("cell1: 8D 8D 8D", "cannot lie on"),
        ("move: C", "write move: A or move: B"),
        ("pile: 3C", "is no heading"),
        ("A deck: 99", "more than a pack"),
        ("A deck: 20", "are not named"),
        ("A magazine: 12", "face up"),
        ("hand: 3C 4C", "only one card"),
        ("opened: maybe", "yes or"),
        ("cell3: KC", "more than twice"),
        ("cell3: XY", "is not a card"),
        ("bases: AC 2C 3C", "at most two"),
        ("B magazine: unlaid", "has not laid out"),
        ("A magazine: unlaid", "lays out before"),
        ("A pack: {unseen}", "A pack: .* is not among the cards seen"),
        ("B pack: {of A}", "one .* has been seen, which is of one pack"),
        ("A pack: {seen}", "cards of pack B that have not been seen: "),
    ],
)
def test_what_is_no_position(line: str, why: str) -> None:
    written = written_of(halfway("zevaki", 7, 0.2))
    text = format_position(written).replace("move: B", "move: A")
    left = written.unseen()
    unseen = next(face for face in left if left[face] == 2)
    seen = " ".join(card_text(face) for face in left if left[face] < 2)
    line = line.replace("{unseen}", card_text(unseen)).replace("{seen}", seen)
    line = line.replace("{of A}", card_text(written.packs[0][0]))
    if line.startswith("A pack"):
        text = text.replace("B pack:", "# B pack:")
    heading = line.partition(":")[0]
    kept = [one for one in text.splitlines() if not one.startswith(heading + ":")]
    if why == "more than twice":
        kept = [*(one for one in kept if not one.startswith("cell4")), "cell4: KC", "hand: KC"]
        kept = [one for one in kept if not one.startswith("opened")]
    with pytest.raises(PositionFileError, match=why) as error:
        parse_position("\n".join([*kept, line]), False, "me")
    assert str(error.value).startswith("me") and "\n" not in str(error.value)
    with pytest.raises(PositionFileError, match="again"):
        parse_position("move: A\nmove: A", False)


def test_where_no_pack_is_told_chance_decides() -> None:
    """The two copies of a card play alike, but whose it was tells what may still be hidden."""
    game = halfway("zevaki", 7, 0.2)
    written, stream, real = written_of(game), SplitMix64(5), really_unseen(game)
    assert all(deal_sets(written, stream) == real for _ in range(5))
    told, written.packs = written.packs, [[], []]
    drawn = [deal_sets(written, stream) for _ in range(5)]
    assert real not in drawn and drawn[0] != drawn[1]
    assert all((a | b, a & b) == (real[0] | real[1], real[0] & real[1]) for a, b in drawn)
    written.packs = [told[0][:3], []]
    b_keeps = [deal_sets(written, stream)[1] for _ in range(5)]
    assert all(one >> to_code(face) & 1 for one in b_keeps for face in told[0][:3])
    assert len(set(b_keeps)) > 1


@pytest.mark.parametrize("text", ["zevaki", "zevaki:both-layouts", "rusbank"])
def test_a_start_position_gives_nothing_away(text: str) -> None:
    """Nothing is told but the top of a magazine and the four cells of who has laid out."""
    variant, chance = parse(text), random.Random(3)
    for number in range(4):
        packs, first = duel_deal(number), number % 2
        laid = [text != "zevaki" or seat == first for seat in (0, 1)]
        written = at_start(variant.rules, packs, first)
        named = [
            [*written.magazines[seat], *chain(*written.cells[4 * seat :][:4])] for seat in (0, 1)
        ]
        assert named == [
            list(pack[12:17]) if out else [] for pack, out in zip(packs, laid, strict=True)
        ]
        other = rearranged(packs, [range(12, 17) if out else [] for out in laid], chance).tolist()
        assert other[:52] != packs[0]
        assert at_start(variant.rules, (other[:52], other[52:]), first) == written
        assert written.decks == [[], []] and not written.bases


def test_advice_wins_where_it_can() -> None:
    """The last card goes home: that is the best line, and it is told to win."""
    text = "move: A\nhand: KC\nbases: QC KC KD KD KH KH KS QS\nB magazine: KS\n"
    lines = Adviser(parse("zevaki").rules).advise(parse_position(text, False), 3, 4)
    assert lines[0].wins and lines[0].mean == 1.0
    assert lines[0].actions[-1]["action"] == "base" and lines[0].actions[0]["seat"] == "A"
    assert all(len(line.chances) == 4 for line in lines)


def test_advice_is_legal_and_reproducible() -> None:
    for text in ("zevaki", "rusbank:published"):
        game = halfway(text, 8, 0.4)
        first, second = (
            Adviser(parse(text).rules).advise(written_of(game), 4, 6, seed=2) for _ in range(2)
        )
        assert [line.actions for line in first] == [line.actions for line in second]
        assert [line.mean for line in first] == sorted((line.mean for line in second), reverse=True)
        for line in first:
            assert game.objection(dict(line.actions[0])) is None
        ends = {line.actions[-1]["action"] for line in first}
        assert ends <= {"open", "discard", "pass", "fill", "build", "base", "load"}


# --- the command --------------------------------------------------------------------------------


def test_advise(folder: Path) -> None:
    played = invoke("play", "zevaki", "--deal", "3", "--players", "greedy,greedy", "--json")
    (folder / "game.json").write_text(played.stdout, encoding="utf-8")
    asked = ("--moves", "game.json", "--after", "30", "--samples", "5", "--top", "3")
    told = json.loads(invoke("advise", "zevaki", "--from", "3", *asked, "--json").stdout)
    assert 1 <= len(told["advice"]) <= 3
    assert told["seat"] == told["advice"][0]["actions"][0]["seat"]
    assert all(one["games"] == 5 for one in told["advice"])
    chances = [one["chance"]["mean"] for one in told["advice"]]
    assert chances == sorted(chances, reverse=True)
    (folder / "my.txt").write_text(told["position"], encoding="utf-8")
    text = invoke("advise", "zevaki", "my.txt", "--samples", "5").stdout
    assert f"{told['seat']} to move" in text and "   1. " in text


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("zevaki", "my.txt"), "my.txt, line 2: '1X' is not a card"),
        (("pairs", "my.txt"), "there is no advice for pairs"),
        (("zevaki", "--from", "3", "--see-stock"), "--see-stock is for patiences"),
        (("zevaki", "--from", "3", "--after", "2"), "--after goes with --moves"),
        (("zevaki", "--from", "3", "--moves", "bad.json"), "action 1: there is a card to open"),
        (("zevaki", "--from", "3", "--moves", "none.json"), '"actions" must be a list'),
        (("zevaki", "--from", "3", "--moves", "deal.json"), "is of deal 4, not of deal 3"),
        (
            ("zevaki", "--from", "3", "--moves", "rules.json"),
            "by the rules of rusbank, which are not those of zevaki",
        ),
    ],
)
def test_bad_input_to_advise(folder: Path, asked: tuple[str, ...], why: str) -> None:
    (folder / "my.txt").write_text("move: A\nhand: 1X\n", encoding="utf-8")
    (folder / "bad.json").write_text('{"actions": [{"action": "pass"}]}', encoding="utf-8")
    (folder / "none.json").write_text("{}", encoding="utf-8")
    (folder / "deal.json").write_text('{"deal": {"number": 4}}', encoding="utf-8")
    (folder / "rules.json").write_text('{"variant": "rusbank"}', encoding="utf-8")
    result = CliRunner().invoke(pasyans, ["advise", *asked])
    assert result.exit_code in (1, 2) and why in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("text", ["zevaki", "rusbank", "rusbank:forced,starter=B"])
def test_a_template_is_what_advise_begins_with(folder: Path, text: str) -> None:
    for number in (1, 2, 7, 2**64 - 1):
        file = invoke("deal", text, str(number), "--position", "--symbols").stdout
        (folder / "my.txt").write_text(file, encoding="utf-8")
        asked = ("--samples", "2", "--top", "2", "--json", "--quiet")
        ours = json.loads(invoke("advise", text, "my.txt", *asked).stdout)
        direct = json.loads(invoke("advise", text, "--from", str(number), *asked).stdout)
        assert ours == direct and len(ours["advice"]) >= 1
        assert (
            ours["position"]
            == invoke("deal", text, str(number), "--position").stdout.split("opened one\n")[1]
        )


CLEARED = "move: B\nbases: KC KD QH KS KC KD KH QS\ncell1: KS\ncell5: KH\n"


def test_a_way_that_loses_at_once_is_worth_nothing(folder: Path) -> None:
    """B's king of spades clears A's cells: A wins, although B could go on."""
    (folder / "my.txt").write_text(CLEARED, encoding="utf-8")
    told = json.loads(invoke("advise", "rusbank", "my.txt", "--samples", "5", "--json").stdout)
    worth = {
        one["actions"][0].get("from"): one["chance"]["mean"]
        for one in told["advice"]
        if one["actions"][0]["action"] == "base"
    }
    assert worth["cell1"] == 0 and worth["cell5"] > 0


def test_a_game_that_is_over_gets_no_advice(folder: Path) -> None:
    (folder / "my.txt").write_text("move: A\nbases: KC KD KH KS KC KD KH KS\n", encoding="utf-8")
    done = CliRunner().invoke(pasyans, ["advise", "zevaki", "my.txt"], standalone_mode=False)
    assert "the game is over" in str(done.exception)


def test_the_position_in_the_readme_is_one() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    block = text[text.index("move: A\n") :].partition("```")[0]
    written = parse_position(block, alternate=False)
    assert written.mover == 0 and parse_position(format_position(written), False) == written
