"""The stage beam: breadth where moves can be taken back, choice where they cannot.

A *stage* lasts from one irreversible step (deal, turn, pass, return) to the next. In a stage every
kept position is explored a little, depth-first in a random order of moves; each position met from
which a step is legal is a candidate, and of all candidates after the step the best are kept. The
score counts cards on base piles and pairs of in-suit neighbours lying on each other, plus noise
that is fixed for a position and a round: without noise the beam fills up with positions that are
all alike. Rounds differ in their noise and their width; a round that ends without a win says
nothing about the deal.

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
    F_NODE,
    F_SCORE,
    F_STEP,
    FOUND,
    HALF,
    K_ENTRY,
    K_NEIGHBOURS,
    KEPT,
    L_BEFORE,
    L_FIRST,
    L_LENGTH,
    LOGGED,
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
from solver.patience.keys import STRIDE, Ints, mix
from solver.patience.lines import BUILD, LIFT, RETURN
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import (
    CELLS,
    FRAME,
    HEIGHT,
    KEY,
    PLACED,
    T_FIRST,
    make,
    undo,
)
from solver.patience.rules import MAX_PLACES, Rules
from solver.patience.table import NEW, clear, insert

# The score, in 64ths of a card on a base pile.
CARD, NEIGHBOURS, NOISE_RANGE = 64, 40, 640

WHIM = 2
"""64ths of the positions at which any move may come first, as in dfs.py."""

# How a stage ended, besides dfs.SOLVED.
ON, OVER = 10, 11


@njit
def are_neighbours(one: int, other: int) -> int:
    """1 where two codes are of one suit and next to each other in rank."""
    return int(abs(one - other) == 1)  # codes of different suits are further apart


@njit
def count_neighbours(pos: Ints) -> int:
    """In-suit neighbours lying on each other, over all places."""
    count = 0
    for place in range(MAX_PLACES):
        cell = CELLS + place * STRIDE
        for i in range(1, pos[HEIGHT + place]):
            count += are_neighbours(pos[cell + i], pos[cell + i - 1])
    return count


@njit
def neighbours_gained(pos: Ints, move: int) -> int:
    """By how much a build, base play or lift changes the count of neighbours."""
    code, place, gained = move >> 8 & 63, move >> 4 & 15, 0
    height = pos[HEIGHT + place]
    if height > 1:
        gained -= are_neighbours(code, pos[CELLS + place * STRIDE + height - 2])
    if move >> 16 == BUILD:
        target = move & 15
        height = pos[HEIGHT + target]
        if height > 0:
            gained += are_neighbours(code, pos[CELLS + target * STRIDE + height - 1])
    return gained


@njit
def note(work: BeamWork, node: int, neighbours: int, step: int, kept: int) -> None:
    """Note a candidate: the position in ``work.pos`` with a step that leaves the stage."""
    ctl, pos, found = work.ctl, work.pos, work.found
    if ctl[FOUND] == MOST_FOUND:
        return
    random = mix(pos[KEY] ^ ctl[ROUND], 0) >> 33 & 0x7FFFFFFF
    score = CARD * pos[PLACED] + NEIGHBOURS * neighbours + (random * NOISE_RANGE >> 31)
    i = ctl[FOUND]
    found[F_NODE, i], found[F_STEP, i] = node, step
    found[F_SCORE, i], found[F_KEPT, i] = score, kept
    ctl[FOUND] = i + 1


@njit
def enter(rules: Rules, work: BeamWork, move: int, neighbours: int, kept: int) -> None:
    """Make ``work.pos`` a node: note its steps as candidates, put its other moves on the stack."""
    ctl, moves, ply, node = work.ctl, work.moves, work.ctl[PLY], work.ctl[TREE]
    work.tree[N_MOVE, node] = move
    work.tree[N_PARENT, node] = work.plies[0, ply - 1] if ply > 0 else -1
    work.plies[0, ply], work.plies[1, ply] = node, neighbours
    ctl[TREE] = node + 1
    first = count = ctl[COUNT]
    work.trail[ply * FRAME + T_FIRST] = first
    for i in range(first, generate(rules, work.pos, moves, first)):
        kind = moves[i] >> 16
        if kind < LIFT or kind == RETURN:
            note(work, node, neighbours, moves[i], kept)
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
    enter(rules, work, 0, work.marks[ctl[HALF], K_NEIGHBOURS, kept], kept)
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
        neighbours = work.plies[1, ply] + neighbours_gained(pos, move)
        make(rules, deal, pos, trail, ply, move)
        won = pos[PLACED] == rules.cards
        if not won and insert(work.table, slots, pos[KEY], pos[KEY + 1]) != NEW:
            undo(rules, pos, trail, ply)
            continue
        ctl[PLY] = ply + 1
        enter(rules, work, move, neighbours, kept)
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
    work.log[L_BEFORE, entry] = work.marks[ctl[HALF], K_ENTRY, kept]
    work.log[L_FIRST, entry], work.log[L_LENGTH, entry] = first, length
    ctl[LOGGED], ctl[ENTRIES] = first + length, entry + 1
    return entry


@njit
def cut_score(work: BeamWork) -> int:
    """The lowest score of which all candidates can be kept."""
    for score in range(SCORES):
        work.scores[score] = 0
    for i in range(work.ctl[FOUND]):
        work.scores[work.found[F_SCORE, i]] += 1
    score, left = SCORES, work.ctl[WIDTH]
    while score > 0 and work.scores[score - 1] <= left:
        score -= 1
        left -= work.scores[score]
    return score


@njit
def has_room(work: BeamWork, nodes: int) -> int:
    """Whether the logs have room for this stage (``nodes`` explored each) and a win after it."""
    ctl = work.ctl
    longest = ctl[WIDTH] * (nodes + 2) + EXPLORED_LAST
    return int(
        ctl[LOGGED] + longest <= work.logged.size and ctl[ENTRIES] + ctl[WIDTH] < work.log.shape[1]
    )


@njit
def keep_best(rules: Rules, deal: Ints, work: BeamWork) -> None:
    """Keep the best candidates, after their step, for the next stage."""
    ctl, pos, found, half = work.ctl, work.pos, work.found, 1 - work.ctl[HALF]
    cut, count = cut_score(work), 0
    for i in range(ctl[FOUND]):
        if found[F_SCORE, i] < cut:
            continue
        entry = log_line(work, found[F_KEPT, i], found[F_NODE, i], found[F_STEP, i])
        load(work.kept[ctl[HALF], found[F_KEPT, i]], pos)
        first = work.log[L_FIRST, entry]
        for at in range(first, first + work.log[L_LENGTH, entry]):
            make(rules, deal, pos, work.trail, 0, work.logged[at])
        save(pos, work.kept[half, count])
        work.marks[half, K_NEIGHBOURS, count] = count_neighbours(pos)
        work.marks[half, K_ENTRY, count] = entry
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
    work.marks[0, K_NEIGHBOURS, 0] = count_neighbours(first)
    work.marks[0, K_ENTRY, 0] = -1


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
