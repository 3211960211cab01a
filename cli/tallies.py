"""What a database comes to: a tally for each variant and player, and how pairs of them differ.

Everything is added up by SQLite, which sorts in files where it must: memory stays the same however
many deals there are. A ``database`` is a connection; within one transaction all that is told of it
fits together, whoever writes meanwhile.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cli.schema import IMPLIED, LOST, SOLVABLE, UNDECIDED, UNSOLVABLE, WON
from cli.selection import unsigned
from solver.patience.players.names import CLAIRVOYANT
from solver.stats import Interval, win_rate
from solver.variants import GAMES

CONFIDENCE = 0.95
AS_SEARCHED = (SOLVABLE, UNSOLVABLE, UNDECIDED, SOLVABLE, UNSOLVABLE)
"""Every verdict as one of a search: a game won counts as solvable, a lost one as unsolvable."""


class Tally(NamedTuple):
    """All deals of a variant and player."""

    variant_id: int
    player_id: int
    game: str
    variant: str
    digest: str
    player: str
    first: int
    """The lowest deal number."""
    last: int
    solvable: int
    """Or won, where a player played."""
    unsolvable: int
    """Or lost."""
    undecided: int
    implied: int
    """Deals not searched, as their verdict follows from that under other rules."""
    nodes: int
    """Positions of all searches."""
    nodes_most: int
    moves: int
    """Of all lines of play found."""
    lines: int
    moves_most: int
    microseconds: int
    nodes_median: float | None
    budgets: tuple[int, ...]
    versions: tuple[str, ...]

    @property
    def played(self) -> bool:
        """Whether these are games of a player, won or lost, and no verdicts."""
        return self.player != CLAIRVOYANT

    @property
    def counts(self) -> dict[str, int]:
        """How many deals came out how, by the names for it."""
        if self.played:
            return {"won": self.solvable, "lost": self.unsolvable}
        names = ("solvable", "unsolvable", "undecided")
        return {name: getattr(self, name) for name in names}

    @property
    def deals(self) -> int:
        """How many."""
        return self.solvable + self.unsolvable + self.undecided

    @property
    def searched(self) -> int:
        """Deals that were searched."""
        return self.deals - self.implied

    @property
    def seconds(self) -> float:
        """Of all searches, added up over threads."""
        return self.microseconds / 1e6

    @property
    def chosen(self) -> bool:
        """The deals are not a run of numbers, so perhaps not chosen at random."""
        return self.last - self.first + 1 != self.deals

    @property
    def title(self) -> str:
        """The game's own name."""
        return GAMES[self.game].title if self.game in GAMES else self.game

    @property
    def rate(self) -> Interval:
        """The interval of the share of deals that are solvable (or were won)."""
        return win_rate(self.solvable, self.undecided, self.deals, CONFIDENCE)

    @property
    def nodes_mean(self) -> float | None:
        """Positions a searched deal."""
        return self.nodes / self.searched if self.searched else None

    @property
    def moves_mean(self) -> float | None:
        """Moves a line of play."""
        return self.moves / self.lines if self.lines else None


_GROUPS = """
SELECT v.id, p.id, v.game, v.text, v.digest, p.name FROM variants v JOIN players p
WHERE EXISTS (
    SELECT 1 FROM results WHERE variant = v.id AND player = p.id AND tally IS NULL
)
"""
_OF = "FROM results WHERE variant = ? AND player = ?"
_SUMS = f"""
SELECT SUM(verdict IN ({SOLVABLE}, {WON})), SUM(verdict IN ({UNSOLVABLE}, {LOST})),
    SUM(verdict = {UNDECIDED}), SUM(method = {IMPLIED}), SUM(nodes), MAX(nodes),
    SUM(moves), SUM(moves > 0), MAX(moves), SUM(microseconds) {_OF}
"""
_NODES = f"SELECT nodes, COUNT(*) {_OF} AND method <> {IMPLIED} {{}} GROUP BY nodes ORDER BY nodes"


def tallies(database: sqlite3.Connection, digests: Sequence[str] = ()) -> list[Tally]:
    """Tallies in the order of ``digests``, or of all variants, games in their usual order.

    Of patiences: games for two are told by cli/duel/report.py.
    """
    games = list(GAMES)

    def place(row: tuple[Any, ...]) -> tuple[Any, ...]:
        _, _, game, variant, digest, player = row
        name, _, strength = player.partition(":")
        by = name, int(strength or 0)
        if digests:
            return digests.index(digest), by
        return (games.index(game) if game in games else len(games), variant, by)

    groups = [row for row in database.execute(_GROUPS) if not digests or row[4] in digests]
    return [_tally(database, row) for row in sorted(groups, key=place)]


def _tally(database: sqlite3.Connection, row: tuple[Any, ...]) -> Tally:
    of: tuple[int, int] = row[:2]
    sums = database.execute(_SUMS, of).fetchone()
    solvable, unsolvable, undecided, implied = sums[:4]
    searches = database.execute(
        f"SELECT budget, version FROM searches WHERE id IN (SELECT DISTINCT search {_OF})", of
    ).fetchall()
    budgets, versions = (tuple(sorted(set(column))) for column in zip(*searches, strict=True))
    median = _median(database, of, solvable + unsolvable + undecided - implied)
    return Tally._make([*row, *_ends(database, of), *sums, median, budgets, versions])


def _ends(database: sqlite3.Connection, of: tuple[int, int]) -> tuple[int, int]:
    """The lowest and the highest deal number; the upper half of them is stored as negative."""
    halves = [
        database.execute(f"SELECT MIN(deal), MAX(deal) {_OF} AND deal {half}", of).fetchone()
        for half in (">= 0", "< 0")
    ]
    ends = [unsigned(deal) for half in halves for deal in half if deal is not None]
    return ends[0], ends[-1]


def _median(database: sqlite3.Connection, of: tuple[int, int], searched: int) -> float | None:
    """The median of the positions of all searches, of which there are ``searched``."""
    if not searched:
        return None
    low = high = below = 0
    for high, deals in database.execute(_NODES.format(""), of):
        if below <= (searched - 1) // 2:
            low = high
        below += deals
        if below > searched // 2:
            break
    return (low + high) / 2


def solved_within(database: sqlite3.Connection, tally: Tally) -> Iterator[tuple[int, int]]:
    """Numbers of positions, ascending, and how many deals were solved within each."""
    solved, of = 0, (tally.variant_id, tally.player_id)
    for nodes, deals in database.execute(_NODES.format(f"AND verdict IN ({SOLVABLE}, {WON})"), of):
        solved += deals
        yield nodes, solved


_PAIRS = """
SELECT a.verdict, b.verdict, COUNT(*) FROM results a JOIN results b ON b.deal = a.deal
WHERE a.variant = ? AND a.player = ? AND b.variant = ? AND b.player = ? GROUP BY 1, 2
"""


def pairs(database: sqlite3.Connection, first: Tally, second: Tally) -> list[list[int]]:
    """The deals that both have, by both verdicts (3 × 3, as `solver.stats.discordant_range`)."""
    table = [[0] * 3 for _ in range(3)]
    of = (first.variant_id, first.player_id, second.variant_id, second.player_id)
    for one, other, deals in database.execute(_PAIRS, of):
        table[AS_SEARCHED[one]][AS_SEARCHED[other]] += deals
    return table
