"""Elo points and the sequential test."""

from __future__ import annotations

import random
from math import inf, log

import pytest

from solver.elo import bounds, elo_of, log_likelihood_ratio, score_of


def test_elo_and_score() -> None:
    assert elo_of(0.5) == 0 and elo_of(0) == -inf and elo_of(1) == inf
    assert elo_of(0.76) == pytest.approx(200.24, abs=0.01)
    for elo in (-300.0, -5.0, 0.0, 12.0, 800.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


def test_bounds_of_wald() -> None:
    low, high = bounds(0.05, 0.1)
    assert low == pytest.approx(log(0.1 / 0.95)) and high == pytest.approx(log(0.9 / 0.05))


def test_ratio_of_two_results_is_the_binomial_one() -> None:
    won, lost, p0, p1 = 60, 40, 0.5, 0.55
    exact = won * log(p1 / p0) + lost * log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio([lost, won], (0, 1), p0, p1) == pytest.approx(exact, abs=1e-6)


def test_ratio_of_means_nearer_to_what_was_seen_is_greater() -> None:
    scores = (0, 0.25, 0.5, 0.75, 1)
    counts = [10, 50, 200, 80, 20]
    mean = sum(c * s for c, s in zip(counts, scores, strict=True)) / sum(counts)
    assert log_likelihood_ratio(counts, scores, mean, mean) == 0
    assert log_likelihood_ratio(counts, scores, 0.45, mean) > 0
    there, back = (log_likelihood_ratio(counts, scores, *ends) for ends in ((0.5, 0.6), (0.6, 0.5)))
    assert there == pytest.approx(-back)
    with pytest.raises(ValueError, match="no means"):
        log_likelihood_ratio(counts, scores, 0.5, 1.0)


def test_wrong_decisions_are_as_rare_as_asked_for() -> None:
    """Games drawn with a mean of H0 (H1): the other is chosen about once in twenty times."""
    chance, (low, high), wrong = random.Random(11), bounds(), 0
    scores, ends = (0, 0.25, 0.5, 0.75, 1), (score_of(0), score_of(60))
    for trial in range(200):
        shift, counts, ratio = ends[trial % 2] - 0.5, [0] * 5, 0.0
        chances = (0.1 - shift, 0.2 - shift, 0.4, 0.2 + shift, 0.1 + shift)
        while low < ratio < high:
            counts[chance.choices(range(5), chances)[0]] += 1
            ratio = log_likelihood_ratio(counts, scores, *ends) if sum(counts) > 20 else 0.0
        wrong += (ratio >= high) != (trial % 2 == 1)
    assert wrong <= 22
