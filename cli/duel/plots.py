"""Plots of games for two: how they end, and how many pairs are taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from cli.figures import COLOURS, STYLE, begin, save, width
from cli.players import player_text
from cli.words import say, word

PACK = 52
PARTS = (("A", "A wins", COLOURS[0]), ("draw", "draw", "0.75"), ("B", "B wins", COLOURS[1]))


def draw(found: Sequence[dict[str, Any]], folder: Path) -> list[Path]:
    """Draw what the report tells into a folder that is there; the names of the files."""
    pairs = [one for one in found if "pairs" in one]
    with rc_context(STYLE):
        names = save(outcomes(found), folder / "outcomes")
        return names + (save(histograms(pairs), folder / "pairs") if pairs else [])


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
