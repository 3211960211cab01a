"""The two calls for programs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from running import ROOT, told

import solver
from solver import estimate, solve
from solver.deals import DealError, patience_deal
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


def test_what_cannot_be_asked() -> None:
    with pytest.raises(VariantError, match="iznanka"):
        solve("iznanca", 1)
    with pytest.raises(VariantError, match="game for two"):
        estimate("pairs", 1)
    with pytest.raises(DealError):
        solve("iznanka", -1)
    with pytest.raises(PlayerError):
        estimate("iznanka", 1, player="nobody")
    with pytest.raises(AttributeError, match="no attribute 'sove'"):
        _ = solver.sove


def test_the_package_alone_is_light() -> None:
    """The command line imports it for its version."""
    code = "import sys, solver; print(solver.__version__, 'numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [solver.__version__, "False"]
