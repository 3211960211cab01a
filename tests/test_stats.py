"""Intervals: published counts, ends, errors, and the binomial coverage they promise."""

from math import comb

import pytest

from solver.stats import wilson, win_rate


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
