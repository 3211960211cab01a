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

MOST_PROVED, MOST_STORED = 20, 4000
"""Unsolvable deals of a variant that the twin searches, and their classes of positions."""


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


def count_proved(text: str, deals: int) -> int:
    """How many of the first ``deals`` deals are unsolvable by both; the twin denies none.

    ``MOST_PROVED`` deals at most that the solver finds unsolvable are searched by the twin.
    """
    solver = Solver(case(text, 1).rules, ENOUGH._replace(nodes=100_000))
    proved = claimed = 0
    for number in range(1, deals + 1):
        game = case(text, number)
        outcome = solver.solve(game.codes)
        if outcome.verdict != UNSOLVABLE or outcome.stored > MOST_STORED:
            continue
        truth = solvable(Twin(game.variant.options, game.faces), MOST_POSITIONS)
        assert not truth, f"{text}, deal {number}"
        proved += truth is False
        claimed += 1
        if claimed == MOST_PROVED:
            break
    return proved


@pytest.mark.slow
def test_unsolvable_deals_of_random_rules() -> None:
    """The claim that must never be wrong, sought among 1,000 deals of each of 60 variants."""
    proved = [count_proved(text, 1000) for text in random_rules(SEED + 1, 3 * VARIANTS)]
    assert sum(proved) > 30, proved
