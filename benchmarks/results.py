"""The published tables: every line of ``results/plan.csv`` run, and its outcome put in a table.

    python -m benchmarks.results [TABLE ...] [--scale SHARE] [--missing] [--db FILE] [--jobs N]

A line of the plan is an ``estimate``, a ``match`` or a ``compare``: the table it belongs to, how
many deals from 1, the command, its other arguments. Results go to a database, so a run that was
stopped goes on and a finished one costs nothing. ``results/TABLE.csv`` then has a line for each:
the command, and what it prints with ``--csv``. ``--scale 0.01`` runs a hundredth of
the deals and leaves the published tables alone: it prints them. ``--missing`` runs only the lines
that their table lacks, for those that were added to the plan.
"""

from __future__ import annotations

import argparse
import csv
import io
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "results"


class Line(NamedTuple):
    """A line of the plan."""

    table: str
    deals: int
    name: str
    arguments: list[str]

    def command(self, scale: float) -> list[str]:
        """The arguments of ``pasyans``."""
        deals = max(1, round(self.deals * scale))
        return [self.name, *self.arguments, "--deals", str(deals)]


def plan(tables: Sequence[str]) -> list[Line]:
    """The lines of some tables, of all if none is named."""
    with (FOLDER / "plan.csv").open(encoding="utf-8", newline="") as stream:
        lines = [
            Line(row["table"], int(row["deals"]), row["command"], shlex.split(row["arguments"]))
            for row in csv.DictReader(stream)
        ]
    return [line for line in lines if not tables or line.table in tables]


def outcome(command: Sequence[str], more: Sequence[str]) -> dict[str, str]:
    """Run a command; its line of CSV. SystemExit with its code where it fails or is stopped."""
    arguments = [sys.executable, "-m", "cli", *command, *more, "--csv"]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    (row,) = csv.DictReader(io.StringIO(done.stdout))
    return {"command": shlex.join(["pasyans", *command]), **row}


def as_csv(rows: Iterable[Mapping[str, str]]) -> str:
    """A table with every column that any row has."""
    rows = list(rows)
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def published(table: str) -> dict[str, dict[str, str]]:
    """The rows of a published table by their commands."""
    path = FOLDER / f"{table}.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    return {row["command"]: row for row in rows}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the published tables again.")
    parser.add_argument("tables", nargs="*", metavar="TABLE")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--db", default=str(FOLDER / "results.sqlite"))
    parser.add_argument("--jobs", type=int)
    args = parser.parse_args()
    more = ["--db", args.db, *(["--jobs", str(args.jobs)] if args.jobs else [])]
    tables: dict[str, list[dict[str, str]]] = defaultdict(list)
    for line in plan(args.tables):
        command = line.command(args.scale)
        told = shlex.join(["pasyans", *command])
        row = published(line.table).get(told) if args.missing else None
        if row is None:
            print(told, file=sys.stderr, flush=True)
            row = outcome(command, more)
        tables[line.table].append(row)
    for table, rows in tables.items():
        if args.scale == 1:
            (FOLDER / f"{table}.csv").write_text(as_csv(rows), encoding="utf-8")
        else:
            print(as_csv(rows))


if __name__ == "__main__":
    main()
