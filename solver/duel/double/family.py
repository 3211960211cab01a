"""«Двойной пасьянс» as the commands use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from solver.duel import perft
from solver.duel.double.apply import apply
from solver.duel.double.game import TALLY, new_work, play_many
from solver.duel.double.moves import MOST, generate
from solver.duel.double.records import plain, to_actions
from solver.duel.double.referee import judge, starter_by_rule
from solver.duel.double.rules import compile_rules
from solver.duel.double.state import KEY, SIZE, setup
from solver.duel.family import Action, Ints, Packs, Ruling
from solver.duel.table import Kernels, KernelTable
from solver.duel.tally import COMMON

if TYPE_CHECKING:
    from solver.duel.names import Pairing


class Walk:
    """The game as perft needs it (perft.Walk)."""

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


class DoubleFamily:
    """The family of «Двойной пасьянс» alone (family.Family)."""

    tally = (*COMMON, *TALLY)
    kernels: tuple[Callable[..., object], ...] = (play_many,)

    def table(self, rules: Mapping[str, str], pairing: Pairing) -> KernelTable:
        """A table under effective rules."""
        kernels = Kernels(compile_rules, new_work, play_many, to_actions, self.tally)
        return KernelTable(kernels, rules, pairing)

    def judge(
        self, rules: Mapping[str, str], packs: Packs, first: int, actions: Sequence[object]
    ) -> Ruling:
        """Let the referee replay a record."""
        return judge(rules, packs, first, actions)

    def starter_by_rule(self, rules: Mapping[str, str], packs: Packs) -> int | None:
        """Who has the higher magazine card; None where a coin decides."""
        return starter_by_rule(packs)

    def perft(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> list[int]:
        """Counts for depths 1 ... ``depth``."""
        walk = Walk(rules, packs)
        return perft.counts(walk, walk.start(), depth, unique, tick)

    def split(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> list[tuple[Action, int]]:
        """Each first action with the count below it."""
        return perft.split(Walk(rules, packs), depth, unique, tick)


FAMILY = DoubleFamily()
