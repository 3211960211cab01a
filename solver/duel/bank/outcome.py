"""Who has won, and what a turn's end decides."""

from __future__ import annotations

from solver.duel.bank.rules import CELLS_ALL, CELLS_OWN, Rules
from solver.duel.bank.state import (
    CELL,
    HAND,
    LAID,
    MAG_N,
    MAGAZINE_CARDS,
    MOVER,
    TALON_N,
    Ints,
    deck_size,
)
from solver.duel.outcomes import GOING, WIN_A
from solver.jit import njit, njit_apart

LEAST_PATIENCE = 200
MOST_TURNS = 5000
MOST_TURN_ACTIONS = 1000


@njit
def cards_left(state: Ints, seat: int) -> int:
    """Cards in a seat's magazine, deck, talon and hand: the loser's penalty, 1 point each."""
    cards = state[MAG_N + seat] + deck_size(state, seat) + state[TALON_N + seat]
    if state[LAID + seat] == 0:
        cards += MAGAZINE_CARDS
    if state[MOVER] == seat and state[HAND] > 0:
        cards += 1
    return cards


@njit
def cells_clear(state: Ints, first: int, last: int) -> int:
    """Whether the cells ``first`` … ``last`` - 1 of 0 … 7 are empty."""
    for cell in range(first, last):
        if state[CELL + cell] != 0:
            return 0
    return 1


@njit
def has_won(rules: Rules, state: Ints, seat: int) -> int:
    """Whether a seat is rid of its cards, and of those in cells where the rules count them."""
    if state[LAID + seat] == 0 or cards_left(state, seat) > 0:
        return 0
    if rules.win_cells == CELLS_OWN:
        return cells_clear(state, 4 * seat, 4 * seat + 4)
    if rules.win_cells == CELLS_ALL:
        return cells_clear(state, 0, 8)
    return 1


@njit_apart
def winner(rules: Rules, state: Ints, actor: int) -> int:
    """GOING, WIN_A or WIN_B after an action; the seat that acted is tested first."""
    if has_won(rules, state, actor):
        return WIN_A + actor
    if has_won(rules, state, 1 - actor):
        return WIN_A + 1 - actor
    return GOING


@njit
def stocks(state: Ints) -> int:
    """Cards in all decks and talons."""
    cards = 0
    for seat in range(2):
        cards += deck_size(state, seat) + state[TALON_N + seat]
    return cards


@njit
def patience(state: Ints) -> int:
    """Turns without progress after which a game is drawn."""
    largest = 0
    for seat in range(2):
        largest = max(largest, deck_size(state, seat) + state[TALON_N + seat])
    return max(LEAST_PATIENCE, 4 * largest)
