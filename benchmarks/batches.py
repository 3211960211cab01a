"""What batches cost beyond their searches, how they scale, and how soon a long one is resumed.

* overhead: processor time of a whole batch (threads, replay, referee, database, progress) against
  that of the same searches alone, in one thread;
* scaling: the clock's time of the same batch with one thread and with more (of both, as of the
  overhead, the least of all rounds: what else the machine does can only add to it);
* resuming: a database of a million made-up results; time until it is known what is missing, and
  of a whole `estimate` that finds nothing to search.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.common import columns, machine
from cli.progress import progress
from cli.search import Job, Threads, search_missing, search_of
from cli.selection import Selection
from cli.store import open_for_writing
from solver.patience.batch import Batch
from solver.patience.dfs import SOLVED
from solver.patience.limits import Limits
from solver.patience.results import Result
from solver.patience.solve import FIRST_SHARE
from solver.variants import parse

VARIANT = "iznanka"
MEMORY = 1 << 30

REPEAT = """
import sys
from cli.main import run
run(["estimate", *sys.argv[1:]])
sys.exit(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
"""`estimate` in a process that tells its most memory (on Linux)."""


def never() -> bool:
    """Nobody presses Ctrl-C."""
    return False


def search_alone(count: int) -> float:
    """Seconds of the processor for the searches of deals 1 .. ``count`` and nothing else.

    That is the kernel of the restarts, and the whole solver for what they leave.
    """
    limits = Limits(memory=MEMORY)
    batch = Batch(parse(VARIANT), limits)
    restarts = batch.solver.searches[0]
    seconds = 0.0
    for number in range(1, count + 1):
        deal = batch.codes(number)
        restarts.begin(deal)
        begun = time.thread_time()
        if restarts.run(FIRST_SHARE, limits.nodes) != SOLVED:
            batch.solver.solve(deal, never)
        seconds += time.thread_time() - begun
    return seconds


def whole_batch(count: int, jobs: int, folder: Path) -> tuple[float, float]:
    """Seconds of the processor, and of the clock, for the same deals with all there is to it."""
    from cli.batch_options import Plan

    selection = Selection(range(1, count + 1))
    path = folder / f"{time.monotonic_ns()}.sqlite"
    plan = Plan(
        *(selection, "from 1", Limits().nodes, float("inf"), jobs * MEMORY, jobs, None, path),
        *(False, False, False, True),
    )
    by = Threads(plan, never)
    Batch(parse(VARIANT), by.limits)
    with open_for_writing(path) as store, progress(quiet=True) as shown:
        job = Job(store.series(parse(VARIANT), search_of(by.limits)), parse(VARIANT), selection)
        cpu, clock = time.process_time(), time.perf_counter()
        search_missing(job, job.series.missing(selection), by, shown.add, never)
        return time.process_time() - cpu, time.perf_counter() - clock


def made_up(count: int) -> Iterator[Result]:
    """Results that nobody searched."""
    chance = random.Random(1)
    for number in range(1, count + 1):
        nodes = int(chance.lognormvariate(6.5, 1.5)) + 150
        yield Result(number, "solvable", "restarts", nodes, nodes / 1e7, 156)


def resume(count: int, folder: Path) -> list[list[str]]:
    """Rows of the table on a database of so many results."""
    path = folder / "large.sqlite"
    with open_for_writing(path) as store:
        search = search_of(Limits(memory=MEMORY))
        series = store.series(parse(VARIANT), search)
        results = made_up(count)
        begun = time.perf_counter()
        while some := list(islice(results, 1000)):
            series.write(some)
        writing = time.perf_counter() - begun
    begun = time.perf_counter()
    with open_for_writing(path) as store:
        series = store.series(parse(VARIANT), search)
        missing = list(series.missing(Selection(range(1, count + 11))))
        deciding = time.perf_counter() - begun
    assert missing == list(range(count + 1, count + 11))
    begun = time.perf_counter()
    command = [sys.executable, "-c", REPEAT, VARIANT, f"--deals={count}", f"--db={path}", "-q"]
    most = subprocess.run(command, capture_output=True, text=True).stderr.split()[1]
    repeating = time.perf_counter() - begun
    return [
        [f"write {count:,} made-up results", f"{writing:.2f} s"],
        ["their file", f"{path.stat().st_size / 1e6:.0f} MB"],
        ["open it and find what is missing", f"{deciding:.2f} s"],
        ["estimate with nothing to search", f"{repeating:.2f} s, {int(most) >> 10} MB"],
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.batches", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="that count (default: 3)")
    parser.add_argument("--deals", type=int, default=20_000, help="of a batch (default: 20,000)")
    parser.add_argument("--jobs", type=int, default=2, help="threads (default: 2)")
    parser.add_argument("--rows", type=int, default=1_000_000, help="made up (default: 1 M)")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    times: list[tuple[float, float, float, float]] = []
    with tempfile.TemporaryDirectory() as name:
        for _ in range(options.rounds):
            alone = search_alone(options.deals)
            cpu, single = whole_batch(options.deals, 1, Path(name))
            _, many = whole_batch(options.deals, options.jobs, Path(name))
            times.append((alone, cpu, single, many))
            print(
                f"{options.deals:,} deals of {VARIANT}: searches {alone:.2f} s, batch {cpu:.2f} s "
                f"of the processor; {single:.2f} s with 1 thread, {many:.2f} s with {options.jobs}",
                flush=True,
            )
        alone, cpu, single, many = (min(column) for column in zip(*times, strict=True))
        rows = [
            ["overhead of the batch", f"{100 * (cpu / alone - 1):.1f} % of search time"],
            [f"{options.jobs} threads against 1", f"{single / many:.2f} times as fast"],
            *resume(options.rows, Path(name)),
        ]
    print(f"\n{columns(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
