"""Randomised restarts: many short depth-first searches, each in a random order of moves.

Run lengths follow the universal sequence 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993) times
``UNIT``: within a constant factor of the best fixed length, which differs from rule to rule.
"""

from __future__ import annotations

from solver.jit import njit
from solver.patience.dfs import (
    EXHAUSTED,
    LIMIT,
    NODES,
    NOISE,
    RESTARTS,
    SOLVED,
    WHIMS,
    Work,
    begin_at,
    search,
)
from solver.patience.keys import Ints, mix
from solver.patience.rules import Rules

UNIT = 300
"""Nodes of the shortest run: about twice the moves of a game."""

MOST_UNITS = 1024
"""The longest run is this many units."""

MOST_NODES = UNIT * MOST_UNITS
"""Nodes of the longest run, which needs a table of twice as many slots."""


@njit
def luby(i: int) -> int:
    """Term ``i`` (from 1) of the universal restart sequence."""
    power = 1
    while power - 1 < i:
        power *= 2
    while power - 1 != i:  # not the end of a block: the same term stands in an earlier block
        i -= power // 2 - 1
        power = 1
        while power - 1 < i:
            power *= 2
    return power // 2


@njit
def restart(rules: Rules, deal: Ints, first: Ints, work: Work, goal: int, limit: int) -> int:
    """Begin restarts at ``first`` until ``ctl[NODES]`` reaches ``goal``; stop dead at ``limit``.

    Returns SOLVED, EXHAUSTED or LIMIT as :func:`solver.patience.dfs.search` does. A run that
    outgrows its work arrays is given up like one that reaches its length.
    """
    ctl = work.ctl
    while ctl[NODES] < goal and ctl[NODES] < limit:
        ctl[RESTARTS] += 1
        length = UNIT * min(luby(ctl[RESTARTS]), MOST_UNITS)
        ctl[NOISE] = mix(ctl[RESTARTS], 0)
        ctl[WHIMS] = 1 << (mix(ctl[RESTARTS], 1) >> 60 & 3)
        begin_at(rules, first, work, 2 * length, 2 * length)
        end = search(rules, deal, work, min(limit, ctl[NODES] + length))
        if end in (SOLVED, EXHAUSTED):
            return end
    return LIMIT
