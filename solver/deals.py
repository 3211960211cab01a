"""Deal numbers: every n of 0 <= n < 2**64 names one deal, on every machine and for ever.

The shuffle is spelled out here, down to the generator, so that any language can repeat it:

* ``next()`` is SplitMix64 (Steele, Lea and Flood 2014). The stream of deal n starts from the state
  that is the first output for the state n, so that neighbouring numbers share nothing.
* ``below(k)`` rejects the last, incomplete block of k outputs, so that all remainders are equal.
* A list x is shuffled from its end: for i = len - 1 ... 1, swap x[i] and x[below(i + 1)].
"""

from __future__ import annotations

from typing import TypeVar

from solver.cards import face

_T = TypeVar("_T")

DEAL_NUMBERS = 2**64
"""Deal numbers are 0 ... DEAL_NUMBERS - 1."""

_MASK = 2**64 - 1


class DealError(ValueError):
    """A deal that cannot be made: a number out of range or, as DealFileError, a faulty file."""


class DealFileError(DealError):
    """A deal file that is no deal; the message (two lines at most) says where and what."""


class SplitMix64:
    """The generator of all deals: a stream of 64-bit numbers from a 64-bit state."""

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    def next(self) -> int:
        """The next number of the stream, 0 <= result < 2**64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, k: int) -> int:
        """A number 0 <= result < k, all equally likely, for 1 <= k <= 2**64; else ValueError."""
        if not 1 <= k <= 2**64:
            raise ValueError(f"below(k) needs 1 <= k <= 2**64, not {k}")
        limit = 2**64 - 2**64 % k
        while (r := self.next()) >= limit:
            pass
        return r % k


def deal_stream(number: int) -> SplitMix64:
    """The stream that deals number ``number``; DealError if that is no deal number."""
    if not 0 <= number < DEAL_NUMBERS:
        # Python refuses to print integers of more than 4300 digits.
        shown = f"{number}" if number.bit_length() < 200 else f"of {number.bit_length()} bits"
        raise DealError(f"deal number {shown} is out of range; give 0 ... {DEAL_NUMBERS - 1}")
    return SplitMix64(SplitMix64(number).next())


def shuffle(items: list[_T], stream: SplitMix64) -> None:
    """Put ``items`` into random order, in place, drawing len(items) - 1 times from ``stream``."""
    for i in range(len(items) - 1, 0, -1):
        j = stream.below(i + 1)
        items[i], items[j] = items[j], items[i]


def pack(ranks: int = 13) -> list[int]:
    """One unshuffled pack: 4*ranks faces, suits C D H S, ranks A up; DealError beyond 1..13."""
    if not 1 <= ranks <= 13:
        raise DealError(f"a pack has 1 ... 13 ranks, not {ranks}")
    return [face(suit, rank) for suit in range(4) for rank in range(1, ranks + 1)]


def patience_pack(ranks: int = 13) -> list[int]:
    """The 8*ranks faces of a patience before the shuffle: one pack, then the other."""
    return pack(ranks) * 2


def patience_deal(number: int, ranks: int = 13) -> list[int]:
    """The 8*ranks faces of a patience in dealing order; DealError for a number that is none."""
    stream = deal_stream(number)
    faces = patience_pack(ranks)
    shuffle(faces, stream)
    return faces


def duel_deal(number: int) -> tuple[list[int], list[int]]:
    """The packs of seats A and B, 52 faces each in dealing order; DealError as above."""
    a, b, _ = _shuffled_packs(number)
    return a, b


def duel_coin(number: int) -> int:
    """The coin of a two-player deal, 0 (seat A) or 1 (B): the draw after both shuffles."""
    return _shuffled_packs(number)[2].below(2)


def _shuffled_packs(number: int) -> tuple[list[int], list[int], SplitMix64]:
    stream = deal_stream(number)
    a, b = pack(), pack()
    shuffle(a, stream)
    shuffle(b, stream)
    return a, b, stream
