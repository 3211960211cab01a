"""The look of all plots, and figures with a row for each of several intervals.

Needs matplotlib (extra ``plot``). Colours are Okabe and Ito's, which colour-blind people tell
apart; files are the same, byte for byte, whenever the same data are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, groupby
from pathlib import Path
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib and has Cyrillic
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "pasyans",
}
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)))


def save(figure: Figure, path: Path) -> list[Path]:
    """Write a figure as PNG and SVG; ``path`` has no suffix yet. The names of the files."""
    names = []
    for suffix, metadata in ((".png", {"Software": None}), (".svg", {"Date": None})):
        names.append(path.with_suffix(suffix))
        figure.savefig(names[-1], dpi=150, metadata=metadata)
    return names


def width(labels: Iterable[str]) -> float:
    """Of a figure with such labels at a side, in inches."""
    return 7.5 + 0.09 * max(len(line) for label in labels for line in label.split("\n"))


def begin(title: str, width: float, height: float) -> Figure:
    """An empty figure with its title."""
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontsize=13)
    return figure


class Row(NamedTuple):
    """A row of a plot of intervals, in percent."""

    heading: str
    """Rows of one heading, which follow each other, share a panel."""
    label: str
    note: str
    proved: float
    """Where the dot is."""
    band: tuple[float, float]
    """Where the dot could be, whatever the undecided deals are."""
    interval: tuple[float, float]


def intervals(rows: Sequence[Row], title: str, unit: str, legend: Sequence[str]) -> Figure:
    """A panel a heading, one below the other on one scale; ``legend`` names dot, band and line."""
    blocks = [list(block) for _, block in groupby(rows, key=lambda row: row.heading)]
    lines = max(row.label.count("\n") + 1 for row in rows)
    heights = [lines * len(block) + 1.3 for block in blocks]
    height = 0.33 / lines**0.3 * sum(heights) + 1.5  # two lines take less than two rows
    figure = begin(title, width(row.label for row in rows), height)
    panels = figure.subplots(len(blocks), 1, squeeze=False, height_ratios=heights, sharex=True)
    for axes, block, colour in zip(panels[:, 0], blocks, cycle(COLOURS), strict=False):
        _panel(axes, block, colour)
    panels[-1, 0].set_xlabel(unit)
    panels[-1, 0].ticklabel_format(axis="x", useOffset=False)
    keys = (
        Line2D([], [], color="0.35", marker="o", linestyle=""),
        Line2D([], [], color="0.35", linewidth=7, alpha=0.35),
        Line2D([], [], color="0.35", linewidth=1.5, marker="|"),
    )
    figure.legend(keys, legend, loc="outside lower center", ncols=3, frameon=False)
    return figure


def _panel(axes: Axes, rows: Sequence[Row], colour: str) -> None:
    axes.set_title(rows[0].heading)
    axes.set_yticks(range(len(rows)), [row.label for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.88", linewidth=0.8)
    axes.set_axisbelow(True)
    beside = axes.get_yaxis_transform()
    for place, row in enumerate(rows):
        y = (place, place)
        axes.plot(row.band, y, color=colour, linewidth=8, alpha=0.3, solid_capstyle="butt")
        axes.plot(row.interval, y, color=colour, linewidth=1.5, marker="|", markersize=8)
        axes.plot(row.proved, place, color=colour, marker="o", markersize=6)
        axes.text(1.02, place, row.note, transform=beside, va="center", fontsize=9)


def aligned(number: str, width: int) -> str:
    """A number filled up with spaces as wide as a digit."""
    return number.rjust(width).replace(" ", "\u2007").replace("-", "−")
