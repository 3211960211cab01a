"""The commands of games for two: estimate, match, compare, play, verify, deal, perft."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from running import count_results, invoke, start, told

from cli.main import pasyans
from solver.deals import duel_deal
from solver.variants import GAMES

MORE = ("--jobs", "1", "--quiet")
DUELS = [game.id for game in GAMES.values() if game.seats == 2]


def verified(record: dict[str, object]) -> str:
    """What verify says of a record."""
    Path("record.json").write_text(json.dumps(record), encoding="utf-8")
    done = CliRunner().invoke(pasyans, ["verify", "record.json"])
    assert done.exit_code in (0, 1)
    return done.output


# --- estimate -----------------------------------------------------------------------------------


def test_estimate_pairs_tells_what_scripts_rely_on() -> None:
    one = told("estimate", "pairs", "--deals", "2000", *MORE)
    assert one["players"] == {"A": "greedy", "B": "greedy"} and one["deals"] == 2000
    counts, pairs = one["counts"], one["pairs"]
    assert set(counts) == {"A", "draw", "B", "aborted"} and sum(counts.values()) == 2000
    assert one["draws"]["equal"] == counts["draw"] == sum(one["draws"].values())
    assert sum(pairs["histogram"].values()) == 2000
    assert one["complete"] == pairs["histogram"]["52"]
    mean = sum(int(value) * count for value, count in pairs["histogram"].items()) / 2000
    assert pairs["mean"] == pytest.approx(mean) and pairs["low"] < mean < pairs["high"]
    first = one["first_mover"]
    assert (first["A"], first["B"]) == (2000, 0) and first["won"] == counts["A"]
    margins = one["margin"]["histogram"]
    assert sum(count for value, count in margins.items() if int(value) > 0) == counts["A"]
    assert one["length"]["actions"]["mean"] == pytest.approx(mean)
    for name in ("A", "draw", "B"):
        assert one["rates"][name]["low"] < counts[name] / 2000 < one["rates"][name]["high"]


def test_games_are_kept_and_go_on() -> None:
    part = told("estimate", "double", "--deals", "150", *MORE)
    whole = told("estimate", "double", "--deals", "400", *MORE)
    assert (part["run"]["searched"], whole["run"]["searched"]) == (150, 250)
    again = told("estimate", "double", "--deals", "400", *MORE, "--jobs", "2")
    assert again["run"]["searched"] == 0 and again["counts"] == whole["counts"]
    fresh = told("estimate", "double", "--deals", "400", *MORE, "--no-db")
    for name in ("counts", "first_mover", "length", "margin", "counted"):
        assert fresh[name] == whole[name]
    other = told("estimate", "double", "--deals", "20", *MORE, "--players", "random,greedy")
    assert other["run"]["searched"] == 20 and other["players"]["A"] == "random"


def test_a_stopped_run_goes_on(compiled_duels: None) -> None:
    game = ("estimate", "double", "--players", "planner,planner")
    run = start(*game, "--deals", "100000", "--jobs", "1")
    while count_results("pasyans.sqlite") < 20:
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    out, messages = run.communicate(timeout=30)
    assert run.returncode == 130 and "the same command goes on" in messages
    kept = count_results("pasyans.sqlite")
    assert 20 <= kept < 100_000 and "planner:" in out
    again = told(*game, "--deals", str(kept), *MORE)
    assert again["run"]["searched"] == 0 and again["deals"] == kept


@pytest.fixture(scope="module")
def compiled_duels() -> None:
    """The kernels are in the cache folder."""
    invoke("estimate", "double", "--deals", "1", "--no-db", "--players", "planner:1,greedy")


def test_exact() -> None:
    one = told("estimate", "pairs:owner", "--exact")
    chances = one["probabilities"]
    assert round(chances["complete"], 9) == 0.145234515 and round(chances["none"], 9) == 0.012790948
    assert round(one["pairs"]["mean"], 6) == 13.577065
    assert sum(one["pairs"]["histogram"].values()) == pytest.approx(1)
    swapped = told("estimate", "pairs:owner,starter=B", "--exact")["probabilities"]
    assert (swapped["A"], swapped["B"]) == pytest.approx((chances["B"], chances["A"]))
    coin = told("estimate", "pairs:owner,starter=coin", "--exact")["probabilities"]
    assert coin["A"] == pytest.approx(coin["B"]) == pytest.approx((1 - chances["draw"]) / 2)
    assert "0.145234515" in invoke("estimate", "pairs:owner", "--exact").stdout
    assert invoke("estimate", "pairs:owner", "--exact", "--csv").stdout.count("\n") == 2


def test_a_warning_for_rules_against_the_text() -> None:
    odd = "pairs,match=rank,scope=cross"
    done = invoke("estimate", odd, "--deals", "200", "--jobs", "1")
    assert "contradicts the text" in done.stderr and "contradicts" not in done.stdout
    assert "contradicts" not in invoke("estimate", odd, "--deals", "200", *MORE).stderr
    assert "contradicts" not in invoke("estimate", f"{odd},refill=owner", "--deals", "9").stderr
    assert told("estimate", odd, "--deals", "200", *MORE)["complete"] == 0


def test_what_a_person_reads() -> None:
    text = invoke("estimate", "pairs", "--deals", "50", *MORE).stdout
    assert "greedy (A) against greedy (B), 50 deals from 1" in text and "complete" in text
    text = invoke("estimate", "double", "--deals", "50", *MORE).stdout
    assert "magazine A" in text and "who begins" in text
    assert invoke("estimate", "double", "--deals", "50", *MORE, "--csv").stdout.count("\n") == 2


# --- match --------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["greedy", "random", "planner:1"])
@pytest.mark.parametrize(
    "variant", ["double", "double:fourbases", "pairs:rank-owner,take=optional"]
)
def test_a_player_against_itself_scores_one_half(variant: str, player: str) -> None:
    if variant.startswith("pairs"):
        player = player.partition(":")[0]
    one = told("match", variant, player, player, "--deals", "40", *MORE)
    assert one["score"]["mean"] == 0.5 == one["score"]["low"] and one["elo"]["elo"] == 0
    assert one["divergent"]["mean"] == 0 and one["pentanomial"]["1"] == 80
    assert one["counts"]["won"] == one["counts"]["lost"] and one["games"] == 160


def test_match_counts_games_of_both_seats() -> None:
    one = told("match", "double", "greedy", "random", "--deals", "60", *MORE)
    won = drawn = 0
    for starter in "AB":
        for players, seat in (("greedy,random", "A"), ("random,greedy", "B")):
            variant = f"double,starter={starter}"
            games = told("estimate", variant, "--players", players, "--deals", "60", *MORE)
            assert games["run"]["searched"] == 0  # they are those of the match
            won, drawn = won + games["counts"][seat], drawn + games["counts"]["draw"]
    assert (one["counts"]["won"], one["counts"]["drawn"]) == (won, drawn)
    assert one["score"]["mean"] == pytest.approx((won + drawn / 2) / 240)
    assert sum(one["pentanomial"].values()) == 120
    mirrored = told("match", "double", "random", "greedy", "--deals", "60", *MORE)
    assert mirrored["run"]["searched"] == 0
    assert mirrored["score"]["mean"] == pytest.approx(1 - one["score"]["mean"])
    assert mirrored["margin"]["mean"] == pytest.approx(-one["margin"]["mean"])
    assert mirrored["seconds"] == one["seconds"] > 0
    assert mirrored["first_mover"]["mean"] == pytest.approx(one["first_mover"]["mean"])
    assert mirrored["divergent"] == one["divergent"]


def test_the_seat_that_begins_is_ahead_in_pairs() -> None:
    """In a game of chance alone the advantage is that of the exact chances."""
    deals = ("--deals", "3000", "--first", "10000")
    one = told("match", "pairs", "greedy", "random", *deals, *MORE)
    exact = told("estimate", "pairs", "--exact")["first_mover"]
    low, high = one["first_mover"]["low"], one["first_mover"]["high"]
    assert low < exact["won"] - exact["lost"] < high and one["score"]["mean"] == 0.5


def test_a_sequential_test_stops() -> None:
    arguments = ("match", "double", "greedy", "random", "--deals", "5000", *MORE)
    one = told(*arguments, "--sprt", "0", "30")
    assert one["sprt"]["verdict"] == "H1" and one["sprt"]["llr"] >= one["sprt"]["high"]
    assert one["deals"] < 5000
    again = told(*arguments, "--sprt", "0", "30")
    assert again["deals"] == one["deals"] and again["run"]["searched"] == 0
    text = invoke(*arguments, "--sprt", "600", "700").stdout
    assert "600 Elo or less" in text
    few = told("match", "double", "greedy", "greedy", "--deals", "5", *MORE, "--sprt", "0", "5")
    assert few["sprt"]["verdict"] == "open" and few["deals"] == 5


def test_match_as_text_and_csv() -> None:
    text = invoke("match", "double", "greedy", "random", "--deals", "20", *MORE).stdout
    assert "greedy − random: " in text and "Elo" in text and "diverge" in text
    table = invoke("match", "double", "greedy", "random", "--deals", "20", *MORE, "--csv").stdout
    assert table.count("\n") == 2 and table.startswith("variant,")


# --- compare ------------------------------------------------------------------------------------


def test_compare_on_the_same_deals() -> None:
    one = told("compare", "pairs", "pairs:owner", "pairs,chain=yes", "--deals", "500", *MORE)
    assert one["run"]["searched"] == 1500 and len(one["pairs"]) == 3
    complete = one["pairs"][0]["measures"]["complete"]
    counts = [variant["complete"] for variant in one["variants"]]
    assert counts[0] - counts[1] == complete["only_first"] - complete["only_second"]
    low, high = complete["difference"]["low"], complete["difference"]["high"]
    assert low < (counts[0] - counts[1]) / 500 < high
    assert all(one["p"] <= one["p_holm"] <= 1 for pair in one["pairs"]
               for name, one in pair["measures"].items() if name != "margin")  # fmt: skip
    text = invoke("compare", "pairs", "pairs:owner", "--deals", "500", *MORE).stdout
    assert "pairs − pairs:owner" in text and "who begins wins" in text
    table = invoke("compare", "double", "double:fourbases", "--deals", "30", *MORE, "--csv").stdout
    (row,) = csv.DictReader(io.StringIO(table))
    only = int(row["drawn_only_first"]) - int(row["drawn_only_second"])
    assert int(row["drawn_first"]) - int(row["drawn_second"]) == only and row["games"] == "30"
    assert float(row["drawn_low"]) <= only / 30 <= float(row["drawn_high"])


# --- play, verify, deal, perft ------------------------------------------------------------------


@pytest.mark.parametrize("game", DUELS)
@pytest.mark.parametrize("players", ["greedy,random", "planner,greedy"])
def test_a_record_is_verified(game: str, players: str) -> None:
    record = told("play", game, "--deal", "5", "--players", players)
    assert record["deal"]["number"] == 5 and set(record["deal"]["cards"]) == {"A", "B"}
    assert verified(record).startswith(f"valid: {game} in {len(record['actions'])} actions")
    del record["deal"]["number"]
    assert verified(record).startswith("valid")
    record["actions"].pop()
    assert "not over" in verified(record)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"first": "B"}, '"first" is B, but A begins'),
        ({"first": None}, '"first" must be "A" or "B"'),
        ({"actions": 3}, '"actions" must be a list'),
        ({"actions": [3]}, "action 1: an action is an object"),
        ({"actions": [{"action": "stop"}]}, "action 1: there is no stop"),
        ({"result": {"winner": "B"}}, '"winner" of the result is'),
        ({"result": 1}, '"result" must be an object'),
        ({"result": None}, '"result" must be an object'),
        ({"result": {"winner": "A"}}, '"draw" of the result is missing; the game gives null'),
        ({"result": {}}, '"winner" of the result is missing; the game gives "A"'),
        ({"deal": {"number": 6, "cards": None}}, "action 1"),
        ({"deal": {}}, 'neither "cards" nor "number"'),
        ({"deal": {"cards": {"A": ["AC"], "B": []}}}, "pack A does not hold"),
        ({"deal": {"cards": {"A": ["AX"], "B": []}}}, "card 1 of the deal"),
        ({"deal": {"cards": ["AC"]}}, "an object of two packs"),
        ({"digest": "0"}, '"digest" is'),
    ],
)
def test_a_wrong_record_is_refused(change: dict[str, object], why: str) -> None:
    said = verified(told("play", "pairs", "--deal", "3") | change)
    assert said.startswith("Error: not valid: ") and why in said and "Traceback" not in said


@pytest.mark.parametrize("game", DUELS)
def test_every_figure_of_a_result_is_checked(game: str) -> None:
    record = told("play", game, "--deal", "5")
    for name, value in record["result"].items():
        for wrong in (str(value), 999):
            if wrong != value:
                result = {"result": record["result"] | {name: wrong}}
                assert f'"{name}" of the result is \'{wrong}' in verified(record | result)
    assert "the result has no 'luck'" in verified(
        record | {"result": record["result"] | {"luck": 1}}
    )


@pytest.mark.parametrize("players", ["greedy,greedy", "random,greedy"])
def test_the_referee_counts_lapses_and_claims_as_the_kernels_do(players: str) -> None:
    for number in range(1, 4):
        for game in ("zevaki", "rusbank,own_talon=playable"):
            lax = f"{game},forced=yes,attention=0.5,claim=0.6"
            record = told("play", lax, "--deal", str(number), "--players", players)
            assert record["result"]["lapses"] > record["result"]["claims"] > 0
            assert verified(record).startswith("valid")


def test_cards_of_another_deal_are_refused() -> None:
    record = told("play", "pairs", "--deal", "3")
    record["deal"]["number"] = 4
    assert "not those of deal 4" in verified(record)


def test_a_coin_decides_who_begins_a_deal_of_one_s_own() -> None:
    record = told("play", "pairs,starter=coin", "--deal", "3")
    other = "AB"["BA".index(record["first"])]
    assert f"but {record['first']} begins" in verified(record | {"first": other})
    del record["deal"]["number"]
    assert verified(record).startswith("valid")


def test_play_for_a_person() -> None:
    text = invoke("play", "double", "--deal", "5").stdout
    assert "deal 5: greedy (A) against greedy (B)" in text and " open " in text
    assert text.splitlines()[-1].startswith(("A wins by", "B wins by", "a draw"))


def test_what_never_happened_is_left_out() -> None:
    counted = told("estimate", "zevaki", "--deals", "3", *MORE)["counted"]
    assert counted["lapses"]["mean"] == 0 < counted["loaded_a"]["mean"]
    text = invoke("estimate", "zevaki", "--deals", "3", *MORE).stdout
    assert "loaded A" in text and "lapses" not in text and "claims" not in text
    assert "«Русский банк, „Зеваки“»" in text
    last = invoke("play", "zevaki", "--deal", "3").stdout.splitlines()[-1]
    assert "turns" in last and " 0" not in last


@pytest.mark.parametrize("game", DUELS)
def test_deal(game: str) -> None:
    a, b = duel_deal(9)
    cards = told("deal", game, "9")["deal"]["cards"]
    assert len(set(cards["A"])) == len(set(cards["B"])) == 52
    text = invoke("deal", game, "9").stdout
    assert text.split("A:")[1].split()[:52] == cards["A"]
    assert (len(a), len(b)) == (52, 52)


def test_perft() -> None:
    counts = told("perft", "double", "--deal", "3", "--depth", "12")["counts"]
    assert counts[-1] == 25
    split = told("perft", "double", "--deal", "3", "--depth", "12", "--split")["split"]
    assert sum(one["count"] for one in split) == 25 and split[0]["action"] == "open"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("estimate", "pairs", "--deals", "5", "--budget", "9"), "--budget is for patiences"),
        (("match", "double", "greedy", "random", "--deals", "5", "--time", "9"), "--time is for"),
        (("estimate", "pairs", "--deals=1", "--players=greedy"), "does not name two players"),
        (("estimate", "pairs", "--deals=1", "--players=gredy,greedy"), "did you mean greedy"),
        (("estimate", "pairs", "--deals=1", "--players=planner:3,greedy"), "has no strength"),
        (("estimate", "double", "--deals=1", "--players=planner:0,greedy"), "not a strength"),
        (("estimate", "double", "--deals=1", "--player=greedy"), "give --players"),
        (("estimate", "iznanka", "--deals=1", "--players=greedy,greedy"), "give --player,"),
        (("estimate", "pairs:rank", "--exact"), "too many states"),
        (("estimate", "double", "--exact"), "--exact is for pairs"),
        (("estimate", "iznanka", "--exact"), "--exact is for pairs"),
        (("estimate", "pairs", "--until=1%"), "--until is for patiences"),
        (("match", "double", "greedy", "clairvoyant", "--deals=1"), "nobody is clairvoyant"),
        (
            ("match", "double", "greedy", "random", "--deals=1", "--sprt", "5", "0"),
            "lower one first",
        ),
        (("match", "vosem", "greedy", "random", "--deals=1", "--sprt", "0", "5"), "games for two"),
        (("compare", "pairs", "vosem", "--deals=1"), "different packs"),
        (("perft", "pairs", "--deal=1", "--depth=2"), "no perft"),
        (("solve", "double", "--deal=1"), "is a game for two"),
        (("play", "vosem", "--deal=1"), "is a patience"),
        (("deal", "double", "1", "--position"), "there is no advice for double"),
        (("deal", "zevaki", "1", "--solvitaire"), "--solvitaire is for patiences"),
        (("deal", "zevaki", "1", "--position", "--json"), "one of --position and --json"),
        (("estimate", "pairs", "--exact", "--deals=5"), "leave out --deals"),
        (("estimate", "pairs", "--exact", "--players=greedy,greedy"), "leave out --players"),
        (("estimate", "pairs", "--exact", "--no-db"), "leave out --no-db"),
        (("estimate", "pairs", "--exact", "--until=1%"), "leave out --until"),
    ],
)
def test_errors_say_how_to_mend_it(arguments: tuple[str, ...], why: str) -> None:
    done = CliRunner().invoke(pasyans, arguments)
    assert done.exit_code == 2 and why in done.output, done.output


# --- bounds -------------------------------------------------------------------------------------


def test_one_deal_is_told_in_strict_json() -> None:
    for command in ("estimate pairs", "match pairs greedy greedy", "compare pairs pairs:owner"):
        out = invoke(*command.split(), "--deals", "1", "--no-db", "--json").stdout
        assert "Infinity" not in out and "NaN" not in out and json.loads(out)
    margin = told("estimate", "pairs", "--deals", "1", "--no-db")["margin"]
    assert margin["low"] is margin["high"] is None


def test_shares_stay_between_0_and_1() -> None:
    one = told("match", "pairs", "greedy", "greedy", "--deals", "5", "--no-db")
    for name in ("won", "drawn", "lost", "score", "divergent"):
        assert 0 <= one[name]["low"] <= one[name]["mean"] <= one[name]["high"] <= 1
    assert one["first_mover"]["low"] >= -1 and one["first_mover"]["high"] <= 1
    nothing = told("estimate", "pairs:text,take=one", "--exact")["probabilities"]
    assert nothing["B"] == 0


@pytest.mark.parametrize("language", ["en", "ru"])
def test_suits_are_signs_where_asked(language: str) -> None:
    letters = re.compile(r"(?<!\w)(10|[2-9AJQKТВДК])[CDHSтбчп](?!\w)")
    for arguments in (
        ("play", "zevaki", "--deal", "3"),
        ("play", "pairs", "--deal", "3"),
        ("advise", "zevaki", "--from", "3", "--samples", "2", "--top", "2", "--quiet"),
    ):
        plain = invoke("--lang", language, *arguments).stdout
        signs = invoke("--lang", language, *arguments, "--symbols").stdout
        assert letters.search(plain) and not re.search("[♣♦♥♠]", plain)
        assert re.search("[♣♦♥♠]", signs) and not letters.search(signs)
        assert len(plain) == len(signs)
