"""What a player may do in «Двойной пасьянс»: actions packed into integers, ``kind << 2 | talon``.

================  ========================================================
kind              what
================  ========================================================
MAGAZINE_TO_BASE  the own magazine's top card to a base pile
TALON_TO_BASE     the top card of an own talon to a base pile
OPEN              turn up the next card of the own deck
HAND_TO_BASE      the opened card to a base pile
DISCARD           the opened card to an own talon, which ends the turn
STOP              end the turn
================  ========================================================

Which of several base piles takes a card makes no difference: they count as a multiset of ranks.
"""

from __future__ import annotations

from solver.duel.double.rules import Rules
from solver.duel.double.state import (
    HAND,
    HEIGHT,
    NEXT,
    NO_CARD,
    OPENED,
    OVER,
    SEAT,
    TALONS,
    TOP,
    Ints,
    fits,
    rank,
    top_of,
)
from solver.jit import njit, njit_apart
from solver.shuffle import PACK

MAGAZINE_TO_BASE, TALON_TO_BASE, OPEN, HAND_TO_BASE, DISCARD, STOP = range(1, 7)
MOST = 16
"""More than there are choices at a time."""


@njit
def magazine_fits(state: Ints, seat: int) -> int:
    """1 where a seat's magazine card may be played."""
    return int(state[TOP + seat] != NO_CARD and fits(state, state[TOP + seat]))


@njit
def talon_fits(state: Ints, talon: int) -> int:
    """1 where the top card of a talon (0 … 7) may be played."""
    return int(state[HEIGHT + talon] > 0 and fits(state, top_of(state, talon)))


@njit
def can_play(state: Ints, seat: int) -> int:
    """1 where a seat may play from its magazine or a talon."""
    for talon in range(TALONS * seat, TALONS * seat + TALONS):
        if talon_fits(state, talon):
            return 1
    return magazine_fits(state, seat)


@njit
def decks_out(state: Ints) -> int:
    """1 once both decks are empty."""
    return int(state[NEXT] == PACK and state[NEXT + 1] == PACK)


@njit_apart
def generate(rules: Rules, state: Ints, actions: Ints) -> int:
    """Put all choices of the seat to move into ``actions``; their number, 0 after the end."""
    if state[OVER]:
        return 0
    seat, count = state[SEAT], 0
    if magazine_fits(state, seat):
        actions[count] = MAGAZINE_TO_BASE << 2
        count += 1
        if rules.magazine_must:
            return count
    for talon in range(TALONS):
        if talon_fits(state, TALONS * seat + talon):
            actions[count] = TALON_TO_BASE << 2 | talon
            count += 1
    bound = decks_out(state) and count > 0  # what could be played so far must be
    if state[HAND] != NO_CARD:
        return with_hand(rules, state, actions, count, bound)
    deck = state[NEXT + seat] < PACK
    if deck and (rules.many or state[OPENED] == 0):
        actions[count] = OPEN << 2
        count += 1
    if (state[OPENED] or not deck) and not bound:
        actions[count] = STOP << 2
        count += 1
    return count


@njit
def with_hand(rules: Rules, state: Ints, actions: Ints, count: int, bound: int) -> int:
    """Add what may be done with the opened card."""
    fitting = fits(state, state[HAND])
    if fitting:
        actions[count] = HAND_TO_BASE << 2
        count += 1
    if bound or (fitting and rules.fit_must):
        return count
    places = discard_places(rules, state)
    for talon in range(TALONS):
        if places >> talon & 1:
            actions[count] = DISCARD << 2 | talon
            count += 1
    return count


@njit
def discard_places(rules: Rules, state: Ints) -> int:
    """The own talons that may take the opened card, a bit a talon; the first of empty ones."""
    first = TALONS * state[SEAT]
    every = higher = empty = 0
    for talon in range(TALONS):
        if state[HEIGHT + first + talon] == 0:
            empty |= 1 << talon
            continue
        every |= 1 << talon
        if rank(top_of(state, first + talon)) > rank(state[HAND]):
            higher |= 1 << talon
    empty &= -empty
    if rules.down and higher | empty:
        return higher | empty
    return every | empty
