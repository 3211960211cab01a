"""Plots of a database: rates, positions to a solution, and differences on the same deals."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from cli.differences import Difference, differences
from cli.figures import COLOURS, DASHES, STYLE, Row, aligned, begin, intervals, save, width
from cli.players import player_text
from cli.tables import number_text, short
from cli.tallies import CONFIDENCE, Tally, solved_within
from cli.words import say
from solver.patience.players.names import CLAIRVOYANT
from solver.stats import holm

POINTS = 2000
"""Of a curve, at most about this many are drawn."""


def legend(proved: str) -> tuple[str, str, str]:
    """What dot, band and line of a plot of intervals are."""
    return proved, say("undecided"), say("{percent:g} % interval", percent=100 * CONFIDENCE)


def draw(database: sqlite3.Connection, found: Sequence[Tally], folder: Path) -> list[Path]:
    """Draw ``found`` into a folder that is there; the names of the files.

    No plot of positions without searches, none of differences where no two variants were played
    on the same deals.
    """
    with rc_context(STYLE):
        names = save(rates(found), folder / "rates")
        if searched := [one for one in found if not one.played]:
            names += save(nodes(database, searched), folder / "nodes")
        compared = differences(database, found)
        return names + (save(paired(compared), folder / "differences") if compared else [])


def _heading(tally: Tally) -> str:
    return f"{tally.game} · «{tally.title}»"


def _name(tally: Tally) -> str:
    """What stands beside a tally."""
    if tally.player == CLAIRVOYANT:
        return tally.variant
    return f"{tally.variant}, {player_text(tally.player)}"


def rates(found: Sequence[Tally]) -> Figure:
    """The share of deals proved solvable or won, the undecided, and the interval, a row a tally."""
    most = max(len(number_text(one.deals)) for one in found)
    rows = []
    for one in found:
        low, high = (aligned(say("{end:.3f}", end=end), 7) for end in one.rate.percent())
        proved, possible = one.solvable / one.deals, (one.solvable + one.undecided) / one.deals
        rows.append(
            Row(
                heading=_heading(one),
                label=_name(one),
                note=f"{low} … {high} %   {_deals(one.deals, most)}",
                proved=100 * proved,
                band=(100 * proved, 100 * possible),
                interval=(100 * one.rate.low, 100 * one.rate.high),
            )
        )
    if any(one.played for one in found):
        title, dot = say("How many deals are solvable or won"), say("proved solvable, or won")
    else:
        title, dot = say("How many deals are solvable"), say("proved solvable")
    return intervals(rows, title, say("% of deals"), legend(dot))


def _deals(count: int, width: int) -> str:
    return say("{count} deals", count=aligned(number_text(count), width))


class Curve(NamedTuple):
    """How many of the searched deals were solved (percent) within how many positions."""

    nodes: list[int]
    solved: list[float]


def curve(database: sqlite3.Connection, tally: Tally) -> Curve:
    """The empirical distribution, thinned out to what the eye can see, up to the budget."""
    result = Curve([], [])
    step, following = max(1, tally.solvable // POINTS), 0
    nodes = solved = 0
    for nodes, solved in solved_within(database, tally):
        if not result.nodes:  # rise from the axis
            result.nodes.append(nodes)
            result.solved.append(0.0)
        if solved >= following:
            result.nodes.append(nodes)
            result.solved.append(100 * solved / tally.searched)
            following = solved + step
    result.nodes.append(max(nodes, *tally.budgets))
    result.solved.append(100 * solved / max(1, tally.searched))
    return result


def nodes(database: sqlite3.Connection, found: Sequence[Tally]) -> Figure:
    """The share of deals solved within so many positions, on a log axis, a panel a game."""
    blocks = [list(block) for _, block in groupby(found, key=_heading)]
    wide, high = width(_name(one) for one in found), 1 + 3.3 * len(blocks)
    figure = begin(say("Positions searched until a deal is solved"), wide, high)
    panels = figure.subplots(len(blocks), 1, squeeze=False, sharex=True)[:, 0]
    for axes, block in zip(panels, blocks, strict=True):
        axes.set_title(_heading(block[0]))
        axes.set_ylim(0, 101)
        axes.set_xscale("log")
        axes.grid(color="0.88", linewidth=0.8)
        axes.set_ylabel(say("solved of the deals searched, %"))
        _curves(axes, [(one, curve(database, one)) for one in block])
    panels[-1].set_xlabel(say("positions, at most"))
    panels[-1].xaxis.set_major_formatter(FuncFormatter(lambda value, _: short(round(value))))
    return figure


def _curves(axes: Axes, drawn: Sequence[tuple[Tally, Curve]]) -> None:
    """The curves, with a legend in the order in which they end, highest first."""
    ends = {}
    for number, (tally, points) in enumerate(drawn):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
        (line,) = axes.step(*points, where="post", color=colour, linestyle=dash, linewidth=1.8)
        ends[_name(tally)] = (points.solved[-1], line)
    names = sorted(ends, key=lambda name: -ends[name][0])
    lines = [ends[name][1] for name in names]
    axes.legend(lines, names, loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)


def _couple(first: str, second: str) -> str:
    """A difference, on two lines where it is long."""
    gap = " " if len(first) + len(second) < 40 else "\n"
    return f"{first}{gap}− {second}"


def paired(compared: Sequence[Difference]) -> Figure:
    """Differences with their intervals, and p values corrected for their number."""
    adjusted = holm([one.p for one in compared])
    most = max(len(number_text(one.deals)) for one in compared)
    rows = []
    for one, p in zip(compared, adjusted, strict=True):
        low, high = (aligned(say("{end:+.2f}", end=end), 7) for end in one.interval.percent(2))
        shown = say("p < {p:.3f}", p=0.001) if p < 0.001 else say("p = {p:.3f}", p=p)
        rows.append(
            Row(
                heading=_heading(one.first),
                label=_couple(_name(one.first), _name(one.second)),
                note=f"{low} … {high}   {shown}   {_deals(one.deals, most)}",
                proved=100 * one.proved,
                band=(100 * one.band.low, 100 * one.band.high),
                interval=(100 * one.interval.low, 100 * one.interval.high),
            )
        )
    if any(one.first.played or one.second.played for one in compared):
        title = say("How much more often the first is solvable or won, on the same deals")
        proved = say("of those decided")
    else:
        title = say("How much more often the first is solvable, on the same deals")
        proved = say("of those proved solvable")
    unit = (
        "percentage points (p: McNemar's exact test, undecided deals at worst, Holm's correction)"
    )
    figure = intervals(rows, title, say(unit), legend(proved))
    for axes in figure.axes:
        axes.axvline(0, color="0.3", linewidth=1, zorder=0.9)
    return figure
