"""What a worker of a Dask cluster does: a unit of deals. Nothing here needs the client."""

from __future__ import annotations

import threading
from itertools import islice
from typing import NamedTuple

from cli.players import Who
from cli.pool import Decider, decide_some, decider
from solver.patience.limits import Limits
from solver.patience.players.names import SEARCH
from solver.patience.results import Result
from solver.patience.sources import digest_of
from solver.variants import parse


class Task(NamedTuple):
    """How deals are to be searched."""

    variant: str
    limits: Limits
    keep_lines: bool
    digest: str
    """Of the client's search, which a worker must have too."""
    entrant: Who = SEARCH


class OtherSearch(RuntimeError):
    """The worker runs another version of the search than the client."""


class _Batches:
    """The batches of this process, for one task at a time: made once, lent to one thread each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._task: Task | None = None
        self._idle: list[Decider] = []

    def take(self, task: Task) -> Decider:
        with self._lock:
            if task != self._task:
                self._task, self._idle = task, []
            if self._idle:
                return self._idle.pop()
        return decider(parse(task.variant), task.entrant, task.limits, task.keep_lines)

    def give_back(self, task: Task, batch: Decider) -> None:
        with self._lock:
            if task == self._task:
                self._idle.append(batch)


_batches = _Batches()


def decide(task: Task, numbers: tuple[int, ...]) -> list[Result]:
    """The results of a unit of deals; all or, where the client wants no more, any of them.

    Raises:
        OtherSearch: the client's search is not this worker's.
        WrongLine: a search claims a line that is none.
    """
    if task.digest != digest_of(task.entrant):
        raise OtherSearch(digest_of(task.entrant))
    batch = _batches.take(task)
    found: list[Result] = []
    waiting = iter(numbers)

    def take(count: int) -> list[int]:
        return list(islice(waiting, count))

    while not _unwanted() and (some := decide_some(batch, take, _unwanted)):
        found += some
    _batches.give_back(task, batch)
    return found


def _unwanted() -> bool:
    """Whether the client has cancelled this unit or is gone, as the worker's own state tells."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is None or task.state == "cancelled"
