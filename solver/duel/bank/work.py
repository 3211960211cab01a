"""What is counted in a game, and the arrays of a thread that plays games.

A tally holds the fields that all games share (tally.py), then ``TALLY``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.duel.bank.moves import MOST_ACTIONS
from solver.duel.bank.outcome import MOST_TURN_ACTIONS, MOST_TURNS
from solver.duel.bank.search_work import Search, new_search
from solver.duel.bank.state import SIZE, Ints
from solver.duel.tally import OWN
from solver.shuffle import PACK

TALLY = (
    "overturns",
    "lapses",
    "claims",
    "based_a",
    "based_b",
    "loaded_a",
    "loaded_b",
    "left_a",
    "left_b",
)
"""Turns of a talon; base plays overlooked, and claimed; cards that each seat brought to base piles
and loaded on its opponent; cards left to it at the end, in magazine, deck, talon and hand."""
OVERTURNS, LAPSES, CLAIMS, BASED, LOADED, LEFT = OWN, OWN + 1, OWN + 2, OWN + 3, OWN + 5, OWN + 7
FIELDS = LEFT + 2

CHANCE = 2
"""The stream that decides on attention and claims; 0 and 1 are the players'."""
NOBODY = 1000
"""The number of the player to whom that stream belongs."""

KEEPS_OPENED = 0  # at a turn's start nothing has been opened
MOST_PLAN = 1024
MOST_RECORD = 1 << 20
"""Actions that are kept of a game."""

# What the driver remembers, in ctl.
VISITS, STARTS, PASSES, PLANNED, TURN_ACTIONS, LAPSED, IDLE = range(7)
# IDLE: turns since the last base play, or card seen for the first time


class Work(NamedTuple):
    """The arrays of a thread that plays games one after another."""

    packs: Ints
    state: Ints
    known: Ints
    """What the seat to move may read (make_view)."""
    before: Ints
    """The position before an action that overlooked a base play."""
    actions: Ints
    visits: Ints
    """Keys of the cells since the turn's last action that cannot be taken back."""
    starts: Ints
    """Keys of the positions at turns' starts since the last base play."""
    plan: Ints
    """What the player to move has decided on already."""
    record: Ints
    streams: NDArray[np.uint64]
    ctl: Ints
    search: Search


def new_work() -> Work:
    """Fresh arrays."""
    return Work(
        np.zeros(2 * PACK, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(MOST_ACTIONS, np.int64),
        np.zeros(MOST_TURN_ACTIONS + 2, np.int64),
        np.zeros(MOST_TURNS + 1, np.int64),
        np.zeros(MOST_PLAN, np.int64),
        np.zeros(MOST_RECORD, np.int64),
        np.zeros(4, np.uint64),
        np.zeros(8, np.int64),
        new_search(),
    )
