"""The strongest player: settles a row by search, weighs settlings by playing on sampled stocks.

While cards are hidden, each decision is one of where to leave the row before the next deal:

1. A best-first look from the position at hand gives the settlings (settle.py).
2. The most promising, by their value and some noise so that they are not all alike, are
   candidates.
3. Orders of the unseen cards are sampled. The fast player plays on from each candidate with the
   same orders; the half of the candidates with the better mean stays, and more orders are
   sampled, until one candidate is left (successive halving: Karnin, Koren and Somekh 2013).

Once the stock is out nothing is hidden: the solver searches the rest of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solver.deals import SplitMix64
from solver.patience.beam_work import load
from solver.patience.dfs import SOLVED
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.lines import DEAL
from solver.patience.players.evaluation import WON
from solver.patience.players.settle import (
    N_STEP,
    N_VALUE,
    NONE,
    Settlings,
    appraise,
    line_to,
    new_settlings,
    settle,
)
from solver.patience.players.view import View
from solver.patience.position import start
from solver.patience.rules import LIFT_NONE, Rules
from solver.patience.searches import Restarts
from solver.patience.solve import SOLVABLE, Solver
from solver.shuffle import shuffle_pack

WIN = 3500
"""What a win is worth in a playout: a little more than all cards on base piles."""


class Strength(NamedTuple):
    """How much the planner thinks."""

    samples: int = 8
    """Orders of the stock for each candidate of the first round; later ones have as many playouts
    or more in all."""
    candidates: int = 16
    settlings: int = 2000
    """Positions of the look at a row."""
    playout: int = 40
    """Positions of each look of the fast player."""
    noise: int = 60
    """Range of the noise on the values of settlings."""
    finish: int = 1000
    """Positions searched for a win where a playout has the stock out; 0 where lifts are to come,
    which so short a search never gets through."""


def strength_of(rules: Rules, samples: int) -> Strength:
    """The strength with so many samples under some rules."""
    if rules.by_card:  # as many more decisions, each about one card
        samples = max(1, samples // rules.piles)
    return Strength(samples=samples, finish=1000 if rules.lift == LIFT_NONE else 0)


class Planner:
    """See the head of this module. ``limits`` are those of the search once the stock is out."""

    name = "planner"

    def __init__(self, rules: Rules, limits: Limits, strength: Strength | None = None) -> None:
        self.rules, self.strength = rules, strength or Strength()
        self.solver = Solver(rules, limits)
        self._row = new_settlings(self.strength.settlings)
        self._fast = new_settlings(self.strength.playout)
        self._end = Restarts(rules)
        self.stopped: Callable[[], bool] = lambda: False
        self._compile()

    def _compile(self) -> None:
        """Compile (or load) every kernel now, so that no game's seconds count it."""
        deal = np.array([code for code in range(64) if self.rules.valid >> code & 1] * 2)
        start(self.rules, deal, self._row.pos)
        settle(self.rules, deal, self._row, 1)
        appraise(self.rules, deal, self._row.packed[0], DEAL << 16, self._fast, 1)
        self._end.begin(deal)
        self._end.run(1, 1)
        self.solver.anywhere()

    def begin(self, stream: SplitMix64) -> None:
        self._stream = stream
        self.nodes = 0
        """Positions searched once the stock was out."""

    def play(self, view: View) -> list[int]:
        """The moves of the best settling found, and a deal; a won line once the stock is out."""
        if view.open:
            outcome = self.solver.solve(view.deal, self.stopped, view.pos)
            self.nodes = outcome.nodes
            return list(outcome.line) if outcome.verdict == SOLVABLE else []
        row = self._row
        row.pos[:] = view.pos
        settle(self.rules, view.deal, row, self.strength.settlings)
        chosen = self._best(view, self._candidates(row))
        return [*line_to(row, chosen), int(row.nodes[N_STEP, chosen])]

    def _candidates(self, row: Settlings) -> Ints:
        """The nodes of the most promising settlings, best first."""
        count = int(row.met[0])
        found = np.flatnonzero(row.nodes[N_STEP, :count] != NONE)
        noise = [self._stream.below(self.strength.noise + 1) for _ in range(len(found))]
        values = row.nodes[N_VALUE, found] + np.array(noise)
        order = np.argsort(-values, kind="stable")[: self.strength.candidates]
        return found[order]

    def _best(self, view: View, candidates: Ints) -> int:
        """The candidate from which playing on goes best."""
        samples, left = self.strength.samples, candidates
        totals = np.zeros(len(candidates))
        while len(left) > 1 and not self.stopped():
            for _ in range(samples):
                deal = self._sample(view)
                totals += [self._appraise(node, deal) for node in left.tolist()]
            order = np.argsort(-totals, kind="stable")[: (len(left) + 1) // 2]
            left, totals = left[order], totals[order]
            samples = samples if len(left) > 4 else 2 * samples
        return int(left[0])

    def _sample(self, view: View) -> Ints:
        """The deal with the unseen cards in an order drawn at random."""
        deal = view.deal.copy()
        shuffle_pack(np.uint64(self._stream.next()), deal[view.dealt :])
        return deal

    def _appraise(self, node: int, deal: Ints) -> int:
        """What playing on from a settling comes to if this is the deal."""
        row, most = self._row, self.strength.playout
        step = row.nodes[N_STEP, node]
        value = appraise(self.rules, deal, row.packed[node], step, self._fast, most)
        if value == WON or self._finishes(deal):
            return WIN
        return int(value)

    def _finishes(self, deal: Ints) -> bool:
        """Whether a short search wins from where the fast player had the stock out."""
        if not self.strength.finish:
            return False
        load(self._fast.packed[0], self._fast.pos)
        self._end.begin(deal, self._fast.pos)
        return self._end.run(self.strength.finish, self.strength.finish) == SOLVED
