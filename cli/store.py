"""A database of results: one row a variant, player and deal; one process writes, any number read.

What is reused: a verdict "solvable" or "unsolvable" holds for ever, whichever version found it.
An undecided deal is searched again where that can tell more: by another search (``digest``), or
with more of what ran out: nodes; nodes or memory; seconds. A player's game (won or lost) is played
again by another version of the player or with another budget. An implied verdict counts where the
caller says so, and a search of the deal takes its place.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from cli.lock import Held, Lock
from cli.schema import (
    ALL_VERDICTS,
    IMPLIED,
    MEMORY,
    METHODS,
    MIGRATIONS,
    NODES,
    SECONDS,
    UNDECIDED,
    StoreError,
    check,
    connect_read_only,
    damaged,
    migrate,
    told,
)
from cli.selection import Selection, signed, unsigned
from solver.patience.limits import Limits
from solver.patience.players.names import CLAIRVOYANT
from solver.patience.results import Result
from solver.variants import Variant

DEFAULT = "pasyans.sqlite"

SEARCHED = f"method <> {IMPLIED}"
"""The SQL condition that a search, and not the order of rules, gave a verdict."""


class Search(NamedTuple):
    """What decides what a search finds, besides the deal: the program and its limits."""

    version: str
    digest: str
    """Of the search's sources: equal digests search alike, to the node."""
    limits: Limits


class Store:
    """An open database; threads may share it.

    Raises (everywhere):
        StoreError: the database is damaged, or the disk is full.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: Lock | None) -> None:
        self.connection, self.path = connection, path
        self._lock = lock
        self._threads = threading.RLock()

    @contextmanager
    def using(self) -> Iterator[sqlite3.Connection]:
        """The connection for this thread alone; changes are committed or undone as a whole."""
        with self._threads:
            try:
                with self.connection:
                    yield self.connection
            except sqlite3.IntegrityError:
                raise
            except sqlite3.OperationalError as error:
                raise StoreError(f"{told(self.path)}: {error}") from None
            except sqlite3.DatabaseError as error:
                raise StoreError(damaged(self.path, error)) from None

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """What a query finds."""
        with self.using() as connection:
            return connection.execute(sql, parameters).fetchall()

    def identity(self, table: str, **columns: object) -> int:
        """The id of the row of ``table`` with these values; made if there is none."""
        names = list(columns)
        same = " AND ".join(f"{name} = ?" for name in names)
        values = tuple(columns.values())
        with self.using() as connection:
            found = connection.execute(f"SELECT id FROM {table} WHERE {same}", values).fetchone()
            if found:
                return int(found[0])
            marks = ", ".join("?" * len(names))
            insert = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
            made = connection.execute(insert, values).lastrowid
            assert made is not None
            return made

    def attach(self, selection: Selection) -> None:
        """Make queries about a selection and its parts possible; before any of them."""
        with self.using() as connection:
            selection.attach(connection)

    def variant(self, variant: Variant) -> int:
        """The id of a variant; the first spelling of its rules stays their name."""
        found = self.rows("SELECT id FROM variants WHERE digest = ?", (variant.digest,))
        if found:
            return int(found[0][0])
        return self.identity(
            "variants", digest=variant.digest, game=variant.game.id, text=variant.text
        )

    def series(self, variant: Variant, search: Search, player: str = CLAIRVOYANT) -> Series:
        """The results of a variant and player, to be extended by a search."""
        version, digest, (nodes, seconds, memory) = search
        return Series(
            store=self,
            variant=self.variant(variant),
            player=self.identity("players", name=player),
            search=self.identity(
                "searches",
                version=version,
                digest=digest,
                budget=nodes,
                seconds=seconds,
                memory=memory,
            ),
            asked=search,
            played=player != CLAIRVOYANT,
        )

    def close(self) -> None:
        """End with the database; others may write then."""
        with self._threads:
            if self._lock:  # without a log beside it, if nobody reads: one file, all results
                with suppress(sqlite3.Error):
                    self.connection.execute("PRAGMA busy_timeout = 0")
                    self.connection.execute("PRAGMA journal_mode = DELETE")
            self.connection.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()


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
                *(one.nodes, round(one.seconds * 1e6), one.moves, self.search, one.line),
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
INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET verdict = excluded.verdict, method = excluded.method,
    nodes = excluded.nodes, microseconds = excluded.microseconds, moves = excluded.moves,
    search = excluded.search, line = excluded.line
WHERE excluded.verdict <> {UNDECIDED} OR verdict = {UNDECIDED}
"""


def open_for_writing(path: Path | None) -> Store:
    """Open a database and be its only writer; None is one that is never kept.

    Raises:
        StoreError: another process writes to it, it is damaged, of a newer version, of another
            program, or cannot be made here.
    """
    if path is None:
        return Store(_connect(""), Path("a temporary file"), None)
    try:
        lock = Lock(path.with_name(path.name + ".lock"))
    except Held as held:
        raise StoreError(
            f"{told(path)} is in use by {held}; wait for it, or name another file with --db"
        ) from None
    except OSError as error:
        raise StoreError(_cannot(path, error.strerror or str(error))) from None
    try:
        check(path)
        return Store(_connect(str(path)), path, lock)
    except BaseException as error:
        lock.release()
        if isinstance(error, sqlite3.OperationalError):
            raise StoreError(_cannot(path, str(error))) from None
        if isinstance(error, sqlite3.DatabaseError):
            raise StoreError(damaged(path, error)) from None
        raise


def _cannot(path: Path, why: str) -> str:
    return (
        f"cannot write the results to {told(path)}: {why}; "
        "name another file with --db, or keep none with --no-db"
    )


def _connect(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(name, timeout=30, check_same_thread=False)
    try:
        if name:
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # safe with WAL, and no waiting
        migrate(connection, connection.execute("PRAGMA user_version").fetchone()[0])
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path) -> Store:
    """Open a database to read it, whoever writes to it meanwhile (pandas frames: frames.py).

    Raises:
        StoreError: there is none, it is damaged, or its layout is not of this version.
    """
    version = check(path)
    if not version:
        raise StoreError(f"there is no database {told(path)}; `pasyans estimate` makes one")
    if version < len(MIGRATIONS):
        raise StoreError(f"{told(path)} is of an older layout: an `estimate` brings it up to date")
    return Store(connect_read_only(path), path, None)
