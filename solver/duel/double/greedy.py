"""The player of «Двойной пасьянс» with a rule of thumb.

1. Play whatever fits: the magazine's card, the opened card, a talon's top (the lowest talon first).
2. Open a card of the deck; under deck_per_turn=many as long as the opened card fits.
3. What does not fit goes on the talon with the lowest top that is higher, so that talons descend as
   base piles go up; else to an empty talon; else on the highest top, which is buried least.
"""

from __future__ import annotations

from solver.duel.double.moves import (
    DISCARD,
    HAND_TO_BASE,
    MAGAZINE_TO_BASE,
    OPEN,
    STOP,
    TALON_TO_BASE,
    magazine_fits,
    talon_fits,
)
from solver.duel.double.rules import Rules
from solver.duel.double.state import (
    HAND,
    HEIGHT,
    NEXT,
    NO_CARD,
    OPENED,
    RANKS,
    SEAT,
    TALONS,
    Ints,
    fits,
    rank,
    top_of,
)
from solver.jit import njit, njit_apart
from solver.shuffle import PACK


@njit_apart
def rule_of_thumb(rules: Rules, state: Ints) -> int:
    """The action that the rule chooses."""
    seat = state[SEAT]
    if magazine_fits(state, seat):
        return MAGAZINE_TO_BASE << 2
    if state[HAND] != NO_CARD and fits(state, state[HAND]):
        return HAND_TO_BASE << 2
    for talon in range(TALONS):
        if talon_fits(state, TALONS * seat + talon):
            return TALON_TO_BASE << 2 | talon
    if state[HAND] != NO_CARD:
        return DISCARD << 2 | resting_place(state)
    if state[NEXT + seat] < PACK and (rules.many or state[OPENED] == 0):
        return OPEN << 2
    return STOP << 2


@njit
def resting_place(state: Ints) -> int:
    """The own talon for the opened card; it is legal under every option."""
    card, first = rank(state[HAND]), TALONS * state[SEAT]
    lowest_higher, best = RANKS, -1
    highest, last = -1, 0
    empty = -1
    for talon in range(TALONS):
        if state[HEIGHT + first + talon] == 0:
            if empty < 0:
                empty = talon
            continue
        top = rank(top_of(state, first + talon))
        if card < top < lowest_higher:
            lowest_higher, best = top, talon
        if top > highest:
            highest, last = top, talon
    if best >= 0:
        return best
    return empty if empty >= 0 else last
