"""Perft of «Двойной пасьянс»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from solver.duel.double.apply import apply
from solver.duel.double.moves import MOST, generate
from solver.duel.double.records import plain
from solver.duel.double.rules import compile_rules
from solver.duel.double.state import KEY, SIZE, setup
from solver.duel.family import Packs
from solver.duel.perft import PositionCounter
from solver.duel.table import Action, Ints


class Walk(PositionCounter):
    """The game as perft needs it."""

    key = KEY

    def __init__(self, rules: Mapping[str, str], packs: Packs) -> None:
        self.rules = compile_rules(rules)
        self.packs = np.array([*packs[0], *packs[1]], dtype=np.int64)
        self._actions = np.zeros(MOST, np.int64)

    def start(self) -> Ints:
        """The start position, seat A to move."""
        state = np.zeros(SIZE, np.int64)
        setup(self.rules, self.packs, 0, state)
        return state

    def after(self, state: Ints) -> Iterator[tuple[Action, Ints]]:
        """Every action with the position after it."""
        count = generate(self.rules, state, self._actions)
        for action in self._actions[:count].tolist():
            after = state.copy()
            apply(self.packs, after, action)
            yield plain(action), after
