"""Both Russian Banks as the commands use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from solver.duel.bank import perft
from solver.duel.bank.game import play_many
from solver.duel.bank.records import to_actions
from solver.duel.bank.referee import judge, starter_by_rule
from solver.duel.bank.rules import compile_rules
from solver.duel.bank.work import TALLY, new_work
from solver.duel.family import Action, Ints, Packs, Ruling
from solver.duel.table import Kernels, KernelTable
from solver.duel.tally import COMMON

if TYPE_CHECKING:
    from solver.duel.names import Pairing


class BankFamily:
    """The family of ``zevaki`` and ``rusbank`` (family.Family)."""

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
        """Who has the higher cards; None where a coin decides."""
        return starter_by_rule(packs)

    def perft(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> list[int]:
        """Counts for depths 1 … ``depth``."""
        return perft.perft(compile_rules(rules), _faces(packs), depth, unique, tick)

    def split(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> list[tuple[Action, int]]:
        """Each first action with the count below it."""
        return perft.split(compile_rules(rules), _faces(packs), depth, unique, tick)


def _faces(packs: Packs) -> Ints:
    return np.array([*packs[0], *packs[1]], dtype=np.int64)


FAMILY = BankFamily()
