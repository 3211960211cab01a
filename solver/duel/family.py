"""What every game for two offers to the commands, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from solver.duel.names import Pairing

Ints = NDArray[np.int64]
Action = Mapping[str, Any]
"""An action as JSON: {"seat": "A", "action": "take", ...}; what else depends on the game."""
Packs = tuple[Sequence[int], Sequence[int]]
"""The faces of A's and of B's pack in dealing order."""


class Found(NamedTuple):
    """What became of many games."""

    outcomes: Ints
    """Codes of outcomes.py."""
    tallies: Ints
    """A row a game: the fields of tally.py, then those that the game adds."""
    records: list[bytes] | None = None
    """Packed actions, where they were asked for."""


class Played(NamedTuple):
    """A game with all that was done."""

    first: int
    outcome: int
    tally: Mapping[str, int]
    actions: list[Action]


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


class Table(Protocol):
    """Where two players play under a variant; one thread uses it at a time."""

    def play_many(self, numbers: Sequence[int], records: bool = False) -> Found:
        """Play numbered deals."""

    def play(self, number: int) -> Played:
        """Play a numbered deal and tell every action."""


class Family(Protocol):
    """A family of games for two that share a board and rules (``Game.family``)."""

    @property
    def tally(self) -> tuple[str, ...]:
        """Names of the fields of a tally, those of ``tally.COMMON`` first."""

    @property
    def kernels(self) -> tuple[Callable[..., object], ...]:
        """What a table runs."""

    def table(self, rules: Mapping[str, str], pairing: Pairing) -> Table:
        """A table under effective rules (``Variant.rules``)."""

    def judge(
        self, rules: Mapping[str, str], packs: Packs, first: int, actions: Sequence[object]
    ) -> Ruling:
        """Let the referee replay a record."""

    def starter_by_rule(self, rules: Mapping[str, str], packs: Packs) -> int | None:
        """Who begins by the rules of the game (starter=rule); None where a coin decides."""

    def perft(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> list[int]:
        """Counts for depths 1 ... ``depth`` with seat A to move (rules.md, perft).

        Raises:
            NotCounted: the game has no perft.
        """

    def split(
        self,
        rules: Mapping[str, str],
        packs: Packs,
        depth: int,
        unique: bool,
        tick: Callable[[], None] = lambda: None,
    ) -> list[tuple[Action, int]]:
        """Each first action with the count below it (NotCounted as above)."""


class NotCounted(ValueError):
    """A game without perft."""


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
