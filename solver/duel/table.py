"""Where two players play: the kernels of a game, called for numbered deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from solver.duel.family import Action, Found, Ints, Played
from solver.duel.tally import ACTIONS, FIRST

if TYPE_CHECKING:
    from solver.duel.names import Pairing


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


class KernelTable:
    """A table (family.Table) of any game whose whole games are kernels."""

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
