"""Two rates on the same deals: scipy, statsmodels, published values, and every case by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb, sqrt

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binomtest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from solver.stats import (
    discordant_range,
    holm,
    mcnemar_bounds,
    mcnemar_exact,
    paired_difference,
    paired_difference_bounds,
    wilson,
)

PUBLISHED = (6, 16, 161)
"""Discordant and all pairs of cells 59, 6, 16, 80, with which the R package contingencytables
(of Fagerland, Lydersen and Laake, Statistical Analysis of Contingency Tables, 2017) is tested."""


def test_published_example() -> None:
    assert mcnemar_exact(*PUBLISHED[:2]) == pytest.approx(0.052479, abs=5e-7)
    assert paired_difference(*PUBLISHED) == pytest.approx((-0.1240, -0.0054), abs=5e-5)


@pytest.mark.parametrize("b", [0, 1, 2, 7, 8, 100, 4321])
@pytest.mark.parametrize("c", [0, 1, 2, 7, 9, 130, 4444])
def test_mcnemar_is_that_of_statsmodels_and_scipy(b: int, c: int) -> None:
    p = mcnemar_exact(b, c)
    assert p == pytest.approx(mcnemar([[5, b], [c, 7]], exact=True).pvalue, rel=1e-9)
    assert p == mcnemar_exact(c, b)
    if b + c:
        assert p == pytest.approx(binomtest(b, b + c).pvalue, rel=1e-9)


def test_mcnemar_of_many_deals() -> None:
    p = mcnemar_exact(500_020_000, 499_980_000)
    assert p == pytest.approx(binomtest(500_020_000, 10**9).pvalue, rel=1e-6)
    assert mcnemar_exact(10**6, 0) == 0.0


def tango_by_search(b: int, c: int, n: int, difference: float) -> float:
    """Tango's statistic, with the likelihood maximised by a general search."""

    def cost(q: float) -> float:  # q: the share of pairs that only the second wins
        cells = ((b, q + difference), (c, q), (n - b - c, 1 - 2 * q - difference))
        return -sum(count * np.log(max(share, 1e-300)) for count, share in cells if count)

    least, most = max(0.0, -difference), (1 - difference) / 2
    q = minimize_scalar(cost, bounds=(least, most), method="bounded", options={"xatol": 1e-12}).x
    variance = n * (2 * q + difference - difference * difference)
    return (b - c - n * difference) / sqrt(variance)


@pytest.mark.parametrize(
    ("b", "c", "n"), [(6, 16, 161), (1, 7, 21), (12, 2, 50), (3, 3, 9), (40, 20, 160), (9, 1, 10)]
)
def test_tango_inverts_the_score_test(b: int, c: int, n: int) -> None:
    z, here = 1.959963984540054, (b - c) / n
    low = brentq(lambda d: tango_by_search(b, c, n, d) - z, -1 + 1e-9, here - 1e-6)
    high = brentq(lambda d: tango_by_search(b, c, n, d) + z, here + 1e-6, 1 - 1e-9)
    assert paired_difference(b, c, n) == pytest.approx((low, high), abs=1e-5)


def test_difference_at_the_ends() -> None:
    assert paired_difference(10, 0, 10).high == 1.0 and paired_difference(0, 10, 10).low == -1.0
    assert paired_difference(0, 0, 0) == (-1.0, 1.0)
    most = wilson(0, 100).high  # no discordant pair: each of the two shares may be as large
    assert paired_difference(0, 0, 100) == pytest.approx((-most, most))
    for n in (1, 2, 7):
        for b, c in product(range(n + 1), repeat=2):
            if b + c <= n:
                low, high = paired_difference(b, c, n)
                assert -1 <= low <= (b - c) / n <= high <= 1
                assert paired_difference(c, b, n) == pytest.approx((-high, -low), abs=1e-9)


def test_difference_of_many_deals_is_nearly_normal() -> None:
    b, c, n = 30_000, 20_000, 1_000_000
    reach = 1.959963984540054 * sqrt(b + c - (b - c) ** 2 / n) / n
    assert paired_difference(b, c, n) == pytest.approx((0.01 - reach, 0.01 + reach), abs=1e-6)


@pytest.mark.parametrize(
    ("p", "q", "n"), [(0.1, 0.1, 40), (0.3, 0.1, 40), (0.5, 0.3, 40), (0.05, 0.03, 90)]
)
def test_coverage_is_near_the_confidence(p: float, q: float, n: int) -> None:
    covered = 0.0
    for b, c in product(range(n + 1), repeat=2):
        if b + c > n:
            continue
        low, high = paired_difference(b, c, n)
        if low <= p - q <= high:
            covered += comb(n, b) * comb(n - b, c) * p**b * q**c * (1 - p - q) ** (n - b - c)
    assert 0.93 < covered < 0.98


def every_outcome(pairs: list[list[int]]) -> set[tuple[int, int]]:
    """The (b, c) of every way in which the undecided deals may turn out."""
    outcomes = {(0, 0)}
    for first, second in product(range(3), repeat=2):
        ways = list(product((first,) if first < 2 else (0, 1), (second,) if second < 2 else (0, 1)))
        steps = {
            (sum(way == (0, 1) for way in chosen), sum(way == (1, 0) for way in chosen))
            for chosen in combinations_with_replacement(ways, pairs[first][second])
        }
        outcomes = {(b + x, c + y) for b, c in outcomes for x, y in steps}
    return outcomes


def test_bounds_cover_exactly_what_undecided_deals_may_be() -> None:
    draws = np.random.default_rng(4)
    for _ in range(60):
        pairs = draws.integers(0, 5, (3, 3)).tolist()
        n, outcomes = sum(map(sum, pairs)), every_outcome(pairs)
        ps = [mcnemar_exact(b, c) for b, c in outcomes]
        assert mcnemar_bounds(pairs) == (min(ps), max(ps))
        ends = [paired_difference(b, c, n) for b, c in outcomes]
        low, high = min(low for low, _ in ends), max(high for _, high in ends)
        assert paired_difference_bounds(pairs) == pytest.approx((low, high), abs=1e-12)
        worst, best = discordant_range(pairs)
        assert worst.b - worst.c == min(b - c for b, c in outcomes)
        assert best.b - best.c == max(b - c for b, c in outcomes)


def test_holm_is_that_of_statsmodels() -> None:
    draws = np.random.default_rng(5)
    for n in (0, 1, 2, 10, 100):
        p = np.round(draws.random(n) ** 3, 2)  # with ties, zeros and products above 1
        expected = multipletests(p, method="holm")[1] if n else p
        assert holm(pd.Series(p)) == pytest.approx(expected)
    assert holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])


def test_nonsense_is_refused() -> None:
    for call in (
        lambda: mcnemar_exact(-1, 2),
        lambda: paired_difference(3, 3, 5),
        lambda: paired_difference(3, -1, 5),
        lambda: paired_difference(1, 1, 5, 1.0),
        lambda: holm([0.5, 1.5]),
        lambda: holm([0.5, float("nan")]),
    ):
        with pytest.raises(ValueError):
            call()
