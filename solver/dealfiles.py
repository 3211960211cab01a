"""Deal files: cards in dealing order, as text that a person can type, and back.

A patience is a list of cards; a game for two has a section of 52 cards for each seat::

    # white space and commas separate cards, a hash sign starts a comment
    7C 10D, AS                          A: 7C 10D AS ...
    Тп К♣ 3♥                            B: QH 2C 9S ...

The notations of cards are those of solver.cards. A patience may also be a JSON deal of Solvitaire:
text whose first character is an opening brace (see solver.solvitaire).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from solver.cards import CardError, card_text, parse_card, quoted, rank_of
from solver.deals import DealFileError, pack
from solver.solvitaire import Placed, read_json

_LISTED = 8
"""So many missing faces are named; the rest is counted."""


def parse_deal(text: str, ranks: int = 13, piles: int = 8, source: str = "deal") -> list[int]:
    """The 8*ranks faces of a patience in dealing order.

    ``piles`` matters only to JSON deals; ``source`` names the file in messages. DealFileError if
    the text is anything but every face of ``ranks`` ranks twice; DealError if ``ranks`` is wrong.
    """
    if _is_json(text):
        placed = read_json(_without_marks(text), piles, source)
        return _checked(placed, 2, ranks, source, "on its piles and in its stock")
    placed, last = [], ""
    for word, last in _words(text):
        if ":" in word:
            raise DealFileError(
                f"{source}: {last}: {quoted(word)} starts a section; sections are for games for "
                "two, a patience is one list of cards"
            )
        placed.append(_placed_card(word, last, source))
    return _checked(placed, 2, ranks, source, f"up to {last}")


def parse_duel_deal(text: str, source: str = "deal") -> tuple[list[int], list[int]]:
    """The packs of seats A and B in dealing order, 52 faces each; DealFileError if faulty."""
    if _is_json(text):
        raise DealFileError(
            f"{source}: a Solvitaire JSON deal is a patience; a game for two needs A: and B: "
            "followed by 52 cards each"
        )
    headers, cards = _sections(text, source)
    a, b = (
        _checked(cards[seat], 1, 13, f"{source}: section {seat}", f"from {headers[seat]} on")
        for seat in "AB"
    )
    return a, b


def format_deal(faces: Sequence[int], per_line: int = 8, symbols: bool = False) -> str:
    """Text that parse_deal reads back: ``per_line`` (at least 1) cards a line, ``10C`` or ``10♣``.

    CardError for a number that is no face, ValueError if ``per_line`` is below 1.
    """
    if per_line < 1:
        raise ValueError(f"a line needs at least one card, not {per_line}")
    names = [card_text(face, symbols) for face in faces]
    starts = range(0, len(names), per_line)
    return "".join(" ".join(names[i : i + per_line]) + "\n" for i in starts)


def format_duel_deal(
    a: Sequence[int], b: Sequence[int], per_line: int = 13, symbols: bool = False
) -> str:
    """Text that parse_duel_deal reads back; arguments and errors as in format_deal."""
    return f"A:\n{format_deal(a, per_line, symbols)}B:\n{format_deal(b, per_line, symbols)}"


def _is_json(text: str) -> bool:
    return _without_marks(text).lstrip().startswith("{")


def _without_marks(text: str) -> str:
    # A byte order mark is no white space to Python; files joined by `cat` have one in the middle.
    return text.replace("\ufeff", " ")


def _words(text: str) -> Iterator[tuple[str, str]]:
    """Cards and section headers, each with its place, such as ("7C", "line 3")."""
    # Not splitlines(): it also splits where editors do not, and line numbers would drift.
    lines = _without_marks(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        where = f"line {number}"
        plain = line.split("#", 1)[0].replace(",", " ")
        # "A :7C" is "A: 7C".
        for word in ": ".join(part.rstrip() for part in plain.split(":")).split():
            yield word, where


def _placed_card(word: str, where: str, source: str) -> Placed:
    try:
        return parse_card(word), where
    except CardError as error:
        raise DealFileError(f"{source}: {where}: {error}") from None


def _sections(text: str, source: str) -> tuple[dict[str, str], dict[str, list[Placed]]]:
    """Of each seat: the place of its header, and its cards."""
    headers: dict[str, str] = {}
    cards: dict[str, list[Placed]] = {}
    seat = ""
    for word, where in _words(text):
        if word.endswith(":"):
            seat = _opened_seat(word, where, headers, source)
            headers[seat], cards[seat] = where, []
        elif not seat:
            raise DealFileError(
                f"{source}: {where}: {quoted(word)} stands before the first section; "
                "write A: before the cards of seat A and B: before those of B"
            )
        else:
            cards[seat].append(_placed_card(word, where, f"{source}: section {seat}"))
    for seat in "AB":
        if seat not in headers:
            raise DealFileError(
                f"{source}: section {seat}: is missing; write {seat}: and then its 52 cards"
            )
    return headers, cards


def _opened_seat(word: str, where: str, headers: dict[str, str], source: str) -> str:
    seat = {"A:": "A", "a:": "A", "B:": "B", "b:": "B"}.get(word)
    if seat is None:
        raise DealFileError(
            f"{source}: {where}: {quoted(word)} is no section; they are A: and B: (Latin letters)"
        )
    if seat in headers:
        raise DealFileError(
            f"{source}: {where}: section {seat}: again, after {headers[seat]}; keep one of them"
        )
    return seat


def _checked(
    placed: Sequence[Placed], copies: int, ranks: int, source: str, extent: str
) -> list[int]:
    """The faces of ``placed`` if they are each face ``copies`` times; else DealFileError."""
    wanted = Counter(pack(ranks) * copies)
    if not placed:
        raise DealFileError(f"{source}: no cards; {wanted.total()} are wanted, in dealing order")
    places: dict[int, list[str]] = {}
    for card, where in placed:
        before = places.setdefault(card, [])
        if rank_of(card) > ranks:
            raise DealFileError(
                f"{source}: {where}: {card_text(card)} is above the highest rank {ranks}; "
                "take it out, or choose rules with more ranks"
            )
        if len(before) == copies:
            nth = ("a second", "a third")[copies - 1]
            raise DealFileError(
                f"{source}: {where}: {card_text(card)} for {nth} time, after {' and '.join(before)}"
                f"\n{_balance(placed, wanted)}"
            )
        before.append(where)
    if len(placed) < wanted.total():
        raise DealFileError(f"{source}: {_balance(placed, wanted, extent)}")
    return [card for card, _ in placed]


def _balance(placed: Sequence[Placed], wanted: Counter[int], extent: str = "in all") -> str:
    """How many cards there are, should be, and which are missing."""
    missing = wanted - Counter(card for card, _ in placed)
    named = sorted(missing)[:_LISTED]
    parts = [card_text(card) + " twice" * (missing[card] == 2) for card in named]
    unnamed = missing.total() - sum(missing[card] for card in named)
    if unnamed:
        parts.append(f"and {unnamed} more")
    return (
        f"{len(placed)} card{'s' * (len(placed) != 1)} {extent}, {wanted.total()} are wanted; "
        f"missing: {', '.join(parts) or 'none'}"
    )
