"""Tune the planner of the Russian Banks: weights of its evaluation, and its settings.

``python -m benchmarks.tune_bank fit VARIANT [--deals N] [--first N]`` lets greedy players play and
fits the weights of solver/duel/bank/evaluation.py to who won: a logistic regression (Newton's
method, a small ridge) on the features of every position at a turn's start, draws as halves. It
prints the row of WEIGHTS and the loss on as many other deals.

``python -m benchmarks.tune_bank match VARIANT SETTINGS… [--deals N] [--strength S]`` plays the
planner against the greedy player under settings such as 200,8,8,100 (EXPANDED, WIDTH, HORIZON,
DOUBT of search_work.py), each deal twice with the seats swapped, and prints its points.

The deals should be none that a published table holds: the defaults start far off.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from solver.duel.bank.apply import act
from solver.duel.bank.evaluation import FEATURES, UNIT, features
from solver.duel.bank.game import play_many
from solver.duel.bank.rules import Rules, compile_rules
from solver.duel.bank.state import MOVER, Ints, begin_turn, setup
from solver.duel.bank.work import FIELDS, Work, new_work
from solver.duel.codes import GREEDY, PLANNER
from solver.duel.outcomes import WIN_A, WIN_B
from solver.duel.tally import ACTIONS, FIRST
from solver.jit import njit_apart
from solver.variants import parse

Floats = NDArray[np.float64]

MOST_TURNS = 120
"""Positions taken from a game: games that never end would tell the same again and again."""
RIDGE = 1e-3


@njit_apart
def measure(rules: Rules, first: int, count: int, work: Work, rows: Ints) -> int:
    """Features at the turns' starts of the game in ``work``, last column the seat to move."""
    state, turns = work.state, 0
    setup(rules, work.packs, first, state)
    mover = -1
    for i in range(count):
        if state[MOVER] != mover:
            begin_turn(state)
            mover = state[MOVER]
            features(rules, state, mover, rows[turns])
            rows[turns, FEATURES] = mover
            turns += 1
            if turns == rows.shape[0]:
                return turns
        act(state, work.record[i])
    return turns


def examples(rules: Rules, first: int, deals: int) -> tuple[Floats, Floats]:
    """Features and results (1 won, 0 lost, 1/2 drawn) for the seat to move."""
    work, rows = new_work(), np.zeros((MOST_TURNS, FEATURES + 1), np.int64)
    outcome, tally = np.zeros(1, np.int64), np.zeros((1, FIELDS), np.int64)
    players, found, results = np.array([GREEDY, GREEDY]), [], []
    for number in range(first, first + deals):
        asked = np.array([number], dtype=np.uint64)
        play_many(rules, asked, players, np.zeros(2, np.int64), work, outcome, tally)
        turns = measure(rules, tally[0, FIRST], tally[0, ACTIONS], work, rows)
        seats = rows[:turns, FEATURES]
        found.append(rows[:turns, :FEATURES].astype(np.float64))
        won = (seats == outcome[0] - WIN_A).astype(np.float64)
        results.append(won if outcome[0] in (WIN_A, WIN_B) else np.full(turns, 0.5))
    return np.vstack(found), np.concatenate(results)


def fit(rows: Floats, results: Floats) -> Floats:
    """The weights in nats under which the results are most probable."""
    weights = np.zeros(FEATURES)
    for _ in range(20):
        chances = 1 / (1 + np.exp(-rows @ weights))
        curvature = (rows.T * (chances * (1 - chances))) @ rows + RIDGE * np.eye(FEATURES)
        weights += np.linalg.solve(curvature, rows.T @ (results - chances) - RIDGE * weights)
    return weights


def loss(rows: Floats, results: Floats, weights: Floats) -> float:
    """Minus the mean logarithm of the probability of the results."""
    chances = 1 / (1 + np.exp(-rows @ weights))
    return float(-np.mean(results * np.log(chances) + (1 - results) * np.log(1 - chances)))


def tell_fit(rules: Rules, first: int, deals: int) -> None:
    """Print the weights, and the loss on other deals."""
    weights = np.round(UNIT * fit(*examples(rules, first, deals)))
    print([int(weight) for weight in weights])
    print(f"loss {loss(*examples(rules, first + deals, deals), weights / UNIT):.5f}")


def tell_match(rules: Rules, settings: str, first: int, deals: int, strength: int) -> None:
    """Print the planner's points against the greedy player, and the seconds a game."""
    work, points, began = new_work(), np.zeros(deals), time.process_time()
    work.search.settings[:] = [int(word) for word in settings.split(",")]
    numbers = np.arange(first, first + deals, dtype=np.uint64)
    for seat, players in enumerate(([PLANNER, GREEDY], [GREEDY, PLANNER])):
        outcomes, tallies = np.zeros(deals, np.int64), np.zeros((deals, FIELDS), np.int64)
        strengths = np.full(2, strength)
        play_many(rules, numbers, np.array(players), strengths, work, outcomes, tallies)
        points += np.where(outcomes == WIN_A + seat, 0.5, np.where(outcomes > WIN_B, 0.25, 0.0))
    each, half = (time.process_time() - began) / (2 * deals), 1.96 * points.std() / deals**0.5
    print(f"{settings}: {100 * points.mean():.1f} ± {100 * half:.1f} %, {each:.3f} s a game")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("task", choices=("fit", "match"))
    parser.add_argument("variant")
    parser.add_argument("settings", nargs="*")
    parser.add_argument("--first", type=int, default=5_000_000_000)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--strength", type=int, default=100)
    asked = parser.parse_args()
    rules = compile_rules(parse(asked.variant).rules)
    if asked.task == "fit":
        tell_fit(rules, asked.first, asked.deals)
    for settings in asked.settings:
        tell_match(rules, settings, asked.first, asked.deals, asked.strength)


if __name__ == "__main__":
    main()
