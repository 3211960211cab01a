"""One writer a database: a lock file that the system releases however its process ends."""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from cli.words import say

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[str]) -> None:
        file.seek(1 << 30)  # far behind the text, which others must be able to read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Held(Exception):
    """Another process holds the lock; the message says which, where and since when."""


class Lock:
    """An exclusive lock on ``path``, a file that says who holds it and is removed afterwards.

    The lock is the system's (flock), not the file: what a killed process leaves is taken over.

    Raises:
        Held: another process has it.
        OSError: the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = self._open()
        self._file.seek(0)
        self._file.truncate()
        since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
        told = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
        self._file.write(json.dumps(told) + "\n")
        self._file.flush()

    def _open(self) -> IO[str]:
        while True:
            file = open(self.path, "a+", encoding="utf-8")  # noqa: SIM115 - held until release
            try:
                _take(file)
            except OSError:
                who = _holder(file)
                file.close()
                raise Held(who) from None
            if _same(file, self.path):
                return file
            file.close()  # its holder removed it between our opening and our locking

    def release(self) -> None:
        """Let others have it."""
        if self._file.closed:
            return
        with suppress(OSError):  # Windows keeps open files; an unlocked one is no lock
            self.path.unlink(missing_ok=True)
        self._file.close()

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.release()


def _same(file: IO[str], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _holder(file: IO[str]) -> str:
    """Who holds the lock, as its file tells."""
    file.seek(0)
    try:
        told = json.loads(file.read(1000))
        values = {name: told[name] for name in ("pid", "host", "since")}
        return say("process {pid} on {host} since {since}", **values)
    except (OSError, ValueError, KeyError, TypeError):
        return say("another process")
