"""Position files: a patience in progress as a person can type it, and back.

A line for each place, cards from bottom to top, and a line for whatever else there is; a hash sign
starts a comment, ``-`` says none. The notations of cards are those of solver.cards::

    # vosem,ranks=4,piles=3
    up: 2C AD           the top card of each up pile; a pile may also be told whole: AC>2C
    down: 4S
    closed: -           closed pairs, up top before down top: 7C/8C
    1: AH 3C
    2: 4D
    3: -
    aside: 2S from 1    the card lifted and its place
    stock: 12           how many cards are left, or which, in order: stock: 3D AS ...
    lifted: 1-2 4       places passed, or lifted and returned
    turned: -

The stock and all places must be told, the rest may be left out. Every card that was dealt is named:
face-down or forgotten cards are not supported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from solver.cards import CardError, card_text, parse_card, quoted
from solver.patience.board import Board, pair_texts
from solver.patience.situation import Situation
from solver.variants import Variant, nearest

HEADINGS = ("up", "down", "closed", "aside", "stock", "lifted", "turned")
_UNKNOWN = frozenset("?*_")


class PositionFileError(ValueError):
    """A text that is no position; the message (two lines at most) says where, what and how to
    mend it."""


class Card(NamedTuple):
    """A card as written."""

    face: int
    line: int


@dataclass
class Written:
    """What a position file says, read word by word; nothing is compared with anything yet."""

    source: str
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each heading."""
    places: dict[int, list[Card]] = field(default_factory=dict)
    up: list[list[Card]] = field(default_factory=list)
    """Piles, told by their top card or whole."""
    down: list[list[Card]] = field(default_factory=list)
    closed: list[tuple[Card, Card]] = field(default_factory=list)
    stock: int | list[Card] = 0
    aside: tuple[Card, int] | None = None
    lifted: list[int] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)

    def refuse(self, what: str, line: int | None = None) -> NoReturn:
        """Raise the error."""
        where = f"line {line}: " if line else ""
        raise PositionFileError(f"{self.source}: {where}{what}")


def parse_position(text: str, variant: Variant, source: str = "position") -> Situation:
    """The position that a text describes; ``source`` names the file in messages.

    Raises:
        PositionFileError: it is no position of the variant, or one that no play leads to as far
            as that can be told.
    """
    from solver.patience.consistency import situation_of

    return situation_of(read(text, int(variant.rules["piles"]), source), variant)


# ------------------------------------------------------------------ reading


def read(text: str, piles: int, source: str) -> Written:
    """What the text says of a game of so many places."""
    found = Written(source)
    for number, heading, words in _lines(text, found):
        _check_heading(found, heading, number, piles)
        found.lines[heading] = number
        if heading.isdecimal():
            found.places[int(heading)] = [_card(found, word, number) for word in words]
        elif heading in ("up", "down"):
            piles_told = [_pile(found, word, number) for word in words]
            found.up, found.down = (
                (piles_told, found.down) if heading == "up" else (found.up, piles_told)
            )
        elif heading == "closed":
            found.closed = [_pair(found, word, number) for word in words]
        elif heading == "aside":
            found.aside = _aside(found, words, number, piles)
        elif heading == "stock":
            found.stock = _stock(found, words, number)
        else:
            places = [place for word in words for place in _span(found, word, number, piles)]
            found.lifted, found.turned = (
                (places, found.turned) if heading == "lifted" else (found.lifted, places)
            )
    _check_complete(found, piles)
    return found


def _lines(text: str, found: Written) -> Iterator[tuple[int, str, list[str]]]:
    """Number, heading and words of every line that says something."""
    # Not splitlines(): it also splits where editors do not, and line numbers would drift.
    plain = text.replace("\ufeff", " ").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(plain.split("\n"), 1):
        told = line.split("#", 1)[0].strip()
        if not told:
            continue
        heading, colon, rest = told.partition(":")
        if not colon:
            found.refuse(
                f"{quoted(told)} has no heading; write such as 3: 7C KD for place 3, "
                "up: 4C, or stock: 40",
                number,
            )
        words = re.sub(r"\s*([>/])\s*", r"\1", rest.replace(",", " ")).split()
        yield number, heading.strip().lower(), [] if words == ["-"] else words


def _check_heading(found: Written, heading: str, number: int, piles: int) -> None:
    if re.fullmatch(r"[0-9]{1,9}", heading):
        if not 1 <= int(heading) <= piles or heading.startswith("0"):
            found.refuse(f"there is no place {heading}; places are 1 ... {piles}", number)
    elif heading not in HEADINGS:
        hint = nearest(heading, HEADINGS)
        found.refuse(f"{quoted(heading)} is no heading; {hint} (or a place 1 ... {piles})", number)
    if heading in found.lines:
        found.refuse(f"{heading}: again, after line {found.lines[heading]}; keep one", number)


def _check_complete(found: Written, piles: int) -> None:
    for place in range(1, piles + 1):
        if place not in found.places:
            found.refuse(
                f"place {place} is missing; write {place}: and its cards from bottom to top, "
                f"or {place}: - if it is empty"
            )
    if "stock" not in found.lines:
        found.refuse(
            "stock: is missing; write how many cards are left in it, such as stock: 40 or stock: 0"
        )


def _card(found: Written, word: str, number: int) -> Card:
    if _UNKNOWN & set(word) or word.lower() in ("x", "xx"):
        found.refuse(
            f"{quoted(word)}: face-down or forgotten cards are not supported; name every card "
            "that was dealt",
            number,
        )
    try:
        return Card(parse_card(word), number)
    except CardError as error:
        found.refuse(str(error), number)


def _pile(found: Written, word: str, number: int) -> list[Card]:
    return [_card(found, part, number) for part in word.split(">")]


def _pair(found: Written, word: str, number: int) -> tuple[Card, Card]:
    up, slash, down = word.partition("/")
    if not slash:
        found.refuse(
            f"{quoted(word)} is no closed pair; write the top cards of both piles: 7C/8C", number
        )
    return _card(found, up, number), _card(found, down, number)


def _place(found: Written, word: str, number: int, piles: int) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word) or not 1 <= int(word) <= piles:
        found.refuse(f"{quoted(word)} is no place; places are 1 ... {piles}", number)
    return int(word)


def _span(found: Written, word: str, number: int, piles: int) -> range:
    """The places of ``3`` or of ``1-4``."""
    first, dash, last = word.partition("-")
    low = _place(found, first, number, piles)
    high = _place(found, last, number, piles) if dash else low
    if high < low:
        found.refuse(f"{quoted(word)} goes backwards; write {high}-{low}", number)
    return range(low, high + 1)


def _aside(found: Written, words: list[str], number: int, piles: int) -> tuple[Card, int] | None:
    if not words:
        return None
    if len(words) != 3 or words[1].lower() != "from":
        found.refuse("write the card set aside and its place, such as aside: 7C from 3", number)
    return _card(found, words[0], number), _place(found, words[2], number, piles)


def _stock(found: Written, words: list[str], number: int) -> int | list[Card]:
    if len(words) == 1 and re.fullmatch(r"[0-9]{1,9}", words[0]):
        return int(words[0])
    return [_card(found, word, number) for word in words]


# ------------------------------------------------------------------ writing


def format_position(situation: Situation, symbols: bool = False) -> str:
    """Text that :func:`parse_position` reads back."""
    game = situation.game
    lines = [f"{kind}: {_tops(game, kind, symbols)}" for kind in ("up", "down")]
    if pairs := [pair for suit in range(4) for pair in pair_texts(game, suit, symbols)]:
        lines.append(f"closed: {' '.join(pairs)}")
    for place, pile in enumerate(game.piles, 1):
        lines.append(f"{place}: {_names(pile, symbols)}")
    if game.aside is not None:
        lines.append(f"aside: {card_text(game.aside[0], symbols)} from {game.aside[1]}")
    stock = _names(game.stock, symbols) if situation.known else str(len(game.stock))
    lines.append(f"stock: {stock if game.stock else 0}")
    for heading, places in (("lifted", game.lifted), ("turned", game.turned)):
        if places:
            lines.append(f"{heading}: {' '.join(str(place) for place in sorted(places))}")
    return "\n".join(lines) + "\n"


def _names(faces: list[int], symbols: bool) -> str:
    return " ".join(card_text(face, symbols) for face in faces) or "-"


def _tops(game: Board, kind: str, symbols: bool) -> str:
    bases = [base for suit in range(4) for base in game.side(kind, suit) if not base.closed]
    return _names(sorted(base.top for base in bases), symbols)
