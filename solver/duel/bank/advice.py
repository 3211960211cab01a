"""Advice in a Russian Bank: the best ways through the turn up to the next unseen card.

search.py finds what the turn can lead to. What looks best is played on to the end by greedy
players, over many orders of the unseen cards, the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from solver.deals import SplitMix64
from solver.duel.bank.evaluation import SURE
from solver.duel.bank.moves import generate
from solver.duel.bank.outcome import winner
from solver.duel.bank.planner import SAMPLING, play_leaf, sort_leaves
from solver.duel.bank.records import told_line
from solver.duel.bank.rules import compile_rules
from solver.duel.bank.search import WON, search_turn
from solver.duel.bank.search_work import (
    ACTION,
    HORIZON,
    LEAVES,
    NODE,
    PARENT,
    STATIC,
    STEP,
    new_search,
)
from solver.duel.bank.situation import deal_sets, set_unseen, state_of
from solver.duel.bank.written import Written
from solver.duel.outcomes import GOING
from solver.duel.table import Action
from solver.shuffle import own_stream

KERNELS = (search_turn, play_leaf)
"""What advice runs."""

LONGEST = 200
"""Turns of a playout; a game that goes on after them counts by the evaluation."""


class Line(NamedTuple):
    """A way through the turn."""

    actions: list[Action]
    """Up to a card that nobody has seen, or to the end of the turn."""
    wins: bool
    """Whether it wins at once."""
    chances: list[float]
    """Of a playout each: 1 where the seat to move won, 0 where it lost, 1/2 for a draw."""

    @property
    def mean(self) -> float:
        """The chance of winning, draws as halves."""
        return 1.0 if self.wins else float(np.mean(self.chances))


class Adviser:
    """Gives advice under one variant; one thread uses an adviser at a time."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self.rules, self.search = compile_rules(rules), new_search()
        self.search.settings[HORIZON] = LONGEST

    def is_over(self, written: Written) -> bool:
        """Whether a seat has won already."""
        state = state_of(written)
        return bool(winner(self.rules, state, 1 - written.mover) != GOING)

    def advise(
        self,
        written: Written,
        top: int,
        samples: int,
        seed: int = 0,
        stopped: Callable[[], bool] = lambda: False,
    ) -> list[Line]:
        """The ``top`` best ways, the best first, each with ``samples`` playouts or fewer if
        ``stopped`` says so."""
        state, search = state_of(written), self.search
        set_unseen(state, deal_sets(written, SplitMix64(seed)))
        count = generate(self.rules, state, search.actions)
        search_turn(self.rules, search, state, count, np.zeros(1, np.int64), 0)
        leaves, found = search.leaves, int(search.counts[LEAVES])
        sort_leaves(leaves, 0, found, top, STATIC)
        chances = self._play(written, min(found, top), samples, seed, stopped)
        lines = [
            Line(self._actions(state, leaf), bool(leaves[leaf, STATIC] >= WON), each)
            for leaf, each in enumerate(chances)
        ]
        return sorted(lines, key=lambda line: -line.mean)

    def _play(
        self, written: Written, count: int, samples: int, seed: int, stopped: Callable[[], bool]
    ) -> list[list[float]]:
        chances: list[list[float]] = [[] for _ in range(count)]
        streams, packs = np.zeros(SAMPLING + 1, np.uint64), SplitMix64(seed)
        for sample in range(samples):
            if sample and stopped():
                break
            set_unseen(self.search.nodes, deal_sets(written, packs))
            start = int(own_stream(np.uint64(seed), 0, sample)) >> 1
            for leaf in range(count):
                value = play_leaf(self.rules, self.search, leaf, streams, start)
                chances[leaf].append(value / SURE)
        return chances

    def _actions(self, state: np.ndarray, leaf: int) -> list[Action]:
        leaves, path = self.search.leaves, self.search.path
        packed, node = [int(leaves[leaf, STEP])], int(leaves[leaf, NODE])
        while path[node, PARENT] >= 0:
            packed.append(int(path[node, ACTION]))
            node = int(path[node, PARENT])
        return told_line(state, packed[::-1])
