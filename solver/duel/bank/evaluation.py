"""How good a position is for the seat to move as its turn begins: features, weights, chance.

Only what both players know is looked at. The chance of winning is a logistic function of a sum of
weighted features; everything is in whole numbers, so that all machines agree.
"""

from __future__ import annotations

from math import exp

import numpy as np

from solver.duel.bank.columns import card, fits, on_base, size
from solver.duel.bank.rules import CELLS_NONE, Rules
from solver.duel.bank.state import (
    BASES,
    CELL,
    HAND,
    LAID,
    MAG_LOW,
    MAG_N,
    MAGAZINE_CARDS,
    MOVER,
    TALON_N,
    Ints,
    deck_size,
    mag_top,
)
from solver.jit import njit, njit_apart

FEATURES = 12
UNIT = 256
"""A weight of 256 is one unit of log-odds a unit of its feature."""
SURE = 1000
"""A won game; a draw is half of it."""

STEP = 8
"""Weighted sums are cut to steps of the table below, log-odds -8 … 8."""
_CURVE = np.array([round(SURE / (1 + exp(-i * STEP / UNIT))) for i in range(-256, 257)], np.int64)

WEIGHTS = np.array(
    [
        [26, -33, -8, 4, 2, 0, 53, 87, 84, -76, -5, 0],
        [17, -20, -8, 1, 0, 0, 20, 14, 34, -25, 4, 0],
        [-3, -12, 9, -1, 1, -24, -1, -37, 14, -9, 10, 0],
    ],
    np.int64,
)
"""By :func:`kind`, of ``python -m benchmarks.tune_bank fit VARIANT --deals 3000`` for zevaki,
rusbank:published and rusbank."""


@njit
def stock(state: Ints, seat: int) -> int:
    """Cards of a seat's deck and talon and the card in its hand."""
    held = 1 if state[MOVER] == seat and state[HAND] > 0 else 0
    return deck_size(state, seat) + state[TALON_N + seat] + held


@njit
def magazine(state: Ints, seat: int) -> int:
    """Cards of a seat's magazine, laid out or not."""
    return state[MAG_N + seat] if state[LAID + seat] else MAGAZINE_CARDS


@njit
def playable(rules: Rules, state: Ints, code: int) -> int:
    """Whether a card goes on a base pile or a column."""
    if code == 0:
        return 0
    if on_base(state[BASES], code):
        return 1
    for cell in range(8):
        column = state[CELL + cell]
        if column > 0 and fits(rules.alternate, code, card(column, 0)):
            return 1
    return 0


@njit
def own_cell_cards(state: Ints, seat: int) -> int:
    """Cards in a seat's own cells."""
    cards = 0
    for cell in range(4 * seat, 4 * seat + 4):
        cards += size(state[CELL + cell])
    return cards


@njit_apart
def features(rules: Rules, state: Ints, seat: int, row: Ints) -> None:
    """The features of a position for ``seat``, which is to move next."""
    other = 1 - seat
    mine, theirs = magazine(state, seat), magazine(state, other)
    my_stock, their_stock = stock(state, seat), stock(state, other)
    left, right = mine + my_stock, theirs + their_stock
    empty = 0
    for cell in range(8):
        if state[CELL + cell] == 0 and state[LAID + (cell >> 2)]:
            empty += 1
    row[0] = 1
    row[1] = mine - theirs
    row[2] = my_stock - their_stock
    row[3] = 100 * (left - right) // (left + right + 4)
    row[4] = 100 * (mine - theirs) // (mine + theirs + 2)
    row[5] = empty
    row[6] = playable(rules, state, mag_top(state, seat))
    row[7] = playable(rules, state, mag_top(state, other))
    row[8] = 1 if mine == 0 else 0
    row[9] = 1 if theirs == 0 else 0
    row[10] = state[MAG_LOW + seat] - state[MAG_LOW + other]
    row[11] = 0
    if rules.win_cells != CELLS_NONE:
        row[11] = own_cell_cards(state, seat) - own_cell_cards(state, other)


@njit
def kind(rules: Rules) -> int:
    """The row of WEIGHTS: cells in suit, alternate colours, cells that have to be emptied too."""
    if rules.win_cells != CELLS_NONE:
        return 2
    return 1 if rules.alternate else 0


@njit_apart
def chance(rules: Rules, state: Ints, seat: int, row: Ints) -> int:
    """The chance of ``seat``, which is to move next, in parts of SURE."""
    features(rules, state, seat, row)
    total, weights = 0, WEIGHTS[kind(rules)]
    for i in range(FEATURES):
        total += weights[i] * row[i]
    step = total // STEP
    return _CURVE[min(max(step + 256, 0), 512)]
