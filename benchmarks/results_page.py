"""The tables in ``results/README.md``, as they follow from the CSV files beside it.

python -m benchmarks.results_page
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from math import ceil, floor
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "results"
MARK = re.compile(r"<!-- table: (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)

Row = Mapping[str, str]


def percent(low: str, high: str) -> str:
    """Bounds in percent, rounded outwards."""
    return f"{floor(1e4 * float(low)) / 100:.2f} … {ceil(1e4 * float(high)) / 100:.2f}"


def count(name: str) -> Callable[[Row], str]:
    """A whole number with its thousands."""
    return lambda row: f"{int(row[name]):,}"


def share(name: str, of: str) -> Callable[[Row], str]:
    """A number in percent of another."""
    return lambda row: f"{100 * int(row[name]) / int(row[of]):.1f}"


def _command(row: Row) -> str:
    return f"`{row['command']}`"


def _rate(row: Row) -> str:
    return percent(row["low"], row["high"])


def _each(row: Row) -> str:
    return f"{float(row['seconds']) / int(row['deals']):.3f}"


def _who_begins(row: Row) -> str:
    won, drawn, lost = (int(row[f"first_mover_{how}"]) for how in ("won", "drawn", "lost"))
    return f"{100 * won / (won + drawn + lost):.1f}"


def mean(name: str) -> Callable[[Row], str]:
    """A mean with a digit."""
    return lambda row: f"{float(row[name]):.1f}"


def _complete(row: Row) -> str:
    return f"{100 * int(row['complete']) / int(row['deals']):.1f}" if row.get("complete") else ""


def _bounds(name: str) -> Callable[[Row], str]:
    return lambda row: percent(row[f"{name}_low"], row[f"{name}_high"])


def _elo(row: Row) -> str:
    return f"{float(row['elo_low']):+.0f} … {float(row['elo_high']):+.0f}"


def _change(measure: str) -> Callable[[Row], str]:
    """How a share changes from the second of two variants to the first; empty where not told."""

    def cell(row: Row) -> str:
        if not row.get(f"{measure}_first"):
            return ""
        second, first = (int(row[f"{measure}_{side}"]) for side in ("second", "first"))
        games = int(row["games"])
        return f"{100 * second / games:.1f} → {100 * first / games:.1f}"

    return cell


def _points(measure: str) -> Callable[[Row], str]:
    """The bounds of a difference in percentage points, rounded outwards; empty where not told."""

    def cell(row: Row) -> str:
        if not row.get(f"{measure}_low"):
            return ""
        low, high = (float(row[f"{measure}_{end}"]) for end in ("low", "high"))
        return f"{floor(1e4 * low) / 100:+.2f} … {ceil(1e4 * high) / 100:+.2f}"

    return cell


def _each_game(row: Row) -> str:
    return f"{float(row['seconds']) / int(row['games']):.3f}" if row.get("seconds") else ""


WON: dict[str, Callable[[Row], str]] = {
    "command": _command,
    "won": count("won"),
    "lost": count("lost"),
    "won %, 95 %": _rate,
    "s a deal": _each,
}

GAMES_FOR_TWO: dict[str, Callable[[Row], str]] = {
    "command": _command,
    "A wins %": share("A", "deals"),
    "drawn %": share("draw", "deals"),
    "B wins %": share("B", "deals"),
    "who begins wins %": _who_begins,
    "repetitions": count("repetition"),
    "no progress": count("no-progress"),
    "turns": mean("mean_turns"),
    "actions": mean("mean_actions"),
}

MATCHES: dict[str, Callable[[Row], str]] = {
    "command": _command,
    "games": count("games"),
    "won": count("won"),
    "drawn": count("drawn"),
    "lost": count("lost"),
    "score %, 95 %": _bounds("score"),
    "Elo, 95 %": _elo,
    "worth of beginning %, 95 %": _bounds("first_mover"),
    "s a game": _each_game,
}

TABLES: dict[str, dict[str, Callable[[Row], str]]] = {
    "solvability": {
        "command": _command,
        "solvable": count("solvable"),
        "unsolvable": count("unsolvable"),
        "undecided": count("undecided"),
        "solvable %, 95 %": _rate,
        "s a deal": _each,
    },
    "players": WON,
    "strength": WON,
    "duel": GAMES_FOR_TWO | {"complete %": _complete},
    "attention": GAMES_FOR_TWO,
    "planners": GAMES_FOR_TWO,
    "options": {
        "command": _command,
        "who begins wins %": _change("first_mover_won"),
        "points, 95 %": _points("first_mover_won"),
        "drawn %": _change("drawn"),
        "drawn, points, 95 %": _points("drawn"),
        "complete %": _change("complete"),
        "complete, points, 95 %": _points("complete"),
    },
    "matches": MATCHES,
    "versus": MATCHES,
}


def markdown(table: str) -> str:
    """A table as Markdown, from its CSV file."""
    columns = TABLES[table]
    with (FOLDER / f"{table}.csv").open(encoding="utf-8", newline="") as stream:
        rows = [[cell(row) for cell in columns.values()] for row in csv.DictReader(stream)]
    sides = ["---", *["---:"] * (len(columns) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [list(columns), sides, *rows])


def with_tables(text: str) -> str:
    """A text with each marked table as it follows from its file."""
    return MARK.sub(lambda m: f"<!-- table: {m[1]} -->\n{markdown(m[1])}\n<!-- end -->", text)


if __name__ == "__main__":
    PAGE = FOLDER / "README.md"
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
