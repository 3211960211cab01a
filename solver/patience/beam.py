"""The stage beam: breadth where moves can be taken back, choice where they cannot.

A *stage* lasts from one irreversible step (deal, turn, pass, return) to the next. In a stage every
kept position is explored a little, depth-first in a random order of moves; each position met from
which a step is legal is a candidate, and of all candidates the best after their step are kept. The
score (score.py) is learned; to it comes noise that is fixed for a position and a round: without
noise the beam fills up with positions that are all alike. Against the same danger positions of one
*kind*, those with the same base piles, get so many places at most while there are others. Where a
base card could still be played only a few positions are candidates, for most lines that hold one
back do so for nothing. Rounds differ in their noise and their width; one that ends without a win
says nothing about the deal.

A candidate is a node of the tree explored in this stage; the moves that led to each kept position
are logged, so that the line of a win can be read back stage by stage.
"""

from __future__ import annotations

from solver.jit import njit
from solver.patience.beam_work import (
    ENTRIES,
    EXPLORED,
    EXPLORED_LAST,
    F_KEPT,
    F_KIND,
    F_NODE,
    F_SCORE,
    F_STEP,
    FOUND,
    HALF,
    KEPT,
    KINDS,
    L_BEFORE,
    L_FIRST,
    L_LENGTH,
    LOGGED,
    MIDDLE,
    MOST_FOUND,
    MOST_NODES,
    N_MOVE,
    N_PARENT,
    ROUND,
    SCORES,
    SLOTS,
    TREE,
    WIDTH,
    BeamWork,
    load,
    save,
)
from solver.patience.dfs import COUNT, LIMIT, NODES, NOISE, PLY, RESTARTS, SOLVED, WHIMS, shuffle
from solver.patience.keys import Ints, mix
from solver.patience.lines import LIFT, PLAY_DOWN, RETURN
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import (
    DOWN,
    FRAME,
    KEY,
    PLACED,
    T_FIRST,
    UP,
    make,
    undo,
)
from solver.patience.rules import Rules
from solver.patience.score import COUNTS, measure, phase, score
from solver.patience.table import NEW, clear, insert

UNSETTLED = 8
"""One in so many positions from which a base card could still be played is a candidate."""

SHARE = 32
"""Positions of one kind get one in so many places, while there are others."""

WHIM = 2
"""64ths of the positions at which any move may come first, as in dfs.py."""

# How a stage ended, besides dfs.SOLVED.
ON, OVER = 10, 11


@njit
def random_bits(work: BeamWork, half: int) -> int:
    """31 random bits, fixed for the position in ``work.pos`` and the round."""
    return mix(work.pos[KEY] ^ work.ctl[ROUND], half) >> 33 & 0x7FFFFFFF


@njit
def kind_of(pos: Ints) -> int:
    """The kind of a position: one number for all that have the same base piles."""
    ups = mix(pos[UP], 0) + mix(pos[UP + 1], 0)
    downs = mix(pos[DOWN], 1) + mix(pos[DOWN + 1], 1)
    return mix(ups ^ downs, 0) >> 20 & KINDS - 1


@njit
def note(rules: Rules, deal: Ints, work: BeamWork, node: int, step: int, kept: int) -> None:
    """Note a candidate: the position after a step that leaves the stage."""
    ctl, pos, found, i, ply = work.ctl, work.pos, work.found, work.ctl[FOUND], work.ctl[PLY]
    if i == MOST_FOUND:
        return
    make(rules, deal, pos, work.trail, ply, step)
    measure(rules, deal, pos, work.covers, work.counts)
    row = phase(rules, pos)
    noise = random_bits(work, 0) * work.weights[row, COUNTS] >> 31
    total = MIDDLE + noise + score(work.weights, row, work.counts)
    undo(rules, pos, work.trail, ply)
    found[F_NODE, i], found[F_STEP, i] = node, step
    found[F_SCORE, i], found[F_KEPT, i] = min(max(total, 0), SCORES - 1), kept
    found[F_KIND, i] = kind_of(pos)
    ctl[FOUND] = i + 1


@njit
def is_candidate(work: BeamWork, last: int) -> int:
    """1 where the position in ``work.pos``, whose most eager move is ``last``, is a candidate."""
    return int(last >> 16 < PLAY_DOWN or random_bits(work, 1) % UNSETTLED == 0)


@njit
def enter(rules: Rules, deal: Ints, work: BeamWork, move: int, kept: int) -> None:
    """Make ``work.pos`` a node: note its steps as candidates, put its other moves on the stack."""
    ctl, moves, ply, node = work.ctl, work.moves, work.ctl[PLY], work.ctl[TREE]
    work.tree[N_MOVE, node] = move
    work.tree[N_PARENT, node] = work.plies[ply - 1] if ply > 0 else -1
    work.plies[ply] = node
    ctl[TREE] = node + 1
    first = count = ctl[COUNT]
    work.trail[ply * FRAME + T_FIRST] = first
    end = generate(rules, work.pos, moves, first)
    candidate = end > first and is_candidate(work, moves[end - 1])
    for i in range(first, end):
        kind = moves[i] >> 16
        if kind < LIFT or kind == RETURN:
            if candidate:
                note(rules, deal, work, node, moves[i], kept)
        else:
            moves[count] = moves[i]
            count += 1
    ctl[COUNT] = count
    shuffle(moves, first, ctl)


@njit
def explore(rules: Rules, deal: Ints, work: BeamWork, slots: int, kept: int, nodes: int) -> int:
    """Explore the stage from kept position ``kept`` for ``nodes`` moves at most: SOLVED or ON."""
    ctl, pos, trail, moves = work.ctl, work.pos, work.trail, work.moves
    load(work.kept[ctl[HALF], kept], pos)
    ctl[PLY], ctl[COUNT] = 0, 0
    if ctl[TREE] == MOST_NODES or insert(work.table, slots, pos[KEY], pos[KEY + 1]) != NEW:
        return ON
    enter(rules, deal, work, 0, kept)
    stop = ctl[NODES] + nodes
    while True:
        ply = ctl[PLY]
        first = trail[ply * FRAME + T_FIRST]
        full = ctl[TREE] == MOST_NODES or ctl[COUNT] + MOST_MOVES > moves.size
        if ctl[COUNT] == first or ctl[NODES] == stop or full:
            if ply == 0:
                return ON
            ctl[PLY], ctl[COUNT] = ply - 1, first
            undo(rules, pos, trail, ply - 1)
            continue
        ctl[COUNT] -= 1
        ctl[NODES] += 1
        move = moves[ctl[COUNT]]
        make(rules, deal, pos, trail, ply, move)
        won = pos[PLACED] == rules.cards
        if not won and insert(work.table, slots, pos[KEY], pos[KEY + 1]) != NEW:
            undo(rules, pos, trail, ply)
            continue
        ctl[PLY] = ply + 1
        enter(rules, deal, work, move, kept)
        if won:
            return SOLVED


@njit
def explore_all(rules: Rules, deal: Ints, work: BeamWork, nodes: int, limit: int) -> int:
    """Explore from every kept position: ON, SOLVED (by the newest node), or LIMIT."""
    ctl = work.ctl
    slots = min(SLOTS, 2 * ctl[KEPT] * (nodes + 1))
    clear(work.table, slots)
    ctl[TREE], ctl[FOUND] = 0, 0
    room = SLOTS // 4 * 3
    for kept in range(ctl[KEPT]):
        if ctl[NODES] >= limit:
            return LIMIT
        if room <= 0:
            return ON
        ctl[NODES] += 1  # the step that led to the kept position
        before, tree, found = ctl[NODES], ctl[TREE], ctl[FOUND]
        share = min(nodes, limit - before, room)
        if explore(rules, deal, work, slots, kept, share) == SOLVED:
            ctl[KEPT] = kept  # whose line the win continues
            return SOLVED
        room -= ctl[NODES] - before + 1
        if ctl[FOUND] == found:  # no candidate hangs on these nodes
            ctl[TREE] = tree
    return ON


@njit
def log_line(work: BeamWork, kept: int, node: int, step: int) -> int:
    """Log the moves from a kept position to a node and on by a step (-1: none); the entry."""
    ctl, tree = work.ctl, work.tree
    length, at = 0, node
    while tree[N_PARENT, at] >= 0:
        length += 1
        at = tree[N_PARENT, at]
    first, at = ctl[LOGGED], node
    for i in range(length):
        work.logged[first + length - 1 - i] = tree[N_MOVE, at]
        at = tree[N_PARENT, at]
    if step >= 0:
        work.logged[first + length] = step
        length += 1
    entry = ctl[ENTRIES]
    work.log[L_BEFORE, entry] = work.entries[ctl[HALF], kept]
    work.log[L_FIRST, entry], work.log[L_LENGTH, entry] = first, length
    ctl[LOGGED], ctl[ENTRIES] = first + length, entry + 1
    return entry


@njit
def rank(work: BeamWork) -> None:
    """List the candidates in ``work.ranked``, best first, in the order found where scores tie."""
    found, scores, count = work.found, work.scores, work.ctl[FOUND]
    for i in range(SCORES):
        scores[i] = 0
    for i in range(count):
        scores[found[F_SCORE, i]] += 1
    first = count
    for i in range(SCORES):
        first -= scores[i]
        scores[i] = first
    for i in range(count):
        work.ranked[scores[found[F_SCORE, i]]] = i
        scores[found[F_SCORE, i]] += 1


@njit
def has_room(work: BeamWork, nodes: int) -> int:
    """Whether the logs have room for this stage (``nodes`` explored each) and a win after it."""
    ctl = work.ctl
    longest = ctl[WIDTH] * (nodes + 2) + EXPLORED_LAST
    return int(
        ctl[LOGGED] + longest <= work.logged.size and ctl[ENTRIES] + ctl[WIDTH] < work.log.shape[1]
    )


@njit
def keep(rules: Rules, deal: Ints, work: BeamWork, i: int, half: int, count: int) -> None:
    """Keep candidate ``i``, after its step, as the next stage's position ``count``."""
    ctl, pos, found = work.ctl, work.pos, work.found
    entry = log_line(work, found[F_KEPT, i], found[F_NODE, i], found[F_STEP, i])
    load(work.kept[ctl[HALF], found[F_KEPT, i]], pos)
    first = work.log[L_FIRST, entry]
    for at in range(first, first + work.log[L_LENGTH, entry]):
        make(rules, deal, pos, work.trail, 0, work.logged[at])
    save(pos, work.kept[half, count])
    work.entries[half, count] = entry


@njit
def keep_best(rules: Rules, deal: Ints, work: BeamWork) -> None:
    """Keep the best candidates: first so many of a kind at most, then the best of the others."""
    ctl, half, count, left = work.ctl, 1 - work.ctl[HALF], 0, 0
    rank(work)
    for kind in range(KINDS):
        work.kinds[kind] = 0
    most = max(ctl[WIDTH] // SHARE, 1)
    for at in range(ctl[FOUND]):
        i = work.ranked[at]
        if count < ctl[WIDTH] and work.kinds[work.found[F_KIND, i]] < most:
            work.kinds[work.found[F_KIND, i]] += 1
            keep(rules, deal, work, i, half, count)
            count += 1
        else:
            work.ranked[left] = i
            left += 1
    for at in range(min(left, ctl[WIDTH] - count)):
        keep(rules, deal, work, work.ranked[at], half, count)
        count += 1
    ctl[KEPT], ctl[HALF] = count, half


@njit
def begin_round(first: Ints, work: BeamWork, width: int) -> None:
    """Begin another round: position ``first`` is kept alone."""
    ctl = work.ctl
    ctl[RESTARTS] += 1
    ctl[ROUND] = mix(ctl[RESTARTS], 1)
    ctl[NOISE], ctl[WHIMS] = mix(ctl[RESTARTS], 0), WHIM
    ctl[WIDTH], ctl[KEPT], ctl[HALF], ctl[ENTRIES], ctl[LOGGED] = width, 1, 0, 0, 0
    save(first, work.kept[0, 0])
    work.entries[0, 0] = -1


@njit
def stage(rules: Rules, deal: Ints, work: BeamWork, limit: int) -> int:
    """Play one stage of a round: SOLVED, ON, OVER (the round ends without a win) or LIMIT.

    ``ctl[NODES]`` never exceeds ``limit``. After SOLVED the newest log entry ends the line.
    """
    ctl, nodes = work.ctl, EXPLORED
    end = explore_all(rules, deal, work, nodes, limit)
    if end == ON and ctl[FOUND] == 0:  # no step is left: look harder
        nodes = EXPLORED_LAST
        end = explore_all(rules, deal, work, nodes, limit)
    if end == SOLVED:
        log_line(work, ctl[KEPT], ctl[TREE] - 1, -1)
    if end != ON:
        return end
    if ctl[FOUND] == 0 or not has_room(work, nodes):
        return OVER
    keep_best(rules, deal, work)
    return ON
