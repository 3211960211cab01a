"""Case analysis for rules without building: assume a way for a face, see what still can happen.

The ways open to each face (ways.py) are narrowed to those that the relaxed game (relax.py) plays
in full, again and again. A face without a way proves that the assumptions cannot all hold. Where
the relaxed game keeps every face to one of its ways it is a game, and won. Else a way is assumed
for some face; one that turns out impossible is struck off, and the face's next way is assumed.
Before that every way of every face is tried alone, until no more fall.

The face to assume a way for is the one with the most trouble a way left (dom/wdeg: Boussemart,
Hemery, Lecoutre, Sais 2004): trouble is how often the face was left without a way before the
others, or a way was assumed for it to no avail. Its first way is the one played out first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.jit import njit
from solver.patience.dfs import EXHAUSTED, LIMIT, SOLVED
from solver.patience.keys import Ints
from solver.patience.relax import Relaxed, count_steps, first_difference, new_relaxed, relax
from solver.patience.rules import Rules
from solver.patience.ways import WAYS, Copies

# ctl: assumptions that stand; relaxed games played; assumptions refuted; at the start, the face
# (TRIED // 10) and way (TRIED % 10) to be tried alone next, and whether one fell in this round;
# faces whose way is of no account; plies whose relaxed game has been played.
PLY, NODES, REFUTED, TRIED, FELL, IDLE, PLAYED = range(7)
CTL_SIZE = 7

MOST_PLIES = 62
"""More than there are faces."""

MOST_STEPS = 140
"""More than a game has: 103 deals card by card, 24 lifts and returns, 12 turns."""

MOST_REFUTED = 1 << 14
"""Refutations noted; a longer proof is not kept."""

DONE = len(WAYS) * 64
DEAD, NARROWED = range(2)

FIRST_PILE = np.array([way[0] for way in WAYS])
SECOND_PILE = np.array([4 + way[1] for way in WAYS])


class CaseWork(NamedTuple):
    """The work arrays of a case analysis, all int64 and owned by the caller."""

    ways: Ints
    """The open ways after each assumption: a row a ply, a board of codes a way."""
    old: Ints
    """Those that the relaxed game of the ply was played with."""
    played: Ints
    """That game: a row of boards a ply and step."""
    assumed: Ints
    """The assumption that leads on from each ply: code * 10 + way."""
    trouble: Ints
    """By code."""
    proof: Ints
    """The refuted assumptions in the order of refutation, ply << 16 | code * 10 + way."""
    ctl: Ints
    """CTL_SIZE numbers, above."""
    gone: Ints
    """Of the relaxed game: see relax.py."""
    places: Ints


def new_case_work() -> CaseWork:
    """Empty work arrays."""
    plies, ways, relaxed = MOST_PLIES + 1, len(WAYS), new_relaxed()
    return CaseWork(
        ways=np.zeros((plies, ways), np.int64),
        old=np.zeros((plies, ways), np.int64),
        played=np.zeros((plies, MOST_STEPS, 8), np.int64),
        assumed=np.zeros(plies, np.int64),
        trouble=np.zeros(64, np.int64),
        proof=np.zeros(MOST_REFUTED, np.int64),
        ctl=np.zeros(CTL_SIZE, np.int64),
        gone=relaxed.gone,
        places=relaxed.places,
    )


@njit
def play(rules: Rules, copies: Copies, work: CaseWork, steps: int) -> None:
    """Play the relaxed game of the current ply, unless it is known: by itself or from the last."""
    ctl, ways, old, ply = work.ctl, work.ways, work.old, work.ctl[PLY]
    source = max(ctl[PLAYED] - 1, 0)
    first = 0
    if ctl[PLAYED] > 0:
        first = first_difference(old[source], ways[ply], work.played[source], steps)
        if source == ply and first == steps:
            return
    for way in range(len(WAYS)):
        old[ply, way] = ways[ply, way]
    relaxed = Relaxed(work.gone, work.places)
    relax(rules, copies, old[ply], relaxed, work.played[source], work.played[ply], first)
    ctl[NODES] += 1
    ctl[PLAYED] = ply + 1


@njit
def narrow(rules: Rules, copies: Copies, work: CaseWork, last: int) -> int:
    """Strike off the ways that the relaxed game did not play in full: DEAD or NARROWED."""
    ways, played, ply, open_faces = work.ways, work.played, work.ctl[PLY], 0
    for way in range(len(WAYS)):
        done = played[ply, last, FIRST_PILE[way]] & played[ply, last, SECOND_PILE[way]]
        ways[ply, way] &= done
        open_faces |= ways[ply, way]
    dead = rules.valid & ~open_faces
    if dead == 0:
        return NARROWED
    card = 0
    while dead >> copies.code[card] & 1 == 0:
        card += 1
    work.trouble[copies.code[card]] += 1
    return DEAD


@njit
def is_game(rules: Rules, work: CaseWork, last: int) -> int:
    """Whether the relaxed game keeps every face to one of its ways."""
    ply, agreed = work.ctl[PLY], work.ctl[IDLE]
    for way in range(len(WAYS)):
        more = 0
        for pile in range(4):
            if pile != FIRST_PILE[way]:
                more |= work.played[ply, last, pile]
            if 4 + pile != SECOND_PILE[way]:
                more |= work.played[ply, last, 4 + pile]
        agreed |= work.ways[ply, way] & ~more
    return int(rules.valid & ~agreed == 0)


@njit
def count_ways(ways: Ints, code: int) -> int:
    """How many ways a face has left."""
    count = 0
    for way in range(len(WAYS)):
        count += ways[way] >> code & 1
    return count


@njit
def assume(work: CaseWork, code: int, way: int) -> None:
    """Assume a way for a face: on to the next ply."""
    ply = work.ctl[PLY]
    work.assumed[ply] = code * len(WAYS) + way
    for other in range(len(WAYS)):
        keep = -1 if other == way else ~(1 << code)
        work.ways[ply + 1, other] = work.ways[ply, other] & keep
    work.ctl[PLY] = ply + 1


@njit
def first_way(work: CaseWork, code: int, steps: int) -> int:
    """The way of a face that the relaxed game of the current ply played out first."""
    ply, best, chosen = work.ctl[PLY], steps, -1
    for way in range(len(WAYS)):
        if work.ways[ply, way] >> code & 1:
            step = 0
            while step < best:
                row = work.played[ply, step]
                if row[FIRST_PILE[way]] & row[SECOND_PILE[way]] & 1 << code:
                    best, chosen = step, way
                step += 1
    return chosen


@njit
def branch(work: CaseWork, steps: int) -> None:
    """Assume a way of the face with the most trouble a way left."""
    ply, best, chosen = work.ctl[PLY], -1, 0
    for code in range(64):
        count = count_ways(work.ways[ply], code)
        if count > 1 and work.ctl[IDLE] >> code & 1 == 0:
            score = (work.trouble[code] + 1) * 840 // count  # 840 divides by 1 .. 8
            if score > best:
                best, chosen = score, code
    assume(work, chosen, first_way(work, chosen, steps))


@njit
def try_next(work: CaseWork) -> int:
    """At the start: assume the next way to be tried alone; 0 where none is left."""
    ctl = work.ctl
    while ctl[TRIED] < DONE:
        code, way = ctl[TRIED] // len(WAYS), ctl[TRIED] % len(WAYS)
        ctl[TRIED] += 1
        if ctl[TRIED] == DONE and ctl[FELL]:
            ctl[TRIED] = ctl[FELL] = 0
        is_open = work.ways[0, way] >> code & ~(ctl[IDLE] >> code) & 1
        if is_open and count_ways(work.ways[0], code) > 1:
            assume(work, code, way)
            return 1
    return 0


@njit
def refute(work: CaseWork, steps: int) -> None:
    """Strike off the last assumption and note it; assume the face's next way."""
    ctl = work.ctl
    ply = ctl[PLY] - 1
    code, way = work.assumed[ply] // len(WAYS), work.assumed[ply] % len(WAYS)
    if ctl[REFUTED] < work.proof.size:
        work.proof[ctl[REFUTED]] = ply << 16 | work.assumed[ply]
    ctl[REFUTED] += 1
    ctl[PLY], ctl[PLAYED] = ply, ply + 1
    work.ways[ply, way] &= ~(1 << code)
    if ctl[TRIED] < DONE:
        ctl[FELL] = 1
        return
    work.trouble[code] += 1
    if count_ways(work.ways[ply], code) > 0:
        assume(work, code, first_way(work, code, steps))


@njit
def analyse(rules: Rules, copies: Copies, work: CaseWork, limit: int) -> int:
    """Analyse on until ``ctl[NODES]`` reaches ``limit``: LIMIT, SOLVED or EXHAUSTED.

    After SOLVED the ways of ply ``ctl[PLY]`` win the deal.
    """
    ctl, steps = work.ctl, count_steps(rules)
    while ctl[NODES] < limit:
        # 1. What is possible under the assumptions?
        play(rules, copies, work, steps)
        ply = ctl[PLY]
        if narrow(rules, copies, work, steps - 1) == DEAD:
            if ply == 0:
                return EXHAUSTED
            refute(work, steps)
            continue
        # 2. Fewer ways than it was played with: play again if that makes a difference.
        if first_difference(work.old[ply], work.ways[ply], work.played[ply], steps) < steps:
            continue
        if is_game(rules, work, steps - 1):
            return SOLVED
        # 3. Assume something, at the start each way alone.
        if ctl[TRIED] < DONE:
            ctl[PLY], ctl[PLAYED] = 0, 1
            if try_next(work):
                continue
        branch(work, steps)
    return LIMIT


def agreed_ways(rules: Rules, work: CaseWork) -> dict[int, int]:
    """After SOLVED: a way of each face, by code, that the relaxed game does not go beyond."""
    ply = int(work.ctl[PLY])
    gone = work.played[ply, count_steps(rules) - 1].tolist()
    agreed = {}
    for way, codes in enumerate(work.ways[ply].tolist()):
        for code in range(64):
            piles = {pile for pile in range(8) if gone[pile] >> code & 1}
            if codes >> code & 1 and piles <= {int(FIRST_PILE[way]), int(SECOND_PILE[way])}:
                agreed[code] = way
    return agreed
