"""Where two players play: the kernels of a game, called for numbered deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.duel.tally import ACTIONS, FIRST

if TYPE_CHECKING:
    from solver.duel.names import Pairing

Ints = NDArray[np.int64]
Action = Mapping[str, Any]
"""An action as JSON: {"seat": "A", "action": "take", ...}; what else depends on the game."""


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


class Kernels(NamedTuple):
    """What a game plays with."""

    compile_rules: Callable[[Mapping[str, str]], Any]
    new_work: Callable[[], Any]
    """Arrays for one thread, with ``packs`` and ``record`` among them."""
    play_many: Callable[..., int]
    """``(rules, numbers, players, strengths, work, outcomes, tallies)``: how many games have ended
    within the record; the last one's packs and record stand in ``work`` then."""
    to_actions: Callable[[Any, Ints, int, Sequence[int]], list[Action]]
    tally: tuple[str, ...]
    """Names of the fields of a tally, those of ``tally.COMMON`` first."""


class Table:
    """Where two players play under effective rules; one thread uses it at a time."""

    def __init__(self, kernels: Kernels, rules: Mapping[str, str], pairing: Pairing) -> None:
        self.kernels = kernels
        self.rules, self.work = kernels.compile_rules(rules), kernels.new_work()
        self._players = np.array([pairing.a.code, pairing.b.code])
        self._strengths = np.array([pairing.a.strength, pairing.b.strength])

    def play_many(self, numbers: Sequence[int], records: bool = False) -> Found:
        """Play numbered deals."""
        outcomes = np.zeros(len(numbers), np.int64)
        tallies = np.zeros((len(numbers), len(self.kernels.tally)), np.int64)
        if not records:
            self._play(numbers, outcomes, tallies)
            return Found(outcomes, tallies)
        kept = []
        for i, number in enumerate(numbers):
            self._play([number], outcomes[i : i + 1], tallies[i : i + 1])
            kept.append(self._record(int(tallies[i, ACTIONS])).astype("<i2").tobytes())
        return Found(outcomes, tallies, kept)

    def _play(self, numbers: Sequence[int], outcomes: Ints, tallies: Ints) -> None:
        asked = np.array(numbers, dtype=np.uint64)
        players = self._players, self._strengths
        ended = self.kernels.play_many(self.rules, asked, *players, self.work, outcomes, tallies)
        assert ended == len(numbers), "a game of more actions than were proved to be possible"

    def _record(self, actions: int) -> Ints:
        record: Ints = self.work.record[:actions]
        return record

    def play(self, number: int) -> Played:
        """Play a numbered deal and tell every action."""
        outcomes, tallies, _ = self.play_many([number])
        first, record = int(tallies[0, FIRST]), self._record(int(tallies[0, ACTIONS])).tolist()
        actions = self.kernels.to_actions(self.rules, self.work.packs, first, record)
        tally = dict(zip(self.kernels.tally, tallies[0].tolist(), strict=True))
        return Played(first, int(outcomes[0]), tally, actions)
