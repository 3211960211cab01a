"""Which search this is: a digest of the sources that decide what it finds, to the node."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

import solver
from solver.duel.names import Pairing
from solver.patience.players.names import Entrant

ROOT = Path(solver.__file__).parent
FIRST = "solver.patience.solve"
GAMES = "solver.patience.players.batch"
_IMPORT = re.compile(r"^(?:from|import) (solver[.\w]*)", re.MULTILINE)


def sources(module: str = FIRST) -> list[Path]:
    """The files of a module and of all that it imports from this package, in path order."""
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if name not in found and path.is_file():
            found[name] = path
            waiting += _IMPORT.findall(path.read_text(encoding="utf-8"))
    return sorted(found.values())


def digest_of(entrant: Entrant | Pairing) -> str:
    """The digest of the search, or of what players do."""
    if isinstance(entrant, Pairing):
        return search_digest(f"solver.duel.{entrant.family}.family")
    return search_digest(FIRST if entrant.clairvoyant else GAMES)


@cache
def search_digest(module: str = FIRST) -> str:
    """16 hex digits: the same for programs whose search has the same sources.

    ``module`` is where it begins, :data:`GAMES` for what players do.

    Any change in them gives another digest, for nobody can tell from outside that a change is
    without effect.
    """
    told = hashlib.sha256()
    for path in sources(module):
        told.update(str(path.relative_to(ROOT).as_posix()).encode())
        told.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return told.hexdigest()[:16]
