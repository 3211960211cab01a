"""What users get: positions, deals and leaves a second of whole calls, in one thread.

Unlike floor.py this counts everything a call does: work arrays, the growth of tables, Python. Time
is the processor's, which leaves out what else the machine does, and all rows are measured once a
round, so that the noise that is left falls on all of them alike.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from benchmarks.common import columns, machine, numbered_deal, spread
from solver.deals import patience_pack
from solver.patience.dfs import LIMIT
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.perft import perft
from solver.patience.rules import compile_rules, to_codes
from solver.patience.searches import Beam, Exhaustive, Search
from solver.patience.solve import SLICE, Solver
from solver.shuffle import shuffle_pack
from solver.variants import parse

MEMORY = 1 << 30


class Amount(NamedTuple):
    """So much of something was done."""

    done: float
    unit: str


class Task(NamedTuple):
    """A call that is measured."""

    name: str
    call: Callable[[], list[Amount]]
    """Does the work and tells how much it was, in one or several units."""


def millions(done: int, unit: str) -> Amount:
    """An amount in millions."""
    return Amount(done / 1e6, f"M {unit}/s")


def searching(search: Search, variant: str, number: int, nodes: int) -> Task:
    """One search alone, slice by slice, from its start with what it has to make anew."""
    codes = numbered_deal(variant, number).codes

    def call() -> list[Amount]:
        search.begin(codes)
        while search.nodes < nodes:
            left = nodes - search.nodes
            if search.run(min(SLICE, left), left) != LIMIT:
                break
        return [millions(search.nodes, "positions")]

    return Task(f"{search.name} {variant} {number}", call)


def exhaustive(variant: str, number: int, nodes: int) -> Task:
    """Depth-first search in order of generation, with a table that grows."""
    rules = compile_rules(parse(variant).rules)
    return searching(Exhaustive(rules, MEMORY), variant, number, nodes)


def beam(variant: str, number: int, nodes: int) -> Task:
    """Rounds of the stage beam."""
    return searching(Beam(compile_rules(parse(variant).rules)), variant, number, nodes)


def dealt(variant: str, count: int) -> list[Ints]:
    """Deals 1 .. ``count`` as batches make them."""
    rules = parse(variant).rules
    pack = np.array(to_codes(compile_rules(rules), patience_pack(int(rules["ranks"]))))
    deals = [pack.copy() for _ in range(count)]
    for number, deal in enumerate(deals, start=1):
        shuffle_pack(np.uint64(number), deal)
    return deals


def solving(variant: str, count: int, nodes: int) -> Task:
    """Deals 1 .. ``count`` through one solver, as ``estimate`` does."""
    solver = Solver(compile_rules(parse(variant).rules), Limits(nodes=nodes, memory=MEMORY))
    deals = dealt(variant, count)

    def call() -> list[Amount]:
        outcomes = [solver.solve(deal) for deal in deals]
        return [
            Amount(count, "deals/s"),
            millions(sum(outcome.nodes for outcome in outcomes), "positions"),
        ]

    return Task(f"solve {variant} 1–{count}", call)


def counting(variant: str, number: int, depth: int, unique: bool = False) -> Task:
    """Perft: leaves at the last depth, or distinct positions over all depths."""
    rules, codes = numbered_deal(variant, number)

    def call() -> list[Amount]:
        counts = perft(rules, codes, depth, unique)
        return [millions(sum(counts), "distinct") if unique else millions(counts[-1], "leaves")]

    kind = "unique" if unique else "perft"
    return Task(f"{kind} {depth} {variant} {number}", call)


def dealing(count: int) -> Task:
    """Numbered deals alone."""
    return Task("deals", lambda: [Amount(len(dealt("iznanka", count)), "deals/s")])


def tasks(nodes: int) -> list[Task]:
    """Everything that is measured."""
    return [
        exhaustive("iznanka", 1, nodes),
        exhaustive("iznanka", 4, nodes),
        exhaustive("iznanka:noturn", 1, nodes),
        exhaustive("vosem", 1, nodes),
        exhaustive("vosem", 2, nodes),
        beam("vosem", 1, nodes // 5),
        solving("iznanka", 2000, 10_000_000),
        solving("vosem", 5, nodes // 5),
        counting("iznanka", 1, 20),
        counting("vosem", 1, 20),
        counting("iznanka:fill", 1, 9),
        counting("iznanka", 1, 20, unique=True),
        counting("vosem", 1, 21, unique=True),
        dealing(50_000),
    ]


def measure(todo: list[Task], rounds: int) -> dict[tuple[str, str], list[float]]:
    """Amounts a second of every task and unit, round by round, after one that does not count."""
    rates: dict[tuple[str, str], list[float]] = {}
    for turn in tqdm(range(rounds + 1), disable=None, leave=False):
        for task in todo:
            begun = time.thread_time()
            amounts = task.call()
            seconds = time.thread_time() - begun
            for amount in amounts if turn else []:
                rates.setdefault((task.name, amount.unit), []).append(amount.done / seconds)
    return rates


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.throughput", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="that count (default: 5)")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="of a search (default: 5 M)")
    options = parser.parse_args()
    if options.rounds < 1 or options.nodes < 5:
        parser.error("--rounds is at least 1, --nodes at least 5")
    print(f"{machine()}\n", flush=True)
    rows = [["what", "unit", "median (least–greatest)"]]
    for (name, unit), values in measure(tasks(options.nodes), options.rounds).items():
        rows.append([name, unit, spread(values, ",.0f" if unit == "deals/s" else ".2f")])
    print(f"{columns(rows)}\n\nper second of the processor, in one thread")
    return 0


if __name__ == "__main__":
    sys.exit(main())
