"""When a run may stop: as soon as the interval of its first n deals is narrow enough."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cli.schema import ALL_VERDICTS, SOLVABLE, UNDECIDED, WON
from cli.selection import CHUNK, Selection
from cli.series import Series
from cli.verdicts import UNKNOWN, verdicts
from solver.patience.results import Result
from solver.stats import confidence_sequence


def looks(n: int) -> bool:
    """Whether the interval is looked at after n deals: at first every time, then each percent."""
    return n % max(1, 10 ** (len(str(n)) - 3)) == 0


class Until:
    """Counts deals in the order of their numbers, whatever order they are finished in.

    The interval is that of a confidence sequence, which holds whenever one looks; so the run may
    stop at the first look that finds it at most ``width`` wide. ``reached`` is then the number of
    deals, which depends on the verdicts alone, not on threads or on what was known before.
    """

    def __init__(self, width: float, series: Series, selection: Selection) -> None:
        self.width, self.series, self.selection = width, series, selection
        self.n = self.won = self.undecided = 0
        self.reached: int | None = None
        self._early: dict[int, int] = {}
        self._load(0)
        self._advance()

    def add(self, results: list[Result]) -> None:
        """Take note of results."""
        for one in results:
            place = self.selection.place(one.deal)
            self._note(place, ALL_VERDICTS.index(one.verdict))
        self._advance()

    def _note(self, place: int, verdict: int) -> None:
        if place < self._begin + len(self._verdicts):
            self._verdicts[place - self._begin] = verdict
        else:
            self._early[place] = verdict

    def _load(self, begin: int) -> None:
        """Look up what is known of the chunk that begins at a place."""
        chunk = self.selection.part(begin, begin + CHUNK)
        self._begin = begin
        self._verdicts = verdicts(self.series, chunk, self.series.final(implied=False))
        for place in [place for place in self._early if place < begin + CHUNK]:
            self._verdicts[place - begin] = self._early.pop(place)

    def _advance(self) -> None:
        while self.reached is None and self.n < len(self.selection):
            if self.n == self._begin + len(self._verdicts):
                self._load(self.n)
            ahead = self._verdicts[self.n - self._begin :]
            unknown = np.flatnonzero(ahead == UNKNOWN)
            known = ahead[: unknown[0]] if len(unknown) else ahead
            if not len(known):
                return
            self._count(known)

    def _count(self, known: NDArray[np.int8]) -> None:
        for verdict in known.tolist():
            self.n += 1
            self.won += verdict in (SOLVABLE, WON)
            self.undecided += verdict == UNDECIDED
            if looks(self.n):
                low, high = confidence_sequence(self.won, self.undecided, self.n)
                if high - low <= self.width:
                    self.reached = self.n
                    return
