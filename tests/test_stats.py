"""Win rates: published counts, statsmodels, ends, errors, and the coverage that is promised."""

from __future__ import annotations

from functools import cache
from math import comb, exp, log

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from solver.numeric import log_binomial
from solver.stats import (
    confidence_sequence,
    mean_interval,
    share_interval,
    wilson,
    win_rate,
    win_rates,
)


@pytest.mark.parametrize(
    ("solved", "unsolvable", "unknown", "low", "high"),
    [  # published counts (Solvitaire, JAIR 85, 2026) and the percentages printed with them,
        # whose ends are rounded outwards
        (819371, 180472, 157, 81.861, 82.029),
        (8285, 1107, 608, 82.098, 89.531),
        (1958661, 38969, 2370, 97.913, 98.071),
        (9731, 0, 269, 96.974, 100),
    ],
)
def test_published_intervals(
    solved: int, unsolvable: int, unknown: int, low: float, high: float
) -> None:
    rate = win_rate(solved, unknown, solved + unsolvable + unknown)
    assert rate.percent() == (low, high)


def test_ends_are_exact() -> None:
    assert wilson(0, 50).low == 0.0
    assert wilson(50, 50).high == 1.0
    assert wilson(0, 0) == (0.0, 1.0)
    assert win_rate(0, 10, 10) == (0.0, 1.0)


def test_undecided_deals_widen_both_ways() -> None:
    sure, unsure = win_rate(60, 0, 100), win_rate(60, 10, 100)
    assert unsure.low == sure.low and unsure.high == wilson(70, 100).high > sure.high


@pytest.mark.parametrize("p", [0.02, 0.3, 0.5, 0.9])
def test_coverage_is_near_the_confidence(p: float) -> None:
    n = 200
    covered = sum(
        comb(n, k) * p**k * (1 - p) ** (n - k)
        for k in range(n + 1)
        if wilson(k, n).low <= p <= wilson(k, n).high
    )
    assert 0.92 < covered < 0.98


@pytest.mark.parametrize(
    ("successes", "n", "confidence"), [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)]
)
def test_nonsense_is_refused(successes: int, n: int, confidence: float) -> None:
    with pytest.raises(ValueError):
        wilson(successes, n, confidence)


def test_more_undecided_than_deals_is_refused() -> None:
    with pytest.raises(ValueError):
        win_rate(5, 6, 10)


def test_wilson_is_that_of_statsmodels() -> None:
    draws = np.random.default_rng(1)
    for n in (1, 2, 10, 1000, 10**6, 10**9):
        for won in {0, n, n // 2, *draws.integers(0, n + 1, 5).tolist()}:
            for confidence in (0.5, 0.95, 0.9999):
                theirs = proportion_confint(won, n, 1 - confidence, method="wilson")
                assert wilson(won, n, confidence) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def test_whole_tables_get_the_rates_of_their_rows() -> None:
    table = pd.DataFrame({"won": [0, 3, 7, 0, 5], "unknown": [0, 2, 0, 9, 1], "n": [0, 9, 7, 9, 8]})
    rates = win_rates(table["won"], table["unknown"], table["n"], 0.9)
    for row, low, high in zip(table.to_numpy().tolist(), *rates, strict=True):
        assert (low, high) == win_rate(row[0], row[1], row[2], 0.9)
    with pytest.raises(ValueError, match="out of"):
        win_rates(table["won"], table["unknown"], table["n"] - 1)


def test_messages_name_the_counts() -> None:
    with pytest.raises(ValueError, match="5 solvable and 6 undecided out of 10"):
        confidence_sequence(5, 6, 10)
    with pytest.raises(ValueError, match=r"confidence 1\.5"):
        confidence_sequence(5, 5, 10, 1.5)


def test_binomial_probabilities_are_those_of_scipy() -> None:
    draws = np.random.default_rng(2)
    for n in (0, 1, 2, 15, 16, 17, 1000, 10**6, 10**9):
        for k in {0, n, n // 2, *draws.integers(0, n + 1, 5).tolist()}:
            for p in (0.0, 1e-9, 0.3, 0.5, 0.999, 1.0, k / max(n, 1)):
                expected = float(binom.pmf(k, n, p))  # its logpmf loses six digits at 10**9
                assert exp(log_binomial(k, n, p)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("n", [1, 2, 50, 3000, 10**6])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.4, 0.97, 1.0])
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_sequence_inverts_the_mixture(n: int, share: float, confidence: float) -> None:
    won = round(share * n)

    def excess(p: float) -> float:
        return log(n + 1) + float(binom.logpmf(won, n, p)) - log(1 - confidence)

    low, high = confidence_sequence(won, 0, n, confidence)
    end = won / n
    if won:
        assert low == pytest.approx(brentq(excess, 1e-12, end, xtol=1e-15), rel=1e-8)
    if won < n:
        assert high == pytest.approx(brentq(excess, end, 1 - 1e-15, xtol=1e-15), rel=1e-8)
    assert low <= end <= high and (low == 0.0) == (won == 0) and (high == 1.0) == (won == n)


def test_sequence_is_wider_than_wilson_and_counts_the_undecided_both_ways() -> None:
    at_once, always = win_rate(800, 0, 1000), confidence_sequence(800, 0, 1000)
    assert always.low < at_once.low < at_once.high < always.high
    unsure = confidence_sequence(800, 50, 1000)
    assert unsure == (always.low, confidence_sequence(850, 0, 1000).high)
    assert confidence_sequence(0, 0, 0) == confidence_sequence(0, 9, 9) == (0.0, 1.0)
    assert confidence_sequence(50, 0, 50).low == pytest.approx((0.05 / 51) ** (1 / 50), rel=1e-12)


def chance_of_a_miss(intervals: object, p: float, deals: int) -> float:
    """The exact probability that one of the first ``deals`` intervals does not hold ``p``."""
    assert callable(intervals)
    alive, missed = np.ones(1), 0.0  # the distribution of the wins of runs without a miss
    for n in range(1, deals + 1):
        alive = np.convolve(alive, [1 - p, p])
        for won in np.flatnonzero(alive > 1e-12):
            low, high = intervals(int(won), 0, n)
            if not low <= p <= high:
                missed += alive[won]
                alive[won] = 0.0
    return missed


@pytest.mark.parametrize("p", [0.03, 0.5, 0.9])
def test_sequence_holds_at_every_deal_at_once(p: float) -> None:
    assert 0.003 < chance_of_a_miss(confidence_sequence, p, 120) < 0.05


def test_wilson_does_not_hold_at_every_deal_at_once() -> None:
    assert chance_of_a_miss(win_rate, 0.5, 120) > 0.2


def test_sequence_holds_where_a_run_stops_itself() -> None:
    """Runs with undecided deals that stop at the most misleading moment they can find."""
    draws, rate, runs, misses = np.random.default_rng(3), 0.8, 400, 0
    sequence = cache(confidence_sequence)
    for _ in range(runs):
        wins, hidden = draws.random(300) < rate, draws.random(300) < 0.01
        won, undecided = np.cumsum(wins & ~hidden).tolist(), np.cumsum(hidden).tolist()
        ends = [sequence(won[n - 1], undecided[n - 1], n) for n in range(10, 301, 10)]
        misses += max(low for low, _ in ends) > rate or min(high for _, high in ends) < rate
    assert 0 < misses / runs < 0.05


def test_shares_have_intervals_within_0_and_1() -> None:
    assert share_interval([1, 1, 1, 1])[1:] == wilson(4, 4)
    assert share_interval([0] * 9)[1:] == wilson(0, 9)
    assert share_interval([0.5] * 9) == (0.5, 0.5, 0.5)  # the same in every deal
    some = np.array([0, 0.25, 0.5, 0.25, 0.75])
    assert share_interval(some) == mean_interval(some)
    assert share_interval([0, 0, 0, 1])[1] == 0 and share_interval([0.3])[1:] == (0, 1)
