"""Searching what a database lacks, on the threads of this machine or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain
from typing import NamedTuple, Protocol

import click

from cli.batch_options import Plan, threads
from cli.interrupt import Stopped
from cli.players import Who
from cli.schema import ALL_VERDICTS
from cli.selection import Selection
from cli.series import Contradiction, Series
from cli.store import Search
from cli.words import counted, say, word
from solver import __version__
from solver.duel.names import Pairing
from solver.patience.limits import Limits
from solver.patience.players.names import SEARCH, limits_of
from solver.patience.results import INTERRUPT, Result
from solver.patience.sources import digest_of
from solver.variants import Variant


class Searcher(Protocol):
    """Decides numbered deals."""

    limits: Limits

    def rows(
        self,
        variant: Variant,
        numbers: Iterable[int],
        stopped: Stopped,
        entrant: Who = SEARCH,
    ) -> Generator[list[Result]]:
        """The results in lists, as they come; see :func:`cli.pool.rows`."""


class Threads:
    """The threads of this machine."""

    def __init__(self, plan: Plan, stopped: Stopped) -> None:
        self.plan, self.jobs, self._stopped = plan, threads(plan), stopped
        self.limits = Limits(plan.budget, plan.seconds, plan.memory // self.jobs)
        self._prepared: set[object] = set()

    def rows(
        self,
        variant: Variant,
        numbers: Iterable[int],
        stopped: Stopped,
        entrant: Who = SEARCH,
    ) -> Generator[list[Result]]:
        from cli.kernels import prepare
        from cli.pool import decider, rows

        needed = {entrant.name, *_kernels(variant, entrant)}
        if not self._prepared.issuperset(needed):
            prepare(
                lambda: decider(variant, entrant, self.limits, False),
                self._stopped,
                self.plan.quiet,
                *_kernels(variant, entrant),
            )
            self._prepared.update(needed)
        keep = self.plan.keep_lines
        return rows(variant, numbers, self.limits, self.jobs, stopped, keep, entrant)


def _kernels(variant: Variant, entrant: Who) -> tuple[Callable[..., object], ...]:
    """What an entrant runs."""
    if isinstance(entrant, Pairing):
        from solver.duel.family import family_of

        return family_of(entrant.family).kernels
    if entrant.clairvoyant:
        from solver.patience.batch import kernels

        return kernels(variant)
    from solver.patience.players.batch import KERNELS

    return KERNELS


@contextmanager
def searcher(plan: Plan, stopped: Stopped) -> Iterator[Searcher]:
    """What a plan is to be searched with."""
    if plan.scheduler is None:
        yield Threads(plan, stopped)
        return
    from cli.cluster import Cluster

    with Cluster(plan, plan.scheduler, stopped) as cluster:
        yield cluster


def search_of(limits: Limits, entrant: Who = SEARCH) -> Search:
    """This program's search, or player, with such limits."""
    if isinstance(entrant, Pairing):
        limits = Limits(0, 0.0, 0)
    elif not entrant.clairvoyant:
        limits = limits_of(entrant, limits)
    return Search(__version__, digest_of(entrant), limits)


class Run(NamedTuple):
    """What a run did."""

    searched: int
    seconds: float
    in_flight: list[int]
    """Deals at which an interrupt ended the search; nothing is kept of them."""
    played: bool = False
    """Whether nobody searched: players played."""

    def told(self) -> dict[str, float]:
        """For JSON."""
        return {"searched": self.searched, "seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        if not self.searched and self.played:
            return say("this run: nothing was left to play")
        if not self.searched:
            return say("this run: nothing was left to search")
        values = {"seconds": self.seconds, "pace": self.searched / self.seconds}
        if self.played:
            return counted(
                "this run: {count:,} deal played in {seconds:.1f} s, {pace:,.0f} deals/s",
                "this run: {count:,} deals played in {seconds:.1f} s, {pace:,.0f} deals/s",
                self.searched,
                **values,
            )
        return counted(
            "this run: {count:,} deal searched in {seconds:.1f} s, {pace:,.0f} deals/s",
            "this run: {count:,} deals searched in {seconds:.1f} s, {pace:,.0f} deals/s",
            self.searched,
            **values,
        )


class Job(NamedTuple):
    """Deals of a variant that are to be known."""

    series: Series
    variant: Variant
    selection: Selection
    entrant: Who = SEARCH

    def known(self) -> dict[str, int]:
        """How often each verdict is among the deals that need no search."""
        series = self.series
        rows = series.find("verdict, COUNT(*)", self.selection, series.final(), "GROUP BY verdict")
        return {ALL_VERDICTS[verdict]: count for verdict, count in rows}


def search_missing(
    job: Job,
    todo: Iterator[int],
    by: Searcher,
    watch: Callable[[list[Result]], None],
    stopped: Stopped,
) -> Run:
    """Search deals of a job and keep the results as they come.

    ``watch`` sees them after that. Once ``stopped`` is true the searches end.

    Raises:
        click.ClickException: a result contradicts what is kept.
    """
    played = not job.entrant.clairvoyant
    if stopped() or (first := next(todo, None)) is None:
        return Run(0, 0.0, [], played)
    in_flight: list[int] = []
    searched = 0
    with closing(by.rows(job.variant, chain([first], todo), stopped, job.entrant)) as results:
        begun = time.perf_counter()  # the kernels are compiled by now
        for some in results:
            in_flight += [one.deal for one in some if one.method == INTERRUPT]
            finished = [one for one in some if one.method != INTERRUPT]
            _keep(job, finished)
            searched += len(finished)
            watch(finished)
    return Run(searched, time.perf_counter() - begun, in_flight, played)


def _keep(job: Job, finished: list[Result]) -> None:
    try:
        job.series.write(finished)
    except Contradiction as found:
        told = say(
            "the search finds it {verdict} under {variant}, the opposite follows from the database",
            verdict=word("verdict", found.verdict),
            variant=job.variant,
        )
        raise contradiction(found.deal, told) from None


def contradiction(deal: int, what: str) -> click.ClickException:
    """The loudest error there is."""
    told = (
        "CONTRADICTION at deal {deal}: {what}. One of the two verdicts is wrong: please report it"
    )
    return click.ClickException(say(told, deal=deal, what=what))


def interruption(count: int, plan: Plan, entrant: Who = SEARCH) -> str:
    """What an interrupted run says."""
    told = "interrupted after {count:,} of {all:,} deals; unfinished games do not count"
    if entrant.clairvoyant:
        told = (
            "interrupted after {count:,} of {all:,} deals; those being searched count as undecided"
        )
    text = say(told, count=count, all=len(plan.selection))
    return text if plan.db is None else text + say("; the same command goes on from here")
