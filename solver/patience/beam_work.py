"""The work arrays of the stage beam (beam.py), and positions packed for keeping."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.jit import njit
from solver.patience.keys import STRIDE, Ints
from solver.patience.moves import MOST_MOVES
from solver.patience.position import CELLS, FRAME, HEIGHT, SIZE, TOP
from solver.patience.rules import MAX_PLACES, Rules
from solver.patience.score import COUNTS
from solver.patience.weights import weights_of

SCORES = 1 << 14
"""Scores are cut off at this, and at 0."""

MIDDLE = SCORES // 4
"""The score of an empty table."""

EXPLORED = 40
"""Positions explored from each kept one."""

EXPLORED_LAST = 1000
"""The same when no step is left to come."""

UNIT, MOST_WIDTH = 256, 2048
"""Kept positions of the narrowest round and of the widest."""

MOST_NODES = MOST_WIDTH * (EXPLORED + 2)
"""Nodes of the tree of a stage."""

KINDS = 1 << 14
"""Kinds of positions that are told apart; others share a number by chance."""

MOST_FOUND = 1 << 19
SLOTS = 1 << 20

# Kept positions are packed: the scalars of pos, the heights, the cards place by place.
SCALARS = HEIGHT  # of pos, all before the heights
PACKED = SCALARS + MAX_PLACES + 104

# ctl beyond what dfs.py uses (there RESTARTS counts the rounds): kept positions; which half of
# `kept` they are in; how many to keep; tree nodes; candidates; log entries; logged moves; the
# number that this round's noise hangs on.
KEPT, HALF, WIDTH, TREE, FOUND, ENTRIES, LOGGED, ROUND = range(9, 17)
CTL_SIZE = 17

F_NODE, F_STEP, F_SCORE, F_KEPT, F_KIND = range(5)
N_MOVE, N_PARENT = range(2)
L_BEFORE, L_FIRST, L_LENGTH = range(3)


class BeamWork(NamedTuple):
    """The work arrays of a beam, all int64."""

    pos: Ints
    trail: Ints
    moves: Ints
    table: Ints
    ctl: Ints
    plies: Ints
    """Tree node of the position at a ply."""
    kept: Ints
    """[half, i, PACKED]: the positions kept for this stage and for the next."""
    entries: Ints
    """[half, i]: log entry that led to a kept position (-1 at the start)."""
    tree: Ints
    """[2, node]: move that led to a node, its parent (-1 at a root)."""
    found: Ints
    """[5, candidate]: node, step, score, kept position it comes from, its kind (beam.kind_of)."""
    ranked: Ints
    """Candidates, best first."""
    kinds: Ints
    """How many of each kind have been kept."""
    log: Ints
    """[3, entry]: entry before, first logged move, number of moves."""
    logged: Ints
    """Packed moves."""
    scores: Ints
    """Where in `ranked` the candidates of each score begin."""
    weights: Ints
    """[phase, count]: the weights of the score (weights.py), last the range of the noise."""
    counts: Ints
    """What the score weighs (score.py)."""
    covers: Ints
    """Scratch of the score."""


def most_stages(rules: Rules) -> int:
    """Stages of a round at most: a step each, the start and the end."""
    stock = rules.cards - rules.piles
    deals = stock if rules.by_card else stock // rules.piles + 1
    return deals + 2 * rules.piles + 2


def new_beam_work(rules: Rules) -> BeamWork:
    """The work arrays of a beam."""

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    plies, kept = EXPLORED_LAST + 2, most_stages(rules) * MOST_WIDTH
    return BeamWork(
        pos=zeros(SIZE),
        trail=zeros((plies + 1) * FRAME),
        moves=zeros(plies * 64 + MOST_MOVES),
        table=zeros(2 * SLOTS),
        ctl=zeros(CTL_SIZE),
        plies=zeros(plies),
        kept=zeros(2, MOST_WIDTH, PACKED),
        entries=zeros(2, MOST_WIDTH),
        tree=zeros(2, MOST_NODES),
        found=zeros(5, MOST_FOUND),
        ranked=zeros(MOST_FOUND),
        kinds=zeros(KINDS),
        log=zeros(3, kept),
        logged=zeros(kept * 24),
        scores=zeros(SCORES),
        weights=weights_of(rules),
        counts=zeros(COUNTS),
        covers=zeros(64),
    )


@njit
def save(pos: Ints, packed: Ints) -> None:
    """Pack a position."""
    for i in range(SCALARS + MAX_PLACES):
        packed[i] = pos[i]
    at = SCALARS + MAX_PLACES
    for place in range(MAX_PLACES):
        for i in range(pos[HEIGHT + place]):
            packed[at] = pos[CELLS + place * STRIDE + i]
            at += 1


@njit
def load(packed: Ints, pos: Ints) -> None:
    """Unpack a position."""
    for i in range(SCALARS + MAX_PLACES):
        pos[i] = packed[i]
    at = SCALARS + MAX_PLACES
    for place in range(MAX_PLACES):
        height = pos[HEIGHT + place]
        for i in range(height):
            pos[CELLS + place * STRIDE + i] = packed[at]
            at += 1
        pos[TOP + place] = 1 << packed[at - 1] if height > 0 else 0
