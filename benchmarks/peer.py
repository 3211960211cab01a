"""Beside Solvitaire: the deals of its seeds under the rules that both programs know.

    python -m benchmarks.peer --piles 3 4 --ranks 3 --seeds 200 --solvitaire PROGRAM

Every deal of a grid of small games is searched as `solve` does, and what that leaves undecided by
the exhaustive search alone. With Solvitaire's program the same deals are set to it too; verdicts
that contradict each other are printed and end the run with 1. Positions a second are told of the
deals that both exhaust, without our safe base plays (safe.py): there both do the same work, a
depth-first search with a table of all positions met. *Searched* counts the positions reached by a
move, *unique* the different ones.

With spaces=any Solvitaire never moves a lone card to an empty pile, although the stock is dealt
to the piles in order. It may then meet fewer positions, and call a deal unsolvable that is not
(4 ranks, 3 piles, seed 87); hence `--spaces` is `deal` unless told otherwise.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from benchmarks.common import columns
from solver.patience.dfs import LIMIT
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.rules import compile_rules, to_codes
from solver.patience.searches import Exhaustive
from solver.patience.solve import SLICE, SOLVABLE, UNDECIDED, UNSOLVABLE, VERDICTS, Solver
from solver.solvitaire import solvitaire_deal
from solver.variants import parse

ORDER = (SOLVABLE, UNSOLVABLE, UNDECIDED)
THEIR_SPACES = {"deal": "no-build", "any": "any"}
THEIR_VERDICTS = {"solved": SOLVABLE, "unsolvable": UNSOLVABLE}
SLACK = 60
"""Seconds beyond its limit after which Solvitaire is given up."""


class PeerError(Exception):
    """Solvitaire cannot be run, or its answer is not understood."""


class Cell(NamedTuple):
    """A game of the grid."""

    spaces: str
    ranks: int
    piles: int

    @property
    def variant(self) -> str:
        """In our notation."""
        size = f"ranks={self.ranks},piles={self.piles}"
        return f"iznanka,bases=aces,found=free,build=down,turn=none,spaces={self.spaces},{size}"

    @property
    def their_rules(self) -> str:
        """The same rules in Solvitaire's JSON."""
        piles = {"count": self.piles, "spaces policy": THEIR_SPACES[self.spaces]}
        piles |= {"build policy": "same-suit", "move built group": "no", "face up cards": "all"}
        bases = {"present": True, "initial cards": "none", "base card": "A", "removable": False}
        size = 8 * self.ranks - self.piles
        stock = {"size": size, "deal type": "tableau piles", "redeal": False}
        decks = {"two decks": True, "max rank": self.ranks}
        return json.dumps({"tableau piles": piles, "foundations": bases, "stock": stock} | decks)


class Found(NamedTuple):
    """What a program found out about a deal."""

    verdict: str
    searched: int
    unique: int
    seconds: float


class Ours:
    """Our searches of a game's deals."""

    def __init__(self, cell: Cell, limits: Limits, prove: int) -> None:
        self.cell, self.prove = cell, prove
        self.rules = compile_rules(parse(cell.variant).rules)
        self.solver = Solver(self.rules, limits)

    def deal(self, seed: int) -> Ints:
        """The codes of a deal of Solvitaire's."""
        faces = solvitaire_deal(seed, self.cell.ranks, self.cell.piles)
        return np.array(to_codes(self.rules, faces), dtype=np.int64)

    def solve(self, seed: int) -> Found:
        """All searches in turn, then the exhaustive one alone."""
        told = self.solver.solve(self.deal(seed))
        if told.verdict != UNDECIDED:
            return Found(told.verdict, told.nodes, told.stored, told.seconds)
        alone = self.exhaust(seed)
        nodes, seconds = told.nodes + alone.searched, told.seconds + alone.seconds
        return alone._replace(searched=nodes, seconds=seconds)

    def exhaust(self, seed: int, safe: bool = True) -> Found:
        """The exhaustive search alone, with safe plays or without."""
        prover = self.solver.prover
        assert isinstance(prover, Exhaustive)
        usual, prover.safe = prover.safe, safe
        prover.begin(self.deal(seed))
        prover.safe = usual
        begun, end = time.perf_counter(), LIMIT
        while end == LIMIT and prover.nodes < self.prove:
            end = prover.run(SLICE, self.prove - prover.nodes)
        seconds = time.perf_counter() - begun
        return Found(VERDICTS.get(end, UNDECIDED), prover.nodes, prover.stored, seconds)


def read_answer(text: str) -> Found:
    """What Solvitaire prints at the end of a search."""

    def after(label: str) -> str:
        found = re.search(rf"^{re.escape(label)}: (\S+)$", text, re.MULTILINE)
        if found is None:
            raise PeerError(f"Solvitaire's answer has no {label!r}: {text[-200:]!r}")
        return found[1]

    return Found(
        THEIR_VERDICTS.get(after("Solution Type"), UNDECIDED),
        int(after("States Searched")),
        int(after("Unique States Searched")),
        int(after("Time Taken (milliseconds)")) / 1000,
    )


def ask(program: Path, rules: Path, seed: int, seconds: float) -> Found:
    """Solvitaire's search of the deal of a seed, for so many seconds at most."""
    given = [str(program), "--custom-rules", str(rules), "--random", str(seed)]
    given += ["--timeout", f"{seconds * 1000:.0f}"]
    try:
        done = subprocess.run(
            given, capture_output=True, text=True, check=True, timeout=seconds + SLACK
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise PeerError(str(error)) from None
    return read_answer(done.stdout)


class Told(NamedTuple):
    """What was found out about the deals of a cell."""

    cell: Cell
    ours: list[Found]
    theirs: list[Found]
    """Empty without Solvitaire."""
    alone: list[tuple[Found, Found]]
    """Of the deals that both find unsolvable: our exhaustive search, and Solvitaire's."""
    wrong: list[int]
    """Seeds whose verdicts contradict each other."""


def play(cell: Cell, seeds: range, ours: Ours, program: Path | None, seconds: float) -> Told:
    """Search the deals of a cell by one or both programs."""
    told = Told(cell, [], [], [], [])
    with TemporaryDirectory() as folder:
        rules = Path(folder) / "rules.json"
        rules.write_text(cell.their_rules, encoding="utf-8")
        for seed in tqdm(seeds, desc=cell.variant, disable=None, leave=False):
            mine = ours.solve(seed)
            told.ours.append(mine)
            if program is None:
                continue
            other = ask(program, rules, seed, seconds)
            told.theirs.append(other)
            if {mine.verdict, other.verdict} == {SOLVABLE, UNSOLVABLE}:
                told.wrong.append(seed)
            elif mine.verdict == other.verdict == UNSOLVABLE:
                alone = ours.exhaust(seed, safe=False)
                if alone.verdict == UNSOLVABLE:
                    told.alone.append((alone, other))
    return told


def counts(found: Sequence[Found]) -> list[str]:
    """How many deals have which verdict."""
    told = Counter(one.verdict for one in found)
    return [f"{told[verdict]:,}" for verdict in ORDER]


def row(told: Told) -> list[str]:
    """A cell's line of the table."""
    searched = [one.searched for one in told.ours]
    cells = [told.cell.spaces, str(told.cell.ranks), str(told.cell.piles), *counts(told.ours)]
    cells += [f"{fmean(searched):,.0f}", f"{max(searched):,}"]
    if told.theirs:
        same = sum(mine.unique == other.unique for mine, other in told.alone)
        cells += [*counts(told.theirs), f"{same} of {len(told.alone)}"]
    return cells


def pace(pairs: Sequence[tuple[Found, Found]]) -> str:
    """Positions a second of both programs on the deals that both exhaust."""
    ours, theirs = zip(*pairs, strict=True)
    lines = [f"{len(pairs)} deals exhausted by both; millions of positions a second:"]
    for what in ("searched", "unique"):
        mine, other = (
            sum(getattr(one, what) for one in side) / sum(one.seconds for one in side) / 1e6
            for side in (ours, theirs)
        )
        lines.append(f"{what}: ours {mine:.2f}, Solvitaire {other:.2f}, ratio {mine / other:.1f}")
    return "\n".join(lines)


def report(told: Sequence[Told]) -> str:
    """The table, then contradictions and pace."""
    head = ["spaces", "ranks", "piles", *ORDER, "mean", "most"]
    if not told[0].theirs:
        return columns([head, *map(row, told)])
    head += [f"its {verdict}" for verdict in ORDER] + ["same unique"]
    wrong = [f"contradiction: {one.cell.variant}, seed {n}" for one in told for n in one.wrong]
    lines = [columns([head, *map(row, told)]), "", *wrong, f"{len(wrong)} contradictions"]
    pairs = [pair for one in told for pair in one.alone]
    if sum(other.seconds for _, other in pairs) > 0:
        lines.append(pace(pairs))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search and print; 1 where verdicts contradict each other or Solvitaire does not answer."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peer", description=__doc__)
    add = parser.add_argument
    add("--spaces", nargs="+", choices=THEIR_SPACES, default=["deal"])
    add("--ranks", nargs="+", type=int, default=[3, 4, 5])
    add("--piles", nargs="+", type=int, default=[3, 4, 5, 6, 8])
    add("--seeds", type=int, default=200, help="Solvitaire's seeds from 1 on (default: 200)")
    add("--budget", type=int, default=1_000_000, help="nodes of all searches in turn (1 M)")
    add("--prove", type=int, default=20_000_000, help="then of the exhaustive search (20 M)")
    add("--memory", type=int, default=1 << 31, help="bytes (2 GiB)")
    add("--solvitaire", type=Path, help="its program")
    add("--seconds", type=float, default=2.0, help="its limit a deal (2)")
    options = parser.parse_args(arguments)
    limits, seeds = Limits(options.budget, memory=options.memory), range(1, options.seeds + 1)
    told = []
    try:
        for cell in map(Cell._make, product(options.spaces, options.ranks, options.piles)):
            ours = Ours(cell, limits, options.prove)
            told.append(play(cell, seeds, ours, options.solvitaire, options.seconds))
    except PeerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(report(told))
    return int(any(one.wrong for one in told))


if __name__ == "__main__":
    sys.exit(main())
