"""The table of the pair-matching game as a flat array; what is hidden is not in it.

======  =====  ===============================================================================
from    size   what
======  =====  ===============================================================================
SEEN        2  cards of each seat's pack that have been seen
FREE        2  gaps of this turn in each row, a bit a place
VISIBLE     4  faces that lie in row 0 from pack A, from pack B, in row 1 from A, from B: bits
PAIRS       2  pairs that each seat has taken
SEAT        1  whose turn it is
PHASE       1  TAKING; ASK_FIRST, ASK_SECOND: whether to lay a 13th card; OVER
LAID        1  1 once the 13th cards have had their time
TAKEN       1  pairs taken in this turn
TURNS       1  turns begun
SHOWN       2  faces of each pack that have been seen: bits
PLACE     104  where a visible card lies: 13 * row + place, by 52 * pack + face
CARDS      26  which card lies in a place, if any: 52 * pack + face
======  =====  ===============================================================================

A face is a card of cards.py. Row 0 is A's. The packs, in dealing order, are an array of their own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.jit import lowest, njit, njit_apart
from solver.shuffle import PACK

Ints = NDArray[np.int64]

ROW, WIDEST = 12, 13
SEEN, FREE, VISIBLE, PAIRS = 0, 2, 4, 8
SEAT, PHASE, LAID, TAKEN, TURNS, SHOWN = 10, 11, 12, 13, 14, 15
PLACE = SHOWN + 2
CARDS = PLACE + 2 * PACK
SIZE = CARDS + 2 * WIDEST

TAKING, ASK_FIRST, ASK_SECOND, OVER = range(4)


@njit_apart
def put(packs: Ints, state: Ints, pack: int, row: int) -> None:
    """Lay the next card of a pack on the first empty place of a row."""
    place = lowest(state[FREE + row])
    face = packs[PACK * pack + state[SEEN + pack]]
    state[SEEN + pack] += 1
    state[SHOWN + pack] |= 1 << face
    state[FREE + row] ^= 1 << place
    state[VISIBLE + 2 * row + pack] |= 1 << face
    state[PLACE + PACK * pack + face] = WIDEST * row + place
    state[CARDS + WIDEST * row + place] = PACK * pack + face


@njit
def remove(state: Ints, at: int) -> None:
    """Take the card off a place."""
    row, place = at // WIDEST, at % WIDEST
    card = state[CARDS + at]
    state[VISIBLE + 2 * row + card // PACK] ^= 1 << card % PACK
    state[FREE + row] |= 1 << place


@njit
def has_deck(state: Ints, seat: int) -> int:
    """1 while a seat's deck is not empty."""
    return int(state[SEEN + seat] < PACK)


@njit
def setup(packs: Ints, first: int, state: Ints) -> None:
    """Lay out both rows; seat ``first`` begins."""
    for i in range(PLACE):
        state[i] = 0
    state[SEAT] = first
    state[FREE] = state[FREE + 1] = (1 << ROW) - 1
    for _ in range(ROW):
        put(packs, state, 0, 0)
        put(packs, state, 1, 1)
