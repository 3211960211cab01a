"""Numbered deals on the threads of this machine; kernels run without the GIL."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol, runtime_checkable

from cli.players import Who
from solver.duel.names import Pairing
from solver.patience.limits import Limits
from solver.patience.players.names import SEARCH
from solver.patience.results import Result
from solver.variants import Variant

REPORT = 0.1
"""Seconds of rows that a thread gathers before it hands them over."""


def rows(
    variant: Variant,
    numbers: Iterable[int],
    limits: Limits,
    jobs: int,
    stopped: Callable[[], bool],
    keep_lines: bool = False,
    entrant: Who = SEARCH,
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


class Decider(Protocol):
    """Decides numbered deals of a variant, one at a time; one thread uses it at a time."""

    def decide(self, number: int, stopped: Callable[[], bool]) -> Result:
        """The result of a deal; the method is "interrupt" where ``stopped`` ended it."""


@runtime_checkable
class Many(Protocol):
    """A decider that decides ``chunk`` deals at a time with less effort."""

    chunk: int

    def decide_many(self, numbers: Sequence[int], stopped: Callable[[], bool]) -> list[Result]:
        """The results of some deals."""


def decider(variant: Variant, entrant: Who, limits: Limits, keep_lines: bool) -> Decider:
    """What decides the deals of a variant: a search, or the games of players."""
    if isinstance(entrant, Pairing):
        from solver.duel.batch import Duels

        return Duels(variant, entrant, keep_lines)
    if entrant.clairvoyant:
        from solver.patience.batch import Batch

        return Batch(variant, limits, keep_lines)
    from solver.patience.players.batch import Games

    return Games(variant, entrant, limits, keep_lines)


def decide_some(
    batch: Decider, take: Callable[[int], list[int]], stopped: Callable[[], bool]
) -> list[Result]:
    """The results of the next deals, as many as are best decided at a time; none at the end.

    ``take`` takes up to so many numbers.
    """
    if isinstance(batch, Many):
        numbers = take(batch.chunk)
        return batch.decide_many(numbers, stopped) if numbers else []
    return [batch.decide(number, stopped) for number in take(1)]


class _Pool:
    """What the threads share."""

    def __init__(
        self,
        variant: Variant,
        numbers: Iterator[int],
        limits: Limits,
        stopped: Callable[[], bool],
        keep_lines: bool,
        entrant: Who,
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

    def _next(self, count: int) -> list[int]:
        with self._lock:
            return list(islice(self._numbers, count))

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
        while not self.stopped() and (some := decide_some(batch, self._next, self.stopped)):
            ready += some
            if time.monotonic() - handed > REPORT:
                self.done.put(ready)
                ready, handed = [], time.monotonic()
        self.done.put(ready)
