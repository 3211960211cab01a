"""Actions change the position in place. There is no undo: positions are copied where needed."""

from __future__ import annotations

from solver.duel.bank.actions import (
    BUILD,
    CLAIM,
    DISCARD,
    FILL,
    HAND,
    LOAD,
    MAGAZINE,
    OPEN,
    PASS,
    count_of,
    kind_of,
    source_of,
    target_of,
)
from solver.duel.bank.columns import card, join, single, size, tail, with_base, without
from solver.duel.bank.rules import Rules
from solver.duel.bank.state import (
    BASES,
    CELL,
    DECK,
    DECK_AT,
    DECK_N,
    DECK_SEEN,
    MAG,
    MAG_LOW,
    MAG_N,
    MOVER,
    OPENED,
    STRIDE,
    TALON,
    TALON_N,
    Ints,
    begin_turn,
    see,
)
from solver.duel.bank.state import HAND as HAND_CARD
from solver.jit import njit, njit_apart


@njit
def push(state: Ints, pile: int, number: int, code: int) -> None:
    """Lay a card on the stack at ``pile`` whose size is held at ``number``."""
    state[pile + state[number]] = code
    state[number] += 1


@njit
def take_magazine(state: Ints, seat: int) -> int:
    """Take the magazine's top card and turn the next one up."""
    count = state[MAG_N + seat] - 1
    state[MAG_N + seat] = count
    if 0 < count <= state[MAG_LOW + seat]:
        state[MAG_LOW + seat] = count - 1
        see(state, seat, state[MAG + STRIDE * seat + count - 1])
    return state[MAG + STRIDE * seat + count]


@njit
def take(state: Ints, seat: int, place: int, count: int) -> int:
    """Take the top ``count`` cards of a place of the seat, as a column."""
    if place <= 8:
        column = state[CELL + place - 1]
        state[CELL + place - 1] = without(column, count)
        return tail(column, count)
    if place == MAGAZINE:
        return single(take_magazine(state, seat))
    if place == HAND:
        code = state[HAND_CARD]
        state[HAND_CARD] = 0
        return single(code)
    state[TALON_N + seat] -= 1
    return single(state[TALON + STRIDE * seat + state[TALON_N + seat]])


@njit
def load(state: Ints, seat: int, target: int, cards: int) -> None:
    """Lay cards on the seat's magazine or talon, the head first."""
    pile, number = (MAG, MAG_N) if target == MAGAZINE else (TALON, TALON_N)
    for i in range(size(cards) - 1, -1, -1):
        push(state, pile + STRIDE * seat, number + seat, card(cards, i))


@njit
def turn_talon(state: Ints, seat: int) -> None:
    """Turn the talon over: its bottom card will be opened first."""
    count = state[TALON_N + seat]
    for i in range(count):
        state[DECK + STRIDE * seat + i] = state[TALON + STRIDE * seat + i]
    state[DECK_AT + seat] = state[TALON_N + seat] = 0
    state[DECK_N + seat] = state[DECK_SEEN + seat] = count


@njit
def open_card(state: Ints, seat: int) -> None:
    """Open the next card of the deck; an empty deck is made from the talon first."""
    if state[DECK_AT + seat] == state[DECK_N + seat]:
        turn_talon(state, seat)
    at = state[DECK_AT + seat]
    state[HAND_CARD] = state[DECK + STRIDE * seat + at]
    state[DECK_AT + seat] = at + 1
    state[OPENED] = 1
    if at >= state[DECK_SEEN + seat]:
        state[DECK_SEEN + seat] = at + 1
        see(state, seat, state[HAND_CARD])


@njit
def end_turn(state: Ints) -> None:
    """The other seat is to move; it has not laid out yet (begin_turn)."""
    state[MOVER] = 1 - state[MOVER]
    state[OPENED] = 0


@njit
def discard_hand(state: Ints, seat: int) -> None:
    """The opened card, if there is one, goes to the seat's talon."""
    if state[HAND_CARD] > 0:
        push(state, TALON + STRIDE * seat, TALON_N + seat, state[HAND_CARD])
        state[HAND_CARD] = 0


@njit_apart
def act(state: Ints, action: int) -> None:
    """Play a legal action; one that ends the turn changes the seat to move and nothing more.

    A CLAIM is made by the opponent of the seat to move from that seat's sources, after its lapse
    has been undone: a base play, an open card left goes to the talon, the turn ends.
    """
    kind, seat = kind_of(action), state[MOVER]
    if kind == OPEN:
        open_card(state, seat)
    elif kind in (DISCARD, PASS):
        discard_hand(state, seat)
        end_turn(state)
    else:
        cards = take(state, seat, source_of(action), count_of(action))
        if kind in (BUILD, FILL):
            cell = CELL + target_of(action) - 1
            state[cell] = join(state[cell], cards)
        elif kind == LOAD:
            load(state, 1 - seat, target_of(action), cards)
        else:
            state[BASES] = with_base(state[BASES], card(cards, 0))
    if kind == CLAIM:
        discard_hand(state, seat)
        end_turn(state)


@njit_apart
def apply(rules: Rules, state: Ints, action: int) -> None:
    """Play a legal action; if it ends the turn the other seat lays out if it still has to."""
    act(state, action)
    begin_turn(state)
