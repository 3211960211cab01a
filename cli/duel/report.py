"""``pasyans report`` for games for two: a row a variant and pair of players."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cli.duel.games import Games
from cli.duel.summary import csv_row, tell_games
from cli.output import columns
from cli.players import player_text
from cli.selection import unsigned
from cli.summary import csv_text
from cli.words import say, word
from solver.duel.family import family_of
from solver.variants import GAMES

_GROUPS = """
SELECT v.id, p.id, v.game, v.text, v.digest, p.name FROM variants v JOIN players p
WHERE EXISTS (SELECT 1 FROM results WHERE variant = v.id AND player = p.id AND tally IS NOT NULL)
ORDER BY v.game, v.text, p.name
"""
_GAMES = """
SELECT r.deal, r.verdict, r.tally, r.microseconds, s.version, s.digest FROM results r
JOIN searches s ON s.id = r.search WHERE r.variant = ? AND r.player = ? ORDER BY r.deal
"""


def duel_tallies(database: sqlite3.Connection, digests: Sequence[str]) -> list[dict[str, Any]]:
    """What the database holds of games for two (of all, or of variants with these digests), as
    ``estimate --json`` tells it."""
    return list(_tallies(database, digests))


def _tallies(database: sqlite3.Connection, digests: Sequence[str]) -> Iterator[dict[str, Any]]:
    for variant, player, game, text, digest, name in database.execute(_GROUPS).fetchall():
        if game not in GAMES or (digests and digest not in digests):
            continue
        rows = database.execute(_GAMES, (variant, player)).fetchall()
        deals, verdicts, tallies, spent, versions, _ = zip(*rows, strict=True)
        names = family_of(GAMES[game].family).tally
        table = np.frombuffer(b"".join(tallies), "<i4").reshape(len(rows), len(names))
        games = Games(np.array(verdicts, dtype=np.int64), table.astype(np.int64), names)
        a, b = name.split(",")
        yield {
            "game": game,
            "variant": text,
            "digest": digest,
            "version": " ".join(sorted(set(versions))),
            "players": {"A": a, "B": b},
            "deals": len(rows),
            "first": min(map(unsigned, deals)),
            "last": max(map(unsigned, deals)),
            **tell_games(games),
            "seconds": sum(spent) / 1e6,
        }


def duel_report_csv(found: Sequence[dict[str, Any]]) -> str:
    """A header and a line a variant and pair of players."""
    rows = [csv_row(one) | {"seconds": one["seconds"]} for one in found]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return csv_text([{name: row.get(name, "") for name in names} for row in rows])


HEADS = ("variant", "players", "deals", "A, %", "draw, %", "B, %", "aborted", "who begins, %",
         "margin", "complete, %", "turns", "time")  # fmt: skip


def _heads() -> list[str]:
    return [word("head", head) for head in HEADS]


def _cells(one: dict[str, Any]) -> list[str]:
    counts = one["counts"]
    games = max(1, sum(counts.values()) - counts["aborted"])
    shares = [_percent(counts[name] / games) for name in ("A", "draw", "B")]
    rate = one["first_mover"]["rate"]
    return [
        one["variant"],
        ", ".join(player_text(one["players"][seat]) for seat in "AB"),
        say("{count:,}", count=one["deals"]),
        *shares,
        say("{count:,}", count=counts["aborted"]),
        f"{_percent(rate['low'])} … {_percent(rate['high'])}",
        say("{margin:+.2f}", margin=one["margin"]["mean"]),
        _percent(one["complete"] / games) if "complete" in one else "",
        say("{turns:.1f}", turns=one["length"]["turns"]["mean"]),
        say("{seconds:,.1f} s", seconds=one["seconds"]),
    ]


def _percent(share: float) -> str:
    return say("{share:.2f}", share=100 * share)


def duel_report_text(found: Sequence[dict[str, Any]]) -> str:
    """Aligned columns; A, draw and B are shares of the games, who begins wins so often (95 %)."""
    return "\n".join([say("games for two"), *columns([_heads(), *map(_cells, found)])])


def duel_report_markdown(found: Sequence[dict[str, Any]]) -> str:
    """The same as a table."""
    rows = [_heads(), ["---"] * len(HEADS), *map(_cells, found)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


TEXTS = duel_report_csv, duel_report_markdown, duel_report_text
"""The kinds of tables, as cli/tables.py has them too."""
