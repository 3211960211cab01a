"""The verdicts on the same deals under several variants, and what follows from what.

A byte a deal and variant is held in memory. A deal that is solvable under stricter rules is
solvable, one that is unsolvable under looser rules is unsolvable (solver/order.py): what follows
so is not searched, but kept with the method "implied", where nothing is kept of the deal yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cli.schema import ALL_VERDICTS, IMPLIED, SOLVABLE, UNDECIDED, UNSOLVABLE, VERDICTS
from cli.search import Job, contradiction
from cli.tallies import AS_SEARCHED
from cli.verdicts import UNKNOWN, Verdicts, verdicts
from cli.words import say
from solver.order import is_stricter, strictest_first
from solver.patience.results import Result

OPEN = (UNKNOWN, UNDECIDED)
BY_ORDER = f"method = {IMPLIED}"


def _found(job: Job) -> Verdicts:
    """What is kept of a job, games only where they stand."""
    condition = "TRUE" if job.entrant.clairvoyant else job.series.final()
    kept = verdicts(job.series, job.selection, condition)
    return np.array([*AS_SEARCHED, UNKNOWN], np.int8)[kept]


class Grid:
    """Verdicts by variant (in the order of ``jobs``) and place in their selection.

    Raises:
        click.ClickException: verdicts that contradict each other (also in :meth:`imply`).
    """

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.jobs = jobs
        self.selection = jobs[0].selection
        self.found: list[Verdicts] = [_found(job) for job in jobs]
        """Of searches and, where a deal was not searched, of the order; a game won counts as
        solvable, a lost one as unsolvable."""
        self.settled = [
            verdicts(job.series, self.selection, job.series.final(implied=True)) != UNKNOWN
            for job in jobs
        ]
        """What needs no search."""
        given = [job.variant for job in jobs]
        ranked = strictest_first(given)  # in a match, one variant several times
        self.order = sorted(range(len(jobs)), key=lambda index: ranked.index(given[index]))
        self.stricter = [
            (first, second)
            for first in self.order
            for second in self.order
            if first != second
            and jobs[first].entrant.clairvoyant
            and jobs[second].entrant.clairvoyant
            and is_stricter(given[first], given[second])
        ]
        self.implied = [verdicts(job.series, self.selection, BY_ORDER) != UNKNOWN for job in jobs]
        """Which verdicts are not of a search."""
        self.finished = [0] * len(jobs)
        """How many deals of each variant are done with."""
        for index in self.order:
            self.imply(index, 0, len(self.selection))

    def todo(self, index: int, begin: int, end: int) -> Iterator[int]:
        """The deals at places ``begin`` ... ``end`` - 1 that are to be searched."""
        for place in np.flatnonzero(~self.settled[index][begin:end]).tolist():
            yield self.selection.numbers[begin + place]

    def note(self, index: int, results: Sequence[Result]) -> None:
        """Take note of results of a variant."""
        for one in results:
            place = self.selection.place(one.deal)
            self.found[index][place] = AS_SEARCHED[ALL_VERDICTS.index(one.verdict)]
            self.settled[index][place] = True

    def give_up(self, index: int, in_flight: Sequence[int]) -> None:
        """Deals at which an interrupt ended the search are undecided, but not kept; a game that
        was cut short is not known at all."""
        for number in in_flight:
            place = self.selection.place(number)
            if self.found[index][place] == UNKNOWN and self.jobs[index].entrant.clairvoyant:
                self.found[index][place] = UNDECIDED

    def complete(self) -> int:
        """How many deals can be compared: those before the first of which no search was begun.

        Beyond what is done with, implied verdicts do not count: that of the deals ahead just those
        have a verdict that stricter rules solve would flatter.
        """
        lacking = np.zeros(len(self.selection), dtype=bool)
        for found, implied, finished in zip(self.found, self.implied, self.finished, strict=True):
            lacking |= found == UNKNOWN
            lacking[finished:] |= implied[finished:]
        return int(np.argmax(lacking)) if lacking.any() else len(lacking)

    def known(self, index: int) -> dict[str, int]:
        """How often each verdict is among a variant's deals that need no search."""
        told = self.found[index][self.settled[index]]
        return {name: int((told == verdict).sum()) for verdict, name in enumerate(VERDICTS)}

    def imply(self, index: int, begin: int, end: int) -> None:
        """Draw the conclusions from and for a variant at places ``begin`` ... ``end`` - 1."""
        for first, second in self.stricter:
            if index in (first, second):
                self._check(first, second, begin, end)
                self._conclude(first, second, SOLVABLE, begin, end)
                self._conclude(second, first, UNSOLVABLE, begin, end)

    def _check(self, stricter: int, looser: int, begin: int, end: int) -> None:
        won = self.found[stricter][begin:end] == SOLVABLE
        wrong = np.flatnonzero(won & (self.found[looser][begin:end] == UNSOLVABLE)).tolist()
        if wrong:
            deal = self.selection.numbers[begin + wrong[0]]
            rules = self.jobs[stricter].variant, self.jobs[looser].variant
            told = "solvable under {stricter}, unsolvable under {looser}, which is looser"
            raise contradiction(deal, say(told, stricter=rules[0], looser=rules[1]))

    def _conclude(self, known: int, other: int, verdict: int, begin: int, end: int) -> None:
        """Where one variant has a verdict, so has the other."""
        theirs = self.found[other][begin:end]
        follows = (self.found[known][begin:end] == verdict) & np.isin(theirs, OPEN)
        numbers = self.selection.numbers
        new = np.flatnonzero(follows & (theirs == UNKNOWN)).tolist()
        self.jobs[other].series.write(
            Result(numbers[begin + place], VERDICTS[verdict], "implied", 0, 0.0, 0) for place in new
        )
        theirs[follows] = verdict
        self.implied[other][begin:end] |= follows
        self.settled[other][begin:end] |= follows
