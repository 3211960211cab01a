"""Tallies as text, Markdown, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from cli.players import player_text
from cli.tallies import CONFIDENCE, Tally
from cli.words import counted, say, word


class Column(NamedTuple):
    """A column for people: its head, what a row shows, and whether it is a number."""

    head: str
    text: Callable[[Tally], str]
    number: bool = True

    @property
    def title(self) -> str:
        """The head in the language."""
        return word("head", self.head)


def short(number: int) -> str:
    """A round number as options take it: 10M."""
    for size, suffix in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number and number % size == 0:
            return f"{number // size}{suffix}"
    return number_text(number)


def number_text(number: int) -> str:
    """A number of anything."""
    return say("{number:,}", number=number)


def rate_text(tally: Tally) -> str:
    """The interval in percent, rounded outwards."""
    low, high = tally.rate.percent()
    return say("{low:.3f} … {high:.3f} %", low=low, high=high)


def _rounded(value: float | None) -> str:
    return "" if value is None else say("{value:,.0f}", value=value)


def _span(values: Sequence[int]) -> str:
    return " … ".join(dict.fromkeys(short(value) for value in (values[0], values[-1])))


OUTCOMES = ("solvable", "unsolvable", "undecided", "won", "lost")
"""How deals come out: in searches, and in the games of a player."""


def _counter(name: str) -> Callable[[Tally], str]:
    """How many deals came out so; nothing where they cannot."""
    return lambda one: number_text(one.counts[name]) if name in one.counts else ""


COLUMNS = (
    Column("variant", lambda one: one.variant, number=False),
    Column("player", lambda one: player_text(one.player), number=False),
    Column("deals", lambda one: number_text(one.deals)),
    *(Column(name, _counter(name)) for name in OUTCOMES),
    Column(f"{100 * CONFIDENCE:g} % interval", rate_text),
    Column("nodes: mean", lambda one: _rounded(one.nodes_mean)),
    Column("median", lambda one: _rounded(one.nodes_median)),
    Column("most", lambda one: number_text(one.nodes_most) if one.searched else ""),
    Column("moves", lambda one: _rounded(one.moves_mean)),
    Column("budget", lambda one: _span(one.budgets)),
    Column("version", lambda one: ", ".join(one.versions), number=False),
    Column("time", lambda one: say("{seconds:,.1f} s", seconds=one.seconds)),
)


def columns(found: Sequence[Tally]) -> list[Column]:
    """The columns that say something."""
    said = {name for one in found for name in one.counts}
    return [one for one in COLUMNS if one.head not in OUTCOMES or one.head in said]


FIRST_TO_GO = ("time", "version", "budget", "moves", "most", "median", "nodes: mean")
"""The columns that a narrow terminal does without, in this order."""


def fitting(found: Sequence[Tally], room: int) -> tuple[list[Column], list[Column]]:
    """The columns that stay where a line has so much ``room``, and those that are left out."""
    left, out = columns(found), list[Column]()
    for head in FIRST_TO_GO:
        if _width(_widths(found, left)) > room:
            out += [column for column in left if column.head == head]
            left = [column for column in left if column.head != head]
    return left, out


def text(found: Sequence[Tally], room: int = 1000) -> str:
    """Aligned columns, a block a game, and a note on deals that are no run of numbers.

    Columns are left out until a line has ``room``; where that is too little for the rest, every
    figure gets a line of its own.
    """
    left, _ = fitting(found, room)
    widths = _widths(found, left)
    blocks = []
    for game, block in groupby(found, key=lambda one: one.game):
        some = list(block)
        if _width(widths) > room:
            lines = [line for one in some for line in _stacked(one, left)]
        else:
            lines = [_line(cells, left, widths) for cells in _cells(some, left)]
        blocks.append("\n".join([f"{game} «{some[0].title}»", *lines]))
    return "\n\n".join([*blocks, *_notes(found)])


def _cells(some: Iterable[Tally], columns: Sequence[Column]) -> list[list[str]]:
    """The heads, then a row a tally."""
    rows = [[column.text(one) for column in columns] for one in some]
    return [[column.title for column in columns], *rows]


def _widths(found: Iterable[Tally], columns: Sequence[Column]) -> list[int]:
    return [max(map(len, cells)) for cells in zip(*_cells(found, columns), strict=True)]


def _width(widths: Sequence[int]) -> int:
    """Of a line with two spaces between columns."""
    return sum(widths) + 2 * (len(widths) - 1)


def _stacked(one: Tally, columns: Sequence[Column]) -> list[str]:
    """A tally with a line a figure that there is."""
    first, *rest = (each for each in columns if each.text(one))
    wide = max(12, *(len(column.title) for column in rest))
    return ["", first.text(one), *(f"  {each.title:<{wide}} {each.text(one)}" for each in rest)]


def _line(cells: Iterable[str], columns: Iterable[Column], widths: Iterable[int]) -> str:
    parts = (
        cell.rjust(width) if column.number else cell.ljust(width)
        for cell, width, column in zip(cells, widths, columns, strict=True)
    )
    return "  ".join(parts).rstrip()


def _notes(found: Iterable[Tally]) -> list[str]:
    chosen = [
        counted(
            "{variant}, {player}: {count:,} deal out of {first} … {last}: "
            "the interval means something only if they were not picked for their results",
            "{variant}, {player}: {count:,} deals out of {first} … {last}: "
            "the interval means something only if they were not picked for their results",
            one.deals,
            variant=one.variant,
            player=player_text(one.player),
            first=one.first,
            last=one.last,
        )
        for one in found
        if one.chosen
    ]
    return ["\n".join(chosen)] if chosen else []


def markdown(found: Sequence[Tally]) -> str:
    """One table, with the games' titles."""
    left = columns(found)
    heads = [say("game"), *(column.title for column in left)]
    sides = ["---", *("---:" if column.number else "---" for column in left)]
    rows = [[one.title, *(column.text(one) for column in left)] for one in found]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, sides, *rows])


def flat(one: Tally) -> dict[str, Any]:
    """A tally as a line of CSV, unrounded; names as in ``estimate --csv``."""
    return {
        "game": one.game,
        "title": one.title,
        "variant": one.variant,
        "digest": one.digest,
        "version": " ".join(one.versions),
        "player": one.player,
        "deals": one.deals,
        "first": one.first,
        "last": one.last,
        **{name: one.counts.get(name) for name in OUTCOMES},
        "implied": one.implied,
        "low": one.rate.low,
        "high": one.rate.high,
        "confidence": CONFIDENCE,
        "nodes": one.nodes,
        "nodes_mean": one.nodes_mean,
        "nodes_median": one.nodes_median,
        "nodes_most": one.nodes_most,
        "moves_mean": one.moves_mean,
        "moves_most": one.moves_most,
        "seconds": one.seconds,
        "budget_least": one.budgets[0],
        "budget_most": one.budgets[-1],
    }


def as_csv(found: Sequence[Tally]) -> str:
    """A header and a line a tally."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(flat(found[0])), lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat(one) for one in found)
    return out.getvalue()


TEXTS = as_csv, markdown, text
"""The kinds of tables, as cli/duel/report.py has them too."""


def as_json(found: Iterable[Tally], duels: Iterable[dict[str, Any]] = ()) -> str:
    """A list of objects; names as in ``estimate --json``; those of games for two last."""
    told = [*(_object(one) for one in found), *duels]
    return json.dumps(told, ensure_ascii=False, indent=2)


def _object(one: Tally) -> dict[str, Any]:
    plain = flat(one)
    names = ("game", "title", "variant", "digest", "player", "deals", "first", "last", "implied")
    return {
        **{name: plain[name] for name in names},
        "versions": list(one.versions),
        "counts": one.counts,
        "rate": {name: plain[name] for name in ("low", "high", "confidence")},
        "nodes": one.nodes,
        "nodes_a_deal": {
            "mean": one.nodes_mean,
            "median": one.nodes_median,
            "most": one.nodes_most,
        },
        "moves_a_line": {"mean": one.moves_mean, "most": one.moves_most},
        "seconds": one.seconds,
        "budgets": list(one.budgets),
    }
