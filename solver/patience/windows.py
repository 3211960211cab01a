"""Short cuts of a line: breadth-first from each of its positions to a later one."""

from __future__ import annotations

from solver.jit import njit
from solver.patience.keys import Ints
from solver.patience.moves import MOST_MOVES
from solver.patience.position import KEY, PLACED, start, undo
from solver.patience.rules import Rules
from solver.patience.table import NEW, clear, insert, slot_of
from solver.patience.variations import (
    B_MOVE,
    B_NODE,
    B_TO,
    DEEPEST,
    DEPTH,
    LENGTH,
    NOTHING,
    PLAYED,
    SAVES,
    SLOTS,
    WINDOW,
    LineWork,
    adopt,
    copy,
    generate_apart,
    is_over,
    make_apart,
)

N_MOVE, N_PARENT = range(2)
M_FIRST, M_SECOND, M_AT = range(3)


@njit
def mark_line(rules: Rules, deal: Ints, work: LineWork) -> None:
    """Note the position after each move of the line; of equal ones the last."""
    pos, marks = work.pos, work.marks
    for slot in range(marks.shape[1]):
        marks[M_AT, slot] = 0
    start(rules, deal, pos)
    for i in range(work.ctl[LENGTH]):
        make_apart(rules, deal, pos, work.trail, 0, work.line[0, i])
        slot = find_mark(pos, marks)
        marks[M_FIRST, slot], marks[M_SECOND, slot] = pos[KEY], pos[KEY + 1]
        marks[M_AT, slot] = i + 1


@njit
def find_mark(pos: Ints, marks: Ints) -> int:
    """The slot of a position of the line, or the empty slot (M_AT is 0) where it would stand."""
    slots = marks.shape[1]
    slot = slot_of(pos[KEY], slots)
    while marks[M_AT, slot] != 0 and (
        marks[M_FIRST, slot] != pos[KEY] or marks[M_SECOND, slot] != pos[KEY + 1]
    ):
        slot = slot + 1 if slot + 1 < slots else 0
    return slot


@njit
def go_to(rules: Rules, deal: Ints, work: LineWork, node: int) -> None:
    """Go from where the window stands to a node."""
    ctl = work.ctl
    while ctl[DEPTH] > 0:
        ctl[DEPTH] -= 1
        undo(rules, work.pos, work.trail, ctl[DEPTH])
    for i in range(path_of(work, node)):
        make_apart(rules, deal, work.pos, work.trail, ctl[DEPTH], work.moves[i])
        ctl[DEPTH] += 1
    ctl[PLAYED] += ctl[DEPTH]


@njit
def path_of(work: LineWork, node: int) -> int:
    """Put the moves that lead to a node at the front of ``moves``; returns how many."""
    tree, count, at = work.tree, 0, node
    while tree[N_PARENT, at] != NOTHING:
        count += 1
        at = tree[N_PARENT, at]
    at = node
    for i in range(count - 1, -1, -1):
        work.moves[i] = tree[N_MOVE, at]
        at = tree[N_PARENT, at]
    return count


@njit
def splice(rules: Rules, deal: Ints, work: LineWork, at: int) -> None:
    """Make the line take the best short cut from move ``at`` on."""
    line, other, ctl = work.line, work.other, work.ctl
    for i in range(at):
        other[i] = line[0, i]
    count = at + path_of(work, ctl[B_NODE])
    for i in range(at, count):
        other[i] = work.moves[i - at]
    other[count] = ctl[B_MOVE]
    for i in range(ctl[B_TO], ctl[LENGTH]):
        count += 1
        other[count] = line[0, i]
    adopt(rules, deal, work, count + 1)


@njit
def expand(rules: Rules, deal: Ints, work: LineWork, at: int, node: int, nodes: int) -> int:
    """Play each move of a node where the window stands; the new number of nodes."""
    ctl, pos, tree, marks, depth = work.ctl, work.pos, work.tree, work.marks, work.ctl[DEPTH]
    for i in range(MOST_MOVES, generate_apart(rules, pos, work.moves, MOST_MOVES)):
        move = work.moves[i]
        ctl[PLAYED] += 1
        make_apart(rules, deal, pos, work.trail, depth, move)
        won = pos[PLACED] == rules.cards
        to = ctl[LENGTH] if won else marks[M_AT, find_mark(pos, marks)]
        if to - at - (depth + 1) > ctl[SAVES]:
            ctl[SAVES] = to - at - (depth + 1)
            ctl[B_NODE], ctl[B_MOVE], ctl[B_TO] = node, move, to
        if nodes < WINDOW and insert(work.table, SLOTS, pos[KEY], pos[KEY + 1]) == NEW:
            tree[N_MOVE, nodes], tree[N_PARENT, nodes] = move, node
            nodes += 1
        undo(rules, pos, work.trail, depth)
    return nodes


@njit
def search_window(rules: Rules, deal: Ints, work: LineWork, at: int) -> int:
    """Look for the short cut from move ``at`` on that saves most; how many moves it saves."""
    ctl, pos = work.ctl, work.pos
    copy(work.base, pos)
    clear(work.table, SLOTS)
    insert(work.table, SLOTS, pos[KEY], pos[KEY + 1])
    work.tree[N_PARENT, 0] = NOTHING
    ctl[DEPTH] = ctl[SAVES] = 0
    nodes = ctl[DEPTH] + 1
    for head in range(WINDOW):
        if head >= nodes:
            break
        go_to(rules, deal, work, head)
        if ctl[DEPTH] >= min(DEEPEST, ctl[LENGTH] - at - ctl[SAVES]):
            break  # nodes are in order of depth: nothing is left to gain
        nodes = expand(rules, deal, work, at, head, nodes)
    return ctl[SAVES]


@njit
def take_short_cuts(rules: Rules, deal: Ints, work: LineWork) -> int:
    """Search a window from every position of the line; 1 if the line got shorter."""
    ctl, better = work.ctl, 0
    start(rules, deal, work.base)
    mark_line(rules, deal, work)
    for at in range(work.line.shape[1]):
        while at < ctl[LENGTH] and not is_over(work) and search_window(rules, deal, work, at):
            better = 1
            splice(rules, deal, work, at)
            mark_line(rules, deal, work)
        if at >= ctl[LENGTH] or is_over(work):
            break
        make_apart(rules, deal, work.base, work.trail, 0, work.line[0, at])
    return better
