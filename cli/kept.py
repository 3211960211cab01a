"""Lines of play that a database keeps (``--keep-lines``): of which deals, and what they are.

They are read part by part, each by a query of its own: whoever writes meanwhile is not held up,
and memory stays the same however many there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cli.schema import ALL_VERDICTS, UNDECIDED
from cli.selection import HALF, Selection, unsigned
from cli.store import Store
from solver.patience.players.names import CLAIRVOYANT

PART = 1000
"""Lines read at a time."""

Span = tuple[int, int]
"""The first and the last of a run of deals, as SQLite stores them."""


def verdict_name(stored: Any) -> str:
    """A stored verdict by its name; what no version writes as it is."""
    return ALL_VERDICTS[stored] if stored in range(len(ALL_VERDICTS)) else str(stored)


class Kept(NamedTuple):
    """A line of play, and what the database tells of it."""

    deal: int
    verdict: Any
    """An index into ``ALL_VERDICTS``, unless the database is not as we made it."""
    moves: Any
    line: bytes
    tally: bytes | None

    @property
    def outcome(self) -> str:
        """The verdict by its name."""
        return verdict_name(self.verdict)


class Group(NamedTuple):
    """The deals of a variant and player."""

    variant_id: int
    player_id: int
    variant: str
    digest: str
    player: str

    @property
    def clairvoyant(self) -> bool:
        """Whether a search found the lines, so that all of them win."""
        return self.player == CLAIRVOYANT


def spans(selection: Selection | None) -> list[Span]:
    """The runs of a selection (a range; None: all deals), in the order of the deals."""
    if selection is None:
        return [(0, HALF - 1), (-HALF, -1)]
    ends = selection.where().parameters
    return list(zip(ends[::2], ends[1::2], strict=True))


_GROUPS = """
SELECT v.id, p.id, v.text, v.digest, p.name FROM variants v JOIN players p
WHERE EXISTS (SELECT 1 FROM results WHERE variant = v.id AND player = p.id)
ORDER BY v.game, v.text, p.name
"""
_OF = "FROM results WHERE variant = ? AND player = ? AND deal BETWEEN ? AND ?"
_COUNTS = f"SELECT verdict, COUNT(line), COUNT(*) {_OF} GROUP BY verdict"
_LINES = f"""
SELECT deal, verdict, moves, CAST(line AS BLOB), CAST(tally AS BLOB) {_OF}
    AND line IS NOT NULL ORDER BY deal LIMIT {PART}
"""


def groups(store: Store, digests: Sequence[str]) -> list[Group]:
    """All variants (or those with such digests) and players with deals."""
    found = [Group(*row) for row in store.rows(_GROUPS)]
    return [one for one in found if not digests or one.digest in digests]


def counts(store: Store, group: Group, runs: Sequence[Span]) -> tuple[int, dict[int, int]]:
    """How many lines are kept, and of how many decided deals none is, by their verdict."""
    kept, lacking = 0, dict[int, int]()
    for run in runs:
        for verdict, lines, deals in store.rows(_COUNTS, (*group[:2], *run)):
            kept += lines
            if verdict != UNDECIDED and deals > lines:
                lacking[verdict] = lacking.get(verdict, 0) + deals - lines
    return kept, lacking


def lines(store: Store, group: Group, runs: Sequence[Span]) -> Iterator[Kept]:
    """The lines of a group in the order of the deals."""
    for first, last in runs:
        while first <= last and (part := store.rows(_LINES, (*group[:2], first, last))):
            yield from (Kept(unsigned(deal), *rest) for deal, *rest in part)
            first = part[-1][0] + 1
