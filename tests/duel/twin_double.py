"""The naive twin of «Двойной пасьянс»: the rules once more, as simple as can be, for perft.

``python tests/duel/twin_double.py`` writes the perft files. A position is a tuple of tuples, an
action the JSON of a record; nothing is shared with the program but the numbered deals.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent.parent / "perft" / "duel"
MOST = 40_000
"""Positions of a depth after which a table ends."""

Pile = tuple[int, ...]
Told = Mapping[str, Any]


class Side(NamedTuple):
    """A seat: cards from bottom to top, the deck from the first card to the last."""

    magazine: Pile
    deck: Pile
    talons: tuple[Pile, Pile, Pile, Pile]


class Position(NamedTuple):
    """All that tells positions apart."""

    sides: tuple[Side, Side]
    bases: tuple[int, ...]
    """Ranks on top, 1 (ace) … 13, sorted."""
    mover: int
    hand: int | None
    opened: bool


def rank(card: int) -> int:
    return card % 13 + 1


def start(options: Mapping[str, str], a: list[int], b: list[int], first: int = 0) -> Position:
    """The start position; ``first`` has turned up the base cards."""
    sides = [Side(tuple(p[:11]), tuple(p[11:]), ((), (), (), ())) for p in (a, b)]
    count = int(options["bases"])
    shown = sides[first].deck[:count]
    sides[first] = sides[first]._replace(deck=sides[first].deck[count:])
    return Position((sides[0], sides[1]), tuple(sorted(map(rank, shown))), first, None, False)


def fits(position: Position, card: int) -> bool:
    return any(rank(card) == (1 if top == 13 else top + 1) for top in position.bases)


def plays(position: Position, seat: int) -> list[Told]:
    """Magazine and talon plays of a seat."""
    side, found = position.sides[seat], list[Told]()
    if side.magazine and fits(position, side.magazine[-1]):
        found.append({"action": "magazine"})
    for number, talon in enumerate(side.talons, 1):
        if talon and fits(position, talon[-1]):
            found.append({"action": "talon", "from": f"talon{number}"})
    return found


def out(position: Position) -> bool:
    return not position.sides[0].deck and not position.sides[1].deck


def over(position: Position) -> bool:
    return (
        out(position)
        and position.hand is None
        and not plays(position, 0)
        and not plays(position, 1)
    )


def legal(options: Mapping[str, str], position: Position) -> list[Told]:
    """All actions of the seat to move."""
    if over(position):
        return []
    side, playable = position.sides[position.mover], plays(position, position.mover)
    if {"action": "magazine"} in playable and options["magazine"] == "must":
        return [{"action": "magazine"}]
    must = out(position) and bool(playable)
    if position.hand is not None:
        if fits(position, position.hand):
            playable.append({"action": "base", "from": "hand"})
            if options["fit"] == "must":
                return playable
        return playable if must else playable + discards(options, side, position.hand)
    if side.deck and (not position.opened or options["deck_per_turn"] == "many"):
        playable.append({"action": "open"})
    if (position.opened or not side.deck) and not must:
        playable.append({"action": "stop"})
    return playable


def discards(options: Mapping[str, str], side: Side, card: int) -> list[Told]:
    numbers = [n for n in range(4) if side.talons[n]]
    empty = [n for n in range(4) if not side.talons[n]][:1]
    if options["talon_build"] == "down":
        lower = [n for n in numbers if rank(side.talons[n][-1]) > rank(card)]
        numbers = lower if lower or empty else numbers
    return [{"action": "discard", "to": f"talon{n + 1}"} for n in sorted(numbers + empty)]


def after(position: Position, action: Told) -> Position:
    """The position after a legal action."""
    seat, name = position.mover, action["action"]
    side, hand, opened, bases = position.sides[seat], position.hand, position.opened, position.bases
    if name == "magazine":
        bases = on_base(position, side.magazine[-1])
        side = side._replace(magazine=side.magazine[:-1])
    elif name == "talon":
        number = int(action["from"][-1]) - 1
        bases = on_base(position, side.talons[number][-1])
        side = with_talon(side, number, side.talons[number][:-1])
    elif name == "open":
        hand, opened = side.deck[0], True
        side = side._replace(deck=side.deck[1:])
    elif name == "base":
        assert hand is not None
        bases, hand = on_base(position, hand), None
    elif name == "discard":
        assert hand is not None
        number = int(action["to"][-1]) - 1
        side, hand = with_talon(side, number, (*side.talons[number], hand)), None
    sides = (side, position.sides[1]) if seat == 0 else (position.sides[0], side)
    if name in ("discard", "stop"):
        return Position(sides, bases, 1 - seat, None, False)
    return Position(sides, bases, seat, hand, opened)


def with_talon(side: Side, number: int, pile: Pile) -> Side:
    a, b, c, d = (pile if n == number else side.talons[n] for n in range(4))
    return side._replace(talons=(a, b, c, d))


def on_base(position: Position, card: int) -> tuple[int, ...]:
    tops = list(position.bases)
    tops.remove(13 if rank(card) == 1 else rank(card) - 1)
    return tuple(sorted([*tops, rank(card)]))


def penalties(position: Position) -> list[int]:
    return [2 * len(s.magazine) + sum(map(len, s.talons)) for s in position.sides]


def counts(options: Mapping[str, str], a: list[int], b: list[int], most: int) -> list[list[int]]:
    """Sequences and distinct positions by depth, up to ``most`` positions."""
    layer, told = Counter({start(options, a, b): 1}), list[list[int]]()
    while layer and len(layer) <= most:
        following: Counter[Position] = Counter()
        for position, ways in layer.items():
            for action in legal(options, position):
                following[after(position, action)] += ways
        layer = following
        told.append([layer.total(), len(layer)])
    return told


CASES = (
    ("double", "double", (1, 3, 10)),
    ("double-relaxed", "double:relaxed", (2, 3)),
    ("double-fourbases", "double:fourbases", (4, 5)),
    ("double-twobases-down", "double,bases=2,talon_build=down", (6, 7)),
    ("double-many", "double,deck_per_turn=many", (8, 9)),
    ("double-many-relaxed", "double:relaxed,deck_per_turn=many,bases=4", (11, 12)),
    ("double-magazine-may", "double,magazine=may,talon_build=down", (13, 14)),
    ("double-fit-may", "double,fit=may,starter=B", (15, 16)),
)


def main() -> int:
    from solver.deals import duel_deal
    from solver.variants import parse

    FOLDER.mkdir(exist_ok=True)
    for name, variant, deals in CASES:
        lines = ["# Perft counts by the naive twin, tests/duel/twin_double.py.", ""]
        lines.append(f"variant: {variant}")
        for number in deals:
            rows = counts(parse(variant).options, *duel_deal(number), MOST)
            lines += ["", f"deal: {number}", "depth      perft unique"]
            lines += [f"{d:5} {p:10} {u:6}" for d, (p, u) in enumerate(rows, 1)]
        (FOLDER / f"{name}.perft").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
