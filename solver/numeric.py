"""Numerics that statistics need: binomial probabilities and zeros of monotone functions."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, lgamma, log, log1p, pi


def log_binomial(k: int, n: int, p: float) -> float:
    """The logarithm of the probability of ``k`` successes of ``n``, each of probability ``p``.

    Loader's form (2000), which does not subtract large log-gammas. -inf where it is impossible.
    """
    if (p == 0 and k > 0) or (p == 1 and k < n):
        return -inf
    if k == 0 or k == n:
        return n * (log1p(-p) if k == 0 else log(p)) if n else 0.0
    far = k * log1p((k - n * p) / (n * p)) + (n - k) * log1p((n * p - k) / (n * (1 - p)))
    near = _stirling_error(n) - _stirling_error(k) - _stirling_error(n - k)
    return near - far + log(n / (2 * pi * k * (n - k))) / 2


def _stirling_error(n: int) -> float:
    """log n! less Stirling's approximation of it."""
    if n < 16:
        return lgamma(n + 1) - (n + 0.5) * log(n) + n - log(2 * pi) / 2
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / n


def bisect(rises: Callable[[float], float], low: float, high: float) -> tuple[float, float]:
    """Neighbouring floats around the zero of a function that is negative at ``low`` and positive
    at ``high``."""
    while low < (middle := (low + high) / 2) < high:
        if rises(middle) < 0:
            low = middle
        else:
            high = middle
    return low, high
