"""Databases that are refused: what tests do to one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from cli.schema import MIGRATIONS


def newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5000])


def overwritten(path: Path) -> None:
    """A page of the table is lost."""
    data = bytearray(path.read_bytes())
    data[-8192:-4096] = b"\x55" * 4096
    path.write_bytes(data)


def other_file(path: Path) -> None:
    path.write_text("no database at all, but long enough for its header " * 100)


def other_program(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE cookies (name)")
    connection.close()


def no_text(path: Path) -> None:
    """A letter of the layout becomes a byte that is no UTF-8."""
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE results", b"CREATE TABLE r\xe9sults"))
