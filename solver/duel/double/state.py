"""The table of «Двойной пасьянс» as a flat array; what is hidden is not in it.

========  =====  ============================================================================
from      size   what
========  =====  ============================================================================
NEXT          2  cards of each pack that are in play or were: the place of the next deck card
MAGAZINE      2  cards left in each magazine
TOP           2  the face on each magazine, NO_CARD where it is empty
HAND          1  the opened card, or NO_CARD
OPENED        1  1 once this turn has opened a card
SEAT          1  whose turn it is
NEED         13  how many base piles wait for each rank (0: ace)
HEIGHT        8  cards on each talon: A's four, then B's
CELLS     8*41  the faces on each talon, the lowest first; NO_CARD above its top
UNSEEN        2  faces of each pack that nobody has seen: bits
FITS          1  the ranks that some base pile waits for: bits (from here on nothing new)
OVER          1  1 once the game has ended
TURNS         1  turns begun
PLAYED        1  cards played onto base piles
========  =====  ============================================================================

A face is a card of cards.py. A pack's first ten cards lie face down in the magazine, the eleventh
on top of them; then comes the deck. The packs are an array of their own, which players do not get.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.double.rules import Rules
from solver.jit import njit, njit_apart
from solver.shuffle import PACK

Ints = NDArray[np.int64]

NO_CARD = -1
MAGAZINE_CARDS, TALONS, HIGHEST, RANKS = 11, 4, 41, 13
NEXT, MAGAZINE, TOP, HAND, OPENED, SEAT, NEED = 0, 2, 4, 6, 7, 8, 9
HEIGHT = NEED + RANKS
CELLS = HEIGHT + 2 * TALONS
UNSEEN = CELLS + 2 * TALONS * HIGHEST
FITS = UNSEEN + 2
OVER, TURNS, PLAYED = FITS + 1, FITS + 2, FITS + 3
SIZE = FITS + 4
KEY = FITS
"""So many numbers from the front tell positions apart."""


@njit
def rank(face: int) -> int:
    """0 (ace) … 12 (king)."""
    return face % RANKS


@njit
def fits(state: Ints, face: int) -> int:
    """1 where a card may be played to a base pile."""
    return state[FITS] >> rank(face) & 1


@njit
def top_of(state: Ints, talon: int) -> int:
    """The face on top of a talon (0 … 7) that is not empty."""
    return state[CELLS + HIGHEST * talon + state[HEIGHT + talon] - 1]


@njit
def wait_for(state: Ints, wanted: int) -> None:
    """One more base pile waits for a rank."""
    state[NEED + wanted] += 1
    state[FITS] |= 1 << wanted


@njit
def to_base(state: Ints, face: int) -> None:
    """A card that fits is played to a base pile."""
    at = rank(face)
    state[PLAYED] += 1
    state[NEED + at] -= 1
    if state[NEED + at] == 0:
        state[FITS] ^= 1 << at
    wait_for(state, at + 1 if at < RANKS - 1 else 0)


@njit
def show(state: Ints, seat: int, face: int) -> None:
    """A card is seen for the first time."""
    state[UNSEEN + seat] &= ~(1 << face)


@njit
def next_card(packs: Ints, state: Ints, seat: int) -> int:
    """Turn up the next card of a seat's deck."""
    face = packs[PACK * seat + state[NEXT + seat]]
    state[NEXT + seat] += 1
    show(state, seat, face)
    return face


@njit_apart
def setup(rules: Rules, packs: Ints, first: int, state: Ints) -> None:
    """The start: magazines and decks; seat ``first`` has turned up the base cards."""
    for i in range(SIZE):
        state[i] = 0
    for i in range(CELLS, UNSEEN):
        state[i] = NO_CARD
    for seat in range(2):
        state[NEXT + seat] = state[MAGAZINE + seat] = MAGAZINE_CARDS
        state[UNSEEN + seat] = (1 << PACK) - 1
        state[TOP + seat] = packs[PACK * seat + MAGAZINE_CARDS - 1]
        show(state, seat, state[TOP + seat])
    for _ in range(rules.bases):
        at = rank(next_card(packs, state, first))
        wait_for(state, at + 1 if at < RANKS - 1 else 0)
    state[SEAT], state[HAND], state[TURNS], state[PLAYED] = first, NO_CARD, 1, rules.bases
