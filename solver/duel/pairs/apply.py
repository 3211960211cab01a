"""The course of the pair-matching game: what an action does, and all that follows by itself.

Every turn takes a pair, of which there are 52, and the 13th cards are laid once: games end.
"""

from __future__ import annotations

from solver.duel.pairs.moves import DECLINE, LAY, STOP, TAKE, in_sight
from solver.duel.pairs.rules import LAY_AUTO, LAY_NONE, TAKE_ALL, TAKE_ONE, TAKE_OPTIONAL, Rules
from solver.duel.pairs.state import (
    ASK_FIRST,
    ASK_SECOND,
    FREE,
    LAID,
    OVER,
    PAIRS,
    PHASE,
    ROW,
    SEAT,
    TAKEN,
    TAKING,
    TURNS,
    Ints,
    has_deck,
    put,
    remove,
)
from solver.jit import njit, njit_apart


@njit_apart
def apply(rules: Rules, packs: Ints, state: Ints, action: int) -> None:
    """Do an action, which is not checked, and go on to the next choice or to the end."""
    kind = action >> 10
    if kind == TAKE:
        remove(state, action >> 5 & 31)
        remove(state, action & 31)
        state[PAIRS + state[SEAT]] += 1
        state[TAKEN] += 1
        if rules.chain and rules.take == TAKE_OPTIONAL:
            refill(rules, packs, state)
        if rules.take == TAKE_ONE or in_sight(rules, state) == 0:
            end_of_pairs(rules, packs, state)
    elif kind == STOP:
        end_turn(rules, packs, state)
    elif kind in (LAY, DECLINE):
        answer(rules, packs, state, int(kind == LAY))


@njit
def end_of_pairs(rules: Rules, packs: Ints, state: Ints) -> None:
    """Refill; the turn ends unless it may take what that has made."""
    refill(rules, packs, state)
    if rules.chain and rules.take == TAKE_ALL and in_sight(rules, state):
        return
    end_turn(rules, packs, state)


@njit_apart
def refill(rules: Rules, packs: Ints, state: Ints) -> None:
    """Fill the gaps of this turn as far as the decks go: the mover's own row and the other in turn.

    What an empty deck leaves open stays open for good.
    """
    seat = state[SEAT]
    if rules.by_owner:
        for row in range(2):
            while state[FREE + row] and has_deck(state, row):
                put(packs, state, row, row)
    else:
        row = seat
        while (state[FREE] | state[FREE + 1]) and has_deck(state, seat):
            if state[FREE + row] == 0:
                row ^= 1
            put(packs, state, seat, row)
            row ^= 1
    state[FREE] = state[FREE + 1] = 0


@njit_apart
def end_turn(rules: Rules, packs: Ints, state: Ints) -> None:
    """Refill, and the other seat's turn begins."""
    refill(rules, packs, state)
    state[SEAT] ^= 1
    begin_turn(rules, packs, state)


@njit_apart
def begin_turn(rules: Rules, packs: Ints, state: Ints) -> None:
    """Begin the turn of SEAT: with the 13th cards or the end where no pair is in sight."""
    state[TURNS] += 1
    state[TAKEN] = 0
    state[PHASE] = TAKING
    if in_sight(rules, state):
        return
    seat = state[SEAT]
    decks = has_deck(state, 0) + has_deck(state, 1)
    if state[LAID] or decks == 0 or rules.thirteenth == LAY_NONE:
        state[PHASE] = OVER
        return
    state[LAID] = 1
    if rules.thirteenth == LAY_AUTO:
        lay(packs, state, seat)
        lay(packs, state, 1 - seat)
        after_thirteenth(rules, state)
    elif has_deck(state, seat):
        state[PHASE] = ASK_FIRST
    else:
        state[PHASE] = ASK_SECOND
        state[SEAT] ^= 1


@njit
def answer(rules: Rules, packs: Ints, state: Ints, lays: int) -> None:
    """A seat has said whether it lays a 13th card: the mover first, then the other."""
    if lays:
        lay(packs, state, state[SEAT])
    if state[PHASE] == ASK_FIRST and has_deck(state, 1 - state[SEAT]):
        state[PHASE] = ASK_SECOND
        state[SEAT] ^= 1
        return
    if state[PHASE] == ASK_SECOND:
        state[SEAT] ^= 1
    after_thirteenth(rules, state)


@njit_apart
def lay(packs: Ints, state: Ints, seat: int) -> None:
    """Lay a 13th card of a seat's deck, if it has any, on its row, beside the other places."""
    if has_deck(state, seat):
        state[FREE + seat] = 1 << ROW
        put(packs, state, seat, seat)


@njit
def after_thirteenth(rules: Rules, state: Ints) -> None:
    """SEAT, who found no pair, moves on, or the other; it is over where there still is none."""
    if rules.other_after:
        state[SEAT] ^= 1
        state[TURNS] += 1
    state[PHASE] = TAKING if in_sight(rules, state) else OVER
