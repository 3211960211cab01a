"""Numbered deals on the threads of this machine; kernels run without the GIL."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING

from solver.patience.batch import Batch
from solver.patience.limits import Limits
from solver.patience.players.names import SEARCH, Entrant
from solver.patience.results import Result
from solver.variants import Variant

if TYPE_CHECKING:
    from solver.patience.players.batch import Games

REPORT = 0.1
"""Seconds of rows that a thread gathers before it hands them over."""


def rows(
    variant: Variant,
    numbers: Iterable[int],
    limits: Limits,
    jobs: int,
    stopped: Callable[[], bool],
    keep_lines: bool = False,
    entrant: Entrant = SEARCH,
) -> Generator[list[Result]]:
    """The results of deals in lists, as threads finish them; each thread takes the next deal.

    ``limits.memory`` is that of one thread. Once ``stopped`` is true the threads end; the deals
    they were at come with the method "interrupt". So the results are always those of the first
    numbers, without a gap.

    Raises:
        Exception: whatever a thread raised, after all have ended.
    """
    pool = _Pool(variant, iter(numbers), limits, stopped, keep_lines, entrant)
    threads = [threading.Thread(target=pool.work, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    running = jobs
    try:
        while running:
            done = pool.done.get()
            if done is None:
                running -= 1
            else:
                yield done
    finally:
        pool.ended.set()
        for thread in threads:
            thread.join()
    if pool.errors:
        raise pool.errors[0]


def decider(variant: Variant, entrant: Entrant, limits: Limits, keep_lines: bool) -> Batch | Games:
    """What decides the deals of a variant: a search, or a player's games."""
    if entrant.clairvoyant:
        return Batch(variant, limits, keep_lines)
    from solver.patience.players.batch import Games

    return Games(variant, entrant, limits, keep_lines)


class _Pool:
    """What the threads share."""

    def __init__(
        self,
        variant: Variant,
        numbers: Iterator[int],
        limits: Limits,
        stopped: Callable[[], bool],
        keep_lines: bool,
        entrant: Entrant,
    ) -> None:
        self.variant, self.limits, self.keep_lines = variant, limits, keep_lines
        self.entrant = entrant
        self._numbers, self._stopped = numbers, stopped
        self._lock = threading.Lock()
        self.ended = threading.Event()
        self.done: queue.SimpleQueue[list[Result] | None] = queue.SimpleQueue()
        self.errors: list[BaseException] = []

    def stopped(self) -> bool:
        return self.ended.is_set() or self._stopped()

    def _next(self) -> int | None:
        with self._lock:
            return next(self._numbers, None)

    def work(self) -> None:
        """Take deals until there are none; None on the queue says that this thread has ended."""
        try:
            self._decide_all()
        except BaseException as error:
            self.errors.append(error)
            self.ended.set()
        finally:
            self.done.put(None)

    def _decide_all(self) -> None:
        batch = decider(self.variant, self.entrant, self.limits, self.keep_lines)
        ready: list[Result] = []
        handed = time.monotonic()
        while not self.stopped() and (number := self._next()) is not None:
            ready.append(batch.decide(number, self.stopped))
            if time.monotonic() - handed > REPORT:
                self.done.put(ready)
                ready, handed = [], time.monotonic()
        self.done.put(ready)
