"""Checking an "unsolvable": whatever it rests on is done again here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cli.interrupt import Stopped
from cli.words import counted, say
from solver.variants import Variant, quote

ENUMERATED = 5000
"""Positions up to which the referee's rules are played out in plain Python as well."""

EXHAUSTIVE = ("exhaustive", "restarts")
"""Methods whose evidence is that of a finished exhaustive search."""


class Claimed(NamedTuple):
    """What a file tells of an exhaustive search."""

    stored: int
    digest: str
    version: str


class Refused(Exception):
    """The claim does not hold, or cannot be checked; the text says why."""


def read_claim(told: Mapping[str, object]) -> Claimed:
    """The evidence that a solution file tells.

    Raises:
        Refused: it tells none, or not in its form.
    """
    search = told.get("search")
    if told.get("moves", []) != []:
        raise Refused(say('"moves" must be empty where the verdict is unsolvable'))
    if not isinstance(search, dict):
        raise Refused(say('"search" must be an object with method, stored and digest'))
    method, stored, digest = (search.get(name) for name in ("method", "stored", "digest"))
    if method not in EXHAUSTIVE:
        told_method = '"method" of the search is {method}: that proves nothing'
        raise Refused(say(told_method, method=quote(str(method))))
    if type(stored) is not int or stored < 1:
        raise Refused(say('"stored" of the search must be a number of positions'))
    if not isinstance(digest, str):
        raise Refused(say('"digest" of the search must be a text of 32 hex digits'))
    return Claimed(stored, digest, str(told.get("version")))


def search_once_more(
    variant: Variant, faces: Sequence[int], claim: Claimed, memory: int, stopped: Stopped
) -> None:
    """Search exhaustively again and compare.

    Raises:
        Refused: another number of positions, other positions, a win, too little memory.
        KeyboardInterrupt: stopped.
    """
    import numpy as np

    from cli.kernels import prepare
    from solver.patience.dfs import EXHAUSTED, LIMIT, SOLVED, search
    from solver.patience.evidence import search_again
    from solver.patience.rules import compile_rules, to_codes
    from solver.patience.searches import Exhaustive

    rules = compile_rules(variant.rules)
    codes = np.array(to_codes(rules, faces), dtype=np.int64)
    again = Exhaustive(rules, memory)
    prepare(lambda: search_again(again, codes, 0), stopped, False, search)
    end, found = search_again(again, codes, claim.stored, stopped)
    if stopped():
        raise KeyboardInterrupt
    if end == SOLVED:
        raise Refused(say("the deal is solvable: the search done again has found a win"))
    if end == LIMIT or found.stored > claim.stored:
        told = counted(
            "the search done again meets more than {count:,} position",
            "the search done again meets more than {count:,} positions",
            claim.stored,
        )
        raise Refused(told)
    if end != EXHAUSTED:
        told = "the search done again needs more than {size}M; give more --memory"
        raise Refused(say(told, size=memory >> 20))
    if found.stored != claim.stored:
        told = counted(
            "the search done again meets {count:,} position, not {claimed:,}",
            "the search done again meets {count:,} positions, not {claimed:,}",
            found.stored,
            claimed=claim.stored,
        )
        raise Refused(told)
    if found.digest != claim.digest:
        told = "the search done again meets other positions: their digest is {digest}"
        raise Refused(say(told, digest=found.digest) + _other_version(claim))


def _other_version(claim: Claimed) -> str:
    from solver import __version__

    if claim.version == __version__:
        return ""
    told = " (the file was made by version {version}, this is {own})"
    return say(told, version=quote(claim.version), own=__version__)


def play_out(variant: Variant, faces: Sequence[int], claim: Claimed, stopped: Stopped) -> bool:
    """Play the deal out by the referee's rules and compare, if that takes seconds; whether it did.

    Raises:
        Refused: another number of positions, or a win.
        KeyboardInterrupt: stopped.
    """
    from solver.patience.enumeration import enumerate_deal
    from solver.patience.rules import compile_rules
    from solver.patience.symmetry import is_worthwhile

    if claim.stored > ENUMERATED:
        return False
    by_class = bool(is_worthwhile(compile_rules(variant.rules)))
    won, count = enumerate_deal(variant.rules, faces, by_class, claim.stored, stopped)
    if stopped():
        raise KeyboardInterrupt
    if won:
        raise Refused(say("the deal is solvable: the referee has found a win"))
    if count != claim.stored:
        told = counted(
            "the referee meets {count:,} position, not {claimed:,}",
            "the referee meets {count:,} positions, not {claimed:,}",
            count,
            claimed=claim.stored,
        )
        raise Refused(told)
    return True
