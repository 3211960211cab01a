"""Cards, cells and base piles as integers.

A card's *code* is ``suit << 4 | rank``, suits C D H S = 0..3, ranks A..K = 1..13; 0 is no card or
an unseen one. Neighbours in suit differ by 1, and never across two suits.

The cards of a cell fall by one rank from each card to the next under both ways of building, so a
column (also a tail of it) is one number, 0 where it is empty::

    bits   8 + 2i, 9 + 2i   suit of the i-th card from the top (13 cards at most)
           4 .. 7           rank of the top card; the i-th card from the top has this rank + i
           0 .. 3           number of cards

Base piles are one number too: the heights of both piles of suit s are the 4 bits at 8s and at
8s + 4, the second never lower than the first, which makes equal piles one choice.
"""

from __future__ import annotations

from solver.jit import njit


def to_code(face: int) -> int:
    """The code of a face (13 * suit + rank - 1)."""
    return face // 13 << 4 | face % 13 + 1


def to_face(code: int) -> int:
    """The face of a code; the inverse of :func:`to_code`."""
    return 13 * (code >> 4) + (code & 15) - 1


@njit
def size(column: int) -> int:
    """Cards of a column."""
    return column & 15


@njit
def single(code: int) -> int:
    """A column of one card."""
    return code >> 4 << 8 | (code & 15) << 4 | 1


@njit
def card(column: int, i: int) -> int:
    """The code of the ``i``-th card from the top (0: the top card) of a column that has it."""
    return (column >> (8 + 2 * i) & 3) << 4 | (column >> 4 & 15) + i


@njit
def tail(column: int, count: int) -> int:
    """The top ``count`` cards of a column."""
    return (column >> 8 & (1 << 2 * count) - 1) << 8 | column & 0xF0 | count


@njit
def without(column: int, count: int) -> int:
    """What is left of a column when its top ``count`` cards are taken."""
    if column & 15 == count:
        return 0
    return column >> (8 + 2 * count) << 8 | (column & 0xFF) + 15 * count


@njit
def join(column: int, upper: int) -> int:
    """A column with another laid on it."""
    count = upper & 15
    suits = column >> 8 << 2 * count | upper >> 8
    return suits << 8 | upper & 0xF0 | (column & 15) + count


@njit
def fits(alternate: int, code: int, top: int) -> int:
    """Whether a card may be built on ``top``: one rank lower, in suit or of the other colour."""
    if alternate == 0:
        return code + 1 == top
    if (code & 15) + 1 != top & 15:
        return False
    suits = (code ^ top) >> 4  # clubs 00 and spades 11 are black: the colours differ where the
    return (suits ^ suits >> 1) & 1 == 1  # suits differ in just one bit


@njit
def on_base(bases: int, code: int) -> int:
    """Whether a base pile takes a card next."""
    heights, below = bases >> 8 * (code >> 4), (code & 15) - 1
    return heights & 15 == below or heights >> 4 & 15 == below


@njit
def with_base(bases: int, code: int) -> int:
    """The base piles with one more card, which fits."""
    shift = 8 * (code >> 4)
    if bases >> shift + 4 & 15 == (code & 15) - 1:
        return bases + (16 << shift)
    return bases + (1 << shift)
