"""Is this deal solvable? The schedule of searches and their verdict.

Randomised restarts and the stage beam look for a line, an exhaustive search looks for the end of
all lines. They take turns with shares that double, so none waits long for another. Where no card
is ever built, a case analysis finds either alone, of whole deals; positions in progress are left
to the searches. Everything depends on deal, rules and limits
alone: the same call gives the same verdict, line and nodes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solver.patience.case_search import Cases
from solver.patience.dfs import EXHAUSTED, LIMIT, SOLVED
from solver.patience.keys import Ints
from solver.patience.limits import LEAST_MEMORY, Limits
from solver.patience.results import INTERRUPT as INTERRUPT
from solver.patience.rules import Rules
from solver.patience.searches import Beam, Exhaustive, Restarts, Search
from solver.patience.ways import decidable

SOLVABLE, UNSOLVABLE, UNDECIDED = "solvable", "unsolvable", "undecided"
VERDICTS = {SOLVED: SOLVABLE, EXHAUSTED: UNSOLVABLE}

FIRST_SHARE = 1 << 14
SLICE = 1 << 18
"""Nodes between two looks at the clock and at Ctrl-C."""


class Outcome(NamedTuple):
    """What a search found out about a deal."""

    verdict: str
    line: tuple[int, ...]
    """Packed moves (lines.py) from the start to the win; empty unless solvable."""
    method: str
    """What decided (restarts, beam, exhaustive, cases), or what ended the search undecided (nodes,
    seconds, memory, interrupt)."""
    nodes: int
    """Positions reached by a move, over all searches; of a case analysis the relaxed games."""
    stored: int
    """Distinct positions in the table of the search that decided (exhaustive if undecided); of a
    case analysis the assumptions refuted."""
    seconds: float


def _never() -> bool:
    return False


class _Budget:
    """What is left of the limits of a deal, and why it ran out."""

    def __init__(self, limits: Limits, stopped: Callable[[], bool]) -> None:
        self.nodes = limits.nodes
        self.begun = time.perf_counter()
        self.deadline = self.begun + limits.seconds
        self.stopped = stopped
        self.spent = ""

    def run(self, one: Search, share: int) -> int:
        """Let a search have its share, slice by slice; returns how the last slice ended."""
        goal, end = one.nodes + share, LIMIT
        while end == LIMIT and not self.spent and one.nodes < goal:
            before = one.nodes
            end = one.run(min(goal - before, SLICE), self.nodes)
            self.nodes -= one.nodes - before
            self._look()
        return end

    def _look(self) -> None:
        if self.stopped():
            self.spent = INTERRUPT
        elif time.perf_counter() > self.deadline:
            self.spent = "seconds"
        elif self.nodes <= 0:
            self.spent = "nodes"


class Portfolio(NamedTuple):
    """Searches that take turns."""

    searches: tuple[Search, ...]
    prover: Search
    """The one of them that can find a deal unsolvable."""


def _case_analysis(rules: Rules) -> Portfolio:
    cases = Cases(rules)
    return _compiled(Portfolio((cases,), cases))


def _general(rules: Rules, memory: int) -> Portfolio:
    restarts, beam = Restarts(rules), Beam(rules)
    exhaustive = Exhaustive(rules, memory - restarts.bytes - beam.bytes)
    return _compiled(Portfolio((restarts, exhaustive, beam), exhaustive))


def _compiled(made: Portfolio) -> Portfolio:
    """Compile (or load) every kernel now, so that no deal's seconds count it."""
    rules = made.prover.rules
    pack = [code for code in range(64) if rules.valid >> code & 1] * 2
    for one in made.searches:
        one.begin(np.array(pack, dtype=np.int64))
        one.run(1, 1)
    return made


class Solver:
    """Decides deals under one set of rules; keeps its work arrays from deal to deal.

    One thread uses a solver at a time.

    Raises:
        ValueError: less memory than ``LEAST_MEMORY``.
    """

    def __init__(self, rules: Rules, limits: Limits) -> None:
        if limits.memory < LEAST_MEMORY:
            raise ValueError(f"a search needs at least {LEAST_MEMORY >> 20} MiB of memory")
        self.rules, self.limits = rules, limits
        self._anywhere: Portfolio | None = None
        self._at_start = _case_analysis(rules) if decidable(rules) else self.anywhere()
        self.searches, self.prover = self._at_start

    def anywhere(self) -> Portfolio:
        """The searches that can begin at any position; made when first asked for."""
        if self._anywhere is None:
            self._anywhere = _general(self.rules, self.limits.memory)
        return self._anywhere

    def solve(
        self, deal: Ints, stopped: Callable[[], bool] = _never, first: Ints | None = None
    ) -> Outcome:
        """Search a deal (codes in dealing order, shape (cards,)) until it is decided.

        ``first`` is a position of it that is not won (position.py), the start if None; the line
        then leads from there, and of the deal only the cards still in the stock matter.
        ``stopped`` is asked between slices; once it is true the deal stays undecided.
        """
        # A case analysis decides whole deals only.
        self.searches, self.prover = self._at_start if first is None else self.anywhere()
        budget = _Budget(self.limits, stopped)
        for one in self.searches:
            one.begin(deal, first)
        searches, share = list(self.searches), FIRST_SHARE
        while not budget.spent:
            for one in tuple(searches):
                end = budget.run(one, share * one.weight)
                if end in (SOLVED, EXHAUSTED):
                    return self._outcome(budget, VERDICTS[end], one.name, one)
                if end != LIMIT:  # no memory left: the others go on without it
                    searches.remove(one)
            share *= 2
        out_of_memory = budget.spent == "nodes" and self.prover not in searches
        why = "memory" if out_of_memory else budget.spent
        return self._outcome(budget, UNDECIDED, why, self.prover)

    @property
    def proof(self) -> dict[str, object] | None:
        """After an unsolvable verdict: what certificates.check reads, None if there is no proof
        but to search again."""
        refuted = self.prover.proof if isinstance(self.prover, Cases) else None
        return None if refuted is None else {"kind": "cases", "refuted": refuted}

    def _outcome(self, budget: _Budget, verdict: str, method: str, one: Search) -> Outcome:
        return Outcome(
            verdict=verdict,
            line=one.line if verdict == SOLVABLE else (),
            method=method,
            nodes=sum(search.nodes for search in self.searches),
            stored=one.stored,
            seconds=time.perf_counter() - budget.begun,
        )
