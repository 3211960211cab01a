"""The player of «Двойной пасьянс» who plays the unseen cards out.

For each of a number of orders of the unseen cards (its strength), every choice is made and the game
played to its end by the rule of thumb, both seats; the choice with the best results is made. All
choices meet the same orders. Only the unseen are put in order: what lies on talons, and the cards
that have been seen, are remembered in the state.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.double.apply import apply, penalty
from solver.duel.double.greedy import rule_of_thumb
from solver.duel.double.moves import MAGAZINE_TO_BASE
from solver.duel.double.rules import Rules
from solver.duel.double.state import MAGAZINE, NEXT, OVER, SEAT, SIZE, UNSEEN, Ints
from solver.jit import lowest, njit, njit_apart
from solver.shuffle import PACK, draw

WIN = 20
"""What a win is worth in points of the margin, of which each counts 1.

Measured against the rule of thumb, 600 deals at 16 orders: a score of 74.3, 75.1, 74.6 and 74.4 %
for 0, 5, 8 and 20, of 71.5 % for 100 (300 deals).
"""


@njit_apart
def sample(state: Ints, streams: NDArray[np.uint64], stream: int, packs: Ints) -> None:
    """Fill the hidden places of both packs with their unseen cards in a random order."""
    for seat in range(2):
        unseen, count = state[UNSEEN + seat], 0
        while unseen:
            face = lowest(unseen)
            unseen &= unseen - 1
            other = draw(streams, stream, count + 1)  # a place among those filled and the next
            if other != count:
                moved = place(state, seat, count)
                packs[moved] = packs[place(state, seat, other)]
            packs[place(state, seat, other)] = face
            count += 1


@njit
def place(state: Ints, seat: int, nth: int) -> int:
    """Where the nth hidden card of a pack lies: under the magazine's top, then in the deck."""
    under = max(state[MAGAZINE + seat] - 1, 0)
    return PACK * seat + (nth if nth < under else state[NEXT + seat] + nth - under)


@njit_apart
def play_out(rules: Rules, packs: Ints, state: Ints) -> None:
    """Play on by the rule of thumb to the end."""
    while state[OVER] == 0:
        apply(packs, state, rule_of_thumb(rules, state))


@njit
def worth(state: Ints, seat: int) -> int:
    """What the end of a game is worth to a seat."""
    margin = penalty(state, 1 - seat) - penalty(state, seat)
    if margin == 0:
        return 0
    return margin + WIN if margin > 0 else margin - WIN


@njit_apart
def best_choice(
    rules: Rules,
    state: Ints,
    actions: Ints,
    count: int,
    strength: int,
    streams: NDArray[np.uint64],
    packs: Ints,
    trial: Ints,
    values: Ints,
) -> int:
    """The choice with the best results, the first of equal ones; the rest are work arrays."""
    if count == 1 or actions[0] >> 2 == MAGAZINE_TO_BASE:
        return actions[0]
    seat = state[SEAT]
    for i in range(count):
        values[i] = 0
    for _ in range(strength):
        sample(state, streams, seat, packs)
        for i in range(count):
            for at in range(SIZE):
                trial[at] = state[at]
            apply(packs, trial, actions[i])
            play_out(rules, packs, trial)
            values[i] += worth(trial, seat)
    best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return actions[best]
