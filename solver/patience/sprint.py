"""The first share of the restarts of many deals in one compiled call, lines replayed.

It solves nearly every deal of easy rules within a fraction of a millisecond, less than Python takes
to begin one search after another; and while Python works, no other thread can. What is decided
here is decided as by :meth:`solver.patience.solve.Solver.solve`, which begins with this share too;
whatever else becomes of a deal is left to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.chunk import MOST
from solver.jit import njit
from solver.patience.dfs import NODES, PLY, SOLVED, Work
from solver.patience.keys import Ints
from solver.patience.position import FRAME, T_MOVE, new_position, start
from solver.patience.replay import ReplayRules, new_work, replay
from solver.patience.restarts import restart
from solver.patience.rules import Rules
from solver.patience.searches import Restarts
from solver.patience.solve import FIRST_SHARE
from solver.shuffle import shuffle_pack

MEAN_MOVES = 256
"""Room for the line of a deal; those of a call share it."""

S_NODES, S_MOVES, S_WRONG = range(3)


class SprintWork(NamedTuple):
    """What a call finds, and its scratch; all int64."""

    found: Ints
    """[3, deal]: nodes; moves of the line, 0 where the deal is left to others; what the replay
    says of the line (replay.py), 0 if it wins."""
    lines: Ints
    """The packed moves of the lines, one after another."""
    line: Ints
    deal: Ints
    first: Ints
    replayed: Ints
    """The replay's."""


def new_sprint_work(pack: Ints, deals: int) -> SprintWork:
    """Work arrays for so many deals of a pack."""
    room = MEAN_MOVES * deals
    return SprintWork(
        found=np.zeros((3, deals), np.int64),
        lines=np.zeros(room, np.int64),
        line=np.zeros(room, np.int64),
        deal=np.zeros_like(pack),
        first=new_position(),
        replayed=new_work(),
    )


@njit
def sprint(
    rules: Rules,
    checked: ReplayRules,
    faces: Ints,
    pack: Ints,
    numbers: NDArray[np.uint64],
    work: Work,
    own: SprintWork,
    limit: int,
) -> None:
    """Let the restarts have their first share, of ``limit`` nodes at most, of numbered deals.

    ``checked`` and ``faces`` are what the replay needs, ``pack`` the codes in unshuffled order,
    ``work`` the restarts' arrays.
    """
    ctl, used = work.ctl, 0
    for i in range(numbers.size):
        for j in range(pack.size):
            own.deal[j] = pack[j]
        shuffle_pack(numbers[i], own.deal)
        start(rules, own.deal, own.first)
        for j in range(ctl.size):
            ctl[j] = 0
        end = restart(rules, own.deal, own.first, work, FIRST_SHARE, limit)
        moves = ctl[PLY]
        own.found[S_NODES, i], own.found[S_MOVES, i] = ctl[NODES], 0
        if end != SOLVED or used + moves > own.lines.size:
            continue
        for j in range(moves):
            own.line[j] = own.lines[used + j] = work.trail[j * FRAME + T_MOVE]
        own.found[S_MOVES, i] = moves
        own.found[S_WRONG, i] = replay(checked, faces, own.deal, own.line, moves, own.replayed)
        used += moves


class Solved(NamedTuple):
    """A deal that the first share solved."""

    nodes: int
    line: Ints
    """Packed moves (lines.py)."""
    wrong: int
    """The move at which the replay stops, 0 if the line wins."""


class Sprinter:
    """Runs over numbered deals with the work arrays of a solver's restarts."""

    def __init__(
        self, restarts: Restarts, pack: Ints, checked: ReplayRules, faces: Ints, limit: int
    ) -> None:
        self.restarts, self.pack, self.limit = restarts, pack, limit
        self._checked, self._faces = checked, faces
        self._own = new_sprint_work(self.pack, MOST)
        self.run([])  # compile (or load) the kernel before any deal is timed

    def run(self, numbers: Sequence[int]) -> list[Solved | None]:
        """What the first share finds of up to ``MOST`` deals: None where it does not solve one."""
        own, work = self._own, self.restarts.work
        some = np.array(numbers, dtype=np.uint64)
        sprint(
            *(self.restarts.rules, self._checked, self._faces, self.pack),
            *(some, work, own, self.limit),
        )
        found: list[Solved | None] = []
        used = 0
        for nodes, moves, wrong in own.found[:, : some.size].T.tolist():
            line = own.lines[used : used + moves]
            found.append(Solved(nodes, line, wrong) if moves else None)
            used += moves
        return found
