"""The kernels against the same search in C++ (floor.cpp), side by side: ``make bench``.

Both play the same cases in turn (kernels, C++, kernels, C++ ...) over work arrays that are made
and touched beforehand. The counts of both must be equal. Time is the processor's, which leaves out
what else the machine does; the ratio of a case is the median over the pairs, since neighbours in
time share the noise that is left.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from benchmarks.common import Deal, columns, machine, numbered_deal, spread
from solver.patience.dfs import COUNT, NODES, STORED, Work, begin_at, search
from solver.patience.perft import at_start, count_sequences, enter
from solver.patience.searches import new_work, start_of

FOLDER = Path(__file__).parent
SOURCE, PROGRAM = FOLDER / "floor.cpp", FOLDER / "floor"
COMPILE = ["g++", "-O3", "-march=native", "-std=c++17"]

MOVES = 1 << 20
FOREVER = 2**62

ENDS = ("limit", "solved", "exhausted", "trail full", "moves full", "table full")


class FloorError(Exception):
    """No comparison is possible; the message says why."""


class Case(NamedTuple):
    """A deal and what is done with it."""

    variant: str
    number: int
    depth: int = 0
    """Perft to this depth; 0: search with a table."""
    plies: int = 1 << 16
    slots: int = 1 << 24
    rounds: int = 1
    """Runs in a row that are measured together, where one is too short."""

    def __str__(self) -> str:
        kind = f"perft {self.depth}" if self.depth else "dfs"
        return f"{kind} {self.variant} {self.number}"


CASES = (
    Case("iznanka", 1),
    Case("iznanka", 4),
    Case("vosem", 1),
    Case("iznanka:fill", 1, slots=1 << 17, rounds=30),
    Case("iznanka:noturn", 1),
    Case("iznanka", 1, depth=20),
    Case("vosem", 1, depth=20),
    Case("iznanka:fill", 1, depth=9),
)


class Run(NamedTuple):
    """A run of a case: its counts, and the seconds that it took."""

    counts: tuple[int, ...]
    """Of a search: how it ended, nodes, stored; of a perft: the sequences of each length."""
    seconds: float
    """Of the processor."""


class Result(NamedTuple):
    """A case that both sides have played."""

    counts: tuple[int, ...]
    seconds: tuple[list[float], list[float]]
    """Of a run by the kernels and by C++, pair by pair."""

    def cells(self, case: Case) -> list[str]:
        """The row of the printed table."""
        kernels, cpp = self.seconds
        told, done = f"{self.counts[-1]:,} leaves", self.counts[-1]
        if not case.depth:
            end, done, stored = self.counts
            told = f"{ENDS[end]}, {done:,} nodes, {stored:,} stored"
        rates = [f"{done / median(seconds) / 1e6:.2f}" for seconds in self.seconds]
        ratios = [b / a for a, b in zip(kernels, cpp, strict=True)]
        return [str(case), told, *rates, spread(ratios)]


class Kernels:
    """The case by the compiled kernels; one work table serves all cases."""

    def __init__(self, case: Case, deal: Deal, work: Work) -> None:
        self.case, self.deal, self.work = case, deal, work

    def run(self, nodes: int) -> Run:
        """Play the case once; a search for up to so many nodes."""
        return self._perft() if self.case.depth else self._dfs(nodes)

    def _dfs(self, nodes: int) -> Run:
        (rules, codes), work, slots = self.deal, self.work, self.case.slots
        work.ctl[:] = 0
        begin_at(rules, start_of(rules, codes), work, slots, slots * 3 // 4)
        begun = time.thread_time()
        end = search(rules, codes, work, nodes)
        seconds = time.thread_time() - begun
        return Run((end, int(work.ctl[NODES]), int(work.ctl[STORED])), seconds)

    def _perft(self) -> Run:
        (rules, codes), work, depth = self.deal, self.work, self.case.depth
        counts = np.zeros(depth + 3, np.int64)
        work.ctl[:] = 0
        at_start(rules, codes, work)
        begun = time.thread_time()
        enter(rules, work, 0)
        counts[1] = work.ctl[COUNT]
        count_sequences(rules, codes, work, counts, depth, FOREVER)
        seconds = time.thread_time() - begun
        return Run(tuple(counts[1 : depth + 1].tolist()), seconds)


class Floor:
    """The case by the C++ program, which answers a command a line."""

    def __init__(self, case: Case, process: subprocess.Popen[str]) -> None:
        self.case, self.process = case, process

    def run(self, nodes: int) -> Run:
        """The same."""
        depth = self.case.depth
        answer = self._ask(f"perft {depth}" if depth else f"dfs {nodes}").split()
        return Run(tuple(map(int, answer[:-1])), float(answer[-1]))

    def _ask(self, command: str) -> str:
        assert self.process.stdin and self.process.stdout
        try:
            print(command, file=self.process.stdin, flush=True)
            if answer := self.process.stdout.readline():
                return answer
        except BrokenPipeError:
            pass
        raise FloorError(f"{self.case}: {PROGRAM.name} does not answer {command!r}")


@contextmanager
def floor(case: Case, deal: Deal) -> Iterator[Floor]:
    """The C++ program with its work arrays made for a case."""
    with subprocess.Popen(
        [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        for numbers in (deal.rules, deal.codes, (case.plies, MOVES, case.slots)):
            print(*numbers, file=process.stdin)
        yield Floor(case, process)


def compile_floor() -> str:
    """Compile floor.cpp; returns the compiler's version."""
    try:
        subprocess.run([*COMPILE, SOURCE, "-o", PROGRAM], check=True)
        told = subprocess.run(["g++", "--version"], check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise FloorError("g++ is not installed; the comparison with C++ needs it") from None
    except subprocess.CalledProcessError as failed:
        raise FloorError(f"{COMPILE[0]} failed with exit code {failed.returncode}") from None
    return told.stdout.splitlines()[0]


def mean_run(side: Kernels | Floor, case: Case, nodes: int) -> Run:
    """The case's rounds as one run with their mean time; FloorError where their counts differ."""
    runs = [side.run(nodes) for _ in range(case.rounds)]
    if any(run.counts != runs[0].counts for run in runs):
        raise FloorError(f"{case}: the counts change from run to run")
    return Run(runs[0].counts, sum(run.seconds for run in runs) / case.rounds)


def compare(case: Case, work: Work, nodes: int, pairs: int) -> Result:
    """Play a case in pairs, after one that does not count; FloorError where the counts differ."""
    deal = numbered_deal(case.variant, case.number)
    seconds: tuple[list[float], list[float]] = ([], [])
    with floor(case, deal) as cpp:
        kernels = Kernels(case, deal, work)
        for pair in range(pairs + 1):
            ours, theirs = mean_run(kernels, case, nodes), mean_run(cpp, case, nodes)
            if ours.counts != theirs.counts:
                raise FloorError(
                    f"{case}: the counts differ\nkernels {ours.counts}\nC++     {theirs.counts}"
                )
            if pair > 0:
                seconds[0].append(ours.seconds)
                seconds[1].append(theirs.seconds)
    return Result(ours.counts, seconds)


def touched_work() -> Work:
    """Work arrays for every case, with every page touched."""
    work = new_work(max(case.plies for case in CASES), MOVES, max(case.slots for case in CASES))
    for array in work:
        array.fill(0)
    return work


def report(nodes: int, pairs: int) -> str:
    """All cases as a table."""
    rows = [["case", "counts", "kernels M/s", "C++ M/s", "kernels / C++"]]
    work = touched_work()
    for case in tqdm(CASES, disable=None, leave=False):
        rows.append(compare(case, work, nodes, pairs).cells(case))
    return columns(rows)


def main() -> int:
    """Compile, compare and print; 1 where that cannot be done."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.floor", description=__doc__)
    parser.add_argument("--pairs", type=int, default=6, help="pairs that count (default: 6)")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="of a search (default: 5 M)")
    options = parser.parse_args()
    if options.pairs < 1 or options.nodes < 1:
        parser.error("--pairs and --nodes are at least 1")
    try:
        print(f"{machine()}\n{compile_floor()}; {' '.join(COMPILE)}\n", flush=True)
        print(report(options.nodes, options.pairs))
    except FloorError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(
        "\nM/s: millions of positions (dfs) or leaves (perft) a second of the processor, medians; "
        "ratio: median of the pairs (least–greatest)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
