"""The effective rules of a patience as integers for the kernels, and the kernels' card codes.

A card's *code* is its bit in a bitboard: 16 bits a suit, clubs lowest, and within the suit its
place in the order of ranks, so that "next in suit" is a shift by one over all cards at once::

    bit   63 ........ 48 47 ........ 32 31 ........ 16 15 .. 13 12 ......... 0
          spades         hearts         diamonds       gap      clubs, R-1 .. 0

The gap (three bits or more) swallows whatever is shifted past either end of a suit. The order of
ranks is 2 < 3 < ... < R < A under ``bases=twos-aces`` and A < 2 < ... < R otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

SUIT_BITS = 16
MAX_PLACES = 12
ALL_SUITS = 0x0001_0001_0001_0001

# The integers of each option, in the order of the option table.
SUIT_SAME, SUIT_ANY, SUIT_ALTERNATE = range(3)
LIFT_NONE, LIFT_ORDERED, LIFT_ANY = range(3)
TURN_ORDERED, TURN_ANY, TURN_NONE = range(3)


class Rules(NamedTuple):
    """The rules as the kernels read them: plain ints, run-time arguments, one signature."""

    cards: int
    """Cards in play: 8 * ranks."""
    piles: int
    valid: int
    """Bitboard of all codes of the pack."""
    ups: int
    """Codes that an up pile can take at all."""
    downs: int
    """Codes that a down pile can take at all."""
    up_start: int
    """Codes that start an up pile."""
    down_start: int
    """Codes that start a down pile."""
    per_suit: int
    """Up piles a suit, and down piles a suit where the game has them (2, or 1 for aces-kings)."""
    seal: int
    """1 where an up and a down pile that meet are closed."""
    at_once: int
    """1 where base cards that can start a pile must be played first."""
    build_up: int
    """1 where the moved card may be one higher than the card it goes on."""
    build_down: int
    """1 where the moved card may be one lower than the card it goes on."""
    suit: int
    build_dealing: int
    """1 where building ends with the stock."""
    by_card: int
    """1 where the stock is dealt card by card."""
    fill: int
    """1 where any top card in play may go to an empty place."""
    lift: int
    lift_all: int
    """1 where other piles may play while a card is aside."""
    turn: int
    aces_low: int
    """1 where the ace is the lowest rank."""


def _suits(rank_bits: int) -> int:
    return rank_bits * ALL_SUITS


def compile_rules(rules: Mapping[str, str]) -> Rules:
    """The kernels' integers for effective rules (``Variant.rules``)."""
    ranks, bases, build = int(rules["ranks"]), rules["bases"], rules["build"]
    valid, lowest, highest = _suits((1 << ranks) - 1), _suits(1), _suits(1 << (ranks - 1))
    two_aces = bases == "twos-aces"
    has_downs = bases != "aces"
    return Rules(
        cards=8 * ranks,
        piles=int(rules["piles"]),
        valid=valid,
        ups=valid ^ highest if two_aces else valid,
        downs=(valid ^ lowest if two_aces else valid) if has_downs else 0,
        up_start=lowest,
        down_start=highest if has_downs else 0,
        per_suit=1 if bases == "aces-kings" else 2,
        seal=int(two_aces and rules["seal"] == "closed"),
        at_once=int(rules["found"] == "at-once"),
        build_up=int(build in ("updown", "up")),
        build_down=int(build in ("updown", "down")),
        suit=("same", "any", "alternate").index(rules["suit"]),
        build_dealing=int(rules["build_when"] == "dealing"),
        by_card=int(rules["pause"] == "card"),
        fill=int(rules["spaces"] == "any"),
        lift=("none", "ordered", "any").index(rules["lift"]),
        lift_all=int(rules["lift_scope"] == "all"),
        turn=("ordered", "any", "none").index(rules["turn"]),
        aces_low=int(not two_aces),
    )


def to_code(rules: Rules, face: int) -> int:
    """The code of a face (13 * suit + rank - 1)."""
    suit, low = divmod(face, 13)
    if rules.aces_low:
        return SUIT_BITS * suit + low
    return SUIT_BITS * suit + (low - 1) % (rules.cards // 8)


def to_face(rules: Rules, code: int) -> int:
    """The face of a code; the inverse of :func:`to_code`."""
    suit, order = divmod(code, SUIT_BITS)
    if rules.aces_low:
        return 13 * suit + order
    return 13 * suit + (order + 1) % (rules.cards // 8)


def to_codes(rules: Rules, faces: Iterable[int]) -> list[int]:
    """The codes of faces, in the same order."""
    return [to_code(rules, face) for face in faces]
