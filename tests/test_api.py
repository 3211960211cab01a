"""The calls for programs."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from running import ROOT, told

import solver
from solver import estimate, match, play, play_many, solve
from solver.deals import DealError, patience_deal
from solver.duel.names import PlayerError as DuelPlayerError
from solver.patience.players.names import PlayerError
from solver.stats import wilson
from solver.variants import VariantError


def test_solve_tells_what_the_command_tells() -> None:
    found, ours = told("solve", "iznanka", "--deal", "3"), solve("iznanka", 3)
    assert (ours.verdict, ours.moves) == (found["verdict"], found["moves"])
    assert (ours.method, ours.nodes) == (found["search"]["method"], found["search"]["nodes"])
    assert solve("iznanka", patience_deal(3)).moves == ours.moves


def test_no_line_where_there_is_none() -> None:
    assert solve("iznanka:noturn", 1, budget=50)[:3] == ("undecided", [], "nodes")
    assert solve("vosem:strict", 1)[:2] == ("unsolvable", [])


def test_estimate_tells_what_the_command_tells() -> None:
    small = "vosem:strict,ranks=3,piles=2"
    found = told("estimate", small, "--deals", "50", "--first", "7", "--no-db")
    ours = estimate(small, 50, first=7)
    assert ours.counts == {name: n for name, n in found["counts"].items() if n}
    assert ours.rate == (found["rate"]["low"], found["rate"]["high"])


def test_a_player_is_estimated_too() -> None:
    found = told("estimate", "iznanka", "--deals", "30", "--player", "greedy", "--no-db")
    ours = estimate("iznanka", 30, player="greedy")
    assert ours.counts == {name: n for name, n in found["counts"].items() if n}
    assert ours.rate == wilson(found["counts"]["won"], 30)


@pytest.mark.parametrize("variant", ["pairs", "double"])
def test_a_game_for_two_is_that_of_the_command(variant: str) -> None:
    found, ours = (
        told("play", variant, "--deal", "5", "--players", "random,greedy"),
        play(variant, 5, "random,greedy"),
    )
    assert (ours.first, ours.actions) == (found["first"], found["actions"])
    assert {"winner": ours.winner, "draw": ours.draw, **ours.counted} == found["result"]


def test_many_games_for_two_are_those_of_the_command() -> None:
    asked = ("--deals", "600", "--first", "7", "--no-db", "--jobs", "1")
    found = told("estimate", "double", "--players", "random,greedy", *asked)
    ours = play_many("double", 600, players="random,greedy", first=7)
    assert (ours.counts, ours.draws) == (found["counts"], found["draws"])
    for name, rate in ours.rates.items():
        assert rate._asdict() == found["rates"][name]
    assert ours.first_mover._asdict() == found["first_mover"]["rate"]


def test_a_match_is_that_of_the_command() -> None:
    asked = ("--deals", "40", "--first", "7", "--no-db", "--jobs", "1")
    found = told("match", "double", "greedy", "random", *asked)
    ours = match("double", "greedy", "random", 40, first=7)
    assert ours.counts == found["counts"] and ours.score._asdict() == found["score"]
    elo = found["elo"]
    assert tuple(ours.elo) == (elo["elo"], elo["low"], elo["high"])


def test_what_cannot_be_asked() -> None:
    with pytest.raises(VariantError, match="iznanka"):
        solve("iznanca", 1)
    with pytest.raises(VariantError, match="game for two"):
        estimate("pairs", 1)
    with pytest.raises(DealError):
        solve("iznanka", -1)
    with pytest.raises(PlayerError):
        estimate("iznanka", 1, player="nobody")
    with pytest.raises(VariantError, match="a patience"):
        play("vosem", 1)
    with pytest.raises(DealError):
        play("double", 2**64)
    with pytest.raises(DealError):
        play_many("double", 2, first=2**64 - 1)
    with pytest.raises(ValueError, match="give 1 or more"):
        match("double", "greedy", "random", 0)
    with pytest.raises(DuelPlayerError, match="does not name two players"):
        play("double", 1, "greedy")
    with pytest.raises(AttributeError, match="no attribute 'sove'"):
        _ = solver.sove


@pytest.mark.parametrize("deal", [1.5, "1", None, True])
def test_what_is_no_deal(deal: Any) -> None:
    with pytest.raises(TypeError, match="a deal is a number or a sequence of faces, not "):
        solve("vosem", deal)


@pytest.mark.parametrize("faces", [[], [1, 2, 3], ["AC"] * 104, patience_deal(1, 4)])
def test_what_is_no_pack(faces: Any) -> None:
    with pytest.raises(DealError, match="not those of two packs of 13 ranks"):
        solve("vosem", faces)


def test_what_is_no_variant_or_number_of_deals() -> None:
    nothing: Any = None
    with pytest.raises(TypeError, match="a variant is a text such as"):
        solve(nothing, 1)
    for deals in (0, -1):
        with pytest.raises(ValueError, match=f"{deals} deals tell no rate; give 1 or more"):
            estimate("iznanka", deals)


def test_the_package_alone_is_light() -> None:
    """The command line imports it for its version."""
    code = "import sys, solver; print(solver.__version__, 'numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [solver.__version__, "False"]
