"""The legal actions of a position, in a fixed order.

Base plays come first, then for each place its builds, fills and loads, then open, discard, pass.
"""

from __future__ import annotations

import numpy as np

from solver.duel.bank.actions import (
    BASE,
    BUILD,
    DISCARD,
    FILL,
    LOAD,
    MAGAZINE,
    OPEN,
    PASS,
    TALON,
    pack,
)
from solver.duel.bank.columns import card, fits, on_base, single, size
from solver.duel.bank.in_play import (
    can_open,
    empty_cell,
    first_source,
    last_source,
    may_fill,
    must_open,
    top_of,
)
from solver.duel.bank.rules import (
    CELLS_OWN,
    LOAD_BOTH,
    LOAD_NONE,
    SERIES_SINGLE,
    SERIES_WHOLE,
    Rules,
)
from solver.duel.bank.state import (
    BASES,
    CELL,
    MOVER,
    OPENED,
    TALON_N,
    Ints,
    deck_size,
    mag_top,
    talon_top,
)
from solver.duel.bank.state import HAND as HAND_CARD
from solver.jit import njit, njit_apart

MOST_ACTIONS = 512
"""Bound on the actions of a position: 8 cells to 7 columns, 2 sides (13 tails) and 2 piles …"""


def new_actions() -> Ints:
    """An array that takes the actions of a position."""
    return np.zeros(MOST_ACTIONS, np.int64)


@njit_apart
def base_plays(rules: Rules, state: Ints, actions: Ints) -> int:
    """All base plays; under must-place of the open card alone, unless they are compulsory."""
    first, last = first_source(rules, state), last_source(rules, state)
    if rules.forced:
        first, last = 1, TALON
    count = 0
    for place in range(first, last + 1):
        code = top_of(rules, state, place)
        if code > 0 and on_base(state[BASES], code):
            actions[count] = pack(BASE, place, 0, 1)
            count += 1
    return count


@njit
def fill_from(rules: Rules, state: Ints, place: int, target: int, actions: Ints, count: int) -> int:
    """Add the ways to fill the empty cell ``target`` from a place in play."""
    if place > 8:
        actions[count] = pack(FILL, place, target, 1)
        return count + 1
    if rules.series == SERIES_WHOLE:
        return count
    cards = size(state[CELL + place - 1])
    most = 1 if rules.series == SERIES_SINGLE else cards
    for n in range(1, most + 1):
        # A whole column to an empty cell is no move, but it counts whose side a cell is on.
        if n < cards or (rules.win_cells == CELLS_OWN and place - 1 >> 2 != target - 1 >> 2):
            actions[count] = pack(FILL, place, target, n)
            count += 1
    return count


@njit
def fills(rules: Rules, state: Ints, place: int, actions: Ints, count: int) -> int:
    """Add the fills from a place in play: equal empty cells are one choice, the lowest."""
    if may_fill(rules, state, place) == 0:
        return count
    if rules.win_cells != CELLS_OWN:
        target = empty_cell(rules, state, 1, 8)
        return fill_from(rules, state, place, target, actions, count) if target > 0 else count
    for side in range(2):
        target = empty_cell(rules, state, 4 * side + 1, 4 * side + 4)
        if target > 0:
            count = fill_from(rules, state, place, target, actions, count)
    return count


@njit
def build_count(rules: Rules, column: int, top: int) -> int:
    """Cards of a cell's column that can be built together on ``top``; 0 if they cannot."""
    count = (top & 15) - (column >> 4 & 15)  # ranks tell which tail's head is one lower
    if count < 1 or count > size(column):
        return 0
    if rules.series == SERIES_SINGLE and count > 1:
        return 0
    if rules.series == SERIES_WHOLE and count < size(column):
        return 0
    return count if fits(rules.alternate, card(column, count - 1), top) else 0


@njit
def builds(rules: Rules, state: Ints, place: int, code: int, actions: Ints, count: int) -> int:
    """Add the builds of a place, whose top card is ``code``, onto the columns of cells."""
    source = state[CELL + place - 1] if place <= 8 else single(code)
    for target in range(1, 9):
        column = state[CELL + target - 1]
        if column > 0 and target != place:
            n = build_count(rules, source, card(column, 0))
            if n > 0:
                actions[count] = pack(BUILD, place, target, n)
                count += 1
    return count


@njit
def loads_on(
    rules: Rules, source: int, place: int, target: int, top: int, actions: Ints, count: int
) -> int:
    """Add the loads of a column onto the opponent's pile ``target``, whose top card is ``top``."""
    cards = size(source)
    for below in range(-1, 2, 2):  # the head is one rank lower or higher than the top card
        n = (top & 15) + below - (source >> 4 & 15) + 1
        unit = 1 <= n <= cards and (n == 1 or rules.load_series)
        if unit and card(source, n - 1) == top + below:
            actions[count] = pack(LOAD, place, target, n)
            count += 1
    return count


@njit
def loads(rules: Rules, state: Ints, place: int, code: int, actions: Ints, count: int) -> int:
    """Add the loads of a place, whose top card is ``code``."""
    source = state[CELL + place - 1] if place <= 8 else single(code)
    other = 1 - state[MOVER]
    top = mag_top(state, other)
    if top > 0:
        count = loads_on(rules, source, place, MAGAZINE, top, actions, count)
    top = talon_top(state, other) if rules.load == LOAD_BOTH else 0
    if top > 0:
        count = loads_on(rules, source, place, TALON, top, actions, count)
    return count


@njit_apart
def other_actions(rules: Rules, state: Ints, actions: Ints, count: int) -> int:
    """Add everything but base plays, as if there were none; returns the new count."""
    if must_open(rules, state):
        actions[count] = pack(OPEN, 0, 0, 0)
        return count + 1
    first, last = first_source(rules, state), last_source(rules, state)
    for place in range(first, last + 1):
        code = top_of(rules, state, place)
        if code > 0:
            count = builds(rules, state, place, code, actions, count)
            count = fills(rules, state, place, actions, count)
            if rules.load != LOAD_NONE:
                count = loads(rules, state, place, code, actions, count)
    return endings(rules, state, actions, count)


@njit
def endings(rules: Rules, state: Ints, actions: Ints, count: int) -> int:
    """Add open, discard and pass."""
    seat = state[MOVER]
    if can_open(rules, state):
        actions[count] = pack(OPEN, 0, 0, 0)
        count += 1
    if state[HAND_CARD] > 0:
        actions[count] = pack(DISCARD, 0, 0, 0)
        return count + 1
    out = deck_size(state, seat) + state[TALON_N + seat] == 0
    if out or (rules.one_card and state[OPENED]):
        actions[count] = pack(PASS, 0, 0, 0)
        count += 1
    return count


@njit_apart
def generate(rules: Rules, state: Ints, actions: Ints) -> int:
    """Write all legal actions of the seat to move; returns how many."""
    count = 0
    if rules.forced or must_open(rules, state) == 0:
        count = base_plays(rules, state, actions)
        if rules.forced and count > 0:
            return count
    return other_actions(rules, state, actions, count)
