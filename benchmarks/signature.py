"""The node-count signature: what the solver does with a fixed suite of deals, to the node.

A change that is meant to make things faster or plainer leaves every line as it is. A change that
is meant to search otherwise rewrites the expected text, and the difference shows what it did::

    python -m benchmarks.signature --write

A line tells variant, deal, verdict, method, nodes, stored positions and moves of the line found.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import numbered_deal
from solver.patience.limits import Limits
from solver.patience.solve import Outcome, Solver

EXPECTED = Path(__file__).with_name("signature.txt")

MEMORY = 1 << 30
"""More than any case uses: memory must not decide."""


class Case(NamedTuple):
    """A deal, and how many nodes its search may spend."""

    variant: str
    number: int
    nodes: int = 400_000

    def __str__(self) -> str:
        return f"{self.variant} {self.number}"


CASES = (
    # Full size, solvable by restarts or the stage beam.
    Case("iznanka", 1),
    Case("iznanka", 4),
    Case("iznanka:noturn", 1),
    Case("iznanka:noturn", 4),
    Case("iznanka:free", 2),
    Case("iznanka:bycard", 6),
    Case("iznanka:fill", 2),
    Case("iznanka,suit=alternate", 1),
    Case("iznanka,suit=any,build_when=dealing", 3),
    Case("iznanka,lift=any,turn=any", 1),
    Case("iznanka,piles=12", 3),
    Case("iznanka,build=up,piles=10", 4),
    Case("vosem,suit=any", 4),
    Case("vosem:bycard", 3, 1_000_000),
    Case("vosem:fill", 1),
    Case("vosem,bases=aces,piles=11", 3),
    # Full size, decided by exhaustion.
    Case("iznanka:nobuild", 1),
    Case("iznanka:nobuild", 6),
    Case("iznanka:nobuild,pause=card", 1, 2_000_000),
    Case("iznanka:strict", 1),
    Case("iznanka,bases=aces,build=down,turn=none", 1, 4_000_000),
    Case("vosem:strict", 5, 2_000_000),
    # Full size, undecided.
    Case("vosem", 1, 8_000_000),
    Case("iznanka,bases=aces,build=down,turn=none", 2),
    Case("vosem:free", 1),
    Case("vosem:noturn", 2),
    Case("vosem,lift=any,lift_scope=all", 3),
    # Small decks.
    Case("iznanka,ranks=3,piles=2", 1),
    Case("iznanka,ranks=5,piles=5", 5),
    Case("iznanka:fill,ranks=4,piles=4", 6),
    Case("iznanka:noturn,ranks=5,piles=3", 1),
    Case("vosem,ranks=6", 4),
    Case("vosem:free,ranks=4,piles=3", 5),
    Case("vosem:bycard,ranks=5,piles=6", 6),
    Case("vosem:strict,ranks=5", 7),
    Case("vosem:strict,ranks=4,piles=3", 1),
    Case("vosem:noturn,build=none,ranks=4,piles=3", 55),
    Case("iznanka,bases=aces,build=down,turn=none,ranks=4,piles=3", 5),
    Case("iznanka,bases=aces,build=up,suit=alternate,turn=none,ranks=4,piles=3", 2),
    Case("iznanka,bases=aces,build=down,turn=none,ranks=5,piles=5", 4),
)


def solve(case: Case) -> Outcome:
    """What a new solver finds out about a case."""
    rules, codes = numbered_deal(case.variant, case.number)
    return Solver(rules, Limits(nodes=case.nodes, memory=MEMORY)).solve(codes)


def line(case: Case) -> str:
    """The case's line of the signature."""
    told = solve(case)
    return (
        f"{case}: {told.verdict} {told.method}, "
        f"nodes {told.nodes}, stored {told.stored}, moves {len(told.line)}"
    )


def summary(lines: list[str]) -> str:
    """The last line: all nodes, and a digest of all lines."""
    nodes = sum(int(text.partition(", nodes ")[2].partition(",")[0]) for text in lines)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    return f"signature: {nodes} nodes, {digest}"


def expected() -> dict[str, str]:
    """The lines of the expected text by what stands before the colon, the summary last."""
    lines = EXPECTED.read_text(encoding="utf-8").splitlines()
    return {text.partition(": ")[0]: text for text in lines}


def main() -> int:
    """Print the signature, or rewrite the expected text."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.signature", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"rewrite {EXPECTED.name}")
    options = parser.parse_args()
    lines = []
    for case in CASES:
        lines.append(line(case))
        print(lines[-1], flush=True)
    print(summary(lines))
    if options.write:
        EXPECTED.write_text("\n".join([*lines, summary(lines)]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
