"""Reading a claimed move: an object of ``solve --json``, or whatever else stands in its place.

A move is read before any rule is asked; what is wrong with its form is said in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from solver.cards import CardError, parse_card
from solver.patience.board import shown

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "up": ("pile",),
    "down": ("pile",),
    "build": ("pile", "to"),
    "deal": (),
    "lift": ("pile",),
    "pass": ("pile",),
    "return": ("pile",),
    "turn": ("pile",),
}
"""The kinds of move and the places each names; the first three may also name their card."""

CARD_MOVES: Final = ("up", "down", "build")


class Claim(NamedTuple):
    """A well-formed move: places from 0, -1 where the kind names none."""

    kind: str
    pile: int
    to: int
    card: int | None


def _read_place(move: Mapping[object, object], key: str, places: int) -> int | str:
    """The place a move names under ``key``, from 0, or what is wrong with it."""
    if key not in move:
        return f"the move has no {key!r}: it needs a place from 1 to {places}"
    value = move[key]
    if isinstance(value, bool) or not isinstance(value, int):
        return f"{key!r} must be a whole number from 1 to {places}, not {shown(value)}"
    if not 1 <= value <= places:
        return f"there is no place {shown(value)}: {key!r} goes from 1 to {places}"
    return value - 1


def read_move(move: object, places: int) -> Claim | str:
    """A move of ``solve --json`` as a :class:`Claim`, or the sentence that says what is wrong."""
    if not isinstance(move, Mapping):
        return f'a move must be an object such as {{"move": "deal"}}, not {shown(move)}'
    kind = move.get("move")
    if "move" not in move:
        return f"the move does not say what it is: 'move' must be one of {', '.join(FIELDS)}"
    if not isinstance(kind, str) or kind not in FIELDS:
        return f"there is no move {shown(kind)}: known are {', '.join(FIELDS)}"
    known = ("move", *FIELDS[kind], *(("card",) if kind in CARD_MOVES else ()))
    for key in move:
        if key not in known:
            return f"a move {kind!r} has no {shown(key)}: it takes {', '.join(known)}"
    found = []
    for key in FIELDS[kind]:
        place = _read_place(move, key, places)
        if isinstance(place, str):
            return place
        found.append(place)
    pile, to = (*found, -1, -1)[:2]
    if "card" not in move:
        return Claim(kind, pile, to, None)
    text = move["card"]
    if not isinstance(text, str):
        return f"'card' must be a text such as \"7C\", not {shown(text)}"
    try:
        return Claim(kind, pile, to, parse_card(text))
    except CardError as error:
        return f"'card' is not a card: {error}"
