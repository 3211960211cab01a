"""The layout of a database of results, its versions, and whether a file is such a database.

A deal number n of 2**63 or more is stored as n - 2**64, for SQLite's integers are signed. What is
the same in many rows (version, limits) stands once in ``searches``; verdicts and methods are
indexes into the tuples below, which may grow at their ends. The view ``readable`` spells all out.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import click

from cli.words import heard, say
from solver.variants import quote

APPLICATION = 0x70617379
"""SQLite's application_id of our databases: "pasy"."""

VERDICTS = ("solvable", "unsolvable", "undecided")
SOLVABLE, UNSOLVABLE, UNDECIDED = range(3)

PLAYED = ("won", "lost")
WON, LOST = range(3, 5)
"""What stands instead where somebody played who does not see the stock."""

DUELS = ("A", "B", "equal", "repetition", "no-progress", "blocked", "aborted")
WIN_A, WIN_B, EQUAL, REPETITION, NO_PROGRESS, BLOCKED, ABORTED = range(5, 12)
"""How games for two end: the winner's seat, the cause of a draw, or broken off."""
ALL_VERDICTS = VERDICTS + PLAYED + DUELS

METHODS = (
    "restarts", "beam", "exhaustive",  # what decided
    "nodes", "seconds", "memory",  # what ended an undecided search
    "implied",  # not searched: follows from the verdict under stricter or looser rules
    "cases",  # what decided
    "played",  # by a player
)  # fmt: skip
NODES, SECONDS, MEMORY, IMPLIED = range(3, 7)


def _names(column: str, names: tuple[str, ...]) -> str:
    cases = " ".join(f"WHEN {index} THEN '{name}'" for index, name in enumerate(names))
    return f"CASE {column} {cases} END AS {column}"


READABLE = f"""
DROP VIEW IF EXISTS readable;
CREATE VIEW readable AS SELECT
    v.game, v.text AS variant, v.digest, p.name AS player, r.deal,
    {_names("verdict", ALL_VERDICTS)}, {_names("method", METHODS)},
    r.nodes, r.microseconds / 1e6 AS seconds, r.moves,
    s.budget, s.seconds AS seconds_limit, s.memory, s.version, s.digest AS search, r.line, r.tally
FROM results r JOIN variants v ON v.id = r.variant JOIN players p ON p.id = r.player
    JOIN searches s ON s.id = r.search;
"""

MIGRATIONS = (
    """
    CREATE TABLE variants (
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, game TEXT NOT NULL, text TEXT NOT NULL
    );
    CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE searches (
        id INTEGER PRIMARY KEY,
        version TEXT NOT NULL,
        digest TEXT NOT NULL,
        budget INTEGER NOT NULL,
        seconds REAL NOT NULL,
        memory INTEGER NOT NULL,
        UNIQUE (version, digest, budget, seconds, memory)
    );
    CREATE TABLE results (
        variant INTEGER NOT NULL REFERENCES variants,
        player INTEGER NOT NULL REFERENCES players,
        deal INTEGER NOT NULL,
        verdict INTEGER NOT NULL,
        method INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        microseconds INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        search INTEGER NOT NULL REFERENCES searches,
        line BLOB,
        PRIMARY KEY (variant, player, deal)
    ) WITHOUT ROWID;
    CREATE TRIGGER contradiction BEFORE UPDATE OF verdict ON results
    WHEN OLD.verdict + NEW.verdict = 1  -- one solvable (0), one unsolvable (1)
    BEGIN SELECT RAISE(ABORT, 'contradiction'); END;
    """,
    "",  # the view spells out newer verdicts and methods: won, lost; cases, played
    # What games for two count (solver/duel/tally.py), 32 bits a number, and their verdicts.
    "ALTER TABLE results ADD COLUMN tally BLOB;",
)
"""Script i brings a database of version i to version i + 1; a new one starts from 0."""


class StoreError(click.ClickException):
    """A database that cannot be used; the message says why and what to do."""


def told(path: Path) -> str:
    """A database's name for messages."""
    return quote(str(path), 80)


NO_NAMES = ("-", ":memory:")
"""What other programs read as a stream or as no file at all, and here would be files' names."""


def refuse_folder(path: Path) -> None:
    """Raise a StoreError for a folder, and for what is hardly meant as the name of a file."""
    if str(path) in NO_NAMES:
        text = "{db} is no file: name one such as results.sqlite"
        raise StoreError(say(text, db=told(path)))
    if path.is_dir():
        raise StoreError(say("{db} is a folder: name a file such as results.sqlite", db=told(path)))


def check(path: Path) -> int:
    """The version of a database's layout, 0 where there is none yet; the file is not changed.

    Raises:
        StoreError: no database of results, a damaged one, or one of a newer version.
    """
    refuse_folder(path)
    if not path.exists() or not path.stat().st_size:
        return 0
    try:
        version = _version(path)
    except sqlite3.OperationalError as error:
        text = say("{db} cannot be read: {why}", db=told(path), why=heard(str(error)))
        raise StoreError(text) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(damaged(path, error)) from None
    if version > len(MIGRATIONS):
        text = (
            "{db} was made by a newer version of pasyans (layout {version}, this one knows "
            "{known}); update pasyans or name another file"
        )
        raise StoreError(say(text, db=told(path), version=version, known=len(MIGRATIONS)))
    return version


def _version(path: Path) -> int:
    connection = connect_read_only(path)
    try:
        own = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
        tables = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
        if not own and tables:
            text = "{db} is a database of another program: name another file"
            raise StoreError(say(text, db=told(path)))
        wrong = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if wrong != "ok":
            raise sqlite3.DatabaseError(wrong.splitlines()[-1])
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        return version
    finally:
        connection.close()


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; also where nothing may be written beside the database."""
    name = path.absolute().as_uri()
    connection = sqlite3.connect(f"{name}?mode=ro", uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        if os.access(path.parent, os.W_OK) or Path(f"{path}-wal").exists():
            raise  # immutable would overlook what is not yet in the file itself
        connection = sqlite3.connect(f"{name}?mode=ro&immutable=1", uri=True)
    return connection


def damaged(path: Path, error: Exception) -> str:
    """What to say of a database that SQLite cannot read."""
    return say(
        "{db} is damaged or no database ({why}); it is left as it is: "
        "move it away or name another file",
        db=told(path),
        why=say("bytes that are no text")
        if isinstance(error, UnicodeDecodeError)
        else heard(str(error)),
    )


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a database up to date, whole or not at all."""
    if version == len(MIGRATIONS):
        return
    steps = "".join(MIGRATIONS[version:])
    connection.executescript(
        f"BEGIN IMMEDIATE; {steps} {READABLE} PRAGMA application_id = {APPLICATION}; "
        f"PRAGMA user_version = {len(MIGRATIONS)}; COMMIT;"
    )
