"""Actions of «Двойной пасьянс» as JSON, from the kernels' integers.

``{"seat": "A", "action": "magazine"}``, ``{"action": "talon", "from": "talon2"}``, ``open``,
``{"action": "base", "from": "hand"}``, ``{"action": "discard", "to": "talon1"}``, ``stop``; all
but the last with the card that is moved or turned up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from solver.cards import card_text
from solver.duel.double.apply import apply
from solver.duel.double.moves import (
    DISCARD,
    HAND_TO_BASE,
    MAGAZINE_TO_BASE,
    OPEN,
    STOP,
    TALON_TO_BASE,
)
from solver.duel.double.rules import Rules
from solver.duel.double.state import HAND, SEAT, SIZE, TALONS, TOP, Ints, setup, top_of
from solver.duel.outcomes import SEATS

if TYPE_CHECKING:
    from solver.duel.table import Action

NAMES = {
    MAGAZINE_TO_BASE: "magazine",
    TALON_TO_BASE: "talon",
    OPEN: "open",
    HAND_TO_BASE: "base",
    DISCARD: "discard",
    STOP: "stop",
}


def plain(action: int) -> dict[str, str]:
    """An action without its seat and card."""
    kind, talon = action >> 2, f"talon{(action & 3) + 1}"
    told: dict[str, str] = {"action": NAMES[kind]}
    if kind == TALON_TO_BASE:
        return told | {"from": talon}
    if kind == HAND_TO_BASE:
        return told | {"from": "hand"}
    return told | ({"to": talon} if kind == DISCARD else {})


def to_actions(rules: Rules, packs: Ints, first: int, record: Sequence[int]) -> list[Action]:
    """The actions of a game by the kernels, with their seats and cards."""
    state = np.zeros(SIZE, np.int64)
    setup(rules, packs, first, state)
    told: list[Action] = []
    for action in record:
        seat, card = int(state[SEAT]), _moved(state, action)
        apply(packs, state, action)
        if action >> 2 == OPEN:
            card = int(state[HAND])
        named = {} if action >> 2 == STOP else {"card": card_text(card)}
        told.append({"seat": SEATS[seat]} | plain(action) | named)
    return told


def _moved(state: Ints, action: int) -> int:
    """The card that an action moves."""
    seat = state[SEAT]
    if action >> 2 == MAGAZINE_TO_BASE:
        return int(state[TOP + seat])
    if action >> 2 == TALON_TO_BASE:
        return int(top_of(state, TALONS * seat + (action & 3)))
    return int(state[HAND])
