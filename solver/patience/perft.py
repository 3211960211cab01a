"""Perft: counts of move sequences and of distinct positions, to check the rules by number."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.jit import njit
from solver.patience.dfs import COUNT, NODES, PLY, SLOTS, STORED, Work
from solver.patience.keys import Ints, mix
from solver.patience.lines import Move, to_move
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import FRAME, KEY, T_FIRST, make, start, undo
from solver.patience.rules import Rules
from solver.patience.searches import GROWTH, new_work
from solver.patience.table import NEW, insert, rehash

SLICE = 1 << 22
FIRST_SLOTS = 1 << 12
MEMORY = 2 << 30
"""Bytes that the table of distinct positions may grow to."""


class TableFull(MemoryError):
    """The distinct positions do not fit into the memory allowed."""


@njit
def enter(rules: Rules, work: Work, ply: int) -> None:
    """Begin ply ``ply``: put the moves of the position on the stack."""
    work.ctl[PLY] = ply
    work.trail[ply * FRAME + T_FIRST] = work.ctl[COUNT]
    work.ctl[COUNT] = generate(rules, work.pos, work.moves, work.ctl[COUNT])


@njit
def count_sequences(
    rules: Rules, deal: Ints, work: Work, counts: Ints, depth: int, limit: int
) -> int:
    """Add to ``counts[d]`` the sequences of d moves, d = 1 .. depth; 1 once all are counted.

    The last ply is counted without being played. Stops with 0 when ``ctl[NODES]`` has reached
    ``limit``; the same call goes on from there.
    """
    pos, trail, moves, ctl = work.pos, work.trail, work.moves, work.ctl
    while ctl[NODES] < limit:
        ply = ctl[PLY]
        first = trail[ply * FRAME + T_FIRST]
        if ply == depth - 1:
            ctl[COUNT] = first
        if ctl[COUNT] == first:
            if ply == 0:
                return 1
            ctl[PLY] = ply - 1
            undo(rules, pos, trail, ply - 1)
            continue
        ctl[COUNT] -= 1
        ctl[NODES] += 1
        make(rules, deal, pos, trail, ply, moves[ctl[COUNT]])
        first = ctl[COUNT]
        enter(rules, work, ply + 1)
        counts[ply + 2] += ctl[COUNT] - first
    return 0


@njit
def count_positions(
    rules: Rules, deal: Ints, work: Work, counts: Ints, depth: int, limit: int
) -> int:
    """Add to ``counts[d]`` the distinct positions after exactly d moves; 1 once all are counted.

    A position is followed once a ply: the table holds positions together with their ply. Stops
    with 0 at ``limit`` nodes or when the table is three quarters full.
    """
    pos, trail, moves, table, ctl, _ = work
    while ctl[NODES] < limit and 4 * ctl[STORED] < 3 * ctl[SLOTS]:
        ply = ctl[PLY]
        if ctl[COUNT] == trail[ply * FRAME + T_FIRST] or ply == depth:
            ctl[COUNT] = trail[ply * FRAME + T_FIRST]
            if ply == 0:
                return 1
            ctl[PLY] = ply - 1
            undo(rules, pos, trail, ply - 1)
            continue
        ctl[COUNT] -= 1
        ctl[NODES] += 1
        make(rules, deal, pos, trail, ply, moves[ctl[COUNT]])
        first, second = pos[KEY] + mix(ply, 0), pos[KEY + 1] + mix(ply, 1)
        if insert(table, ctl[SLOTS], first, second) != NEW:
            undo(rules, pos, trail, ply)
            continue
        ctl[STORED] += 1
        counts[ply + 1] += 1
        enter(rules, work, ply + 1)
    return 0


@njit
def at_start(rules: Rules, deal: Ints, work: Work) -> None:
    """Set the work arrays to the start position."""
    start(rules, deal, work.pos)
    work.ctl[COUNT] = 0


def perft(
    rules: Rules,
    deal: Ints,
    depth: int,
    unique: bool = False,
    first: tuple[int, ...] = (),
    memory: int = MEMORY,
    tick: Callable[[], None] = lambda: None,
) -> list[int]:
    """Counts for depths 1 .. ``depth`` after the packed moves ``first`` from the start position.

    With ``unique`` distinct positions, else sequences of moves. ``tick`` is called between slices
    and may raise to stop. Counts beyond 2**63 - 1 wrap.

    Raises:
        TableFull: the table of distinct positions would take more than ``memory`` bytes.
    """
    work = new_work(depth + 2 + len(first), MOST_MOVES * (depth + 2), FIRST_SLOTS)
    ctl, counts = work.ctl, np.zeros(depth + 3, np.int64)
    at_start(rules, deal, work)
    for move in first:
        make(rules, deal, work.pos, work.trail, 0, move)
    enter(rules, work, 0)
    counts[1] = ctl[COUNT]
    ctl[SLOTS] = FIRST_SLOTS
    kernel = count_positions if unique else count_sequences
    if unique:
        counts[1] = 0
    while not kernel(rules, deal, work, counts, depth, int(ctl[NODES]) + SLICE):
        tick()
        if unique and 4 * ctl[STORED] >= 3 * ctl[SLOTS]:
            work = _grown(work, memory)
    return [int(count) for count in counts[1 : depth + 1]]


def _grown(work: Work, memory: int) -> Work:
    slots = min(GROWTH * work.table.size // 2, (memory - work.table.nbytes) // 16, 2**31 - 1)
    if slots < work.table.size * 5 // 8:
        raise TableFull(f"more than {int(work.ctl[STORED]):,} distinct positions")
    table = np.zeros(2 * slots, np.int64)
    rehash(work.table, work.table.size // 2, table)
    work.ctl[SLOTS] = table.size // 2
    return work._replace(table=table)


def split(
    rules: Rules,
    deal: Ints,
    depth: int,
    unique: bool = False,
    memory: int = MEMORY,
    tick: Callable[[], None] = lambda: None,
) -> list[tuple[Move, int]]:
    """Each move of the start position with the count of ``depth`` - 1 further moves below it."""
    work = new_work(2, MOST_MOVES, 1)
    at_start(rules, deal, work)
    enter(rules, work, 0)
    below = []
    for move in [int(move) for move in work.moves[: work.ctl[COUNT]]]:
        counts = perft(rules, deal, depth - 1, unique, (move,), memory, tick) if depth > 1 else [1]
        below.append((to_move(rules, move), counts[-1]))
    return below
