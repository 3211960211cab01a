"""The greedy player: the first action of a fixed order of preferences, no look ahead.

1. a base play: from the magazine, else the opened card, the talon, a cell;
2. a load on the opponent: from the magazine, else the opened card, the talon, a cell (the longer
   tail first); at equal source its magazine before its talon;
3. the magazine's top card to a cell: a build before a fill;
4. a whole column built onto another, which empties a cell;
5. the opened card (or the talon's) built onto a column, then put into an empty cell;
6. where the own cells count (win_cells=own), a whole column over to the other side's cell;
7. open, else pass, else discard.

Where the own cells count, of equal actions one from the own side's cells is taken, then one to the
other side's; else the first generated. Tails that leave cards behind are not moved.
"""

from __future__ import annotations

from solver.duel.bank.actions import (
    BASE,
    BUILD,
    DISCARD,
    FILL,
    HAND,
    LOAD,
    MAGAZINE,
    OPEN,
    PASS,
    TALON,
    count_of,
    kind_of,
    source_of,
    target_of,
)
from solver.duel.bank.columns import size
from solver.duel.bank.rules import CELLS_OWN, Rules
from solver.duel.bank.state import CELL, MOVER, Ints
from solver.jit import njit, njit_apart

NEVER = 0


@njit
def by_source(place: int) -> int:
    """Magazine 3, opened card 2, talon 1, a cell 0."""
    if place == MAGAZINE:
        return 3
    if place == HAND:
        return 2
    return 1 if place == TALON else 0


@njit
def column_worth(rules: Rules, view: Ints, action: int) -> int:
    """Of moves between cells: whole columns only, to an empty cell only away from one's side."""
    source, target = source_of(action), target_of(action)
    if count_of(action) < size(view[CELL + source - 1]):
        return NEVER
    if kind_of(action) == BUILD:
        return 50
    away = source - 1 >> 2 == view[MOVER] and target - 1 >> 2 != view[MOVER]
    return 20 if rules.win_cells == CELLS_OWN and away else NEVER


@njit
def preference(rules: Rules, view: Ints, action: int) -> int:
    """The place of an action in the order of preferences; NEVER for one that is not taken."""
    kind, source = kind_of(action), source_of(action)
    if kind == BASE:
        return 90 + by_source(source)
    if kind == LOAD:
        first = 1 if target_of(action) == MAGAZINE else 0
        # a cell's tail of up to 13 cards stays below the next source
        return 70 + 5 * by_source(source) + first if source > 8 else 55 + count_of(action)
    if kind == OPEN:
        return 10
    if kind in (DISCARD, PASS):
        return 2 if kind == PASS else 1
    if source <= 8:
        return column_worth(rules, view, action)
    return (52 if source == MAGAZINE else 40) + (1 if kind == BUILD else 0)


@njit
def sides(view: Ints, action: int) -> int:
    """Of equal actions those from the own side's cells, and then those to the other side's."""
    source, target = source_of(action), target_of(action)
    liked = 2 if 0 < source <= 8 and source - 1 >> 2 == view[MOVER] else 0
    to_cell = kind_of(action) in (BUILD, FILL)
    return liked + (1 if to_cell and target - 1 >> 2 != view[MOVER] else 0)


@njit
def worth(rules: Rules, view: Ints, action: int) -> int:
    """How much the greedy player likes an action."""
    liked = 4 * preference(rules, view, action)
    if liked > NEVER and rules.win_cells == CELLS_OWN:
        liked += sides(view, action)
    return liked


@njit_apart
def choose_greedy(rules: Rules, view: Ints, actions: Ints, count: int) -> int:
    """The action that the greedy player takes of ``count`` legal ones."""
    best, most = actions[count - 1], NEVER
    for i in range(count):
        liked = worth(rules, view, actions[i])
        if liked > most:
            best, most = actions[i], liked
    return best


@njit_apart
def choose_claim(actions: Ints, count: int) -> int:
    """The base play that a claimant makes of the offender's: rather not what rids it of cards."""
    best = actions[0]
    for i in range(1, count):
        if by_source(source_of(actions[i])) < by_source(source_of(best)):
            best = actions[i]
    return best
