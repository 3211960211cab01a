"""Intervals and tests for win rates.

Undecided deals are lost at one end of an interval and won at the other. Needs NumPy alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, floor, inf, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.numeric import bisect, log_binomial


class Interval(NamedTuple):
    """Bounds of a proportion, 0 .. 1, or of a difference of two, -1 .. 1."""

    low: float
    high: float

    def percent(self, digits: int = 3) -> tuple[float, float]:
        """The bounds in percent, rounded outwards, so that what is printed still covers."""
        scale = 10**digits
        return floor(100 * scale * self.low) / scale, ceil(100 * scale * self.high) / scale


class Intervals(NamedTuple):
    """Bounds of many proportions: float64 arrays of one shape."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Discordant(NamedTuple):
    """Deals on which two players or rule sets differ: ``b`` only the first wins, ``c`` only the
    second."""

    b: int
    c: int


def wilson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval (1927) for ``successes`` out of ``n``; 0 .. 1 where n is 0.

    Raises:
        ValueError: successes outside 0 .. n, or a confidence outside (0, 1).
    """
    low, high = wilsons(successes, n, confidence)
    return Interval(float(low), float(high))


def wilsons(successes: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> Intervals:
    """`wilson` of every element of arrays or Series of one shape.

    Raises:
        ValueError: as `wilson`, where any element does not fit.
    """
    won, all_ = np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64)
    _check(bool(np.all((won >= 0) & (won <= all_))), f"{successes!r} successes out of {n!r}")
    z = _quantile(confidence)
    spread = won * (all_ - won) / np.maximum(all_, 1)
    centre = (won + z * z / 2) / (all_ + z * z)
    reach = z * np.sqrt(spread + z * z / 4) / (all_ + z * z)
    # At the ends the bound is exact; rounding must not push it past 0 or 1.
    low = np.where(won == 0, 0.0, np.maximum(0.0, centre - reach))
    return Intervals(low, np.where(won == all_, 1.0, np.minimum(1.0, centre + reach)))


def win_rate(solvable: int, undecided: int, n: int, confidence: float = 0.95) -> Interval:
    """The interval of a rate of which ``undecided`` deals are unknown: they may all be lost (low
    end) or all be won (high end).

    Raises:
        ValueError: counts that do not fit into n deals, or a confidence outside (0, 1).
    """
    low, high = win_rates(solvable, undecided, n, confidence)
    return Interval(float(low), float(high))


def win_rates(
    solvable: ArrayLike, undecided: ArrayLike, n: ArrayLike, confidence: float = 0.95
) -> Intervals:
    """`win_rate` of every element of arrays or Series of one shape.

    Raises:
        ValueError: as `win_rate`, where any element does not fit.
    """
    _check_counts(solvable, undecided, n)
    won, unknown = np.asarray(solvable), np.asarray(undecided)
    low = wilsons(won, n, confidence).low
    return Intervals(low, wilsons(won + unknown, n, confidence).high)


def confidence_sequence(won: int, undecided: int, n: int, confidence: float = 0.95) -> Interval:
    """The interval of a rate that may be looked at after every deal, and decide when to stop.

    With probability ``confidence`` all intervals, for n = 1, 2, 3 ..., hold the rate at once, so
    the one at which a run stops does too, whatever made it stop. ``n`` counts the first deals of
    a fixed order: deals that took long must not be left out, they are undecided until they end.
    Undecided deals are lost at the low end and won at the high end.

    These are the p with (n + 1) · P(won of n; p) > 1 - confidence: a binomial likelihood ratio
    mixed over a uniform prior, with Ville's inequality (Robbins 1970; beta-binomial mixture of
    Howard, Ramdas, McAuliffe and Sekhon 2021). Bounds are bisected to the last bit, and outwards.

    Raises:
        ValueError: counts that do not fit into n deals, or a confidence outside (0, 1).
    """
    _check_counts(won, undecided, n)
    _check_confidence(confidence)
    if n == 0:
        return Interval(0.0, 1.0)
    most = won + undecided
    least = log((1 - confidence) / (n + 1))

    def excess(successes: int, p: float) -> float:
        return log_binomial(successes, n, p) - least

    low = 0.0 if won == 0 else bisect(lambda p: excess(won, p), 0.0, won / n)[0]
    high = 1.0 if most == n else bisect(lambda p: -excess(most, p), most / n, 1.0)[1]
    return Interval(low, high)


class Mean(NamedTuple):
    """A mean and its interval."""

    mean: float
    low: float
    high: float


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> Mean:
    """The mean of independent values (a cluster of dependent ones given as one value, its own
    mean) with its normal interval, from their variance; -inf .. inf around 0 for fewer than two.

    Raises:
        ValueError: a confidence outside (0, 1).
    """
    z, told = _quantile(confidence), np.asarray(values, dtype=np.float64)
    if told.size < 2:
        return Mean(float(told.sum()), -inf, inf)
    mean = float(told.mean())
    reach = z * float(told.std(ddof=1)) / sqrt(told.size)
    return Mean(mean, mean - reach, mean + reach)


def share_interval(values: ArrayLike, confidence: float = 0.95) -> Mean:
    """:func:`mean_interval` of values in 0 .. 1, kept within them.

    Where all values are 0 or all are 1 their variance says nothing, and Wilson's interval of as
    many trials is given.

    Raises:
        ValueError: a confidence outside (0, 1).
    """
    mean, low, high = mean_interval(values, confidence)
    n = np.asarray(values).size
    if n and mean in (0.0, 1.0):
        low, high = wilson(round(mean * n), n, confidence)
    return Mean(mean, max(0.0, low), min(1.0, high))


def mcnemar_exact(b: int, c: int) -> float:
    """The two-sided exact p value of McNemar's test (1947) for ``b`` and ``c`` discordant pairs.

    Twice the smaller tail of Binomial(b + c, 1/2), at most 1.

    Raises:
        ValueError: a negative count.
    """
    _check(b >= 0 and c >= 0, f"{b} and {c} discordant pairs")
    n, k = b + c, min(b, c)
    if n - 2 * k <= 1:  # the two tails cover everything
        return 1.0
    total = term = 1.0  # the tail in units of its largest term
    for i in range(k):
        term *= (k - i) / (n - k + 1 + i)
        total += term
        if term < 1e-17 * total:
            break
    return min(1.0, 2 * total * exp(log_binomial(k, n, 0.5)))


def paired_difference(b: int, c: int, n: int, confidence: float = 0.95) -> Interval:
    """Tango's score interval (1998) for (b - c) / n, the difference of two paired proportions.

    ``b`` and ``c`` are the discordant pairs of ``n``. -1 .. 1 where n is 0.
    Source: Statistics in Medicine 17, 891-908.

    Raises:
        ValueError: counts that do not fit into n pairs, or a confidence outside (0, 1).
    """
    _check(b >= 0 and c >= 0 and b + c <= n, f"{b} and {c} discordant pairs out of {n}")
    z = _quantile(confidence)
    if n == 0:
        return Interval(-1.0, 1.0)
    here = (b - c) / n
    low = -1.0 if c == n else bisect(lambda d: z - _tango(b, c, n, d), -1.0, here)[0]
    high = 1.0 if b == n else bisect(lambda d: -z - _tango(b, c, n, d), here, 1.0)[1]
    return Interval(low, high)


def discordant_range(
    pairs: Sequence[Sequence[int]],
) -> tuple[Discordant, Discordant]:
    """The discordant deals if undecided ones fall worst, and best, for the first of a pair.

    ``pairs[i][j]`` counts the deals (3 × 3) that are i for the first and j for the second, with
    0 solvable, 1 unsolvable, 2 undecided.
    """
    (_, won_lost, won_unknown), (lost_won, _, lost_unknown), unknown = pairs
    shared = unknown[2]
    worst = Discordant(won_lost, lost_won + lost_unknown + unknown[0] + shared)
    best = Discordant(won_lost + won_unknown + unknown[1] + shared, lost_won)
    return worst, best


def paired_difference_bounds(pairs: Sequence[Sequence[int]], confidence: float = 0.95) -> Interval:
    """`paired_difference` with undecided deals at worst (low end) and at best (high end).

    Raises:
        ValueError: as `paired_difference`.
    """
    n = sum(sum(row) for row in pairs)
    worst, best = discordant_range(pairs)
    low = paired_difference(*worst, n, confidence).low
    return Interval(low, paired_difference(*best, n, confidence).high)


def mcnemar_bounds(pairs: Sequence[Sequence[int]]) -> Interval:
    """The least and the greatest p value of McNemar's test over all that undecided deals may be.

    ``pairs`` as for `discordant_range`.
    """
    worst, best = discordant_range(pairs)
    least = min(mcnemar_exact(*worst), mcnemar_exact(*best))
    # The p value grows as b and c come nearer: the fewer wins catch up as far as they can.
    b, c = worst.b, best.c
    nearest = (b, min(b, worst.c)) if b > c else (min(c, best.b), c)
    return Interval(least, mcnemar_exact(*nearest))


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """p values adjusted for their number, in their order (Holm 1979).

    Raises:
        ValueError: a p value outside 0 .. 1.
    """
    import numpy as np

    plain = np.asarray(p, dtype=np.float64)
    _check(bool(np.all((plain >= 0) & (plain <= 1))), f"p values {plain} are not all in 0 .. 1")
    order = np.argsort(plain, kind="stable")
    adjusted = np.empty_like(plain)
    factors = np.arange(len(plain), 0, -1)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(plain[order] * factors))
    return adjusted


def _tango(b: int, c: int, n: int, difference: float) -> float:
    """Tango's score statistic: standard normal if ``difference`` is the true one."""
    linear = (2 * n - b + c) * difference - b - c
    free = -c * difference * (1 - difference)
    root = sqrt(max(0.0, linear * linear - 8 * n * free))
    only_second = (root - linear) / (4 * n)  # the constrained estimate of the share of c
    variance = n * (2 * only_second + difference * (1 - difference))
    gap = b - c - n * difference
    return gap / sqrt(variance) if variance > 0 else (inf if gap > 0 else -inf if gap else 0.0)


def _quantile(confidence: float) -> float:
    _check_confidence(confidence)
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _check_confidence(confidence: float) -> None:
    _check(0 < confidence < 1, f"confidence {confidence} is not between 0 and 1")


def _check_counts(won: ArrayLike, undecided: ArrayLike, n: ArrayLike) -> None:
    won_, unknown, all_ = np.asarray(won), np.asarray(undecided), np.asarray(n)
    fits = (won_ >= 0) & (unknown >= 0) & (won_ + unknown <= all_)
    _check(bool(np.all(fits)), f"{won!r} solvable and {undecided!r} undecided out of {n!r}")


def _check(right: bool, message: str) -> None:
    if not right:
        raise ValueError(message)
