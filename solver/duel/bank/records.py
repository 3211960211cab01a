"""Records of the Russian Banks: the kernels' actions as JSON with seats and cards.

``{"seat": "A", "action": "build", "from": "cell3", "to": "cell1", "count": 2, "cards": [...]}``:
what actions.py tells, with the seat that acts and the card (``card``) or cards, lowest first, that
move or are opened. A claim is the opponent's; piles are the mover's, see actions.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solver.cards import card_text
from solver.duel.bank.actions import (
    BASE,
    CLAIM,
    HAND,
    MAGAZINE,
    OPEN,
    action_json,
    count_of,
    kind_of,
    source_of,
)
from solver.duel.bank.apply import act
from solver.duel.bank.columns import card, to_face
from solver.duel.bank.moves import base_plays, new_actions
from solver.duel.bank.rules import Rules
from solver.duel.bank.state import (
    CELL,
    MOVER,
    Ints,
    begin_turn,
    mag_top,
    new_state,
    setup,
    talon_top,
)
from solver.duel.bank.state import HAND as HAND_CARD
from solver.duel.outcomes import SEATS

if TYPE_CHECKING:
    from solver.duel.table import Action


def to_actions(rules: Rules, packs: Ints, first: int, record: Sequence[int]) -> list[Action]:
    """The actions of a game by the kernels, with their seats and cards."""
    state, before, spare = new_state(), new_state(), new_actions()
    setup(rules, packs, first, state)
    begin_turn(state)
    told: list[Action] = []
    for action in record:
        if kind_of(action) == CLAIM:
            state[:] = before  # the lapse is undone
        elif rules.forced and kind_of(action) != BASE and base_plays(rules, state, spare):
            before[:] = state
        told.append(_told(state, action))
        begin_turn(state)
    return told


def told_line(state: Ints, actions: Sequence[int]) -> list[Action]:
    """Legal actions from a position on, which is left alone; a card not yet seen has no name."""
    state = state.copy()
    return [_told(state, action) for action in actions]


def _told(state: Ints, action: int) -> dict[str, Any]:
    """An action with its seat and cards; it is played."""
    seat, cards = int(state[MOVER]), moved(state, action)
    act(state, action)
    if kind_of(action) == OPEN:
        cards = [card_text(to_face(int(state[HAND_CARD])))] if state[HAND_CARD] else []
    if kind_of(action) == CLAIM:
        seat = 1 - seat
    named: dict[str, Any] = {}
    if cards:
        named = {"card": cards[0]} if len(cards) == 1 else {"cards": cards}
    return {"seat": SEATS[seat]} | action_json(action) | named


def moved(state: Ints, action: int) -> list[str]:
    """The cards that a legal action moves, lowest first."""
    seat, place, count = int(state[MOVER]), source_of(action), count_of(action)
    if place == 0:
        return [card_text(to_face(int(state[HAND_CARD])))] if state[HAND_CARD] else []
    if place <= 8:
        column = int(state[CELL + place - 1])
        codes = [card(column, i) for i in reversed(range(count))]
    elif place == MAGAZINE:
        codes = [mag_top(state, seat)]
    else:
        codes = [state[HAND_CARD] if place == HAND else talon_top(state, seat)]
    return [card_text(to_face(int(code))) for code in codes]
