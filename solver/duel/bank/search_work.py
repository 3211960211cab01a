"""The arrays of a search through a turn (search.py), and what stands in them.

``path`` holds for each node its parent, the action that led to it, its chance as seen by the seat
to move, 1 while it has not been expanded, 1 if all actions so far can be taken back; ``leaves``
for each leaf its node, its action, the chance after it, and sums of its playouts. Leaf 0 is what
the greedy player would come to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.duel.bank.evaluation import FEATURES
from solver.duel.bank.moves import MOST_ACTIONS
from solver.duel.bank.state import SIZE, Ints

MOST_NODES = 512
MOST_LEAVES = 4096
SLOTS = 2048

PARENT, ACTION, WORTH, WAITS, FRESH = range(5)
NODE, STEP, STATIC, SUM, SQUARES = range(5)
LEAF = 5
NODES, LEAVES = range(2)

EXPANDED, WIDTH, HORIZON, DOUBT = range(4)
SETTINGS = (200, 8, 8, 100)
"""Nodes that are expanded; leaves that are played on; turns of a playout, an even number; and the
square of the standard errors by which a leaf must beat the greedy one, in hundredths."""


class Search(NamedTuple):
    """The arrays of a search."""

    nodes: Ints
    path: Ints
    table: Ints
    leaves: Ints
    actions: Ints
    others: Ints
    trial: Ints
    """A position to try things on."""
    cards: Ints
    row: Ints
    counts: Ints
    settings: Ints
    """EXPANDED, WIDTH, HORIZON, DOUBT."""


def new_search() -> Search:
    """Fresh arrays."""
    return Search(
        np.zeros((MOST_NODES, SIZE), np.int64),
        np.zeros((MOST_NODES, 5), np.int64),
        np.zeros(2 * SLOTS, np.int64),
        np.zeros((MOST_LEAVES, LEAF), np.int64),
        np.zeros(MOST_ACTIONS, np.int64),
        np.zeros(MOST_ACTIONS, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(64, np.int64),
        np.zeros(FEATURES, np.int64),
        np.zeros(2, np.int64),
        np.array(SETTINGS, np.int64),
    )
