"""What an action of «Двойной пасьянс» does.

Every game ends. Let b be the number of base cards at the start. Of the 104 - b other cards, 22 lie
in magazines and 82 - b in decks, and a card only ever goes magazine → base pile or deck → hand →
base pile or talon → base pile. So there are at most 22 plays from magazines, 82 - b openings, as
many plays or discards of opened cards and as many plays from talons. A turn without any of these
is a mere *stop* and needs an own deck that is empty, since a seat with a deck must open. Two such
turns never follow each other: after the first the other seat must open a card or, if both decks
are out, has a play (or the game would have ended) that is compulsory. Hence turns with an action
are at most (82 - b) + 22 + (82 - b) of them without counting an opening twice, turns in all at
most twice as many and one, and each adds at most one stop: with b >= 1

    actions <= 22 + 3 * 81 + 2 * (22 + 2 * 81) + 1 = 634.
"""

from __future__ import annotations

from solver.duel.double.moves import (
    DISCARD,
    HAND_TO_BASE,
    MAGAZINE_TO_BASE,
    OPEN,
    STOP,
    TALON_TO_BASE,
    can_play,
    decks_out,
)
from solver.duel.double.state import (
    CELLS,
    HAND,
    HEIGHT,
    HIGHEST,
    MAGAZINE,
    NO_CARD,
    OPENED,
    OVER,
    SEAT,
    TALONS,
    TOP,
    TURNS,
    Ints,
    next_card,
    show,
    to_base,
    top_of,
)
from solver.jit import njit, njit_apart
from solver.shuffle import PACK

MOST_ACTIONS = 634


@njit_apart
def apply(packs: Ints, state: Ints, action: int) -> None:
    """Do an action, which is not checked; afterwards look whether the game has ended."""
    kind, seat = action >> 2, state[SEAT]
    talon = TALONS * seat + (action & 3)
    if kind == MAGAZINE_TO_BASE:
        from_magazine(packs, state, seat)
    elif kind == TALON_TO_BASE:
        to_base(state, top_of(state, talon))
        state[HEIGHT + talon] -= 1
        state[CELLS + HIGHEST * talon + state[HEIGHT + talon]] = NO_CARD
    elif kind == OPEN:
        state[HAND], state[OPENED] = next_card(packs, state, seat), 1
    elif kind == HAND_TO_BASE:
        to_base(state, state[HAND])
        state[HAND] = NO_CARD
    elif kind == DISCARD:
        state[CELLS + HIGHEST * talon + state[HEIGHT + talon]] = state[HAND]
        state[HEIGHT + talon] += 1
        state[HAND] = NO_CARD
    if kind in (DISCARD, STOP):
        state[SEAT], state[OPENED] = 1 - seat, 0
        state[TURNS] += 1
    if decks_out(state) and state[HAND] == NO_CARD:
        state[OVER] = 1 - (can_play(state, 0) | can_play(state, 1))


@njit
def from_magazine(packs: Ints, state: Ints, seat: int) -> None:
    """Play the top card of a magazine and turn up the next."""
    to_base(state, state[TOP + seat])
    state[MAGAZINE + seat] -= 1
    left = state[MAGAZINE + seat]
    state[TOP + seat] = packs[PACK * seat + left - 1] if left else NO_CARD
    if left:
        show(state, seat, state[TOP + seat])


@njit
def penalty(state: Ints, seat: int) -> int:
    """A point for each card on the talons, two for each in the magazine."""
    points = 2 * state[MAGAZINE + seat]
    for talon in range(TALONS * seat, TALONS * seat + TALONS):
        points += state[HEIGHT + talon]
    return points
