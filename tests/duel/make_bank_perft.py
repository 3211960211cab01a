"""Write the perft files of both Russian Banks from the naive twin: ``python make_bank_perft.py``.

The format is that of tests/make_perft.py. A table ends where its counts would grow past the
limits; what was met on the way stands above it. Run it with the repository on the path.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from twin_bank import Position, Twin

FOLDER = Path(__file__).parent.parent / "perft" / "duel"
MOST_UNIQUE = 3_000
MOST_DEPTH = 40

# Name, variant, deals. Under bank-overturn few choices lead as far as the turn of a talon.
CASES: tuple[tuple[str, str, tuple[int, ...]], ...] = (
    ("bank-zevaki", "zevaki", (1, 19, 32)),
    ("bank-both", "zevaki:both-layouts", (3, 20)),
    ("bank-strict-hand", "zevaki:strict-hand", (19, 22)),
    ("bank-noload", "zevaki:noload", (33, 9)),
    ("bank-playable", "zevaki,own_talon=playable,deck_per_turn=one", (5, 19)),
    ("bank-loads", "zevaki,load=magazine,series=single,empty=magazine-only", (13, 32)),
    ("bank-loads-one", "zevaki,load_series=no,series=whole,forced=yes", (29, 7)),
    ("bank-start", "zevaki,open=start,deck_to_empty=no,win_cells=own", (6, 13)),
    ("bank-alternate", "zevaki,aux=alternate,empty=magazine-first", (2, 8)),
    ("bank-rusbank", "rusbank", (1, 2)),
    ("bank-forced", "rusbank:forced", (4, 20)),
    ("bank-published", "rusbank:published", (3, 29)),
    ("bank-published-forced", "rusbank:published-forced,win_cells=all", (5, 11)),
    ("bank-rusbank-tail", "rusbank,series=tail,load=both,load_series=yes", (6, 12)),
    ("bank-rusbank-once", "rusbank,deck_per_turn=one,series=whole,empty=magazine-only", (29, 37)),
    ("bank-rusbank-first-turn", "rusbank,layout=first-turn,own_talon=playable", (7, 14)),
    ("bank-rusbank-suit", "rusbank,aux=suit,open=any,hand=must-place,load=magazine", (9, 10)),
    (
        "bank-overturn",
        "zevaki:noload,forced=yes,empty=magazine-only,series=whole,hand=must-place,open=start,"
        "deck_per_turn=one",
        (66,),
    ),
)


def rows(twin: Twin, name: str) -> tuple[list[tuple[int, int]], Counter[str]]:
    """Sequences and distinct positions by depth, and how often what was met."""
    most, deepest = (6_000, 160) if "overturn" in name else (MOST_UNIQUE, MOST_DEPTH)
    layer, told, met = {twin.start(): 1}, list[tuple[int, int]](), Counter[str]()
    while len(told) < deepest:
        below: dict[Position, int] = {}
        for pos, ways in layer.items():
            for action in twin.actions(pos):
                after = twin.after(pos, action)
                below[after] = below.get(after, 0) + ways
                met[kind_of(pos, after, action[0])] += 1
        if len(below) > most:
            break
        layer = below
        told.append((sum(below.values()), len({twin.same(pos) for pos in below})))
    return told, met


def kind_of(pos: Position, after: Position, kind: str) -> str:
    """The action, or what it brings about: a talon is turned, the second seat lays out."""
    if pos.laid != after.laid:
        return "layout"
    return "overturn" if kind == "open" and not pos.decks[pos.mover] else kind


def main(names: list[str]) -> None:
    from solver.deals import duel_deal
    from solver.variants import parse

    for name, variant, deals in CASES:
        if names and name not in names:
            continue
        lines = ["# Perft counts by the naive twin, tests/duel/twin_bank.py.", ""]
        lines.append(f"variant: {variant}")
        for number in deals:
            told, met = rows(Twin(parse(variant).rules, duel_deal(number)), name)
            often = " ".join(f"{kind}={count}" for kind, count in sorted(met.items()))
            lines += ["", f"# met: {often}", f"deal: {number}", "depth perft unique"]
            lines += [f"{d} {p} {u}" for d, (p, u) in enumerate(told, 1)]
        (FOLDER / f"{name}.perft").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
