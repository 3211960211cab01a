"""Whole games of the pair-matching game, and many of them, as kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.duel.outcomes import EQUAL, WIN_A, WIN_B
from solver.duel.pairs.apply import apply, begin_turn
from solver.duel.pairs.moves import MOST, first_pair
from solver.duel.pairs.players import choose
from solver.duel.pairs.rules import Rules
from solver.duel.pairs.state import OVER, PAIRS, PHASE, SEAT, SIZE, TURNS, Ints, setup
from solver.duel.start import deal_game, who_begins
from solver.duel.tally import ACTIONS, FIRST, MARGIN, OWN
from solver.duel.tally import TURNS as TALLY_TURNS
from solver.jit import njit_apart
from solver.shuffle import PACK

TALLY = ("pairs_a", "pairs_b")
"""What stands in a tally from ``OWN`` on."""
MOST_ACTIONS = 128
"""52 pairs, as many stops, and two answers are fewer."""


class Work(NamedTuple):
    """Arrays that a thread needs to play."""

    packs: Ints
    state: Ints
    trial: Ints
    actions: Ints
    record: Ints
    streams: NDArray[np.uint64]


def new_work() -> Work:
    """Arrays for one thread."""
    sizes = (2 * PACK, SIZE, SIZE, MOST, MOST_ACTIONS)
    packs, state, trial, actions, record = (np.zeros(size, np.int64) for size in sizes)
    return Work(packs, state, trial, actions, record, np.zeros(2, np.uint64))


@njit_apart
def play(rules: Rules, first: int, players: Ints, work: Work, tally: Ints) -> int:
    """Play the deal in ``work.packs``; the outcome. The actions stand in ``work.record`` then."""
    state, record, count = work.state, work.record, 0
    setup(work.packs, first, state)
    begin_turn(rules, work.packs, state)
    while state[PHASE] != OVER:
        if rules.choice:
            player = players[state[SEAT]]
            action = choose(rules, state, player, work.streams, work.actions, work.trial)
        else:
            action = first_pair(rules, state)
        apply(rules, work.packs, state, action)
        record[count] = action
        count += 1
    tally[FIRST], tally[TALLY_TURNS], tally[ACTIONS] = first, state[TURNS], count
    tally[MARGIN] = state[PAIRS] - state[PAIRS + 1]
    tally[OWN], tally[OWN + 1] = state[PAIRS], state[PAIRS + 1]
    if tally[MARGIN] == 0:
        return EQUAL
    return WIN_A if tally[MARGIN] > 0 else WIN_B


@njit_apart
def play_many(
    rules: Rules,
    numbers: NDArray[np.uint64],
    players: Ints,
    strengths: Ints,
    work: Work,
    outcomes: Ints,
    tallies: NDArray[np.int64],
) -> int:
    """Play numbered deals: the outcome and the tally of each; how many.

    No player of this game has a strength.
    """
    for i in range(numbers.size):
        coin = deal_game(numbers[i], players, work.packs, work.streams)
        first = who_begins(rules.starter, 0, coin)  # seat A by the rules of the game
        outcomes[i] = play(rules, first, players, work, tallies[i])
    return numbers.size
