"""Verdicts under rules drawn at random, against exhaustive search by the naive twin."""

from __future__ import annotations

from collections import Counter

import pytest
from kernels import case
from random_rules import random_rules
from twin import Twin, solvable
from verdicts import ENOUGH, wins

from solver.patience.solve import SOLVABLE, UNSOLVABLE, Solver

SEED = 2024
VARIANTS = 20

MOST_POSITIONS = 10_000
"""A deal of which the twin meets more is passed over: it would take too long."""


def check_verdicts(text: str, deals: int) -> Counter[str]:
    """The verdicts on the first ``deals`` deals that the twin can decide; all agree with it."""
    solver, told, number = Solver(case(text, 1).rules, ENOUGH), Counter[str](), 0
    while told.total() < deals:
        number += 1
        game = case(text, number)
        truth = solvable(Twin(game.variant.options, game.faces), MOST_POSITIONS)
        if truth is None:
            assert number < 20 * deals, f"the twin can decide too few deals of {text}"
            continue
        outcome = solver.solve(game.codes)
        assert outcome.verdict == (SOLVABLE if truth else UNSOLVABLE), f"{text}, deal {number}"
        assert not truth or wins(game, outcome.line)
        told[outcome.verdict] += 1
    return told


@pytest.mark.parametrize("text", [*random_rules(SEED, VARIANTS)])
def test_verdicts_under_random_rules(text: str) -> None:
    check_verdicts(text, 6)


@pytest.mark.slow
def test_verdicts_of_ten_thousand_deals() -> None:
    """20 variants, 500 deals each; most deals of so few cards are solvable."""
    told = Counter[str]()
    for text in random_rules(SEED, VARIANTS):
        told += check_verdicts(text, 500)
    assert told.total() == 10_000 and told[UNSOLVABLE] > 50, told
