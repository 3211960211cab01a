"""A database of results: one row a variant, player and deal; one process writes, any number read.

What its rows are worth to a search is told in series.py, how they are laid out in schema.py.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from cli.lock import Held, Lock
from cli.schema import (
    MIGRATIONS,
    StoreError,
    check,
    connect_read_only,
    damaged,
    migrate,
    refuse_folder,
    told,
)
from cli.selection import Selection
from cli.series import Series
from cli.words import heard, say
from solver.patience.limits import Limits
from solver.patience.players.names import CLAIRVOYANT
from solver.variants import Variant

DEFAULT = "pasyans.sqlite"


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
                raise StoreError(f"{told(self.path)}: {heard(str(error))}") from None
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
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


def open_for_writing(path: Path | None) -> Store:
    """Open a database and be its only writer; None is one that is never kept.

    Raises:
        StoreError: another process writes to it, it is damaged, of a newer version, of another
            program, or cannot be made here.
    """
    if path is None:
        return Store(_connect(""), Path(say("a temporary file")), None)
    refuse_folder(path)
    try:
        lock = Lock(path.with_name(path.name + ".lock"))
    except Held as held:
        text = "{db} is in use by {holder}; wait for it, or name another file with --db"
        raise StoreError(say(text, db=told(path), holder=held)) from None
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
    return say(
        "cannot write the results to {db}: {why}; "
        "name another file with --db, or keep none with --no-db",
        db=told(path),
        why=heard(why),
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
        text = "there is no database {db}; `pasyans estimate` makes one"
        raise StoreError(say(text, db=told(path)))
    if version < len(MIGRATIONS):
        text = "{db} is of an older layout: an `estimate` brings it up to date"
        raise StoreError(say(text, db=told(path)))
    return Store(connect_read_only(path), path, None)
