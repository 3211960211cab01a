"""Deals of Solvitaire, to set two independent programs the same task.

Solvitaire (Blake and Gent, JAIR 85) reads deals as JSON and makes its own from a seed. Here is
what the format means and how the seed is dealt, restated; none of its code is used.

A JSON deal is an object. ``"tableau piles"`` holds one array a pile, left to right, each from the
bottom card to the top; ``"stock"`` is an array whose last card is dealt first. Cards are ``10C``,
with ``1C`` or ``AC``, ``11C`` or ``JC`` and so on, in either case (there a small suit letter lies
face down; here all cards are known).
"""

from __future__ import annotations

import json
import re

from solver.cards import CardError, face, parse_card, quoted
from solver.deals import DealError, DealFileError, pack

Placed = tuple[int, str]
"""A face and its place in a file, such as "line 3" or "tableau pile 2"."""

_PILES, _STOCK = "tableau piles", "stock"
_NUMBERED = {"1": "A", "11": "J", "12": "Q", "13": "K"}
_SUITS_IN_ORDER = (0, 2, 3, 1)
"""Solvitaire's order of suits is C H S D."""


def read_json(text: str, piles: int, source: str) -> list[Placed]:
    """The cards of a JSON deal in our dealing order.

    The object is one of Solvitaire's, with piles and stock, or has a "deal" with "cards" in
    dealing order as this program prints it. Which cards these are is not checked: that is left
    to the caller. DealFileError, naming ``source`` and the place, for all that is wrong.
    """
    told = _load(text, source)
    deal = told.get("deal")
    if deal is None:
        return _solvitaire_cards(told, piles, source)
    if not isinstance(deal, dict):
        raise DealFileError(f'{source}: "deal" is {_kind(deal)}; it must be an object')
    return [_card(c, f"card {i}", source) for i, c in enumerate(_array(deal, "cards", source), 1)]


def _solvitaire_cards(deal: dict[str, object], piles: int, source: str) -> list[Placed]:
    """Piles left to right, each of one card, then the stock."""
    for key, value in deal.items():
        if key not in (_PILES, _STOCK) and not _is_empty(value):
            raise DealFileError(
                f"{source}: {quoted(key)} is not empty; these games start with cards in "
                f'"{_PILES}" and "{_STOCK}" only'
            )
    row = _array(deal, _PILES, source)
    if len(row) != piles:
        raise DealFileError(f'{source}: "{_PILES}" holds {len(row)} of {piles} piles')
    cards = [_lone_card(pile, f"tableau pile {i}", source) for i, pile in enumerate(row, 1)]
    stock = _array(deal, _STOCK, source)
    cards += reversed([_card(c, f"stock card {i}", source) for i, c in enumerate(stock, 1)])
    return cards


def solvitaire_deal(seed: int, ranks: int = 13, piles: int = 8) -> list[int]:
    """The 8*ranks faces, in our dealing order, that Solvitaire deals to a row of ``piles`` piles.

    Its list is, for each of two packs, by ranks, suits C H S D; it is shuffled from the end with
    mt19937. The stock is laid out from the end of the list, then the piles from what remains:
    the first ``piles`` entries, read backwards, are the row, and the rest in order is the stock.
    DealError unless 0 <= seed < 2**32, 1 <= ranks <= 13 and 1 <= piles <= 8*ranks.
    """
    if not 0 <= seed < 2**32:
        raise DealError("a Solvitaire seed is 0 ... 4294967295")
    if not 1 <= piles <= len(pack(ranks)) * 2:
        raise DealError(f"{len(pack(ranks)) * 2} cards cannot make a row of {piles} piles")
    by_rank = [face(suit, rank) for rank in range(1, ranks + 1) for suit in _SUITS_IN_ORDER]
    faces = by_rank * 2
    _shuffle(faces, seed)
    return faces[:piles][::-1] + faces[piles:]


def _shuffle(faces: list[int], seed: int) -> None:
    import numpy

    bits = numpy.random.MT19937()
    bits._legacy_seeding(seed)  # as std::mt19937(seed) does; the public seeding hashes the seed
    for i in range(len(faces) - 1, 0, -1):
        # boost::uniform_int_distribution: i + 1 buckets as wide as 2**32 allows, the rest redrawn.
        bucket = 2**32 // (i + 1)
        while (j := int(bits.random_raw()) // bucket) > i:
            pass
        faces[i], faces[j] = faces[j], faces[i]


def _load(text: str, source: str) -> dict[str, object]:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                raise DealFileError(f"{source}: the key {quoted(key)} is there twice; keep one")
            found[key] = value
        return found

    try:
        deal = json.loads(text, object_pairs_hook=unique)
    except DealFileError:
        raise
    except json.JSONDecodeError as error:
        raise DealFileError(
            f"{source}: line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise DealFileError(f"{source}: arrays nested too deeply for a deal") from None
    except ValueError:  # an integer of more digits than Python will convert
        raise DealFileError(f"{source}: a number too long to read; a deal holds none") from None
    if not isinstance(deal, dict):
        raise DealFileError(f"{source}: the JSON is {_kind(deal)}; a deal is an object {{...}}")
    return deal


def _is_empty(value: object) -> bool:
    """Whether a value holds no cards: nothing, or an array of nothings."""
    return not value or (isinstance(value, list) and not any(value))


def _array(deal: dict[str, object], key: str, source: str) -> list[object]:
    value = deal.get(key)
    if key not in deal:
        raise DealFileError(f'{source}: "{key}" is missing')
    if not isinstance(value, list):
        raise DealFileError(f'{source}: "{key}" is {_kind(value)}; it must be an array')
    return value


def _lone_card(pile: object, where: str, source: str) -> Placed:
    if not isinstance(pile, list):
        raise DealFileError(f"{source}: {where}: {_kind(pile)} where an array of one card belongs")
    if len(pile) != 1:
        raise DealFileError(
            f"{source}: {where}: {len(pile)} cards; these games start with one card on each pile"
        )
    return _card(pile[0], where, source)


def _card(value: object, where: str, source: str) -> Placed:
    if not isinstance(value, str):
        raise DealFileError(f'{source}: {where}: {_kind(value)} where a card as "10C" belongs')
    numbered = re.fullmatch("(1|11|12|13)([CDHScdhs])", value)
    try:
        return parse_card(_NUMBERED[numbered[1]] + numbered[2] if numbered else value), where
    except CardError as error:
        raise DealFileError(f"{source}: {where}: {error}") from None


def _kind(value: object) -> str:
    names = {dict: "an object", list: "an array", str: "a text", bool: "a truth value"}
    return "null" if value is None else names.get(type(value), "a number")
