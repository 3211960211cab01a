"""Plots of games for two: how they end, how many pairs are taken, what single options do."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cli.duel.effects import Effect, effects
from cli.figures import COLOURS, STYLE, begin, save, width
from cli.players import player_text
from cli.words import say, word

PACK = 52
PARTS = (("A", "A wins", COLOURS[0]), ("draw", "draw", "0.75"), ("B", "B wins", COLOURS[1]))


def draw(database: sqlite3.Connection, found: Sequence[dict[str, Any]], folder: Path) -> list[Path]:
    """Draw what the report tells into a folder that is there; the names of the files.

    No plot of pairs or options where there is nothing to draw.
    """
    pairs = [one for one in found if "pairs" in one]
    with rc_context(STYLE):
        names = save(outcomes(found), folder / "outcomes")
        names += save(histograms(pairs), folder / "pairs") if pairs else []
        told = effects(database, found)
        return names + (save(options(told), folder / "options") if told else [])


def name(one: dict[str, Any]) -> str:
    """What stands beside a row."""
    a, b = (player_text(one["players"][seat]) for seat in "AB")
    return f"{one['variant']}, {a} – {b}"


def outcomes(found: Sequence[dict[str, Any]]) -> Figure:
    """The shares of A's wins, draws and B's wins, a bar a row."""
    labels = [name(one) for one in found]
    figure = begin(say("How games for two end"), width(labels), 1.4 + 0.38 * len(found))
    axes = figure.subplots()
    places, left = range(len(found)), [0.0] * len(found)
    for key, label, colour in PARTS:
        shares = [100 * one["counts"][key] / games(one) for one in found]
        axes.barh(places, shares, left=left, color=colour, label=word("outcome", label), height=0.7)
        left = [at + share for at, share in zip(left, shares, strict=True)]
    axes.set_yticks(places, labels)
    axes.set_ylim(len(found) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.axvline(50, color="0.2", linewidth=0.8)
    axes.set_xlabel(say("% of games"))
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure


def games(one: dict[str, Any]) -> int:
    """Games that were not broken off."""
    return max(1, one["deals"] - int(one["counts"]["aborted"]))


def histograms(found: Sequence[dict[str, Any]]) -> Figure:
    """How often so many of the 52 pairs are taken, a panel a row; complete games as a number."""
    figure = begin(say("How many pairs are taken"), 8.5, 1 + 1.5 * len(found))
    panels = figure.subplots(len(found), 1, squeeze=False, sharex=True)[:, 0]
    for axes, one in zip(panels, found, strict=True):
        told = one["pairs"]["histogram"]
        shares = [100 * told.get(str(count), 0) / games(one) for count in range(PACK)]
        axes.bar(range(PACK), shares, color=COLOURS[0], width=0.85)
        complete = 100 * one["complete"] / games(one)
        text = "{name} · all {pack}: {complete:.2f} %"
        axes.set_title(say(text, name=name(one), pack=PACK, complete=complete))
        axes.set_ylim(0, max(1.0, 1.15 * max(shares)))
        axes.set_ylabel(say("% of games"))
    panels[-1].set_xlim(-0.7, PACK - 0.3)
    panels[-1].set_xlabel(say("pairs, when some are left"))
    return figure


MEASURES = (("first_mover_won", "who begins wins"), ("drawn", "draw"), ("complete", "complete"))


def options(told: Sequence[Effect]) -> Figure:
    """By how much each option changes its preset, a panel a preset, with 95 % intervals."""
    blocks = [list(block) for _, block in groupby(told, key=lambda one: (one.preset, one.players))]
    heights = [0.32 * len(block) + 0.7 for block in blocks]
    wide = width(one.option for one in told)
    figure = begin(say("What single options change"), wide, sum(heights) + 1)
    panels = figure.subplots(len(blocks), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, block in zip(panels, blocks, strict=True):
        _options(axes, block)
    panels[-1].set_xlabel(say("percentage points more than without it, on the same deals"))
    seen = {label: line for axes in panels for line, label in zip(*_legend(axes), strict=True)}
    figure.legend([*seen.values()], [*seen], loc="outside lower center", ncols=3, frameon=False)
    return figure


def _legend(axes: Axes) -> tuple[list[Any], list[str]]:
    lines, labels = axes.get_legend_handles_labels()
    return list(lines), list(labels)


def _options(axes: Axes, block: Sequence[Effect]) -> None:
    first = block[0]
    players = " – ".join(player_text(name) for name in first.players.split(","))
    axes.set_title(f"{first.preset}, {players}")
    measures = [(key, word("measure", one)) for key, one in MEASURES if key in first.measures]
    for number, (key, label) in enumerate(measures):
        for place, one in enumerate(block):
            measure = one.measures[key]
            games, (with_it, without) = max(1, measure["games"]), measure["counts"]
            y = place + 0.2 * (number - (len(measures) - 1) / 2)
            ends = [100 * measure["difference"][end] for end in ("low", "high")]
            axes.plot(ends, (y, y), color=COLOURS[number], linewidth=1.5, marker="|", markersize=6)
            axes.plot(
                100 * (with_it - without) / games, y, color=COLOURS[number], marker="o",
                markersize=4, linestyle="", label=label if place == 0 else None,
            )  # fmt: skip
    axes.set_yticks(range(len(block)), [one.option for one in block])
    axes.set_ylim(len(block) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.88", linewidth=0.8)
    axes.axvline(0, color="0.3", linewidth=1, zorder=0.9)
