"""The bar of a batch: deals a second, the running interval, the undecided."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from cli.schema import DUELS, PLAYED, SOLVABLE, UNDECIDED, VERDICTS
from solver.patience.results import Result
from solver.stats import win_rate


class Progress:
    """Counts verdicts."""

    def __init__(self, bar: tqdm[Any]) -> None:
        self.bar = bar
        self.counts: Counter[str] = Counter()

    def begin(self, name: str, count: int | None, known: Mapping[str, int]) -> None:
        """Start with ``count`` deals (None: nobody knows), of which so many are known already."""
        self.counts = Counter(known)
        self.bar.set_description_str(name, refresh=False)
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
            self.bar.set_postfix_str(f"{low}-{high} % won by A", refresh=False)
            return
        won, undecided = self.counts[VERDICTS[SOLVABLE]], self.counts[VERDICTS[UNDECIDED]]
        played = sum(self.counts[verdict] for verdict in PLAYED)
        won += self.counts[PLAYED[0]]
        low, high = win_rate(won, undecided, self.counts.total()).percent(1)
        told = f"{low}-{high} % " + ("won" if played else f"solvable, {undecided:,} undecided")
        self.bar.set_postfix_str(told, refresh=False)


@contextmanager
def progress(quiet: bool) -> Iterator[Progress]:
    """A bar, where standard error is a terminal and nobody wants quiet."""
    bar: tqdm[Any] = tqdm(unit=" deals", disable=quiet or not sys.stderr.isatty(), smoothing=0.1)
    with bar:
        yield Progress(bar)
