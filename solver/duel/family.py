"""What every game for two offers to the commands, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from solver.deals import duel_coin
from solver.duel.outcomes import SEATS
from solver.duel.table import Action, Kernels, Table

if TYPE_CHECKING:
    from solver.duel.names import Pairing

Packs = tuple[Sequence[int], Sequence[int]]
"""The faces of A's and of B's pack in dealing order."""


class Ruling(NamedTuple):
    """What a referee says of a record."""

    at: int
    """The first wrong action, from 1; 0 if it is not an action that is wrong."""
    reason: str
    """Why the record is no game; empty if it is one."""
    outcome: int = 0
    """How it ended."""
    tally: Mapping[str, int] | None = None
    """What the referee counted: margin, and what the game adds."""


class Counter(Protocol):
    """Perft of a deal with seat A to move (RULES.md)."""

    def counts(
        self, depth: int, unique: bool, tick: Callable[[], None] = lambda: None
    ) -> list[int]:
        """Sequences of 1 ... ``depth`` actions, or distinct positions after so many.

        ``tick`` is called now and then and may raise to stop.
        """

    def split(
        self, depth: int, unique: bool, tick: Callable[[], None] = lambda: None
    ) -> list[tuple[Action, int]]:
        """Each first action with the count below it."""


class NotCounted(ValueError):
    """A game without perft."""


@dataclass(frozen=True)
class Family:
    """Games for two that share a board and rules (``Game.family``), put together from its parts."""

    game: Kernels
    judge: Callable[[Mapping[str, str], Packs, int, Sequence[object]], Ruling]
    """Let the referee replay a record: rules, packs, who began (0: A), actions."""
    starter_by_rule: Callable[[Packs], int | None]
    """Who begins by the rules of the game (starter=rule); None where a coin decides."""
    counter: Callable[[Mapping[str, str], Packs], Counter]
    """What counts for perft under rules; raises NotCounted where the game has none."""

    @property
    def tally(self) -> tuple[str, ...]:
        """Names of the fields of a tally, those of ``tally.COMMON`` first."""
        return self.game.tally

    @property
    def kernels(self) -> tuple[Callable[..., object], ...]:
        """What a table runs."""
        return (self.game.play_many,)

    def table(self, rules: Mapping[str, str], pairing: Pairing) -> Table:
        """A table under effective rules (``Variant.rules``)."""
        return Table(self.game, rules, pairing)

    def first_seat(self, rules: Mapping[str, str], packs: Packs, number: int | None) -> int | None:
        """Who begins a deal; None where a coin decides and the deal has no number."""
        starter = rules["starter"]
        if starter in SEATS:
            return SEATS.index(starter)
        seat = self.starter_by_rule(packs) if starter == "rule" else None
        return duel_coin(number) if seat is None and number is not None else seat


def family_of(name: str) -> Family:
    """The family of a name (``Game.family``)."""
    if name == "pairs":
        from solver.duel.pairs.family import FAMILY as pairs

        return pairs
    if name == "bank":
        from solver.duel.bank.family import FAMILY as bank

        return bank
    from solver.duel.double.family import FAMILY as double

    return double
