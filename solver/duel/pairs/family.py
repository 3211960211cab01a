"""The pair-matching game as the commands use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NoReturn

from solver.duel.family import NotCounted, Packs, Ruling
from solver.duel.pairs.game import TALLY, new_work, play_many
from solver.duel.pairs.records import to_actions
from solver.duel.pairs.referee import judge
from solver.duel.pairs.rules import compile_rules
from solver.duel.table import Kernels, KernelTable
from solver.duel.tally import COMMON

if TYPE_CHECKING:
    from solver.duel.names import Pairing


class PairsFamily:
    """The family of the pair-matching game alone (family.Family)."""

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
        """Seat A begins."""
        return 0

    def perft(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> NoReturn:
        """There is none (NotCounted)."""
        raise NotCounted("pairs has no perft: nearly all of it is chance")

    split = perft


FAMILY = PairsFamily()
