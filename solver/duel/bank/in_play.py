"""What is in play for the seat to move: source cards, the deck, empty cells."""

from __future__ import annotations

from solver.duel.bank.actions import HAND, MAGAZINE, TALON
from solver.duel.bank.columns import card
from solver.duel.bank.rules import EMPTY_ANY, EMPTY_MAGAZINE_FIRST, Rules
from solver.duel.bank.state import (
    CELL,
    LAID,
    MAG_N,
    MOVER,
    OPENED,
    TALON_N,
    Ints,
    deck_size,
    mag_top,
    talon_top,
)
from solver.duel.bank.state import HAND as HAND_CARD
from solver.jit import njit


@njit
def top_of(rules: Rules, state: Ints, place: int) -> int:
    """The card in play on a place 1 … TALON for the seat to move, 0 if there is none."""
    if place <= 8:
        column = state[CELL + place - 1]
        return card(column, 0) if column > 0 else 0
    if place == MAGAZINE:
        return mag_top(state, state[MOVER])
    if place == HAND:
        return state[HAND_CARD]
    return talon_top(state, state[MOVER]) if rules.own_talon else 0


@njit
def first_source(rules: Rules, state: Ints) -> int:
    """Under must-place an open card acts alone."""
    return HAND if rules.must_place and state[HAND_CARD] > 0 else 1


@njit
def last_source(rules: Rules, state: Ints) -> int:
    """The last place in play."""
    if rules.must_place and state[HAND_CARD] > 0:
        return HAND
    return TALON if rules.own_talon else HAND


@njit
def can_open(rules: Rules, state: Ints) -> int:
    """Whether the seat to move may open a card, compulsory base plays left aside."""
    seat = state[MOVER]
    if state[HAND_CARD] > 0 or (rules.one_card and state[OPENED]):
        return 0
    return 1 if deck_size(state, seat) + state[TALON_N + seat] > 0 else 0


@njit
def must_open(rules: Rules, state: Ints) -> int:
    """Whether the turn has to begin with opening a card."""
    return rules.open_start and state[OPENED] == 0 and can_open(rules, state)


@njit
def empty_cell(rules: Rules, state: Ints, first: int, last: int) -> int:
    """The lowest empty cell of ``first`` … ``last``, 1 … 8, among those laid out; 0 if none."""
    for cell in range(first, last + 1):
        if state[CELL + cell - 1] == 0 and state[LAID + (cell - 1 >> 2)]:
            return cell
    return 0


@njit
def may_fill(rules: Rules, state: Ints, place: int) -> int:
    """Whether cards of a place may go to an empty cell at all."""
    if place == HAND and rules.deck_to_empty == 0:
        return 0
    if rules.empty == EMPTY_ANY or place == MAGAZINE:
        return 1
    return rules.empty == EMPTY_MAGAZINE_FIRST and state[MAG_N + state[MOVER]] == 0
