"""`estimate --player`, `compare --player` and `match`: what is kept, counted, and refused."""

from __future__ import annotations

import csv
import io

import pytest
from click.testing import CliRunner
from running import invoke, told

from cli.main import pasyans

SMALL = "vosem:strict,ranks=3,piles=2"
MORE = ("--deals", "60", "--jobs", "1", "--quiet")


def test_games_are_kept_and_not_played_twice() -> None:
    first = told("estimate", SMALL, *MORE, "--player", "greedy")
    assert first["run"]["searched"] == 60 and first["player"] == "greedy"
    assert sum(first["counts"].values()) == 60 and first["counts"]["won"] > 0
    assert len(first["won_deals"]) == first["counts"]["won"]
    again = told("estimate", SMALL, *MORE, "--player", "greedy", "--memory", "1G")
    assert again["run"]["searched"] == 0  # it does not search, whatever the limits
    assert again["counts"] == first["counts"] and again["rate"] == first["rate"]
    assert told("estimate", SMALL, *MORE)["run"]["searched"] == 60  # verdicts are kept apart
    assert told("estimate", SMALL, *MORE, "--player", "random")["run"]["searched"] == 60


def test_another_strength_or_budget_of_the_planner_plays_again() -> None:
    plays = [("planner:1", "1000", 20), ("planner:2", "1000", 20), ("planner:1", "2000", 20)]
    for player, budget, searched in [*plays, ("planner:1", "2000", 0)]:
        one = told("estimate", SMALL, "--deals=20", "--player", player, "--budget", budget)
        assert one["run"]["searched"] == searched, (player, budget)
        assert one["player"] == "planner" and one["strength"] == int(player[-1])


def test_a_match_names_its_players_and_its_first_deal() -> None:
    one = told("match", SMALL, "planner:1", "greedy", "--deals=5", "--first=7", "--budget=1000")
    assert one["first"] == 7 and "second" not in one
    assert [each["player"] for each in one["players"]] == ["planner", "greedy"]
    shown = invoke("match", SMALL, "planner:1", "greedy", "--deals=5", "--budget=1000", "--csv")
    (row,) = csv.DictReader(io.StringIO(shown.stdout))
    assert (row["first"], row["second"]) == ("planner:1", "greedy")


@pytest.mark.parametrize(
    ("command", "did"),
    [
        (f"estimate {SMALL} --player greedy", "played"),
        (f"match {SMALL} greedy random", "played"),
        (f"match {SMALL} greedy clairvoyant", "searched"),
        (f"compare {SMALL} {SMALL},build=updown --player greedy", "played"),
        ("estimate pairs", "played"),
        ("match double greedy random", "played"),
        (f"estimate {SMALL}", "searched"),
    ],
)
def test_a_run_says_what_it_did(command: str, did: str) -> None:
    messages = [invoke(*command.split(), "--deals", "3", "--jobs", "1").stderr for _ in range(2)]
    assert f" deals {did} in " in messages[0]
    assert f"this run: nothing was left to {did.rstrip('ed')}" in messages[1]


@pytest.mark.parametrize("player", ["random", "greedy", "planner:1"])
def test_a_match_with_the_search_loses_no_deal_to_a_player(player: str) -> None:
    one = told("match", SMALL, "clairvoyant", player, *MORE)
    assert one["deals"] == 60 and one["only_second"] == [] != one["only_first"]
    search, played = one["players"]
    assert played["counts"]["won"] + len(one["only_first"]) == search["counts"]["won"]
    low, high = one["difference"]["low"], one["difference"]["high"]
    assert low < len(one["only_first"]) / 60 < high


def test_compare_with_a_player_implies_nothing() -> None:
    one = told("compare", SMALL, f"{SMALL},build=updown", *MORE, "--player", "greedy")
    assert one["player"] == "greedy" and one["run"]["searched"] == 120
    assert all(each["implied"] == 0 and set(each["counts"]) == {"won", "lost"}
               for each in one["variants"])  # fmt: skip


def test_what_a_person_reads() -> None:
    text = invoke("estimate", SMALL, *MORE, "--player", "greedy").stdout
    assert "greedy, 60 deals from 1" in text and "% won (95 % interval)" in text
    text = invoke("match", SMALL, "random", "greedy", *MORE).stdout
    assert "random − greedy: " in text and "only this one" in text
    assert invoke("match", SMALL, "random", "greedy", *MORE, "--csv").stdout.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("estimate", SMALL, "--deals=1", "--player=gready"), "did you mean greedy?"),
        (("estimate", SMALL, "--deals=1", "--player=greedy:2"), "greedy has no strength"),
        (("match", SMALL, "greedy", "greedy", "--deals=1"), "greedy against itself"),
        (
            ("estimate", SMALL, "--deals=1", "--player=greedy", "--budget=9"),
            "--budget is for searches and the planner; greedy searches nothing",
        ),
        (
            ("compare", SMALL, f"{SMALL},build=updown", "--deals=1", "--player=random", "--time=9"),
            "--time is for searches and the planner; random searches nothing",
        ),
        (
            ("match", SMALL, "random", "greedy", "--deals=1", "--time=9"),
            "--time is for searches and the planner; random searches nothing",
        ),
    ],
)
def test_what_is_no_player(arguments: tuple[str, ...], why: str) -> None:
    done = CliRunner().invoke(pasyans, arguments)
    assert done.exit_code == 2 and why in done.output
