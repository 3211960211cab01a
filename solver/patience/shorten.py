"""Shorter lines of play: a line that wins goes in, one that wins in no more moves comes out.

Three ways take turns until none helps any more or the effort is spent:

* leave out one or two moves and play the rest by its cards (variations.py): so a card that goes
  away and comes back stays where it is;
* put in another move and leave out one of the next moves or none;
* search a window breadth-first from each position to a later one of the line (windows.py).

What comes out need not be the shortest line of the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver.patience.keys import Ints
from solver.patience.rules import Rules
from solver.patience.variations import LENGTH, MOST_PLAYED, adopt, new_line_work, vary
from solver.patience.windows import take_short_cuts

EFFORT = 20_000_000
"""Moves that may be played in all."""

REACH = 40
"""Moves after a move put in among which others may be left out."""

SHORTENING = (adopt, vary, take_short_cuts)
"""The kernels at work here."""


def _never() -> bool:
    return False


def shorten(
    rules: Rules,
    deal: Ints,
    line: Sequence[int],
    effort: int = EFFORT,
    stopped: Callable[[], bool] = _never,
) -> tuple[int, ...]:
    """A line of play (packed moves) that wins the deal in no more moves than ``line``, which wins.

    Depends on its arguments alone; ``stopped``, asked now and then, ends it early.
    """
    work = new_line_work(max(len(line), 1))
    work.other[: len(line)] = line
    work.ctl[MOST_PLAYED] = effort
    adopt(rules, deal, work, len(line))
    better = 1
    while better and not stopped():  # the dearer way only where the cheaper one is of no more use
        better = (
            vary(rules, deal, work, len(line), 0)
            or vary(rules, deal, work, REACH, 1)
            or take_short_cuts(rules, deal, work)
        )
    return tuple(work.line[0, : work.ctl[LENGTH]].tolist())
