"""All that the seat to move can do up to the next unseen card or the end of its turn.

Positions of the turn are *nodes*, found best first by the chance of winning (evaluation.py) and
told apart by a table in which the order of cells does not count. What leads on from them, to a
card that nobody has seen or to the other seat, are the *leaves*.
"""

from __future__ import annotations

from solver.duel.bank.actions import BUILD, FILL, MAGAZINE, OPEN, kind_of, source_of
from solver.duel.bank.apply import act
from solver.duel.bank.evaluation import SURE, chance
from solver.duel.bank.greedy import choose_greedy
from solver.duel.bank.moves import generate
from solver.duel.bank.outcome import winner
from solver.duel.bank.rules import CELLS_OWN, Rules
from solver.duel.bank.search_work import (
    ACTION,
    EXPANDED,
    FRESH,
    LEAVES,
    MOST_LEAVES,
    MOST_NODES,
    NODE,
    NODES,
    PARENT,
    SLOTS,
    SQUARES,
    STATIC,
    STEP,
    SUM,
    WAITS,
    WORTH,
    Search,
)
from solver.duel.bank.state import (
    DECK_AT,
    DECK_SEEN,
    MAG_LOW,
    MAG_N,
    MOVER,
    Ints,
    canonical_key,
    cells_key,
    copy,
    deck_size,
)
from solver.duel.outcomes import GOING, WIN_A
from solver.jit import njit, njit_apart
from solver.patience.table import NEW, clear, insert

WON = 10 * SURE
"""The chance of a leaf that wins at once."""

FREE_LOOK = 10
"""What the evaluation adds for a turn that goes on with a card not yet seen."""


@njit
def turns_up(known: Ints, action: int) -> int:
    """Whether an action shows a card that nobody has seen."""
    seat = known[MOVER]
    if kind_of(action) == OPEN:
        return deck_size(known, seat) > 0 and known[DECK_AT + seat] >= known[DECK_SEEN + seat]
    if source_of(action) != MAGAZINE:
        return 0
    return 0 < known[MAG_N + seat] - 1 <= known[MAG_LOW + seat]


@njit
def back_again(visits: Ints, count: int, state: Ints) -> int:
    """Whether the cells are as they were earlier in the turn."""
    key = cells_key(state, 1)
    for i in range(count):
        if visits[i] == key:
            return 1
    return 0


@njit
def after_turn(rules: Rules, search: Search, me: int) -> int:
    """The chance of ``me`` in ``trial`` if the other seat moved next."""
    return SURE - chance(rules, search.trial, 1 - me, search.row)


@njit_apart
def add_leaf(rules: Rules, search: Search, node: int, action: int) -> None:
    """Add what an action of a node leads to; ``trial`` is the position after it."""
    counts, leaves, trial = search.counts, search.leaves, search.trial
    if counts[LEAVES] == MOST_LEAVES:
        return
    if counts[LEAVES] > 0 and leaves[0, NODE] == node and leaves[0, STEP] == action:
        return
    me = search.nodes[0, MOVER]
    worth = after_turn(rules, search, me)
    if trial[MOVER] == me:
        worth += FREE_LOOK
    won = winner(rules, trial, me)
    if won != GOING:
        worth = WON if won == WIN_A + me else -WON
    leaf = counts[LEAVES]
    leaves[leaf, NODE], leaves[leaf, STEP], leaves[leaf, STATIC] = node, action, worth
    leaves[leaf, SUM] = leaves[leaf, SQUARES] = 0
    counts[LEAVES] += 1


@njit_apart
def add_node(
    rules: Rules, search: Search, parent: int, action: int, visits: Ints, visited: int
) -> None:
    """Add the position after an action, ``trial``, unless it is known."""
    counts, path, trial = search.counts, search.path, search.trial
    node = counts[NODES]
    if node == MOST_NODES:
        return
    fresh = path[parent, FRESH] and kind_of(action) in (BUILD, FILL) and source_of(action) <= 8
    if fresh and back_again(visits, visited, trial):
        return
    sides = 1 if rules.win_cells == CELLS_OWN else 0
    first, second = canonical_key(trial, sides, 1), canonical_key(trial, sides, 5)
    if insert(search.table, SLOTS, first, second) != NEW:
        return
    copy(trial, search.nodes[node])
    path[node, PARENT], path[node, ACTION] = parent, action
    path[node, WORTH] = after_turn(rules, search, trial[MOVER])
    path[node, WAITS], path[node, FRESH] = 1, 1 if fresh else 0
    counts[NODES] += 1


@njit_apart
def follow(
    rules: Rules, search: Search, node: int, action: int, visits: Ints, visited: int
) -> None:
    """Add the leaf or the node that an action of a node leads to."""
    known, trial = search.nodes[node], search.trial
    copy(known, trial)
    act(trial, action)
    ends = trial[MOVER] != known[MOVER]
    if ends or turns_up(known, action) or winner(rules, trial, known[MOVER]) != GOING:
        add_leaf(rules, search, node, action)
    else:
        add_node(rules, search, node, action, visits, visited)


@njit_apart
def follow_greedy(rules: Rules, search: Search, count: int, visits: Ints, visited: int) -> None:
    """Make the leaf that the greedy player comes to, with the nodes on the way, the first."""
    node = 0
    while search.counts[LEAVES] == 0:
        if node > 0:
            count = generate(rules, search.nodes[node], search.others)
        action = choose_greedy(rules, search.nodes[node], search.others, count)
        before = search.counts[NODES]
        follow(rules, search, node, action, visits, visited)
        if search.counts[NODES] == before:
            return
        node = before


@njit_apart
def expand(rules: Rules, search: Search, node: int, count: int, visits: Ints, visited: int) -> None:
    """Follow ``count`` actions of a node."""
    search.path[node, WAITS] = 0
    for i in range(count):
        follow(rules, search, node, search.actions[i], visits, visited)


@njit
def best_waiting(search: Search) -> int:
    """The node of the highest chance that has not been expanded; -1 if there is none."""
    best, path = -1, search.path
    for node in range(search.counts[NODES]):
        if path[node, WAITS] and (best < 0 or path[node, WORTH] > path[best, WORTH]):
            best = node
    return best


@njit_apart
def search_turn(
    rules: Rules, search: Search, known: Ints, count: int, visits: Ints, visited: int
) -> None:
    """Find nodes and leaves, as far as the settings allow.

    ``search.actions`` holds the ``count`` legal actions of ``known``, what both players know;
    ``visits`` the keys of the cells earlier in the turn, which may not come again.
    """
    clear(search.table, SLOTS)
    search.counts[NODES], search.counts[LEAVES] = 1, 0
    copy(known, search.nodes[0])
    search.path[0, PARENT], search.path[0, FRESH], search.path[0, WORTH] = -1, 1, 0
    sides = 1 if rules.win_cells == CELLS_OWN else 0
    insert(search.table, SLOTS, canonical_key(known, sides, 1), canonical_key(known, sides, 5))
    for i in range(count):
        search.others[i] = search.actions[i]
    follow_greedy(rules, search, count, visits, visited)
    expand(rules, search, 0, count, visits, visited)
    for _ in range(search.settings[EXPANDED] - 1):
        node = best_waiting(search)
        if node < 0:
            return
        count = generate(rules, search.nodes[node], search.actions)
        expand(rules, search, node, count, visits, visited)
