"""Is this deal solvable? The schedule of searches and their verdict.

Randomised restarts look for a line, an exhaustive search looks for the end of all lines; they
take turns with shares that double, so neither waits long for the other. Everything depends on
deal, rules and limits alone: the same call gives the same verdict, line and node count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solver.patience.dfs import (
    CTL_SIZE,
    EXHAUSTED,
    LIMIT,
    MOST_STORED,
    NEED_TABLE,
    NEED_TRAIL,
    NODES,
    PLY,
    SLOTS,
    SOLVED,
    STORED,
    Work,
    begin,
    search,
)
from solver.patience.keys import Ints
from solver.patience.position import FRAME, SIZE, T_MOVE
from solver.patience.restarts import MOST_NODES, restart
from solver.patience.rules import Rules
from solver.patience.table import rehash

SOLVABLE, UNSOLVABLE, UNDECIDED = "solvable", "unsolvable", "undecided"
INTERRUPT = "interrupt"
VERDICTS = {SOLVED: SOLVABLE, EXHAUSTED: UNSOLVABLE}

FIRST_SHARE = 1 << 14
SLICE = 1 << 18
"""Nodes between two looks at the clock and at Ctrl-C."""

FIRST_SLOTS = 1 << 12
GROWTH = 8
"""The table grows this many times over: what is copied then costs little."""

LEAST_MEMORY = 64 << 20
"""Bytes that a search needs before its table can grow."""


class Limits(NamedTuple):
    """What a search may spend on a deal."""

    nodes: int = 10_000_000
    seconds: float = float("inf")
    memory: int = 1 << 30
    """Bytes of tables and stacks."""


class Outcome(NamedTuple):
    """What a search found out about a deal."""

    verdict: str
    line: tuple[int, ...]
    """Packed moves (lines.py) from the start to the win; empty unless solvable."""
    method: str
    """What decided: restarts or exhaustive; or what ended an undecided search: nodes, seconds,
    memory or interrupt."""
    nodes: int
    """Positions reached by a move, over all searches."""
    stored: int
    """Distinct positions in the table of the search that decided (exhaustive if undecided)."""
    seconds: float


def _never() -> bool:
    return False


class _Search:
    """A resumable search of one deal at a time."""

    name: str

    def __init__(self, rules: Rules, work: Work) -> None:
        self.rules = rules
        self.work = work

    @property
    def nodes(self) -> int:
        """Positions reached by a move since the deal was taken up."""
        return int(self.work.ctl[NODES])

    @property
    def line(self) -> tuple[int, ...]:
        """The packed moves from the start to where the search stands."""
        plies = int(self.work.ctl[PLY])
        return tuple(self.work.trail[T_MOVE : plies * FRAME : FRAME].tolist())

    def run(self, nodes: int) -> int:
        """Search on for about ``nodes`` nodes: SOLVED, EXHAUSTED, LIMIT, or NEED_*: no memory."""
        raise NotImplementedError


def new_work(plies: int, moves: int, slots: int) -> Work:
    """Work arrays for so many plies, stacked moves and table slots."""
    return Work(
        pos=np.zeros(SIZE, np.int64),
        trail=np.zeros(plies * FRAME, np.int64),
        moves=np.zeros(moves, np.int64),
        table=np.zeros(2 * slots, np.int64),
        ctl=np.zeros(CTL_SIZE, np.int64),
    )


class Restarts(_Search):
    """Randomised restarts over work arrays made once."""

    name = "restarts"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, new_work(MOST_NODES + 1, 1 << 20, 2 * MOST_NODES))

    def begin(self, deal: Ints) -> None:
        """Take up another deal."""
        self.deal = deal
        self.work.ctl[:] = 0

    def run(self, nodes: int) -> int:
        return restart(self.rules, self.deal, self.work, self.nodes + nodes)


class Exhaustive(_Search):
    """The exhaustive search, whose arrays grow within ``memory`` bytes."""

    name = "exhaustive"

    def __init__(self, rules: Rules, memory: int) -> None:
        super().__init__(rules, new_work(1 << 12, 1 << 14, FIRST_SLOTS))
        self.memory = memory

    def begin(self, deal: Ints) -> None:
        """Take up another deal, with a table of the first size."""
        self.deal = deal
        self.work.ctl[:] = 0
        if self.work.table.size > 2 * FIRST_SLOTS:
            self.work = self.work._replace(table=np.zeros(2 * FIRST_SLOTS, np.int64))
        begin(self.rules, deal, self.work, FIRST_SLOTS, FIRST_SLOTS // 2)

    def run(self, nodes: int) -> int:
        limit = self.nodes + nodes
        end = search(self.rules, self.deal, self.work, limit)
        while end >= NEED_TRAIL and self._grow(end):
            end = search(self.rules, self.deal, self.work, limit)
        return end

    def _grow(self, need: int) -> bool:
        """Enlarge what a slice ran out of; False where the memory does not allow it."""
        work = self.work
        if need == NEED_TABLE:
            return self._grow_table()
        old = work.trail if need == NEED_TRAIL else work.moves
        if self._spent() + 2 * old.nbytes > self.memory:
            return False
        new = np.concatenate([old, np.zeros_like(old)])
        self.work = work._replace(trail=new) if need == NEED_TRAIL else work._replace(moves=new)
        return True

    def _grow_table(self) -> bool:
        old = self.work.table
        slots = min(GROWTH * old.size // 2, (self.memory - self._spent()) // 16, 2**31 - 1)
        if slots < old.size * 5 // 8:  # a quarter more is not worth the copy
            return False
        new = np.zeros(2 * slots, np.int64)
        rehash(old, old.size // 2, new)
        self.work = self.work._replace(table=new)
        self.work.ctl[SLOTS], self.work.ctl[MOST_STORED] = slots, slots * 3 // 4
        return True

    def _spent(self) -> int:
        return sum(array.nbytes for array in self.work)


class _Budget:
    """What is left of the limits of a deal, and why it ran out."""

    def __init__(self, limits: Limits, stopped: Callable[[], bool]) -> None:
        self.nodes = limits.nodes
        self.begun = time.perf_counter()
        self.deadline = self.begun + limits.seconds
        self.stopped = stopped
        self.spent = ""

    def run(self, one: _Search, share: int) -> int:
        """Let a search have its share, slice by slice; returns how the last slice ended."""
        goal = one.nodes + min(share, self.nodes)
        while not self.spent and one.nodes < goal:
            before = one.nodes
            end = one.run(min(goal - before, SLICE))
            self.nodes -= one.nodes - before
            if end != LIMIT:
                return end
            self._look()
        return LIMIT

    def _look(self) -> None:
        if self.stopped():
            self.spent = INTERRUPT
        elif time.perf_counter() > self.deadline:
            self.spent = "seconds"
        elif self.nodes <= 0:
            self.spent = "nodes"


class Solver:
    """Decides deals under one set of rules; keeps its work arrays from deal to deal.

    One thread uses a solver at a time.

    Raises:
        ValueError: less memory than ``LEAST_MEMORY``.
    """

    def __init__(self, rules: Rules, limits: Limits) -> None:
        if limits.memory < LEAST_MEMORY:
            raise ValueError(f"a search needs at least {LEAST_MEMORY >> 20} MiB of memory")
        self.limits = limits
        self.restarts = Restarts(rules)
        spent = sum(array.nbytes for array in self.restarts.work)
        self.exhaustive = Exhaustive(rules, limits.memory - spent)
        # Compile (or load) every kernel now, so that no deal's seconds count it.
        for one in (self.restarts, self.exhaustive):
            one.begin(np.arange(rules.cards, dtype=np.int64) % 64)
            one.run(0)

    def solve(self, deal: Ints, stopped: Callable[[], bool] = _never) -> Outcome:
        """Search a deal (codes in dealing order, shape (cards,)) until it is decided.

        ``stopped`` is asked between slices; once it is true the deal stays undecided.
        """
        budget = _Budget(self.limits, stopped)
        self.restarts.begin(deal)
        self.exhaustive.begin(deal)
        searches: list[_Search] = [self.restarts, self.exhaustive]
        share = FIRST_SHARE
        while not budget.spent:
            for one in tuple(searches):
                end = budget.run(one, share)
                if end in (SOLVED, EXHAUSTED):
                    return self._outcome(budget, VERDICTS[end], one.name, one)
                if end != LIMIT:  # no memory left: the other goes on alone
                    searches.remove(one)
            share *= 2
        out_of_memory = budget.spent == "nodes" and self.exhaustive not in searches
        why = "memory" if out_of_memory else budget.spent
        return self._outcome(budget, UNDECIDED, why, self.exhaustive)

    def _outcome(self, budget: _Budget, verdict: str, method: str, one: _Search) -> Outcome:
        return Outcome(
            verdict=verdict,
            line=one.line if verdict == SOLVABLE else (),
            method=method,
            nodes=self.restarts.nodes + self.exhaustive.nodes,
            stored=int(one.work.ctl[STORED]),
            seconds=time.perf_counter() - budget.begun,
        )
