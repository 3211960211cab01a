"""Actions of the pair-matching game as JSON, and as the kernels' integers.

``{"seat": "A", "action": "take", "from": "A3", "to": "B12", "cards": ["7C", "7C"]}``: the pair of
the cards on place 3 of row A and place 12 of row B. ``stop``, ``lay`` and ``decline`` stand alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from solver.cards import card_text
from solver.duel.outcomes import SEATS
from solver.duel.pairs.apply import apply, begin_turn
from solver.duel.pairs.moves import TAKE
from solver.duel.pairs.rules import Rules
from solver.duel.pairs.state import CARDS, SEAT, SIZE, WIDEST, Ints, setup
from solver.shuffle import PACK

if TYPE_CHECKING:
    from solver.duel.table import Action

NAMES = ("", "take", "stop", "lay", "decline")


def place_name(at: int) -> str:
    """What a place is called: the row and the number of the place, from 1."""
    return f"{SEATS[at // WIDEST]}{at % WIDEST + 1}"


def to_actions(rules: Rules, packs: Ints, first: int, record: Sequence[int]) -> list[Action]:
    """The actions of a game by the kernels, with their seats and cards."""
    state = np.zeros(SIZE, np.int64)
    setup(packs, first, state)
    begin_turn(rules, packs, state)
    told = []
    for action in record:
        told.append(_action(state, action))
        apply(rules, packs, state, action)
    return told


def _action(state: Ints, action: int) -> Action:
    kind = action >> 10
    plain = {"seat": SEATS[state[SEAT]], "action": NAMES[kind]}
    if kind != TAKE:
        return plain
    places = (action >> 5 & 31, action & 31)
    cards = [card_text(int(state[CARDS + at]) % PACK) for at in places]
    return plain | {"from": place_name(places[0]), "to": place_name(places[1]), "cards": cards}
