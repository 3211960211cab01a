"""The results of a variant and player: what is kept, what a search need not do again.

What is reused: a verdict "solvable" or "unsolvable" holds for ever, whichever version found it.
An undecided deal is searched again where that can tell more: by another search (``digest``), or
with more of what ran out: nodes; nodes or memory; seconds. A player's game (won or lost) is played
again by another version of the player or with another budget. An implied verdict counts where the
caller says so, and a search of the deal takes its place.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.schema import ALL_VERDICTS, IMPLIED, MEMORY, METHODS, NODES, SECONDS, UNDECIDED
from cli.selection import Selection, signed, unsigned
from solver.patience.results import Result

if TYPE_CHECKING:
    from cli.store import Search, Store

SEARCHED = f"method <> {IMPLIED}"
"""The SQL condition that a search, and not the order of rules, gave a verdict."""


class Contradiction(Exception):
    """Two verdicts on a deal that cannot both be true; ``deal`` is its number."""

    def __init__(self, deal: int, verdict: str) -> None:
        super().__init__(deal, verdict)
        self.deal, self.verdict = deal, verdict


class Series(NamedTuple):
    """The results of one variant and player, and the search that extends them."""

    store: Store
    variant: int
    player: int
    search: int
    asked: Search
    played: bool = False
    """Whether the player does not see the stock, so that the verdicts are won and lost."""

    def write(self, results: Iterable[Result]) -> None:
        """Keep results; a decided verdict is never replaced by "undecided".

        Raises:
            Contradiction: a result is the opposite of what is stored.
        """
        rows = [
            (
                *(self.variant, self.player, signed(one.deal)),
                *(ALL_VERDICTS.index(one.verdict), METHODS.index(one.method)),
                *(one.nodes, round(one.seconds * 1e6), one.moves, self.search, one.line, one.tally),
            )
            for one in results
        ]
        try:
            with self.store.using() as connection:
                connection.executemany(UPSERT, rows)
        except sqlite3.IntegrityError:
            for row in rows:  # one by one, to find the deal
                self._write_one(row)
            raise

    def _write_one(self, row: tuple[Any, ...]) -> None:
        try:
            with self.store.using() as connection:
                connection.execute(UPSERT, row)
        except sqlite3.IntegrityError:
            raise Contradiction(unsigned(row[2]), ALL_VERDICTS[row[3]]) from None

    def find(
        self, columns: str, selection: Selection, condition: str = "TRUE", tail: str = ""
    ) -> list[tuple[Any, ...]]:
        """``columns`` of the rows of a selection's deals that meet an SQL condition."""
        where = selection.where()
        return self.store.rows(
            f"SELECT {columns} FROM results"
            f" WHERE variant = ? AND player = ? AND {where.sql} AND {condition} {tail}",
            (self.variant, self.player, *where.parameters),
        )

    def lacking(self, selection: Selection, condition: str) -> Iterator[int]:
        """The deals that have no row that meets a condition, in ascending order.

        They are looked up chunk by chunk, as they are asked for.
        """
        for chunk in selection.chunks():
            if self.find("COUNT(*)", chunk, condition)[0][0] == len(chunk):
                continue
            known = {unsigned(deal) for (deal,) in self.find("deal", chunk, condition)}
            yield from (number for number in chunk.numbers if number not in known)

    def missing(self, selection: Selection) -> Iterator[int]:
        """The deals that are to be searched (see :meth:`lacking`)."""
        return self.lacking(selection, self.final())

    def final(self, implied: bool = False) -> str:
        """The SQL condition that a row needs no search (see the head of this module).

        ``implied``: implied verdicts need none.
        """
        if self.played:
            return f"search IN ({self._alike()})"
        stand = [f"verdict <> {UNDECIDED} AND {SEARCHED}"]
        if implied:
            stand.append(f"method = {IMPLIED}")
        for method, searches in self._standing().items():
            if searches:
                listed = ", ".join(map(str, searches))
                stand.append(
                    f"verdict = {UNDECIDED} AND method = {method} AND search IN ({listed})"
                )
        return f"({' OR '.join(stand)})"

    def _alike(self) -> str:
        """The searches with which a player plays just the same, for SQL."""
        nodes, seconds, _ = self.asked.limits
        rows = self.store.rows(
            "SELECT id FROM searches WHERE digest = ? AND budget = ? AND seconds = ?",
            (self.asked.digest, nodes, seconds),
        )
        return ", ".join(str(row[0]) for row in rows)

    def _standing(self) -> dict[int, list[int]]:
        """By what ended an undecided search: the searches that the asked one cannot better."""
        nodes, seconds, memory = self.asked.limits
        rows = self.store.rows(
            "SELECT id, budget, seconds, memory FROM searches WHERE digest = ?",
            (self.asked.digest,),
        )
        return {
            NODES: [row[0] for row in rows if row[1] >= nodes],
            MEMORY: [row[0] for row in rows if row[1] >= nodes and row[3] >= memory],
            SECONDS: [row[0] for row in rows if row[2] >= seconds],
        }


UPSERT = f"""
INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET verdict = excluded.verdict, method = excluded.method,
    nodes = excluded.nodes, microseconds = excluded.microseconds, moves = excluded.moves,
    search = excluded.search, line = excluded.line, tally = excluded.tally
WHERE excluded.verdict <> {UNDECIDED} OR verdict = {UNDECIDED}
"""
