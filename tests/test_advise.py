"""Advice and reviews against exhaustive truth by the naive twin, and their commands."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from by_hand import move
from click.testing import CliRunner
from kernels import case
from running import invoke, told
from twin import Position, SuitBases, Twin

from cli.main import pasyans, run
from solver.deals import patience_deal
from solver.patience.advice import Adviser, check_win
from solver.patience.bases import height
from solver.patience.chances import End, chances, legal_moves, orders
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.lines import Move
from solver.patience.position import PLACED
from solver.patience.positionfile import format_position, parse_position
from solver.patience.reasons import reason
from solver.patience.referee import Game
from solver.patience.review import Reviewer
from solver.patience.situation import arrays, seen_faces, with_stock
from solver.variants import parse

LIMITS = Limits(nodes=5_000_000, memory=1 << 28)

SMALL = [
    "vosem:strict,ranks=3,piles=2",
    "vosem:nobuild,ranks=3,piles=3",
    "iznanka:strict,bases=aces,ranks=3,piles=2",
    "vosem:noturn,bases=aces,build=none,lift=any,ranks=3,piles=2",
    "iznanka:strict,ranks=5,piles=2",
]


def never() -> bool:
    return False


def played_at_random(
    text: str, number: int, plies: int, chance: random.Random
) -> tuple[list[Game], list[Move]]:
    """Random play of so many moves at most: the positions, none of them won, and the moves."""
    variant = parse(text)
    games = [Game(variant.rules, patience_deal(number, int(variant.rules["ranks"])))]
    moves: list[Move] = []
    while len(games) <= plies:
        game = games[-1].copy()
        if not (found := game.legal_moves()):
            break
        step = chance.choice(found)
        game.play(step)
        if game.won:
            break
        games.append(game)
        moves.append({name: value for name, value in step.items() if isinstance(value, int | str)})
    return games, moves


def at_random(text: str, number: int, plies: int, chance: random.Random) -> Game:
    """Where random play leads."""
    return played_at_random(text, number, plies, chance)[0][-1]


def twin_of(game: Game) -> tuple[Twin, Position]:
    """The twin's position for the referee's."""
    seen = seen_faces(game)
    bases = tuple(
        SuitBases(
            tuple(sorted(height(game, b.top) for b in game.up[suit] if not b.closed)),
            tuple(sorted(height(game, b.top) for b in game.down[suit] if not b.closed)),
            sum(b.closed for b in game.up[suit]),
        )
        for suit in range(4)
    )
    aside = None if game.aside is None else (game.aside[1] - 1, game.aside[0])
    position = Position(
        len(seen),
        tuple(map(tuple, game.piles)),
        bases,
        frozenset(place - 1 for place in game.lifted),
        frozenset(place - 1 for place in game.turned),
        aside,
    )
    return Twin(game.options, [*seen, *game.stock]), position


def can_win(game: Game) -> bool:
    """By the twin: whether any play from the position wins."""
    twin, first = twin_of(game)
    met, waiting = {first}, [first]
    while waiting:
        position = waiting.pop()
        if twin.won(position):
            return True
        for step in twin.moves(position):
            child = twin.play(position, step)
            if child not in met:
                met.add(child)
                waiting.append(child)
    return False


@pytest.mark.parametrize("text", SMALL)
def test_known_positions_against_the_twin(text: str) -> None:
    """Every verdict, of the position and of each move, is the truth; a line wins."""
    chance = random.Random(text)
    adviser = Adviser(parse(text), LIMITS, 1)
    verdicts = set()
    for number in range(1, 13):
        game = at_random(text, number, chance.randrange(60), chance)
        advice = adviser.advise(with_stock(game, known=True), never)
        truth = can_win(game)
        assert advice.verdict == ("solvable" if truth else "unsolvable")
        verdicts.add(advice.verdict)
        if truth:
            check_win(game, advice.line)
            assert advice.candidates[0].move == advice.line[0]
        assert {str(sorted(one.move.items())) for one in advice.candidates} == {
            str(sorted(legal.items())) for legal in game.legal_moves()
        }
        for one in advice.candidates:
            after = game.copy()
            after.play(one.move)
            assert one.verdict == ("solvable" if can_win(after) else "unsolvable")
    assert len(verdicts) == 2 or text == SMALL[1]


def test_a_stock_of_unknown_order_gives_chances() -> None:
    """Chances are counts of games; the same question has the same answer."""
    variant = parse("iznanka,ranks=5,piles=3")
    game = at_random(variant.text, 4, 6, random.Random(1))
    assert len(game.stock) > 1
    situation = with_stock(game, known=False)
    advice = [Adviser(variant, LIMITS, 7).advise(situation, never) for _ in range(2)]
    assert advice[0] == advice[1]
    assert advice[0].verdict is None and advice[0].line == []
    for one in advice[0].candidates:
        assert 0 <= one.won <= one.games and one.games % 7 == 0 and one.games > 0
    assert advice[0].candidates[0].won == max(one.won for one in advice[0].candidates)


def test_the_order_of_the_stock_is_not_looked_at() -> None:
    game = at_random("vosem,ranks=5,piles=3", 9, 8, random.Random(2))
    other = game.copy()
    other.stock.reverse()
    assert game.stock != other.stock
    adviser = Adviser(parse("vosem,ranks=5,piles=3"), LIMITS, 5)
    one, two = (adviser.advise(with_stock(each, False), never) for each in (game, other))
    assert one == two
    rules = adviser.rules
    for each in (game, other):  # nor by what is beneath, given another order
        deal, pos = arrays(rules, each)
        found = chances(rules, pos, deal, 5, adviser.playout)
        assert [(c.won, c.games) for c in found] == [(c.won, c.games) for c in one.candidates]


class Counting:
    """A player who notes what it is given, and wins where the first unseen card is even."""

    def __init__(self) -> None:
        self.deals: list[list[int]] = []

    def end_of(self, pos: Ints, deal: Ints) -> End:
        self.deals.append(deal.tolist())
        return End(bool(deal[-1] % 2 == 0), 0)


def test_moves_are_compared_over_the_same_orders() -> None:
    deal = case("iznanka,found=free", 3)
    _, pos = arrays(deal.rules, Game(deal.variant.rules, deal.faces))
    player = Counting()
    found = chances(deal.rules, pos, deal.codes, 6, player)
    assert [one.move for one in found] == legal_moves(deal.rules, pos)  # all win alike
    assert sum(one.games for one in found) == len(player.deals)
    drawn = {tuple(order) for order in player.deals}
    assert len(drawn) == max(one.games for one in found)
    for order in drawn:
        assert list(order[:8]) == deal.codes[:8].tolist()
        assert sorted(order) == sorted(deal.codes.tolist())


def test_orders_are_uniform() -> None:
    """Each of three cards comes first as often as the others, as far as chance allows."""
    firsts = [int(order[2]) for order in orders(np.array([9, 9, 1, 2, 3]), 2, 3000)]
    assert all(abs(firsts.count(card) - 1000) < 130 for card in (1, 2, 3))


def test_playouts_are_possible_games() -> None:
    """A playout that claims a win leaves no doubt: the deal is solvable."""
    adviser = Adviser(parse("iznanka,ranks=4,piles=3"), LIMITS, 1)
    won = 0
    for number in range(1, 41):
        deal = case("iznanka,ranks=4,piles=3", number)
        game = Game(deal.variant.rules, deal.faces)
        codes, pos = arrays(deal.rules, game)
        assert pos[PLACED] == 0
        if adviser.playout.end_of(pos, codes).won:
            won += 1
            assert can_win(game)
    assert won > 20


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        ("up: AS\n1: 3D 2S\n2: 3S\nstock: 20", "up 1", "continues an up pile; frees 3D; then 3S"),
        ("up: -\n1: 2S\n2: 3S\nstock: 22", "build 1 2", "joins its neighbour 3S; empties place 1"),
        ("up: -\n1: 2S\n2: AS\nstock: 22", "up 2", "starts an up pile; empties place 2; then 2S"),
        ("up: -\n1: 2S\n2: 3D 3S\nstock: 21", "deal", "brings 2 cards, 19 stay in the stock"),
    ],
)
def test_reasons(position: str, text: str, words: str) -> None:
    variant = parse("vosem,bases=aces,ranks=3,piles=2" + ",pause=card" * ("21" in position))
    if "21" in position:
        words = "brings 1 card, 20 stay in the stock"
    situation = parse_position(position, variant)
    step = next(
        legal
        for legal in situation.game.legal_moves()
        if {k: v for k, v in legal.items() if k != "card"} == move(text)
    )
    assert words in reason(situation, step)  # type: ignore[arg-type]


# --- reviews ------------------------------------------------------------------------------------


def blunder(text: str) -> tuple[int, list[Game], list[Move], int]:
    """A game of random play with a move that is known, by the twin, to throw the deal away."""
    for number in range(1, 200):
        games, moves = played_at_random(text, number, 200, random.Random(number))
        truth = [can_win(game) for game in games]
        if truth[0] and not truth[-1]:
            return number, games, moves, truth.index(False)
    raise AssertionError("no game was thrown away")


@pytest.mark.parametrize("text", [SMALL[0], SMALL[3]])
def test_review_finds_the_blunder(text: str, folder: Path) -> None:
    number, games, moves, at = blunder(text)
    steps = Reviewer(Adviser(parse(text), LIMITS, 3), never).review(games, moves)
    assert [step.number for step in steps if step.threw_away] == [at]
    assert [step.before.verdict for step in steps] == [
        "solvable" if can_win(game) else "unsolvable" for game in games[:-1]
    ]
    file = folder / "game.json"
    file.write_text(json.dumps({"variant": text, "deal": {"number": number}, "moves": moves}))
    shown = invoke("review", text, str(file)).stdout
    assert f"move {at} threw the deal away" in shown and "thrown away here" in shown
    seen = told("review", text, str(file))
    assert seen["thrown_away"] == at and len(seen["steps"]) == len(moves)
    assert len(invoke("review", text, str(file), "--all").stdout.splitlines()) == len(moves) + 2


def test_review_of_a_won_game(folder: Path) -> None:
    text = "iznanka,ranks=4,piles=3"
    (folder / "won.json").write_text(invoke("solve", text, "--deal", "2", "--json").stdout)
    seen = told("review", text, "won.json", "--samples", "2")
    assert seen["thrown_away"] is None
    assert {step[side]["verdict"] for step in seen["steps"] for side in ("before", "after")} == {
        "solvable"
    }
    assert "won\n" in invoke("review", text, "won.json", "--samples", "2").stdout


# --- commands -----------------------------------------------------------------------------------


def test_advise_from_a_deal_and_from_its_position(folder: Path) -> None:
    """The template of a deal is its start, and moves lead on from there."""
    text = "iznanka,ranks=5,piles=3"
    (folder / "start.txt").write_text(invoke("deal", text, "6", "--position").stdout)
    options = ("--samples", "4")
    assert told("advise", text, "start.txt", *options) == told(
        "advise", text, "--from", "6", *options
    )
    (folder / "won.json").write_text(invoke("solve", text, "--deal", "6", "--json").stdout)
    moves = json.loads((folder / "won.json").read_text())["moves"]
    from_deal = ("advise", text, "--from", "6", "--moves", "won.json", "--after")
    seen = told(*from_deal, str(len(moves) - 5))
    assert seen["verdict"] == "solvable" and seen["stock"] == {"cards": 0, "known": True}
    assert seen["advice"][0]["verdict"] == "solvable"
    shown = invoke(*from_deal, str(len(moves) - 5), "--symbols").stdout
    assert "won in" in shown and "won: all cards are on base piles" in shown
    early = told(*from_deal, "3", *options)
    assert early["verdict"] is None and not early["stock"]["known"]
    assert told(*from_deal, "3", "--see-stock")["verdict"] == "solvable"
    (folder / "again.txt").write_text(early["position"])
    assert told("advise", text, "again.txt", *options) == early


def test_advise_says_lost(folder: Path) -> None:
    text = SMALL[0]
    number, games, _, at = blunder(text)
    assert number > 0
    (folder / "lost.txt").write_text(format_position(with_stock(games[at], known=True)))
    assert "\nlost: no play wins\n" in invoke("advise", text, "lost.txt").stdout + "\n"
    assert told("advise", text, "lost.txt")["verdict"] == "unsolvable"


WRONG = [
    (["advise", "vosem"], 2, "give one of FILE and --from DEAL"),
    (["advise", "vosem", "x", "--from", "1"], 2, "give one of FILE and --from DEAL"),
    (["advise", "vosem", "x", "--see-stock"], 2, "go with --from DEAL"),
    (["advise", "vosem", "--from", "1", "--after", "3"], 2, "--after goes with --moves FILE"),
    (["advise", "vosem", "--from", "1", "--moves", "m", "--after", "9"], 2, "there is only 1"),
    (["advise", "vosem", "nowhere"], 1, "'nowhere': No such file"),
    (["advise", "vosem", "m"], 1, "m: line 1: "),
    (["advise", "vosem", "--from", "1", "--moves", "m"], 1, "m: move 1: "),
    (["advise", "vosem", "--from", "1", "--moves", "junk"], 1, "junk: no JSON"),
    (["advise", "vosem", "--from", "1", "--moves", "none"], 1, '"moves" must be a list'),
    (["advise", "vosem", "--from", "2", "--moves", "game"], 1, "of deal 1, not of deal 2"),
    (["advise", "iznanka", "--from", "1", "--moves", "game"], 1, "by the rules of vosem"),
    (["review", "vosem", "junk"], 1, "junk: no JSON"),
    (["review", "vosem", "m"], 1, "m: the file holds no JSON object"),
    (["review", "vosem", "none"], 1, 'none: "variant" must be a text'),
    (["review", "iznanka", "game"], 1, "game: the game was played by the rules of vosem"),
    (["review", "vosem", "game"], 1, "game: move 1: "),
    (["review", "vosem", "empty"], 1, "empty: no move was played"),
    (["deal", "vosem", "1", "--position", "--json"], 2, "give one of --position and --json"),
]


@pytest.mark.parametrize(("arguments", "code", "message"), WRONG, ids=range(len(WRONG)))
def test_errors(
    arguments: list[str],
    code: int,
    message: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = {"variant": "vosem", "deal": {"number": 1}, "moves": [{"move": "turn", "pile": 1}]}
    for name, held in (
        ("m", json.dumps(game["moves"])),
        ("junk", "{"),
        ("none", "{}"),
        ("game", json.dumps(game)),
        ("empty", json.dumps(game | {"moves": []})),
    ):
        (folder / name).write_text(held)
    assert run(arguments) == code
    shown = capsys.readouterr()
    assert message in shown.err and shown.out == ""
    assert shown.err.count("\n") <= 2 and len(shown.err) < 400


def test_a_won_position_needs_no_advice() -> None:
    text = "up: 3C 3D 3H 3S\ndown: AC AD AH AS\n1: -\n2: -\nstock: 0\n"
    done = CliRunner().invoke(pasyans, ["advise", SMALL[0], "-"], input=text)
    assert done.exit_code == 1 and "the game is won" in done.stderr
