"""A position of a Russian Bank as one flat int64 array.

Layout of ``state`` (``SIZE`` int64; a field of a seat is at FIELD + seat, seats A and B = 0, 1)::

    MOVER        seat to move
    HAND         code of the opened card, 0 if none is open
    OPENED       1 once the seat to move has opened a card in this turn
    BASES        base piles (columns.py)
    LAID + s     1 once the seat has laid out magazine and cells
    UNSEEN + s   set of the cards of the seat's pack that nobody has seen: bit = code
    MAG_N + s    cards of the magazine
    MAG_LOW + s  the magazine's cards from this index up have been seen
    DECK_AT + s  index of the next card in the deck
    DECK_N + s   end of the deck: DECK_N - DECK_AT cards are left
    DECK_SEEN+s  the deck's cards below this index have been seen
    TALON_N + s  cards of the talon
    CELL + c     column of cell c = 0..7 (columns.py); 0..3 are A's, 4..7 B's
    MAG + STRIDE * s + i      code of card i of the magazine from the bottom; until the seat lays
                              out its four cells' cards wait at 13..16
    DECK + STRIDE * s + i     code of card i of the deck in dealing order
    TALON + STRIDE * s + i    code of card i of the talon from the bottom

The array holds the hidden orders. :func:`make_view` makes what a player may read.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.bank.columns import single
from solver.duel.bank.rules import Rules
from solver.jit import njit, njit_apart

Ints = NDArray[np.int64]

MAGAZINE_CARDS, CELL_CARDS, DECK_CARDS = 13, 4, 35
STRIDE = 104
"""Loading can bring any card onto any pile."""

MOVER, HAND, OPENED, BASES = range(4)
LAID, UNSEEN, MAG_N, MAG_LOW, DECK_AT, DECK_N, DECK_SEEN, TALON_N = range(4, 20, 2)
CELL = 20
MAG = CELL + 8
DECK = MAG + 2 * STRIDE
TALON = DECK + 2 * STRIDE
SIZE = TALON + 2 * STRIDE

_MIX = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], np.uint64).view(np.int64)


def new_state() -> Ints:
    """An empty array; :func:`setup` fills it."""
    return np.zeros(SIZE, np.int64)


@njit
def deck_size(state: Ints, seat: int) -> int:
    """Cards in a seat's deck."""
    return state[DECK_N + seat] - state[DECK_AT + seat]


@njit
def mag_top(state: Ints, seat: int) -> int:
    """The magazine's top card, 0 if it is empty or not laid out."""
    count = state[MAG_N + seat]
    return state[MAG + STRIDE * seat + count - 1] if count > 0 else 0


@njit
def talon_top(state: Ints, seat: int) -> int:
    """The talon's top card, 0 if it is empty."""
    count = state[TALON_N + seat]
    return state[TALON + STRIDE * seat + count - 1] if count > 0 else 0


@njit
def see(state: Ints, seat: int, code: int) -> None:
    """Note that a card of the seat's pack has been seen."""
    state[UNSEEN + seat] &= ~(1 << code)


@njit_apart
def lay_out(state: Ints, seat: int) -> None:
    """The seat lays out its magazine, top card up, and its four cells."""
    state[LAID + seat] = 1
    state[MAG_N + seat] = MAGAZINE_CARDS
    state[MAG_LOW + seat] = MAGAZINE_CARDS - 1
    see(state, seat, mag_top(state, seat))
    for i in range(CELL_CARDS):
        code = state[MAG + STRIDE * seat + MAGAZINE_CARDS + i]
        state[CELL + CELL_CARDS * seat + i] = single(code)
        see(state, seat, code)


@njit_apart
def setup(rules: Rules, packs: Ints, first: int, state: Ints) -> None:
    """The position before the first turn, nothing laid out but under layout=both.

    ``packs``: 104 faces in dealing order, A's pack and then B's.
    """
    for i in range(SIZE):
        state[i] = 0
    state[MOVER] = first
    for seat in range(2):
        for i in range(52):
            face = packs[52 * seat + i]
            code = face // 13 << 4 | face % 13 + 1
            state[UNSEEN + seat] |= 1 << code
            at = MAG + i if i < MAGAZINE_CARDS + CELL_CARDS else DECK + i - 17
            state[at + STRIDE * seat] = code
        state[DECK_N + seat] = DECK_CARDS
        if rules.both_laid:
            lay_out(state, seat)


@njit
def begin_turn(state: Ints) -> None:
    """Before a turn's first action the seat to move lays out, if it has not done so."""
    if state[LAID + state[MOVER]] == 0:
        lay_out(state, state[MOVER])


@njit_apart
def copy(source: Ints, target: Ints) -> None:
    """Copy a position, leaving out what lies beyond the ends of its piles."""
    for i in range(MAG):
        target[i] = source[i]
    for seat in range(2):
        base = STRIDE * seat
        count = source[MAG_N + seat]
        if source[LAID + seat] == 0:
            count = MAGAZINE_CARDS + CELL_CARDS
        for i in range(MAG + base, MAG + base + count):
            target[i] = source[i]
        for i in range(DECK + base + source[DECK_AT + seat], DECK + base + source[DECK_N + seat]):
            target[i] = source[i]
        for i in range(TALON + base, TALON + base + source[TALON_N + seat]):
            target[i] = source[i]


@njit_apart
def make_view(state: Ints, target: Ints) -> None:
    """What both players know: the position with every unseen card replaced by 0."""
    copy(state, target)
    for seat in range(2):
        base = STRIDE * seat
        hidden = state[MAG_LOW + seat]
        if state[LAID + seat] == 0:
            hidden = MAGAZINE_CARDS + CELL_CARDS
        for i in range(MAG + base, MAG + base + hidden):
            target[i] = 0
        first = max(state[DECK_SEEN + seat], state[DECK_AT + seat])
        for i in range(DECK + base + first, DECK + base + state[DECK_N + seat]):
            target[i] = 0


@njit
def mixed(key: int, number: int) -> int:
    """A key of 64 bits with one more number: the order counts."""
    key = (key ^ number) * _MIX[0]
    key ^= key >> 29 & 0x7FFFFFFFF
    key *= _MIX[1]
    return key ^ key >> 32 & 0xFFFFFFFF


@njit_apart
def cells_key(state: Ints, key: int) -> int:
    """A key of the eight cells; ``key`` is any number to begin with."""
    for cell in range(8):
        key = mixed(key, state[CELL + cell])
    return key


@njit_apart
def position_key(state: Ints, opened: int, key: int) -> int:
    """A key of the whole position, what has been seen left out; ``opened``: 1 to keep OPENED.

    Different ``key`` to begin with give independent keys.
    """
    key = mixed(cells_key(state, key), state[BASES])
    key = mixed(key, state[MOVER] | state[HAND] << 1 | (state[OPENED] & opened) << 8)
    return piles_key(state, key)


@njit_apart
def piles_key(state: Ints, key: int) -> int:
    """A key of both seats' magazines, decks and talons, ``key`` to begin with."""
    for seat in range(2):
        base = STRIDE * seat
        key = mixed(key, state[LAID + seat] | state[MAG_N + seat] << 1)
        key = mixed(key, deck_size(state, seat) | state[TALON_N + seat] << 8)
        for i in range(MAG + base, MAG + base + state[MAG_N + seat]):
            key = mixed(key, state[i])
        for i in range(DECK + base + state[DECK_AT + seat], DECK + base + state[DECK_N + seat]):
            key = mixed(key, state[i])
        for i in range(TALON + base, TALON + base + state[TALON_N + seat]):
            key = mixed(key, state[i])
    return key


@njit_apart
def canonical_key(state: Ints, sides: int, key: int) -> int:
    """A key that is the same for positions that differ in the order of the cells only.

    ``sides``: 1 where it counts on whose side a cell is.
    """
    sums = 0
    for cell in range(8):
        sums += mixed(key + (cell >> 2) * sides, state[CELL + cell])
    key = mixed(mixed(key, sums), state[BASES])
    key = mixed(key, state[MOVER] | state[HAND] << 1 | state[OPENED] << 8)
    return piles_key(state, key)
