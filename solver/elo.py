"""Strength in Elo points, and a sequential test of it (SPRT) for games that come in clusters.

A *score* is the share of points, 1 for a game won, 1/2 for a draw; d Elo points are the score
1 / (1 + 10 ** (-d / 400)).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, log1p, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from solver.numeric import bisect

UNSEEN = 1e-3
"""How often a result counts that has not been seen yet, so that every mean is possible."""


def elo_of(score: float) -> float:
    """The difference in Elo points that a score means; -inf or inf at its ends."""
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score that a difference in Elo points means."""
    return 1 / (1 + 10 ** (-elo / 400))


class Bounds(NamedTuple):
    """Where a sequential test ends: at or below ``low`` H0 stands, at or above ``high`` H1."""

    low: float
    high: float


def bounds(alpha: float = 0.05, beta: float = 0.05) -> Bounds:
    """Wald's bounds (1945) for chances of error ``alpha`` under H0 and ``beta`` under H1."""
    return Bounds(log(beta / (1 - alpha)), log((1 - beta) / alpha))


def log_likelihood_ratio(
    counts: ArrayLike, scores: Sequence[float], score0: float, score1: float
) -> float:
    """The generalised log-likelihood ratio of a mean of ``score1`` against one of ``score0``.

    ``counts`` says how often a cluster of games (a pair, a deal) had each of ``scores``, whose
    distribution is otherwise free: the maximum over all of them with either mean. With the five
    scores of a pair of games this is the pentanomial test of Van den Bergh (2020), after
    Chow, Robbins and Siegmund's GSPRT; results not seen yet count a little (``UNSEEN``).

    Raises:
        ValueError: a mean that is not between the lowest and the highest score.
    """
    told = np.maximum(np.asarray(counts, dtype=np.float64), UNSEEN)
    if not all(min(scores) < score < max(scores) for score in (score0, score1)):
        raise ValueError(f"{score0} and {score1} are no means of {min(scores)} … {max(scores)}")
    return _tilt(told.tolist(), scores, score0) - _tilt(told.tolist(), scores, score1)


def _tilt(counts: Sequence[float], scores: Sequence[float], mean: float) -> float:
    """By how much the likelihood falls when the mean must be ``mean``: counts @ log(1 + t(x - m)).

    The nearest distribution with that mean has p / (1 + t (x - mean)) for the observed p
    (empirical likelihood, Owen 1988); t is where its mean is right.
    """
    away = [score - mean for score in scores]

    def excess(t: float) -> float:  # falls from inf to -inf between the two ends
        return sum(c * a / (1 + t * a) for c, a in zip(counts, away, strict=True))

    low, high = -1 / max(away), -1 / min(away)
    span = high - low
    t, _ = bisect(lambda t: -excess(t), low + 1e-12 * span, high - 1e-12 * span)
    return sum(c * log1p(t * a) for c, a in zip(counts, away, strict=True))
