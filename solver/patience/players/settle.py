"""Settling a row: a best-first look at what the moves that can be taken back lead to.

From a position, moves other than a *step* (deal, turn, pass, return) are tried, always from the
best position not yet tried; where a step is legal the position is a *settling*. A fast player of
the whole game takes the best settling of a few positions, steps, and so on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.jit import njit
from solver.patience.beam_work import PACKED, load, save
from solver.patience.keys import Ints
from solver.patience.lines import LIFT, RETURN
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.players.evaluation import WON, value_of
from solver.patience.position import FRAME, KEY, PLACED, SIZE, STOCK, make, undo
from solver.patience.rules import Rules
from solver.patience.table import NEW, clear, insert

NONE = -1
N_VALUE, N_PARENT, N_MOVE, N_STEP, N_OPEN = range(5)
SLOTS_A_NODE = 4


class Settlings(NamedTuple):
    """The work arrays of a look at ``n`` positions at most, all int64."""

    pos: Ints
    trail: Ints
    moves: Ints
    table: Ints
    packed: Ints
    """[n, PACKED]: the positions met."""
    nodes: Ints
    """[5, n]: value, position before, move from there, step that is legal, whether untried."""
    met: Ints
    """[1]: how many there are."""


def new_settlings(most: int) -> Settlings:
    """Work arrays for ``most`` positions."""
    return Settlings(
        pos=np.zeros(SIZE, np.int64),
        trail=np.zeros(FRAME, np.int64),
        moves=np.zeros(2 * MOST_MOVES, np.int64),
        table=np.zeros(2 * SLOTS_A_NODE * most, np.int64),
        packed=np.zeros((most, PACKED), np.int64),
        nodes=np.zeros((5, most), np.int64),
        met=np.zeros(1, np.int64),
    )


@njit
def is_step(move: int) -> int:
    """1 for deal, turn, pass, return."""
    return int(move >> 16 < LIFT or move >> 16 == RETURN)


@njit
def add(rules: Rules, work: Settlings, parent: int, move: int, room: int) -> None:
    """Note ``work.pos``; the moves from ``room`` on are scratch."""
    node, nodes = work.met[0], work.nodes
    last = generate(rules, work.pos, work.moves, room)
    save(work.pos, work.packed[node])
    nodes[N_VALUE, node] = value_of(rules, work.pos)
    nodes[N_PARENT, node], nodes[N_MOVE, node] = parent, move
    first = work.moves[room]
    nodes[N_STEP, node] = first if last > room and is_step(first) else NONE
    nodes[N_OPEN, node] = int(last > room)
    work.met[0] = node + 1


@njit
def best_of(work: Settlings, row: int, least: int) -> int:
    """The node of the best value whose ``row`` is at least ``least``; NONE if there is none."""
    best = NONE
    for node in range(work.met[0]):
        if work.nodes[row, node] >= least and (
            best == NONE or work.nodes[N_VALUE, node] > work.nodes[N_VALUE, best]
        ):
            best = node
    return best


@njit
def settle(rules: Rules, deal: Ints, work: Settlings, most: int) -> int:
    """Look at ``most`` positions from ``work.pos`` on; the node of the best settling.

    That is a won position if one is met, and NONE where no step is legal anywhere. ``work.pos``
    is lost.
    """
    slots, pos = SLOTS_A_NODE * most, work.pos
    clear(work.table, slots)
    work.met[0] = 0
    insert(work.table, slots, pos[KEY], pos[KEY + 1])
    add(rules, work, NONE, 0, 0)
    node = best_of(work, N_OPEN, 1)
    while node != NONE and work.met[0] < most:
        work.nodes[N_OPEN, node] = 0
        won = expand(rules, deal, work, node, most)
        if won != NONE:
            return won
        node = best_of(work, N_OPEN, 1)
    return best_of(work, N_STEP, 0)


@njit
def expand(rules: Rules, deal: Ints, work: Settlings, node: int, most: int) -> int:
    """Note what the moves of a node lead to; the node of a win, if there is one, or NONE."""
    pos, moves, slots = work.pos, work.moves, SLOTS_A_NODE * most
    load(work.packed[node], pos)
    count = generate(rules, pos, moves, 0)
    for i in range(count - 1, -1, -1):
        if is_step(moves[i]) or work.met[0] == most:
            continue
        make(rules, deal, pos, work.trail, 0, moves[i])
        if insert(work.table, slots, pos[KEY], pos[KEY + 1]) == NEW:
            add(rules, work, node, moves[i], count)
            if pos[PLACED] == rules.cards:
                return work.met[0] - 1
        undo(rules, pos, work.trail, 0)
    return NONE


@njit
def play_on(rules: Rules, deal: Ints, work: Settlings, most: int) -> int:
    """Settle and step from ``work.pos`` until the stock is out; the value of the last settling.

    The position in which the stock was out is then ``work.packed[0]``.
    """
    while True:
        dealt = work.pos[STOCK]
        node = settle(rules, deal, work, most)
        if node == NONE:
            node = best_of(work, N_OPEN, 0)
        value, step = work.nodes[N_VALUE, node], work.nodes[N_STEP, node]
        if step == NONE or value == WON or dealt == rules.cards:
            return value
        load(work.packed[node], work.pos)
        make(rules, deal, work.pos, work.trail, 0, step)


@njit
def appraise(rules: Rules, deal: Ints, packed: Ints, step: int, work: Settlings, most: int) -> int:
    """The value that playing on from a packed position by a step comes to, with this deal."""
    load(packed, work.pos)
    make(rules, deal, work.pos, work.trail, 0, step)
    return play_on(rules, deal, work, most)


def line_to(work: Settlings, node: int) -> list[int]:
    """The packed moves that led to a node."""
    line: list[int] = []
    while work.nodes[N_PARENT, node] != NONE:
        line.append(int(work.nodes[N_MOVE, node]))
        node = int(work.nodes[N_PARENT, node])
    return line[::-1]
