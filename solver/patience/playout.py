"""Playing a deal to its end fast, without a look at the stock: what advice counts the wins of.

Each row is settled by a short best-first look (players/settle.py), then the next is dealt. Once
the stock is out nothing is hidden any more, and a search of fixed length looks for a win.
"""

from __future__ import annotations

import numpy as np

from solver.jit import njit
from solver.patience.beam_work import load
from solver.patience.chances import End
from solver.patience.dfs import SOLVED
from solver.patience.keys import Ints
from solver.patience.moves import generate
from solver.patience.players.evaluation import value_of
from solver.patience.players.settle import (
    N_STEP,
    NONE,
    Settlings,
    is_step,
    new_settlings,
    settle,
)
from solver.patience.position import PLACED, STOCK, make
from solver.patience.rules import Rules
from solver.patience.searches import Restarts, start_of

LOOK = 24
"""Positions looked at to settle a row."""

END = 20_000
"""Positions searched once the stock is out."""


@njit
def play_forced(rules: Rules, deal: Ints, work: Settlings) -> None:
    """Play base cards that must be played before any step is legal."""
    count = generate(rules, work.pos, work.moves, 0)
    while count > 0 and not is_step(work.moves[0]):
        make(rules, deal, work.pos, work.trail, 0, work.moves[count - 1])
        count = generate(rules, work.pos, work.moves, 0)


@njit
def play_rows(rules: Rules, deal: Ints, work: Settlings, look: int) -> int:
    """Play on from ``work.pos`` until the last row lies; how promising it looks then."""
    while work.pos[STOCK] < rules.cards:
        play_forced(rules, deal, work)
        node = settle(rules, deal, work, look)
        if node == NONE:
            break
        load(work.packed[node], work.pos)
        make(rules, deal, work.pos, work.trail, 0, work.nodes[N_STEP, node])
    return value_of(rules, work.pos)


class Playout:
    """Plays positions to the end; the same position and deal end the same way, always."""

    def __init__(self, rules: Rules, look: int = LOOK, end: int = END) -> None:
        self.rules, self.look, self.end = rules, look, end
        self._work = new_settlings(look)
        self._search = Restarts(rules)
        # Compile (or load) every kernel now, before anybody waits for an answer.
        pack = np.array([code for code in range(64) if rules.valid >> code & 1] * 2, np.int64)
        self.end_of(start_of(rules, pack), pack)

    def end_of(self, pos: Ints, deal: Ints) -> End:
        """What the play from a position (position.py) of a deal (codes) comes to."""
        work = self._work
        work.pos[:] = pos
        value = play_rows(self.rules, deal, work, self.look)
        if work.pos[PLACED] == self.rules.cards:
            return End(True, value)
        self._search.begin(deal, work.pos)
        return End(self._search.run(self.end, self.end) == SOLVED, value)
