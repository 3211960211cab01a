"""Players of the pair-matching game. They get the table, which holds nothing that is hidden.

* ``random`` draws from all choices alike.
* ``greedy`` takes every pair it may, across the rows first, and always lays its 13th card.
* ``planner`` weighs the exact chances of the unseen cards (chances.py).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.codes import GREEDY, RANDOM
from solver.duel.pairs.chances import best_choice
from solver.duel.pairs.moves import LAY, first_pair, generate
from solver.duel.pairs.rules import Rules
from solver.duel.pairs.state import PHASE, SEAT, TAKING, Ints
from solver.jit import njit_apart
from solver.shuffle import draw


@njit_apart
def choose(
    rules: Rules, state: Ints, player: int, streams: NDArray[np.uint64], actions: Ints, trial: Ints
) -> int:
    """The action of a player (a code of names.py); ``actions`` and ``trial`` are work arrays."""
    if player == GREEDY:
        return LAY << 10 if state[PHASE] != TAKING else first_pair(rules, state)
    count = generate(rules, state, actions)
    if count == 1:
        return actions[0]
    if player == RANDOM:
        return actions[draw(streams, state[SEAT], count)]
    return best_choice(rules, state, actions, count, trial)
