"""What a player may do in the pair-matching game: actions packed into integers.

====  ====================================================================
bits  what
====  ====================================================================
10 …  TAKE, STOP, LAY (a 13th card), DECLINE (to lay one)
5-9   TAKE: the place of one card (13 * row + place)
0-4   TAKE: the place of the other
====  ====================================================================

A pair of faces, or of ranks in certain rows, is one choice: equal cards of a row differ in nothing.
"""

from __future__ import annotations

from solver.duel.pairs.rules import TAKE_OPTIONAL, Rules
from solver.duel.pairs.state import PHASE, PLACE, TAKEN, TAKING, VISIBLE, Ints
from solver.jit import lowest, njit, njit_apart
from solver.shuffle import PACK

TAKE, STOP, LAY, DECLINE = range(1, 5)
NONE = 0
MOST = 64
"""More than there are choices at a time."""

RANKS = (1 << 13) - 1
SAME_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39


@njit
def some(faces: int) -> int:
    """The ranks of faces, a bit a rank."""
    return (faces | faces >> 13 | faces >> 26 | faces >> 39) & RANKS


@njit
def twice(faces: int) -> int:
    """The ranks that at least two of the faces have."""
    a, b, c, d = faces, faces >> 13, faces >> 26, faces >> 39
    return (a & b | (a | b) & c | (a | b | c) & d) & RANKS


@njit
def exact_pairs(rules: Rules, state: Ints) -> int:
    """The faces of which both copies are in sight, as the rules want them."""
    a0, b0, a1, b1 = state[VISIBLE], state[VISIBLE + 1], state[VISIBLE + 2], state[VISIBLE + 3]
    if rules.cross:
        return a0 & b1 | a1 & b0
    return (a0 | a1) & (b0 | b1)


@njit
def across(state: Ints) -> int:
    """The ranks that are in both rows."""
    return some(state[VISIBLE] | state[VISIBLE + 1]) & some(state[VISIBLE + 2] | state[VISIBLE + 3])


@njit
def within(state: Ints, row: int) -> int:
    """The ranks that lie twice in a row."""
    a, b = state[VISIBLE + 2 * row], state[VISIBLE + 2 * row + 1]
    return twice(a) | twice(b) | some(a) & some(b)


@njit_apart
def in_sight(rules: Rules, state: Ints) -> int:
    """Not 0 while any pair is in sight."""
    if rules.by_rank == 0:
        return exact_pairs(rules, state)
    if rules.cross:
        return across(state)
    return across(state) | within(state, 0) | within(state, 1)


@njit_apart
def nth_of(state: Ints, row: int, rank: int, nth: int) -> int:
    """The place of the first (0) or second (1) card of a rank in a row."""
    own = state[VISIBLE + 2 * row] >> rank & SAME_RANK
    other = state[VISIBLE + 2 * row + 1] >> rank & SAME_RANK
    if nth and own:
        own &= own - 1
    elif nth:
        other &= other - 1
    if own:
        return state[PLACE + lowest(own) + rank]
    return state[PLACE + PACK + lowest(other) + rank]


@njit
def take(one: int, other: int) -> int:
    """The action of taking the cards of two places."""
    return TAKE << 10 | one << 5 | other


@njit
def take_face(state: Ints, face: int) -> int:
    """The action of taking both copies of a face."""
    return take(state[PLACE + face], state[PLACE + PACK + face])


@njit_apart
def first_pair(rules: Rules, state: Ints) -> int:
    """The pair that is taken where nobody chooses, across the rows if there is one; or NONE."""
    if rules.by_rank == 0:
        faces = exact_pairs(rules, state)
        return take_face(state, lowest(faces)) if faces else NONE
    ranks = across(state)
    if ranks:
        rank = lowest(ranks)
        return take(nth_of(state, 0, rank, 0), nth_of(state, 1, rank, 0))
    if rules.cross:
        return NONE
    for row in range(2):
        ranks = within(state, row)
        if ranks:
            rank = lowest(ranks)
            return take(nth_of(state, row, rank, 0), nth_of(state, row, rank, 1))
    return NONE


@njit_apart
def generate(rules: Rules, state: Ints, actions: Ints) -> int:
    """Put all choices of the seat to move into ``actions``; their number."""
    if state[PHASE] != TAKING:
        actions[0], actions[1] = LAY << 10, DECLINE << 10
        return 2
    count = 0
    if rules.by_rank:
        count = generate_ranks(rules, state, actions)
    else:
        faces = exact_pairs(rules, state)
        while faces:
            actions[count] = take_face(state, lowest(faces))
            count += 1
            faces &= faces - 1
    if rules.take == TAKE_OPTIONAL and state[TAKEN] > 0:
        actions[count] = STOP << 10
        count += 1
    return count


@njit_apart
def generate_ranks(rules: Rules, state: Ints, actions: Ints) -> int:
    """The same for pairs of ranks: for each rank across the rows and within either."""
    count, ranks = 0, across(state)
    while ranks:
        rank = lowest(ranks)
        actions[count] = take(nth_of(state, 0, rank, 0), nth_of(state, 1, rank, 0))
        count += 1
        ranks &= ranks - 1
    for row in range(2 if rules.cross == 0 else 0):
        ranks = within(state, row)
        while ranks:
            rank = lowest(ranks)
            actions[count] = take(nth_of(state, row, rank, 0), nth_of(state, row, rank, 1))
            count += 1
            ranks &= ranks - 1
    return count
