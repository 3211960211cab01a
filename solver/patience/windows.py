"""Short cuts of a line: breadth-first from each of its positions to a later one."""

from __future__ import annotations

from solver.jit import njit
from solver.patience.keys import Ints
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import KEY, PLACED, make, start, undo
from solver.patience.rules import Rules
from solver.patience.table import NEW, clear, insert, slot_of
from solver.patience.variations import (
    DEEPEST,
    LENGTH,
    NOTHING,
    PLAYED,
    SLOTS,
    WINDOW,
    LineWork,
    adopt,
    copy,
    is_over,
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
        make(rules, deal, pos, work.trail, 0, work.line[0, i])
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
def go_to(rules: Rules, deal: Ints, work: LineWork, node: int, depth: int) -> int:
    """Go from the position ``depth`` moves below the window's first to a node's; its depth."""
    tree, pos, trail = work.tree, work.pos, work.trail
    while depth > 0:
        depth -= 1
        undo(rules, pos, trail, depth)
    for i in range(path_of(work, node)):
        make(rules, deal, pos, trail, depth, work.moves[i])
        depth += 1
    work.ctl[PLAYED] += depth
    return depth


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
def splice(rules: Rules, deal: Ints, work: LineWork, at: int, node: int, move: int, to: int) -> None:
    """Play from ``at`` to a node of the window, then ``move``, then on from ``to``."""
    line, other, length = work.line, work.other, work.ctl[LENGTH]
    for i in range(at):
        other[i] = line[0, i]
    count = at + path_of(work, node)
    for i in range(at, count):
        other[i] = work.moves[i - at]
    other[count] = move
    for i in range(to, length):
        other[count + 1 + i - to] = line[0, i]
    adopt(rules, deal, work, count + 1 + length - to)
    mark_line(rules, deal, work)


@njit
def search_window(rules: Rules, deal: Ints, work: LineWork, at: int) -> int:
    """Look for the short cut from move ``at`` on that saves most; 1 if there was one."""
    ctl, pos, tree, marks = work.ctl, work.pos, work.tree, work.marks
    copy(work.base, pos)
    clear(work.table, SLOTS)
    insert(work.table, SLOTS, pos[KEY], pos[KEY + 1])
    tree[N_PARENT, 0], nodes, head, depth = NOTHING, 1, 0, 0
    most = best_node = best_move = best_to = 0
    while head < nodes:
        depth = go_to(rules, deal, work, head, depth)
        if depth >= min(DEEPEST, ctl[LENGTH] - at - most):
            break  # the nodes are in order of depth
        for i in range(MOST_MOVES, generate(rules, pos, work.moves, MOST_MOVES)):
            move = work.moves[i]
            ctl[PLAYED] += 1
            make(rules, deal, pos, work.trail, depth, move)
            won = pos[PLACED] == rules.cards
            to = ctl[LENGTH] if won else marks[M_AT, find_mark(pos, marks)]
            if to - at - (depth + 1) > most:
                most, best_node, best_move, best_to = to - at - (depth + 1), head, move, to
            if nodes < WINDOW and insert(work.table, SLOTS, pos[KEY], pos[KEY + 1]) == NEW:
                tree[N_MOVE, nodes], tree[N_PARENT, nodes] = move, head
                nodes += 1
            undo(rules, pos, work.trail, depth)
        head += 1
    if most > 0:
        splice(rules, deal, work, at, best_node, best_move, best_to)
    return int(most > 0)


@njit
def take_short_cuts(rules: Rules, deal: Ints, work: LineWork) -> int:
    """Search a window from every position of the line; 1 if the line got shorter."""
    ctl, better, at = work.ctl, 0, 0
    start(rules, deal, work.base)
    mark_line(rules, deal, work)
    while at < ctl[LENGTH] and not is_over(work):
        if search_window(rules, deal, work, at):
            better = 1
        else:
            make(rules, deal, work.base, work.trail, 0, work.line[0, at])
            at += 1
    return better
