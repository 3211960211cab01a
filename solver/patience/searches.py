"""The searches of a deal, each resumable: restarts, the stage beam, the exhaustive search."""

from __future__ import annotations

import numpy as np

from solver.patience import symmetry
from solver.patience.beam import OVER, begin_round, stage
from solver.patience.beam_work import (
    ENTRIES,
    L_BEFORE,
    L_FIRST,
    L_LENGTH,
    MOST_WIDTH,
    UNIT,
    BeamWork,
    new_beam_work,
)
from solver.patience.cases import CaseWork
from solver.patience.dfs import (
    BY_CLASS,
    CTL_SIZE,
    LIMIT,
    MOST_STORED,
    NEED_TABLE,
    NEED_TRAIL,
    NODES,
    PLY,
    RESTARTS,
    SAFE,
    SLOTS,
    SOLVED,
    STORED,
    Work,
    begin_at,
    search,
)
from solver.patience.keys import Ints
from solver.patience.position import FRAME, SIZE, T_MOVE, new_position, start
from solver.patience.restarts import MOST_NODES, luby, restart
from solver.patience.rules import Rules
from solver.patience.safe import has_safe_plays
from solver.patience.table import add_up, rehash

FIRST_SLOTS = 1 << 12
GROWTH = 8
"""The table grows this many times over: what is copied then costs little."""


def start_of(rules: Rules, deal: Ints) -> Ints:
    """The start position of a deal."""
    pos = new_position()
    start(rules, deal, pos)
    return pos


class Search:
    """A resumable search of one deal at a time."""

    name: str
    weight = 1
    deal: Ints
    first: Ints
    """The position where the search begins."""

    def __init__(self, rules: Rules, work: Work | BeamWork | CaseWork) -> None:
        self.rules = rules
        self.work = work

    def begin(self, deal: Ints, first: Ints | None = None) -> None:
        """Take up another deal, from a position of it (position.py) or from its start."""
        self.deal = deal
        self.first = start_of(self.rules, deal) if first is None else first
        self.work.ctl[:] = 0

    @property
    def nodes(self) -> int:
        """Positions reached by a move since the deal was taken up."""
        return int(self.work.ctl[NODES])

    @property
    def line(self) -> tuple[int, ...]:
        """The packed moves from the start to where the search stands."""
        assert isinstance(self.work, Work)
        plies = int(self.work.ctl[PLY])
        return tuple(self.work.trail[T_MOVE : plies * FRAME : FRAME].tolist())

    @property
    def stored(self) -> int:
        """Distinct positions in the table."""
        return int(self.work.ctl[STORED])

    @property
    def bytes(self) -> int:
        """Bytes of the work arrays."""
        return sum(array.nbytes for array in self.work)

    def run(self, nodes: int, most: int) -> int:
        """Search on for about ``nodes`` nodes and never for more than ``most``.

        Returns SOLVED, EXHAUSTED, LIMIT, or NEED_* where the memory does not suffice.
        """
        raise NotImplementedError


def new_work(plies: int, moves: int, slots: int) -> Work:
    """Work arrays for so many plies, stacked moves and table slots."""
    return Work(
        pos=np.zeros(SIZE, np.int64),
        trail=np.zeros(plies * FRAME, np.int64),
        moves=np.zeros(moves, np.int64),
        table=np.zeros(2 * slots, np.int64),
        ctl=np.zeros(CTL_SIZE, np.int64),
        places=np.zeros(symmetry.SIZE, np.int64),
    )


class Restarts(Search):
    """Randomised restarts over work arrays made once."""

    name = "restarts"
    work: Work

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, new_work(MOST_NODES + 1, 1 << 20, 2 * MOST_NODES))

    def run(self, nodes: int, most: int) -> int:
        goal, limit = self.nodes + nodes, self.nodes + most
        return restart(self.rules, self.deal, self.first, self.work, goal, limit)


class Beam(Search):
    """Rounds of the stage beam, whose widths follow the same sequence as the restarts' lengths."""

    name = "beam"
    weight = 14
    work: BeamWork

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, new_beam_work(rules))

    def begin(self, deal: Ints, first: Ints | None = None) -> None:
        super().begin(deal, first)
        self._over = True

    def run(self, nodes: int, most: int) -> int:
        goal, limit = self.nodes + nodes, self.nodes + most
        while self.nodes < goal:
            if self._over:
                term = luby(int(self.work.ctl[RESTARTS]) + 1)
                begin_round(self.first, self.work, min(UNIT * term, MOST_WIDTH))
            end = stage(self.rules, self.deal, self.work, limit)
            if end in (SOLVED, LIMIT):
                return end
            self._over = end == OVER
        return LIMIT

    @property
    def line(self) -> tuple[int, ...]:
        log, logged = self.work.log, self.work.logged
        moves: list[int] = []
        entry = int(self.work.ctl[ENTRIES]) - 1
        while entry >= 0:
            first, length = log[L_FIRST, entry], log[L_LENGTH, entry]
            moves[:0] = logged[first : first + length].tolist()
            entry = int(log[L_BEFORE, entry])
        return tuple(moves)


class Exhaustive(Search):
    """The exhaustive search, whose arrays grow within ``memory`` bytes."""

    name = "exhaustive"
    weight = 2
    work: Work

    def __init__(self, rules: Rules, memory: int) -> None:
        super().__init__(rules, self._first_work())
        self.memory = memory
        self.by_class = symmetry.is_worthwhile(rules)
        self.safe = has_safe_plays(rules) and not self.by_class
        self._first_bytes = self.bytes

    @staticmethod
    def _first_work() -> Work:
        return new_work(1 << 12, 1 << 14, FIRST_SLOTS)

    def begin(self, deal: Ints, first: Ints | None = None) -> None:
        if self.bytes > self._first_bytes:  # what grew for one deal must not bind the next
            self.work = self._first_work()
        super().begin(deal, first)
        self.work.ctl[BY_CLASS], self.work.ctl[SAFE] = self.by_class, self.safe
        begin_at(self.rules, self.first, self.work, FIRST_SLOTS, FIRST_SLOTS // 2)

    def run(self, nodes: int, most: int) -> int:
        limit = self.nodes + min(nodes, most)
        end = search(self.rules, self.deal, self.work, limit)
        while end >= NEED_TRAIL and self._grow(end):
            end = search(self.rules, self.deal, self.work, limit)
        return end

    @property
    def slots(self) -> int:
        """Slots of the table."""
        return int(self.work.ctl[SLOTS])

    @property
    def digest(self) -> str:
        """32 hex digits over the set of positions in the table, in whatever order they came."""
        sums = np.zeros(2, np.int64)
        add_up(self.work.table, self.slots, sums)
        return "".join(f"{int(half) % 2**64:016x}" for half in sums)

    def _grow(self, need: int) -> bool:
        """Enlarge what a slice ran out of; False where the memory does not allow it."""
        work = self.work
        if need == NEED_TABLE:
            return self._grow_table()
        old = work.trail if need == NEED_TRAIL else work.moves
        if self.bytes + 2 * old.nbytes > self.memory:
            return False
        new = np.concatenate([old, np.zeros_like(old)])
        self.work = work._replace(trail=new) if need == NEED_TRAIL else work._replace(moves=new)
        return True

    def _grow_table(self) -> bool:
        old = self.work.table
        slots = min(GROWTH * old.size // 2, (self.memory - self.bytes) // 16, 2**31 - 1)
        if slots < old.size * 5 // 8:  # a quarter more is not worth the copy
            return False
        new = np.zeros(2 * slots, np.int64)
        rehash(old, old.size // 2, new)
        self.work = self.work._replace(table=new)
        self.work.ctl[SLOTS], self.work.ctl[MOST_STORED] = slots, slots * 3 // 4
        return True
