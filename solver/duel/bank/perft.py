"""Perft: counts of sequences of actions and of distinct positions, to check the rules by number.

None of the rules of termination applies, and talons are turned over as a part of *open*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from solver.duel.bank.actions import action_json
from solver.duel.bank.apply import apply
from solver.duel.bank.moves import MOST_ACTIONS, generate
from solver.duel.bank.rules import Rules, compile_rules
from solver.duel.bank.state import SIZE, Ints, begin_turn, copy, position_key, setup
from solver.duel.family import Packs
from solver.duel.table import Action
from solver.jit import njit_apart
from solver.patience.table import NEW, insert, rehash

SLICE = 1 << 20
FIRST_SLOTS = 1 << 12
PLY, NODES, STORED, SLOTS = range(4)


class PerftWork(NamedTuple):
    """Arrays of a count: positions and actions a ply, actions left, table of keys, counters."""

    states: Ints
    actions: Ints
    left: Ints
    table: Ints
    ctl: Ints


@njit_apart
def count_sequences(rules: Rules, work: PerftWork, counts: Ints, depth: int, limit: int) -> int:
    """Add to ``counts[d]`` the sequences of d actions; 1 once all are counted.

    The last ply is counted without being played. Stops with 0 when ``ctl[NODES]`` has reached
    ``limit``; the same call goes on from there.
    """
    states, actions, left, ctl = work.states, work.actions, work.left, work.ctl
    while ctl[NODES] < limit:
        ply = ctl[PLY]
        if ply == depth - 1 or left[ply] == 0:
            if ply == 0:
                return 1
            ctl[PLY] = ply - 1
            continue
        left[ply] -= 1
        ctl[NODES] += 1
        copy(states[ply], states[ply + 1])
        apply(rules, states[ply + 1], actions[ply, left[ply]])
        left[ply + 1] = generate(rules, states[ply + 1], actions[ply + 1])
        counts[ply + 2] += left[ply + 1]
        ctl[PLY] = ply + 1
    return 0


@njit_apart
def count_positions(rules: Rules, work: PerftWork, counts: Ints, depth: int, limit: int) -> int:
    """Add to ``counts[d]`` the distinct positions after d actions; 1 once all are counted.

    A position is followed once a ply. Stops with 0 at ``limit`` nodes or when the table is three
    quarters full.
    """
    states, actions, left, table, ctl = work
    opened = 1 if rules.open_start or rules.one_card else 0
    while ctl[NODES] < limit and 4 * ctl[STORED] < 3 * ctl[SLOTS]:
        ply = ctl[PLY]
        if ply == depth or left[ply] == 0:
            if ply == 0:
                return 1
            ctl[PLY] = ply - 1
            continue
        left[ply] -= 1
        ctl[NODES] += 1
        after = states[ply + 1]
        copy(states[ply], after)
        apply(rules, after, actions[ply, left[ply]])
        first = position_key(after, opened, 2 * ply + 1)
        second = position_key(after, opened, -2 * ply - 2)
        if insert(table, ctl[SLOTS], first, second) == NEW:
            ctl[STORED] += 1
            counts[ply + 1] += 1
            left[ply + 1] = generate(rules, after, actions[ply + 1])
            ctl[PLY] = ply + 1
    return 0


@njit_apart
def at_start(rules: Rules, packs: Ints, work: PerftWork, played: Ints) -> None:
    """Seat A is to move and has laid out; some actions have been played."""
    setup(rules, packs, 0, work.states[0])
    begin_turn(work.states[0])
    for i in range(played.size):
        apply(rules, work.states[0], played[i])
    work.left[0] = generate(rules, work.states[0], work.actions[0])


class BankCounter:
    """Perft of a deal (family.Counter)."""

    def __init__(self, rules: Mapping[str, str], packs: Packs) -> None:
        self.rules = compile_rules(rules)
        self.packs = np.array([*packs[0], *packs[1]], dtype=np.int64)

    def counts(
        self, depth: int, unique: bool, tick: Callable[[], None] = lambda: None
    ) -> list[int]:
        """Counts for depths 1 … ``depth``."""
        return self._after([], depth, unique, tick)

    def split(
        self, depth: int, unique: bool, tick: Callable[[], None] = lambda: None
    ) -> list[tuple[Action, int]]:
        """Each action of the start position with the count of ``depth`` - 1 further ones."""
        work = _new_work(0)
        at_start(self.rules, self.packs, work, np.zeros(0, np.int64))
        return [
            (action_json(action), self._after([action], depth - 1, unique, tick)[-1])
            for action in work.actions[0, : work.left[0]].tolist()
        ]

    def _after(
        self, first: list[int], depth: int, unique: bool, tick: Callable[[], None]
    ) -> list[int]:
        """Counts after the actions ``first``; [1] for no depth."""
        if depth == 0:
            return [1]
        work = _new_work(depth)
        counts = np.zeros(depth + 2, np.int64)
        work.ctl[SLOTS] = FIRST_SLOTS
        at_start(self.rules, self.packs, work, np.array(first, dtype=np.int64))
        counts[1] = 0 if unique else work.left[0]
        kernel = count_positions if unique else count_sequences
        while not kernel(self.rules, work, counts, depth, int(work.ctl[NODES]) + SLICE):
            tick()
            if unique and 4 * work.ctl[STORED] >= 3 * work.ctl[SLOTS]:
                work = _grown(work)
        return [int(count) for count in counts[1 : depth + 1]]


def _new_work(depth: int) -> PerftWork:
    return PerftWork(
        np.zeros((depth + 1, SIZE), np.int64),
        np.zeros((depth + 1, MOST_ACTIONS), np.int64),
        np.zeros(depth + 1, np.int64),
        np.zeros(2 * FIRST_SLOTS, np.int64),
        np.zeros(4, np.int64),
    )


def _grown(work: PerftWork) -> PerftWork:
    table = np.zeros(4 * work.table.size, np.int64)
    rehash(work.table, work.table.size // 2, table)
    work.ctl[SLOTS] = table.size // 2
    return work._replace(table=table)
