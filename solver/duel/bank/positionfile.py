"""Positions of the Russian Banks as a person types them.

Each line has a heading; ``#`` begins a comment, ``-`` stands for nothing, lines may come in any
order and what is empty may be left out::

    move: A                       who is to move
    hand: QH                      the card that is open
    opened: yes                   a card has been opened in this turn (told by hand: too)
    bases: AC 7H 3S               top cards of the base piles
    cell1: 8D 7D                  a column, top card last; cells 1-4 are A's, 5-8 B's
    A magazine: 9 6C 5C           face-down cards nobody has seen, then the known ones, top last
    A deck: 30                    cards nobody has seen; known ones go before: QC 4H 30
    A talon: 3C KD                top card last
    B magazine: unlaid            the seat has not laid out yet (its deck is then 35)

Cards that are not named are the unseen ones. Of which pack a named card is need not be told.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NoReturn

from solver.cards import CardError, card_text, parse_card, rank_of, suit_of
from solver.duel.outcomes import SEATS
from solver.variants import nearest, quote

CELLS = tuple(f"cell{number}" for number in range(1, 9))
PILES = tuple(f"{seat} {pile}" for seat in SEATS for pile in ("magazine", "deck", "talon"))
HEADINGS = ("move", "hand", "opened", "bases", *CELLS, *PILES)
UNLAID = 17
"""Cards of the magazine and the cells of a seat that has not laid out."""


class PositionFileError(ValueError):
    """A text that is no position; the message is one line that says how to mend it."""


@dataclass
class Written:
    """A position as written: faces, each pile's top card last, a deck's next card first."""

    mover: int = -1
    hand: int | None = None
    opened: bool = False
    bases: list[int] = field(default_factory=list)
    cells: list[list[int]] = field(default_factory=lambda: [[] for _ in CELLS])
    down: list[int] = field(default_factory=lambda: [0, 0])
    """Unseen cards of each magazine."""
    magazines: list[list[int]] = field(default_factory=lambda: [[], []])
    decks: list[list[int]] = field(default_factory=lambda: [[], []])
    under: list[int] = field(default_factory=lambda: [0, 0])
    """Unseen cards of each deck."""
    talons: list[list[int]] = field(default_factory=lambda: [[], []])
    laid: list[bool] = field(default_factory=lambda: [True, True])

    def hidden(self, seat: int) -> int:
        """Unseen cards of a seat."""
        return self.down[seat] + self.under[seat] + (0 if self.laid[seat] else UNLAID)

    def unseen(self) -> Counter[int]:
        """How many copies of each face nobody has seen."""
        left = Counter(dict.fromkeys(range(52), 2))
        for top in self.bases:
            left.subtract(range(top - rank_of(top) + 1, top + 1))
        for pile in (*self.cells, *self.magazines, *self.decks, *self.talons):
            left.subtract(pile)
        left.subtract([] if self.hand is None else [self.hand])
        return left


def refuse(why: str, source: str, line: int = 0) -> NoReturn:
    """Raise PositionFileError with the place."""
    raise PositionFileError(f"{source}, line {line}: {why}" if line else f"{source}: {why}")


def parse_position(text: str, alternate: bool, source: str = "position") -> Written:
    """The position that a text describes; ``alternate``: cells are built in alternate colours.

    Raises:
        PositionFileError: it is none; the message says where and how to mend it.
    """
    written, lines = Written(), dict[str, int]()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.lstrip("\ufeff")), 1):
        told = line.split("#", 1)[0].strip()
        if told:
            heading = _heading(told, source, number)
            if heading in lines:
                refuse(f"{heading}: again, after line {lines[heading]}", source, number)
            lines[heading] = number
            words = told.partition(":")[2].replace(",", " ").split()
            try:
                _read(written, heading, [] if words == ["-"] else words)
            except (CardError, ValueError) as error:
                refuse(str(error), source, number)
    if written.mover < 0:
        refuse("move: is missing; write move: A or move: B", source)
    _check(written, alternate, lines, source)
    return written


def _heading(told: str, source: str, number: int) -> str:
    name, colon, _ = told.partition(":")
    words = " ".join(name.split())
    known = {heading.lower(): heading for heading in HEADINGS}
    if not colon or words.lower() not in known:
        refuse(f"{quote(words)} is no heading; {nearest(words, HEADINGS)}", source, number)
    return known[words.lower()]


def _read(written: Written, heading: str, words: list[str]) -> None:
    """Take in a line."""
    if heading == "move":
        if words not in (["A"], ["B"]):
            raise ValueError("write move: A or move: B")
        written.mover = SEATS.index(words[0])
    elif heading == "hand":
        cards = [parse_card(word) for word in words]
        if len(cards) > 1:
            raise ValueError("only one card can be open")
        written.hand = cards[0] if cards else None
        written.opened = written.opened or bool(cards)
    elif heading == "opened":
        if words not in (["yes"], ["no"]):
            raise ValueError("write opened: yes or opened: no")
        written.opened = written.opened or words == ["yes"]
    elif heading == "bases":
        written.bases = [parse_card(word) for word in words]
    elif heading in CELLS:
        written.cells[CELLS.index(heading)] = [parse_card(word) for word in words]
    else:
        _read_pile(written, SEATS.index(heading[0]), heading[2:], words)


def _read_pile(written: Written, seat: int, pile: str, words: list[str]) -> None:
    if pile == "talon":
        written.talons[seat] = [parse_card(word) for word in words]
    elif pile == "magazine" and words == ["unlaid"]:
        written.laid[seat] = False
    elif pile == "magazine":
        written.down[seat] = _count(words.pop(0)) if words and words[0].isdecimal() else 0
        written.magazines[seat] = [parse_card(word) for word in words]
        if written.down[seat] and not words:
            raise ValueError("the magazine's top card is face up: name it after the number")
    else:
        written.under[seat] = _count(words.pop()) if words and words[-1].isdecimal() else 0
        written.decks[seat] = [parse_card(word) for word in words]


def _count(word: str) -> int:
    if len(word) > 3 or int(word) > 52:
        raise ValueError(f"{quote(word)} is more than a pack")
    return int(word)


def _check(written: Written, alternate: bool, lines: dict[str, int], source: str) -> None:
    if not written.laid[written.mover]:
        refuse("the seat to move lays out before its first action", source)
    for name, column in zip(CELLS, written.cells, strict=True):
        for lower, upper in itertools.pairwise(column):
            if not _fits(upper, lower, alternate):
                why = f"{card_text(upper)} cannot lie on {card_text(lower)}"
                refuse(why, source, lines[name])
        if column and not written.laid[(int(name[4:]) - 1) // 4]:
            refuse(f"{name} belongs to a seat that has not laid out", source, lines[name])
    suits = Counter(suit_of(top) for top in written.bases)
    if any(count > 2 for count in suits.values()):
        refuse("there are at most two base piles of a suit", source, lines["bases"])
    left = written.unseen()
    for face, count in left.items():
        if count < 0:
            refuse(f"{card_text(face)} is there more than twice", source)
    _check_unseen(written, left, source)


def _check_unseen(written: Written, left: Counter[int], source: str) -> None:
    unseen, hidden = sum(left.values()), [written.hidden(seat) for seat in (0, 1)]
    if unseen != sum(hidden):
        refuse(
            f"{unseen} cards of both packs are not named, but magazines and decks hold "
            f"{sum(hidden)} unseen ones",
            source,
        )
    both = sum(count == 2 for count in left.values())
    if min(hidden) < both:
        refuse(
            f"{both} cards have not been seen in either pack, but a seat has only {min(hidden)} "
            "unseen cards",
            source,
        )


def _fits(upper: int, lower: int, alternate: bool) -> bool:
    if rank_of(upper) + 1 != rank_of(lower):
        return False
    if not alternate:
        return suit_of(upper) == suit_of(lower)
    return (suit_of(upper) in (1, 2)) != (suit_of(lower) in (1, 2))


def format_position(written: Written) -> str:
    """Text that :func:`parse_position` reads back."""
    lines = [f"move: {SEATS[written.mover]}"]
    if written.hand is not None:
        lines.append(f"hand: {card_text(written.hand)}")
    elif written.opened:
        lines.append("opened: yes")
    lines.append(f"bases: {_names(written.bases)}")
    lines += [f"{name}: {_names(c)}" for name, c in zip(CELLS, written.cells, strict=True)]
    for seat, name in enumerate(SEATS):
        down = f"{written.down[seat]} " if written.down[seat] else ""
        magazine = down + _names(written.magazines[seat]) if written.laid[seat] else "unlaid"
        under = f" {written.under[seat]}" if written.under[seat] else ""
        deck = _names(written.decks[seat]) if written.decks[seat] or not under else ""
        lines.append(f"{name} magazine: {magazine}")
        lines.append(f"{name} deck: {(deck + under).strip()}")
        lines.append(f"{name} talon: {_names(written.talons[seat])}")
    return "\n".join(lines) + "\n"


def _names(faces: list[int]) -> str:
    return " ".join(card_text(face) for face in faces) or "-"
