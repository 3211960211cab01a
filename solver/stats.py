"""Intervals for win rates that count undecided deals both ways."""

from __future__ import annotations

from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import NamedTuple


class Interval(NamedTuple):
    """Bounds of a proportion, 0 .. 1."""

    low: float
    high: float

    def percent(self, digits: int = 3) -> tuple[float, float]:
        """The bounds in percent, rounded outwards, so that what is printed still covers."""
        scale = 10**digits
        return floor(100 * scale * self.low) / scale, ceil(100 * scale * self.high) / scale


def wilson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval (1927) for ``successes`` out of ``n``; 0 .. 1 where n is 0.

    Raises:
        ValueError: successes outside 0 .. n, or a confidence outside (0, 1).
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes out of {n}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} is not between 0 and 1")
    if n == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    centre = (successes + z * z / 2) / (n + z * z)
    reach = z * sqrt(successes * (n - successes) / n + z * z / 4) / (n + z * z)
    # At the ends the bound is exact; rounding must not push it past 0 or 1.
    low = 0.0 if successes == 0 else max(0.0, centre - reach)
    high = 1.0 if successes == n else min(1.0, centre + reach)
    return Interval(low, high)


def win_rate(solvable: int, undecided: int, n: int, confidence: float = 0.95) -> Interval:
    """The interval of a rate of which ``undecided`` deals are unknown: they may all be lost (low
    end) or all be won (high end).

    Raises:
        ValueError: counts that do not fit into n deals, or a confidence outside (0, 1).
    """
    if solvable < 0 or undecided < 0 or solvable + undecided > n:
        raise ValueError(f"{solvable} solvable and {undecided} undecided out of {n}")
    low = wilson(solvable, n, confidence).low
    return Interval(low, wilson(solvable + undecided, n, confidence).high)
