"""The planner: the whole turn up to the next unseen card, then playouts over unseen cards.

1. search.py finds what the turn can lead to, each leaf with its chance by the evaluation.
2. The best of them are played on: the unseen cards of each pack are dealt at random to their
   places, greedy players go on for some turns, and the evaluation tells how the game stands then.
   All leaves meet the same deals. Half of them are dropped from round to round (sequential
   halving; Karnin, Koren and Somekh 2013).
3. The way to the best leaf is played without a further look, as nothing new is seen before it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.bank.apply import act
from solver.duel.bank.evaluation import SURE, chance
from solver.duel.bank.greedy import choose_greedy
from solver.duel.bank.moves import generate
from solver.duel.bank.outcome import winner
from solver.duel.bank.rules import Rules
from solver.duel.bank.search import WON, search_turn
from solver.duel.bank.search_work import (
    ACTION,
    DOUBT,
    HORIZON,
    LEAF,
    LEAVES,
    NODE,
    PARENT,
    SQUARES,
    STATIC,
    STEP,
    SUM,
    WIDTH,
    Search,
)
from solver.duel.bank.state import (
    CELL_CARDS,
    DECK,
    DECK_AT,
    DECK_N,
    DECK_SEEN,
    LAID,
    MAG,
    MAG_LOW,
    MAGAZINE_CARDS,
    MOVER,
    STRIDE,
    UNSEEN,
    Ints,
    begin_turn,
    copy,
)
from solver.duel.outcomes import GOING, WIN_A
from solver.jit import njit, njit_apart
from solver.shuffle import draw

Streams = NDArray[np.uint64]

MOST_GREEDY = 300
"""Actions of a turn in a playout."""

SAMPLING = 3
"""The stream of random numbers of a sample of unseen cards."""


@njit_apart
def deal_unseen(state: Ints, streams: Streams, cards: Ints) -> None:
    """Put the unseen cards of each pack in random order into the places of unseen cards."""
    for seat in range(2):
        count, unseen = 0, state[UNSEEN + seat]
        for code in range(64):
            if unseen >> code & 1:
                cards[count] = code
                count += 1
        hidden = state[MAG_LOW + seat]
        if state[LAID + seat] == 0:
            hidden = MAGAZINE_CARDS + CELL_CARDS
        for i in range(hidden):
            count = take_card(state, MAG + STRIDE * seat + i, streams, cards, count)
        first = max(state[DECK_SEEN + seat], state[DECK_AT + seat])
        for i in range(first, state[DECK_N + seat]):
            count = take_card(state, DECK + STRIDE * seat + i, streams, cards, count)


@njit
def take_card(state: Ints, place: int, streams: Streams, cards: Ints, count: int) -> int:
    """Put one of the first ``count`` cards into a place; returns how many are left."""
    i = draw(streams, SAMPLING, count)
    state[place] = cards[i]
    cards[i] = cards[count - 1]
    return count - 1


@njit_apart
def play_out(rules: Rules, search: Search, me: int, turns: int) -> int:
    """Let greedy players go on from ``trial``, all of it known; the chance of ``me`` at the end.

    The rest of its own turn and then an even number of ``turns``: the other seat is always next.
    """
    state = search.trial
    for _ in range(turns + 1 if state[MOVER] == me else turns):
        begin_turn(state)
        seat, steps = state[MOVER], 0
        while state[MOVER] == seat:
            count = generate(rules, state, search.actions)
            act(state, choose_greedy(rules, state, search.actions, count))
            won = winner(rules, state, seat)
            if won != GOING:
                return SURE if won == WIN_A + me else 0
            steps += 1
            if steps > MOST_GREEDY:
                return SURE // 2
    begin_turn(state)
    return SURE - chance(rules, state, state[MOVER], search.row)


@njit_apart
def play_leaf(rules: Rules, search: Search, leaf: int, streams: Streams, sample: int) -> int:
    """One playout of a leaf over a sample of unseen cards, told by the seed of its stream."""
    leaves, trial = search.leaves, search.trial
    copy(search.nodes[leaves[leaf, NODE]], trial)
    me = trial[MOVER]
    streams[SAMPLING] = np.uint64(sample)
    deal_unseen(trial, streams, search.cards)
    act(trial, leaves[leaf, STEP])
    won = winner(rules, trial, me)
    if won != GOING:
        return SURE if won == WIN_A + me else 0
    return play_out(rules, search, me, search.settings[HORIZON])


@njit
def swap_leaves(leaves: Ints, i: int, j: int) -> None:
    """Exchange two leaves."""
    for k in range(LEAF):
        leaves[i, k], leaves[j, k] = leaves[j, k], leaves[i, k]


@njit_apart
def sort_leaves(leaves: Ints, first: int, end: int, keep: int, key: int) -> None:
    """Bring the best of the leaves ``first`` … ``end`` - 1 by a column to ``first`` … ``keep``."""
    for i in range(first, min(keep, end)):
        best = i
        for j in range(i + 1, end):
            if leaves[j, key] > leaves[best, key]:
                best = j
        swap_leaves(leaves, i, best)


@njit_apart
def compare_leaves(rules: Rules, search: Search, end: int, streams: Streams, sample: int) -> None:
    """One sample for the leaves below ``end``: each against the first."""
    leaves = search.leaves
    usual = play_leaf(rules, search, 0, streams, sample)
    for leaf in range(1, end):
        gain = play_leaf(rules, search, leaf, streams, sample) - usual
        leaves[leaf, SUM] += gain
        leaves[leaf, SQUARES] += gain * gain


@njit
def is_better(leaves: Ints, leaf: int, samples: int, doubt: int) -> int:
    """Whether a leaf beats the first one by more than chance would have it."""
    gain = leaves[leaf, SUM]
    spread = leaves[leaf, SQUARES] - gain * gain // samples
    return gain > 0 and 100 * gain * gain > doubt * spread


@njit_apart
def choose_leaf(rules: Rules, search: Search, streams: Streams, stream: int, budget: int) -> None:
    """Bring the best leaf to the front, with about ``budget`` playouts in all."""
    leaves, count, width = search.leaves, search.counts[LEAVES], search.settings[WIDTH]
    seed = draw(streams, stream, 1 << 31)
    best = 0
    for leaf in range(1, count):
        if leaves[leaf, STATIC] >= WON:
            best = leaf
    if best > 0 or count == 1 or leaves[0, STATIC] >= WON:
        swap_leaves(leaves, 0, best)
        return
    sort_leaves(leaves, 1, count, width, STATIC)
    alive, samples = min(count, width), 0
    rounds = 1 if alive <= 3 else 2 if alive <= 5 else 3
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * alive))):
            compare_leaves(rules, search, alive, streams, (seed << 20) + (samples << 4))
            samples += 1
        sort_leaves(leaves, 1, alive, alive, SUM)
        alive = 1 + alive // 2
    if is_better(leaves, 1, samples, search.settings[DOUBT]):
        swap_leaves(leaves, 0, 1)


@njit_apart
def write_plan(search: Search, plan: Ints) -> int:
    """Write the actions that lead to the first leaf, the last one first; returns how many."""
    plan[0] = search.leaves[0, STEP]
    count, node = 1, search.leaves[0, NODE]
    while search.path[node, PARENT] >= 0:
        plan[count] = search.path[node, ACTION]
        node = search.path[node, PARENT]
        count += 1
    return count


@njit_apart
def choose_plan(
    rules: Rules,
    known: Ints,
    actions: Ints,
    count: int,
    visits: Ints,
    visited: int,
    search: Search,
    streams: Streams,
    stream: int,
    budget: int,
    plan: Ints,
) -> int:
    """Plan the turn up to the next unseen card; returns the length of the plan (write_plan)."""
    for i in range(count):
        search.actions[i] = actions[i]
    search_turn(rules, search, known, count, visits, visited)
    choose_leaf(rules, search, streams, stream, budget)
    return write_plan(search, plan)
