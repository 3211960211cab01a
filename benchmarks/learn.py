"""Learn the weights of the stage beam's score from lines that won.

``python -m benchmarks.learn VARIANT [--first N] [--deals N] [--budget NODES]`` searches numbered
deals with the beam as it is. Whenever a round wins, every stage of it is an example: of the
candidates of that stage one led to the win. A conditional logit model (McFadden 1974) is fitted
for each phase of the game: the weights under which, with weights as exponents, the candidate of
the line is most probable among a sample of all candidates. The table printed belongs in
``solver/patience/weights.py``; a second pass, with the beam that uses it, improves it further.
The deals should be none that a published table holds: the default starts far off.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.jit import njit
from solver.patience.batch import Batch
from solver.patience.beam import ON, begin_round, stage
from solver.patience.beam_work import (
    ENTRIES,
    F_KEPT,
    F_NODE,
    F_STEP,
    FOUND,
    HALF,
    KEPT,
    L_BEFORE,
    MOST_WIDTH,
    N_MOVE,
    N_PARENT,
    UNIT,
    BeamWork,
    load,
    new_beam_work,
)
from solver.patience.dfs import NODES, RESTARTS, SOLVED
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.position import make
from solver.patience.restarts import luby
from solver.patience.rules import Rules
from solver.patience.score import COUNTS, FEATURES, measure, phase
from solver.patience.searches import start_of
from solver.variants import parse

Floats = NDArray[np.float64]

SAMPLE = 100
"""Candidates of a stage that the one on the line is compared with."""

UNITS = 32
"""Weights are printed in this many parts of a nat."""

KNOTS = (3, 6, 9, 11, 14, 18, 22, 25, 28)
"""The phases whose weights are printed; each is fitted to the phases at most ``REACH`` off."""
REACH = 1

RIDGE = 1e-3


class Example(NamedTuple):
    """A choice between candidates of one stage."""

    phase: int
    chosen: Ints
    """(COUNTS,): what the score weighs, of the candidate that led to the win."""
    others: Ints
    """(m, COUNTS): the same of a sample of all candidates."""


@njit
def measure_found(rules: Rules, deal: Ints, work: BeamWork, step: int, rows: Ints) -> int:
    """Measure every ``step``-th candidate of the stage just played; returns how many."""
    half, count = 1 - work.ctl[HALF], 0
    for i in range(0, work.ctl[FOUND], step):
        load(work.kept[half, work.found[F_KEPT, i]], work.pos)
        node, length = work.found[F_NODE, i], 0
        while work.tree[N_PARENT, node] >= 0:
            work.moves[length] = work.tree[N_MOVE, node]
            node = work.tree[N_PARENT, node]
            length += 1
        for at in range(length - 1, -1, -1):
            make(rules, deal, work.pos, work.trail, 0, work.moves[at])
        make(rules, deal, work.pos, work.trail, 0, work.found[F_STEP, i])
        measure(rules, deal, work.pos, work.covers, rows[count])
        count += 1
    return count


@njit
def measure_kept(rules: Rules, deal: Ints, work: BeamWork, rows: Ints) -> None:
    """Measure every position kept for the next stage; the last column is its phase."""
    for i in range(work.ctl[KEPT]):
        load(work.kept[work.ctl[HALF], i], work.pos)
        measure(rules, deal, work.pos, work.covers, rows[i])
        rows[i, COUNTS] = phase(rules, work.pos)


class Learner:
    """Plays rounds of the beam and remembers what each stage had to choose from."""

    def __init__(self, variant: str) -> None:
        self.batch = Batch(parse(variant), Limits(1000))
        self.rules = self.batch.rules
        self.work = new_beam_work(self.rules)
        self.kept: dict[int, tuple[int, Ints]] = {}
        self.samples: list[Ints] = []

    def examples(self, number: int, budget: int) -> list[Example]:
        """The examples of a deal; none if ``budget`` nodes do not win it."""
        deal, ctl = self.batch.codes(number), self.work.ctl
        ctl[:] = 0
        while ctl[NODES] < budget:
            if self._round(deal, budget):
                return self._line()
        return []

    def _round(self, deal: Ints, budget: int) -> bool:
        width = min(UNIT * luby(int(self.work.ctl[RESTARTS]) + 1), MOST_WIDTH)
        begin_round(start_of(self.rules, deal), self.work, width)
        self.kept, self.samples = {}, []
        while (end := stage(self.rules, deal, self.work, budget)) == ON:
            self._remember(deal)
        return bool(end == SOLVED)

    def _remember(self, deal: Ints) -> None:
        work, ctl = self.work, self.work.ctl
        step = -(-int(ctl[FOUND]) // SAMPLE)
        sample = np.zeros((SAMPLE, COUNTS), np.int64)
        count = measure_found(self.rules, deal, work, step, sample)
        rows = np.zeros((int(ctl[KEPT]), COUNTS + 1), np.int64)
        measure_kept(self.rules, deal, work, rows)
        for entry, row in zip(work.entries[ctl[HALF]].tolist(), rows, strict=False):
            self.kept[entry] = (len(self.samples), row)
        self.samples.append(sample[:count])

    def _line(self) -> list[Example]:
        found, before = [], self.work.log[L_BEFORE]
        entry = int(before[int(self.work.ctl[ENTRIES]) - 1])
        while entry >= 0:
            stage_number, row = self.kept[entry]
            found.append(Example(int(row[COUNTS]), row[:COUNTS], self.samples[stage_number]))
            entry = int(before[entry])
        return found


def fit(examples: Sequence[Example]) -> tuple[Floats, float, float]:
    """The weights in nats, the mean loss under them, and that under no weights, by Newton's method.

    The loss of an example is minus the logarithm of the probability of the chosen candidate.
    """
    differences = [(one.others - one.chosen).astype(np.float64) for one in examples]
    weights = np.zeros(COUNTS)
    loss = _loss(differences, weights)
    none, step = loss, np.inf
    while step > 1e-6:
        gradient, curvature = 2 * RIDGE * weights, 2 * RIDGE * np.eye(COUNTS)
        for rows in differences:
            terms = np.exp(np.minimum(rows @ weights, 500.0))
            shares = terms / (1 + terms.sum())
            mean = shares @ rows
            gradient += mean / len(differences)
            curvature += ((rows.T * shares) @ rows - np.outer(mean, mean)) / len(differences)
        direction, scale = np.linalg.solve(curvature, gradient), 1.0
        while (new := _loss(differences, weights - scale * direction)) > loss and scale > 1e-6:
            scale /= 2
        step, loss = loss - new, min(loss, new)
        weights = weights - scale * direction
    return weights, loss, none


def _loss(differences: Sequence[Floats], weights: Floats) -> float:
    terms = [np.logaddexp.reduce(np.append(rows @ weights, 0.0)) for rows in differences]
    return float(np.mean(terms) + RIDGE * weights @ weights)


def table(examples: Sequence[Example]) -> Iterator[str]:
    """The lines of a table for weights.py; as comments how many examples each row has, its loss."""
    for knot in KNOTS:
        near = [one for one in examples if abs(one.phase - knot) <= REACH]
        if len(near) < 10 * COUNTS:
            continue
        weights, loss, none = fit(near)
        row = ", ".join(str(round(float(weight) * UNITS)) for weight in weights)
        yield f"    ({knot}, {row}),  # {len(near)} examples: {none:.3f} -> {loss:.3f} nats"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Learn the weights of the beam's score.")
    parser.add_argument("variant")
    parser.add_argument("--first", type=int, default=1_000_000_001)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--budget", type=int, default=10_000_000)
    args = parser.parse_args()
    learner, won = Learner(args.variant), 0
    examples: list[Example] = []
    for number in range(args.first, args.first + args.deals):
        new = learner.examples(number, args.budget)
        won, examples = won + bool(new), examples + new
    print(f"# {args.variant}, deals {args.first} ... {args.first + args.deals - 1}, {won} won")
    print("# phase", *FEATURES)
    for line in table(examples):
        print(line)


if __name__ == "__main__":
    main()
