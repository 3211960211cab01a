"""What a page shows: slots on the table, the piles that lie there, and what a move changes.

Lengths are those of the drawing: a card is 100 wide and 140 high (``static/cards.js``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

WIDTH, HEIGHT, PITCH = 100, 140, 110
"""Of a card, and from one column to the next."""
COLUMNS = 8
HIDDEN = -1
"""A card of which only the back is seen."""

Words = Sequence[str | int]
"""A key of words.json with what fills it in."""


class Slot(NamedTuple):
    """Where a pile lies."""

    key: str
    x: float
    y: float
    scale: float = 1.0
    fan: int = 0
    """The most that such a pile may be high if it is spread downwards; 0 if it is not."""
    label: Words = ()
    """What the position as text calls it."""
    sign: str = ""
    """What is drawn on the table where nothing lies."""
    head: str = ""
    """What stands above it."""
    under: str = ""
    """The slot at whose lower end its card lies, rather than at ``y``."""
    counted: bool = False
    """Whether the number of its cards is written on it."""

    def told(self) -> dict[str, Any]:
        """As JSON, without what is as usual."""
        usual = self._field_defaults
        return {
            name: value
            for name, value in self._asdict().items()
            if name not in usual or value != usual[name]
        }


class View(NamedTuple):
    """What can be seen of a position."""

    piles: dict[str, list[int]]
    """The faces on each slot from bottom to top; ``HIDDEN`` for a back. Empty ones may lack."""
    notes: dict[str, Any]
    """What is no card: whose turn it is, which piles have been turned."""


def change(before: View, after: View) -> dict[str, Any]:
    """What turns a view into the next: for each pile how many cards stay, and those put on."""
    told: dict[str, Any] = {}
    for key in [*before.piles, *(key for key in after.piles if key not in before.piles)]:
        old, new = before.piles.get(key, []), after.piles.get(key, [])
        if old != new:
            kept = _common(old, new)
            told[key] = [kept, new[kept:]]
    notes = {key: note for key, note in after.notes.items() if before.notes.get(key) != note}
    return {"piles": told, "notes": notes}


def _common(old: Sequence[int], new: Sequence[int]) -> int:
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return same


def start(view: View) -> dict[str, Any]:
    """The first view whole."""
    return {"piles": {key: pile for key, pile in view.piles.items() if pile}, "notes": view.notes}


def step(
    before: View, after: View, move: Mapping[str, Any], group: Words | None = None
) -> dict[str, Any]:
    """A move with what it changes; ``group`` is the heading of the moves that it begins."""
    told = {"move": dict(move), **change(before, after)}
    return told if group is None else told | {"group": list(group)}
