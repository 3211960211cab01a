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
    A pack: QH 7D                 of the cards seen these are of A's pack (B pack: likewise)

Cards that are not named are the unseen ones. The two copies of a card play alike; but a player who
has seen of which pack one of them is knows whose unseen cards hold the other. Where no pack is told
it is left to chance.
"""

from __future__ import annotations

import re

from solver.cards import CardError, card_text, parse_card
from solver.duel.bank.table import CELLS
from solver.duel.bank.written import Written, check, refuse
from solver.duel.outcomes import SEATS
from solver.variants import nearest, quote

KINDS = ("magazine", "deck", "talon", "pack")
HEADINGS = (
    "move",
    "hand",
    "opened",
    "bases",
    *CELLS,
    *(f"{seat} {kind}" for seat in SEATS for kind in KINDS),
)


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
    check(written, alternate, lines, source)
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
    if pile in ("talon", "pack"):
        faces = written.talons if pile == "talon" else written.packs
        faces[seat] = [parse_card(word) for word in words]
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


def format_position(written: Written, symbols: bool = False) -> str:
    """Text that :func:`parse_position` reads back."""

    def names(faces: list[int]) -> str:
        return " ".join(card_text(face, symbols) for face in faces) or "-"

    lines = [f"move: {SEATS[written.mover]}"]
    if written.hand is not None:
        lines.append(f"hand: {names([written.hand])}")
    elif written.opened:
        lines.append("opened: yes")
    lines.append(f"bases: {names(written.bases)}")
    lines += [f"{name}: {names(c)}" for name, c in zip(CELLS, written.cells, strict=True)]
    for seat, name in enumerate(SEATS):
        down = f"{written.down[seat]} " if written.down[seat] else ""
        magazine = down + names(written.magazines[seat]) if written.laid[seat] else "unlaid"
        under = f" {written.under[seat]}" if written.under[seat] else ""
        deck = names(written.decks[seat]) if written.decks[seat] or not under else ""
        lines.append(f"{name} magazine: {magazine}")
        lines.append(f"{name} deck: {(deck + under).strip()}")
        lines.append(f"{name} talon: {names(written.talons[seat])}")
    lines += [
        f"{name} pack: {names(faces)}"
        for name, faces in zip(SEATS, written.packs, strict=True)
        if faces
    ]
    return "\n".join(lines) + "\n"
