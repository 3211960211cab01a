"""The bar of a batch: deals a second, the running interval, the undecided."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from cli.schema import DUELS, PLAYED, SOLVABLE, UNDECIDED, VERDICTS
from cli.words import say
from solver.patience.results import Result
from solver.stats import win_rate

FORMAT = "{l_bar}{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}, {pace}{postfix}]"
ENDLESS = "{desc}: {n_fmt} [{elapsed}, {pace}{postfix}]"
"""Where nobody knows how many deals there will be."""


class Bar(tqdm):  # type: ignore[type-arg]
    """A bar whose pace is told in the language."""

    @property
    def format_dict(self) -> Any:
        """What tqdm fills its format with, and the pace."""
        told = dict(super().format_dict)
        done, spent = told["n"] - told["initial"], told["elapsed"]
        rate = told["rate"] or (done / spent if spent else 0.0)
        return told | {"pace": say("{rate:,.1f} deals/s", rate=rate)}


class Progress:
    """Counts verdicts."""

    def __init__(self, bar: Bar) -> None:
        self.bar = bar
        self.counts: Counter[str] = Counter()

    def begin(self, name: str, count: int | None, known: Mapping[str, int]) -> None:
        """Start with ``count`` deals (None: nobody knows), of which so many are known already."""
        self.counts = Counter(known)
        self.bar.set_description_str(name, refresh=False)
        self.bar.bar_format = ENDLESS if count is None else FORMAT
        self.bar.initial = 0
        self.bar.reset(count)
        self.bar.initial = self.bar.n = self.bar.last_print_n = self.counts.total()
        self._show()

    def add(self, results: list[Result]) -> None:
        """Take note of results."""
        self.counts.update(one.verdict for one in results)
        self._show()
        self.bar.update(len(results))

    def _show(self) -> None:
        if any(self.counts[outcome] for outcome in DUELS):
            low, high = win_rate(self.counts[DUELS[0]], 0, self.counts.total()).percent(1)
            told = say("{low}-{high} % won by A", low=low, high=high)
            self.bar.set_postfix_str(told, refresh=False)
            return
        won, undecided = self.counts[VERDICTS[SOLVABLE]], self.counts[VERDICTS[UNDECIDED]]
        played = sum(self.counts[verdict] for verdict in PLAYED)
        won += self.counts[PLAYED[0]]
        low, high = win_rate(won, undecided, self.counts.total()).percent(1)
        text = (
            "{low}-{high} % won" if played else "{low}-{high} % solvable, {undecided:,} undecided"
        )
        told = say(text, low=low, high=high, undecided=undecided)
        self.bar.set_postfix_str(told, refresh=False)


def bar(quiet: bool, count: int | None = None) -> Bar:
    """A bar of ``count`` deals, where standard error is a terminal and nobody wants quiet."""
    hidden = quiet or not sys.stderr.isatty()
    form = ENDLESS if count is None else FORMAT
    return Bar(total=count, bar_format=form, disable=hidden, smoothing=0.1)


@contextmanager
def progress(quiet: bool) -> Iterator[Progress]:
    """A bar of verdicts, where one is shown."""
    with bar(quiet) as shown:
        yield Progress(shown)
