"""Numbered deals on a Dask cluster: workers return results, only the client writes."""

from __future__ import annotations

import logging
import queue
import socket
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import click

from cli.batch_options import Plan, check_memory
from cli.interrupt import Stopped, leave
from cli.players import Who
from cli.words import heard, say
from cli.worker import OtherSearch, Task, decide
from solver.patience.limits import Limits
from solver.patience.players.names import SEARCH
from solver.patience.results import INTERRUPT, Result
from solver.patience.sources import digest_of
from solver.variants import Variant, quote

Client = Any  # distributed's, which is not typed

CONNECT, PATIENCE = 10, 60
"""Seconds to wait for the scheduler, and for the first worker."""

UNIT_SECONDS, MOST_DEALS = 0.5, 2000
"""What a unit of deals should take, and how many they are at most."""

AHEAD = 2
"""Units in flight for each thread, so that none waits for the next."""

LOOK = 0.1
"""Seconds between two looks at Ctrl-C."""


class Cluster:
    """A connection to a scheduler. A unit whose worker is lost is done again by another.

    Raises (everywhere):
        click.ClickException: no scheduler, no worker, or workers that cannot do this.
    """

    def __init__(self, plan: Plan, address: str, stopped: Stopped) -> None:
        self.plan, self.address = plan, address
        self.client = _connect(address)
        most = max(self._workers(stopped).values())
        advice = say("give more --memory or start workers of fewer threads")
        check_memory(plan.memory, most, advice)
        self.limits = Limits(plan.budget, plan.seconds, plan.memory // most)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.client.close(timeout=2)

    def _workers(self, stopped: Stopped) -> dict[str, int]:
        """Threads by worker, once there is one."""
        begun = time.monotonic()
        while not (workers := self._threads()):
            if stopped():
                leave()
            if time.monotonic() - begun > PATIENCE:
                told = "no worker has joined {address}; start some with `dask worker {address}`"
                raise click.ClickException(say(told, address=self.address))
            time.sleep(LOOK)
        return workers

    def _threads(self) -> dict[str, int]:
        try:
            return dict(self.client.nthreads())
        except OSError as error:
            raise self._gone() from error

    def rows(
        self, variant: Variant, numbers: Iterable[int], stopped: Stopped, entrant: Who = SEARCH
    ) -> Generator[list[Result]]:
        """The results of units of deals, in the order in which these are finished.

        Once ``stopped`` is true the units in flight are given up: their deals come with the
        method "interrupt".
        """
        task = Task(variant.text, self.limits, self.plan.keep_lines, digest_of(entrant), entrant)
        units = _Units(self.client, task, iter(numbers))
        try:
            while not stopped() and self._filled(units):
                yield self._finished(units, LOOK)
            while some := self._finished(units, 0):
                yield some
            yield [
                Result(number, "undecided", INTERRUPT, 0, 0.0, 0)
                for unit in units.in_flight.values()
                for number in unit
            ]
        finally:
            units.cancel()

    def _filled(self, units: _Units) -> bool:
        """Hand over units as far as there is room; whether any are in flight."""
        try:
            return units.fill()
        except OSError as error:  # the client may learn later that its scheduler is gone
            raise self._gone() from error

    def _finished(self, units: _Units, wait: float) -> list[Result]:
        """The results of a finished unit; none where there is none within ``wait`` seconds."""
        try:
            return units.finished(wait)
        except Exception as error:
            if self.client.status != "running" or "Cancelled" in type(error).__name__:
                raise self._gone() from error
            raise self._end(_why(error, units.task.digest)) from error

    def _gone(self) -> click.ClickException:
        return self._end(say("the scheduler at {address} is gone", address=self.address))

    def _end(self, why: str) -> click.ClickException:
        if self.plan.db is None:
            return click.ClickException(why)
        return click.ClickException(say("{why}; what was found so far is kept", why=why))


class _Units:
    """Units of deals handed to the cluster."""

    def __init__(self, client: Client, task: Task, numbers: Iterator[int]) -> None:
        self.client, self.task, self.numbers = client, task, numbers
        self.in_flight: dict[Any, tuple[int, ...]] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._deals, self._seconds = 1, UNIT_SECONDS  # the first units are of one deal
        self._room, self._looked = 0, 0.0

    def fill(self) -> bool:
        """Hand over units as far as there is room; whether any are in flight."""
        if time.monotonic() - self._looked > 1:  # workers may join at any time
            self._room, self._looked = (
                AHEAD * sum(self.client.nthreads().values()),
                time.monotonic(),
            )
        while len(self.in_flight) < self._room:
            most = min(MOST_DEALS, 1 + int(UNIT_SECONDS * self._deals / self._seconds))
            unit = tuple(islice(self.numbers, most))
            if not unit:
                break
            future = self.client.submit(decide, self.task, unit, pure=False)
            self.in_flight[future] = unit
            future.add_done_callback(self._done.put)
        return bool(self.in_flight)

    def finished(self, wait: float) -> list[Result]:
        """The results of the next finished unit, none where none is finished in time."""
        try:
            future = self._done.get(timeout=wait) if wait else self._done.get_nowait()
        except queue.Empty:
            return []
        results: list[Result] = future.result()
        del self.in_flight[future]
        self._deals += len(results)
        self._seconds += sum(one.seconds for one in results)
        return results

    def cancel(self) -> None:
        """Give up what is in flight; the workers notice between two slices of their searches."""
        if self.in_flight and self.client.status == "running":
            with suppress(OSError):  # nobody is left who could work on it
                self.client.cancel(list(self.in_flight))
        self.in_flight.clear()


def _connect(address: str) -> Client:
    """A client of the scheduler at an address.

    First a plain connection: a client that finds nobody takes long to say so.
    """
    try:
        import distributed
    except ImportError:
        told = say("--scheduler needs Dask: pip install 'pasyans[cluster]'")
        raise click.ClickException(told) from None
    logging.disable(logging.CRITICAL)  # we say what went wrong
    make: Any = distributed.Client
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
            raise ValueError(say("an address is such as tcp://host:8786"))
        socket.create_connection((parts.hostname, parts.port), timeout=CONNECT).close()
        return make(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = heard((getattr(error, "strerror", None) or str(error))[:200])
        told = "no scheduler answers at {address}: {why}; start one with `dask scheduler`"
        raise click.ClickException(say(told, address=quote(address, 60), why=why)) from None


def _why(error: Exception, own: str) -> str:
    """What to say of a unit that came to nothing."""
    from distributed import KilledWorker

    if isinstance(error, OtherSearch):
        told = (
            "a worker has another version of the search ({theirs}) than this program ({own}); "
            "install the same version there"
        )
        return say(told, theirs=error, own=own)
    if isinstance(error, ImportError):
        return say("the workers cannot run pasyans ({why}); install it there too", why=error)
    if isinstance(error, KilledWorker):
        told = "some deals have ended several workers, perhaps for want of memory: {why}"
        return say(told, why=error)[:300]
    return say("a worker failed: {kind}: {why}", kind=type(error).__name__, why=error)[:300]
