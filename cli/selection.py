"""Which deals a command is about: a run of numbers or a list of them, taken in ascending order."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HALF, ALL = 1 << 63, 1 << 64
CHUNK = 1 << 16
"""Deals looked up at a time."""


def signed(number: int) -> int:
    """A deal number as SQLite stores it."""
    return number - ALL if number >= HALF else number


def unsigned(stored: int) -> int:
    """The inverse of :func:`signed`."""
    return stored % ALL


class Where(NamedTuple):
    """An SQL condition on the column ``deal`` and its parameters."""

    sql: str
    parameters: tuple[int, ...]


class Selection:
    """Deal numbers in ascending order, each once.

    ``numbers`` is a range of step 1 or a sorted sequence; a part of a selection (a slice) is one
    too. A list is also kept in the connection's temporary table ``listed`` (:meth:`attach`).
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def part(self, begin: int, end: int) -> Selection:
        """The numbers at the places ``begin`` ... ``end`` - 1."""
        return Selection(self.numbers[begin:end])

    def place(self, number: int) -> int:
        """How many of the numbers are less than ``number``."""
        return bisect_left(self.numbers, number)

    def places(self, stored: NDArray[np.int64]) -> NDArray[np.int64]:
        """The places of deals of the selection, given as SQLite stores them."""
        import numpy as np

        deals = stored.astype(np.uint64)
        if isinstance(self.numbers, range):
            return (deals - np.uint64(self.numbers.start)).astype(np.int64)
        return np.searchsorted(np.asarray(self.numbers, dtype=np.uint64), deals)

    def chunks(self) -> Iterator[Selection]:
        """The selection in parts of at most ``CHUNK`` deals."""
        for begin in range(0, len(self), CHUNK):
            yield self.part(begin, begin + CHUNK)

    def attach(self, connection: sqlite3.Connection) -> None:
        """Make the conditions of this selection and its parts valid on a connection."""
        if isinstance(self.numbers, range):
            return
        connection.execute("CREATE TEMP TABLE IF NOT EXISTS listed (deal INTEGER PRIMARY KEY)")
        connection.execute("DELETE FROM temp.listed")
        deals = ((signed(number),) for number in self.numbers)
        connection.executemany("INSERT INTO temp.listed VALUES (?)", deals)

    def where(self, column: str = "deal") -> Where:
        """The condition that a stored deal belongs to the selection."""
        if not self.numbers:
            return Where("FALSE", ())
        below = bisect_left(self.numbers, HALF)  # SQLite's order begins in the middle
        halves = [part for part in (self.numbers[:below], self.numbers[below:]) if part]
        bounds = [signed(part[end]) for part in halves for end in (0, -1)]
        if isinstance(self.numbers, range):
            sql = " OR ".join(f"{column} BETWEEN ? AND ?" for _ in halves)
            return Where(f"({sql})", tuple(bounds))
        sql = " OR ".join("deal BETWEEN ? AND ?" for _ in halves)
        return Where(f"{column} IN (SELECT deal FROM temp.listed WHERE {sql})", tuple(bounds))

    def __contains__(self, number: int) -> bool:
        place = self.place(number)
        return bisect_right(self.numbers, number) > place
