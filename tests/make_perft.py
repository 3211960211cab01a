"""Write the perft files from the naive twin: ``python tests/make_perft.py [NAME …]``.

A file ``tests/perft/NAME.perft`` is read line by line, each line as words:

* empty lines and lines that begin with ``#`` say nothing to a program;
* ``variant: iznanka,ranks=4,piles=3`` comes once, before all else;
* ``deal: 7`` begins a table, ``depth perft unique`` heads it, and three numbers are a row of it.

A file may hold several deals. Depths run from 1 without a gap. A table ends where the counts would
grow past the limits below or, with a row of noughts, where no move is left in any line of play.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from twin import Position, Twin, deal, layers, options

FOLDER = Path(__file__).parent / "perft"
MOST_SEQUENCES = 10**9
MOST_UNIQUE = 20_000
MOST_UNIQUE_DEEP = 120_000  # for the cases named *-deep
MOST_DEPTH = 64


class Row(NamedTuple):
    """One line of a table."""

    depth: int
    perft: int
    unique: int


# Name, variant, deals. The deals were chosen because many kinds of moves occur in them.
CASES: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    # twos and aces are base cards, piles are turned
    ("iznanka-small", "iznanka,ranks=3,piles=3", (8, 23)),
    ("iznanka-four", "iznanka,ranks=4,piles=3", (4, 40)),
    ("iznanka-noturn", "iznanka:noturn,ranks=3,piles=3", (29, 1)),
    ("iznanka-noturn-five", "iznanka:noturn,ranks=5,piles=4", (7, 30)),
    ("iznanka-open", "iznanka,seal=open,ranks=4,piles=3", (4, 15)),
    ("iznanka-open-found-free", "iznanka,seal=open,found=free,ranks=4,piles=2", (14, 1)),
    ("iznanka-free-small", "iznanka:free,ranks=3,piles=2", (6, 31)),
    ("iznanka-found-free", "iznanka,found=free,ranks=3,piles=2", (4, 24)),
    ("iznanka-down-alternate", "iznanka,build=down,suit=alternate,ranks=4,piles=3", (8, 32)),
    ("iznanka-up-any", "iznanka,build=up,suit=any,ranks=4,piles=3", (21, 8)),
    ("iznanka-nobuild-five", "iznanka:nobuild,ranks=5,piles=4", (11, 13)),
    ("iznanka-nobuild-six", "iznanka:nobuild,ranks=6,piles=8", (26, 10)),
    ("iznanka-nobuild-seven", "iznanka:nobuild,ranks=7,piles=5", (29, 7)),
    ("iznanka-dealing", "iznanka,build_when=dealing,ranks=5,piles=3", (2, 7)),
    ("iznanka-bycard-small", "iznanka:bycard,ranks=3,piles=3", (8, 23)),
    ("iznanka-bycard-four", "iznanka:bycard,ranks=4,piles=3", (40, 12)),
    ("iznanka-fill-small", "iznanka:fill,ranks=3,piles=4", (2, 4)),
    ("iznanka-fill-four", "iznanka:fill,ranks=4,piles=3", (4, 21)),
    ("iznanka-fill-found-free", "iznanka:fill,found=free,ranks=3,piles=2", (6, 14)),
    ("iznanka-turn-any", "iznanka,turn=any,ranks=4,piles=4", (11, 31)),
    ("iznanka-lift-ordered", "iznanka,lift=ordered,ranks=4,piles=3", (4, 40)),
    ("iznanka-lift-any", "iznanka,lift=any,lift_scope=all,ranks=3,piles=2", (13, 39)),
    ("iznanka-open-lift-any", "iznanka,seal=open,lift=any,turn=any,ranks=4,piles=3", (4, 15)),
    ("iznanka-aces", "iznanka,bases=aces,build=down,turn=none,ranks=4,piles=4", (11, 39)),
    ("iznanka-aces-any", "iznanka,bases=aces,found=free,suit=any,ranks=3,piles=2", (4, 6)),
    ("iznanka-aces-kings", "iznanka,bases=aces-kings,turn=any,ranks=4,piles=3", (1, 25)),
    ("iznanka-nine", "iznanka,ranks=9,piles=7", (26, 14)),
    ("iznanka-fill-eleven", "iznanka:fill,ranks=11,piles=10", (4, 21)),
    # aces and kings are base cards, tops are lifted, then piles are turned
    ("vosem-small", "vosem,ranks=3,piles=2", (3, 36, 21)),
    ("vosem-small-deep", "vosem,ranks=3,piles=2", (36, 10)),
    ("vosem-three-deep", "vosem,ranks=3,piles=3", (21, 12)),
    ("vosem-four", "vosem,ranks=4,piles=2", (27, 2)),
    ("vosem-twelve-places", "vosem,ranks=4,piles=12", (18, 24)),
    ("vosem-lift-any", "vosem,lift=any,ranks=3,piles=3", (2, 12)),
    ("vosem-any-all", "vosem,lift=any,lift_scope=all,turn=any,ranks=3,piles=2", (1, 2)),
    ("vosem-scope-all", "vosem,lift_scope=all,ranks=3,piles=3", (21, 12)),
    ("vosem-scope-all-four", "vosem,lift_scope=all,ranks=4,piles=2", (27, 2)),
    ("vosem-found-free-deep", "vosem,found=free,ranks=3,piles=2", (21, 16)),
    ("vosem-free-small-deep", "vosem:free,ranks=3,piles=2", (21, 16)),
    ("vosem-strict", "vosem:strict,ranks=3,piles=2", (98, 353, 1)),
    ("vosem-strict-bycard", "vosem:strict,ranks=3,piles=2,pause=card", (98, 353, 4)),
    ("vosem-nobuild-six", "vosem:nobuild,ranks=6,piles=4", (23, 16)),
    ("vosem-nobuild-any", "vosem:nobuild,lift=any,turn=any,ranks=4,piles=4", (27, 2)),
    ("vosem-nobuild-eight", "vosem:nobuild,ranks=8,piles=6", (12, 14)),
    ("vosem-noturn", "vosem:noturn,ranks=5,piles=2", (29, 7)),
    ("vosem-fill-small-deep", "vosem:fill,ranks=3,piles=3", (6, 33)),
    ("vosem-fill-scope-all", "vosem:fill,lift_scope=all,ranks=3,piles=2", (2, 1)),
    ("vosem-down-alternate-deep", "vosem,build=down,suit=alternate,ranks=3,piles=2", (2, 10)),
    ("vosem-up-alternate", "vosem,build=up,suit=alternate,turn=any,ranks=3,piles=2", (10, 23)),
    ("vosem-any-suit", "vosem,suit=any,ranks=3,piles=2", (10, 1)),
    ("vosem-any-dealing", "vosem,suit=any,build_when=dealing,ranks=3,piles=2", (10, 23)),
    ("vosem-aces", "vosem,bases=aces,ranks=4,piles=3", (36, 21)),
    ("vosem-twos-aces", "vosem,bases=twos-aces,lift_scope=all,ranks=4,piles=3", (4, 15)),
    ("vosem-bycard-small", "vosem:bycard,ranks=3,piles=3", (21, 6)),
    ("vosem-bycard-ten", "vosem:bycard,ranks=10,piles=9", (13, 23)),
    ("vosem-free-twelve", "vosem:free,ranks=12,piles=11", (16, 3)),
    # full packs
    ("iznanka", "iznanka", (40, 13)),
    ("iznanka-two-places", "iznanka,piles=2", (7, 12)),
    ("iznanka-three-places", "iznanka,piles=3", (7,)),
    ("iznanka-twelve-places", "iznanka,piles=12", (13,)),
    ("iznanka-free", "iznanka:free", (7, 6)),
    ("iznanka-bycard", "iznanka:bycard", (26,)),
    ("iznanka-nobuild", "iznanka:nobuild", (36, 1)),
    ("iznanka-any-suit", "iznanka,suit=any", (13,)),
    ("vosem", "vosem", (8, 17)),
    ("vosem-free", "vosem:free", (7, 6)),
    ("vosem-fill", "vosem:fill", (18,)),
    ("vosem-nobuild", "vosem:nobuild", (14, 10)),
    ("vosem-nobuild-three-places", "vosem:nobuild,piles=3", (10,)),
    ("vosem-alternate", "vosem,suit=alternate", (9,)),
)


def kinds(twin: Twin, position: Position) -> Iterator[str]:
    """What kind each legal move is, in finer words than the moves themselves use."""
    for kind, place, to in twin.moves(position):
        pile = () if place is None else position.places[place]
        if kind in ("up", "down"):
            bases = position.bases[pile[-1] // 13]
            yield "start" if dict(twin.base_plays(pile[-1], bases))[kind] else kind
        elif kind == "build" and to is not None and not position.places[to]:
            yield "fill" if len(pile) > 1 else "fill-by-lone-card"
        elif kind == "return" and not pile:
            yield "return-to-empty"
        elif kind == "turn" and len(pile) < 2:
            yield "turn-of-nothing"
        else:
            yield kind
        if position.aside is not None and kind != "return":
            yield "play-beside-lifted"


def table(twin: Twin, most_unique: int) -> tuple[list[Row], Counter[str]]:
    """The rows within the limits, and how often what was met in distinct positions."""
    rows: list[Row] = []
    met: Counter[str] = Counter()
    before = [twin.start()]
    for depth, layer in enumerate(layers(twin), 1):
        row = Row(depth, sum(layer.values()), len(layer))
        if row.perft > MOST_SEQUENCES or row.unique > most_unique or depth > MOST_DEPTH:
            break
        for position in before:
            met.update(kinds(twin, position))
        for position in layer:
            met["sealed-pair"] += sum(bases.closed for bases in position.bases)
            met["won-position"] += twin.won(position)
        rows.append(row)
        before = list(layer)
        if not before:
            break
    return rows, +met


def write(name: str, variant: str, deals: tuple[int, ...]) -> Counter[str]:
    """Write one file; what was met in it."""
    rules = options(variant)
    all_met: Counter[str] = Counter()
    lines = ["# Perft counts by the naive twin; tests/make_perft.py tells the format.", ""]
    lines.append(f"variant: {variant}")
    for number in deals:
        twin = Twin(rules, deal(number, int(rules["ranks"])))
        rows, met = table(twin, MOST_UNIQUE_DEEP if name.endswith("-deep") else MOST_UNIQUE)
        all_met += met
        lines += ["", "# met: " + " ".join(f"{what}={n}" for what, n in sorted(met.items()))]
        lines += [f"deal: {number}", f"{'depth':>5} {'perft':>10} {'unique':>6}"]
        lines += [f"{row.depth:>5} {row.perft:>10} {row.unique:>6}" for row in rows]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.perft").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return all_met


def read(path: Path) -> tuple[str, dict[int, list[Row]]]:
    """A file's variant, and the table of each of its deals."""
    variant = ""
    tables: dict[int, list[Row]] = {}
    rows: list[Row] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if not words or words[0].startswith("#") or words == ["depth", "perft", "unique"]:
            continue
        if words[0] == "variant:":
            variant = words[1]
        elif words[0] == "deal:":
            rows = tables.setdefault(int(words[1]), [])
        else:
            rows.append(Row(*map(int, words)))
    return variant, tables


def main(names: list[str]) -> int:
    """Write the named files, or all; tell what was met in each."""
    unknown = set(names) - {name for name, _, _ in CASES}
    if unknown:
        print(f"no such case: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    for name, variant, deals in CASES:
        if not names or name in names:
            met = write(name, variant, deals)
            print(f"{name}: {' '.join(f'{what}={n}' for what, n in sorted(met.items()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
