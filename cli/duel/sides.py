"""The same deals under several rules and by several pairs of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cli.batch_options import Plan
from cli.duel.games import Games, load
from cli.duel.summary import seconds
from cli.players import player_text
from solver.duel.names import Pairing
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from cli.search import Job, Run, Searcher
    from cli.selection import Selection
    from cli.store import Store

Side = tuple[Variant, Pairing]

FIRST_ROUND = 50
"""Deals of the first round; each later one has as many as all before it, up to ``MOST_ROUND``."""
MOST_ROUND = 5000


class Sides(NamedTuple):
    """What has been played."""

    jobs: list[Job]
    deals: int
    """Deals, from the first one on, that all sides have played."""
    run: Run

    def games(self, side: int) -> Games:
        """The games of a side over those deals."""
        job = self.jobs[side]
        return load(job.series, self._played(job), job.variant.game.family)

    @property
    def seconds(self) -> float:
        """Seconds of the processor that all these games took."""
        return round(sum(seconds(job, self._played(job)) for job in self.jobs), 3)

    def _played(self, job: Job) -> Selection:
        return job.selection.part(0, self.deals)


def play_sides(
    sides: Sequence[Side],
    plan: Plan,
    store: Store,
    stopped: Stopped,
    enough: Callable[[Sides], bool] = lambda _: False,
) -> Sides:
    """Play what is missing in rounds, so that a stopped run has compared something.

    After each round ``enough`` is asked whether to go on.
    """
    from cli.progress import progress
    from cli.search import Run, search_missing, searcher

    store.attach(plan.selection)
    with searcher(plan, stopped) as by, progress(plan.quiet) as shown:
        jobs = [_job(side, by, plan, store) for side in sides]
        told = Sides(jobs, 0, Run(0, 0.0, [], played=True))
        for begin, end in rounds(len(plan.selection)):
            for job in jobs:
                part = job._replace(selection=plan.selection.part(begin, end))
                name = f"{job.variant} {player_text(job.entrant)}"
                shown.begin(name, end - begin, part.known())
                missing = job.series.missing(part.selection)
                run = search_missing(part, missing, by, shown.add, stopped)
                searched, seconds = told.run.searched + run.searched, told.run.seconds + run.seconds
                told = told._replace(run=Run(searched, seconds, [], played=True))
            told = told._replace(deals=_complete(jobs, begin, end) if stopped() else end)
            if stopped() or enough(told):
                break
    return told


def _job(side: Side, by: Searcher, plan: Plan, store: Store) -> Job:
    from cli.search import Job, search_of

    variant, pairing = side
    series = store.series(variant, search_of(by.limits, pairing), str(pairing))
    return Job(series, variant, plan.selection, pairing)


def _complete(jobs: Sequence[Job], begin: int, end: int) -> int:
    """How many deals all jobs have played, before the first that one of them lacks."""
    part = jobs[0].selection.part(begin, end)
    lacking = (next(job.series.missing(part), None) for job in jobs)
    return begin + min((part.place(n) for n in lacking if n is not None), default=len(part))


def rounds(count: int) -> Iterator[tuple[int, int]]:
    """The rounds of so many deals, as places from ... to."""
    begin = 0
    while begin < count:
        end = min(begin + min(max(begin, FIRST_ROUND), MOST_ROUND), count)
        yield begin, end
        begin = end
