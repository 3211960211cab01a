"""What single options do: variants against their presets, on the same deals by the same players."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cli.duel.compare import differences
from cli.duel.games import Games, Ints
from solver.duel.family import family_of
from solver.variants import GAMES, VariantError, parse

_GAMES = """
SELECT r.deal, r.verdict, r.tally FROM results r
JOIN variants v ON v.id = r.variant JOIN players p ON p.id = r.player
WHERE v.digest = ? AND p.name = ? AND r.tally IS NOT NULL ORDER BY r.deal
"""


class Effect(NamedTuple):
    """One option against the preset that it changes."""

    preset: str
    option: str
    """Such as series=tail."""
    players: str
    deals: int
    measures: dict[str, Any]
    """How the option differs from the preset (compare.differences)."""


def effects(database: sqlite3.Connection, found: Sequence[dict[str, Any]]) -> list[Effect]:
    """For what the report tells: every variant that sets one option, where its preset is there."""
    rows = {(one["digest"], _players(one)): one for one in found}
    told = []
    for one in found:
        preset, option = _single(one)
        base = rows.get((_digest(preset), _players(one)))
        if base is None or not option:
            continue
        ours, theirs = (_games(database, each) for each in (one, base))
        deals, mine, other = np.intersect1d(ours[0], theirs[0], True, True)
        if len(deals):
            measures = differences(_some(ours[1], mine), _some(theirs[1], other))
            told.append(Effect(preset, option, _players(one), len(deals), measures))
    return sorted(told, key=lambda effect: (effect.preset, effect.players, effect.option))


def _single(one: dict[str, Any]) -> tuple[str, str]:
    """The preset and the one option in which a variant differs from it; no option if it is not one.

    A preset that sets a single option, such as zevaki:noload, counts as that option.
    """
    preset, _, option = one["variant"].partition(",")
    if option:
        return preset, "" if "," in option else option
    game, _, name = preset.partition(":")
    sets = GAMES[one["game"]].presets.get(name, {})
    return game, next((f"{k}={v}" for k, v in sets.items()), "") if len(sets) == 1 else ""


def _digest(variant: str) -> str:
    """Equal rules are held under one text, whichever was asked for first; empty for none."""
    try:
        return parse(variant).digest
    except VariantError:  # of another version
        return ""


def _players(one: dict[str, Any]) -> str:
    return f"{one['players']['A']},{one['players']['B']}"


def _games(database: sqlite3.Connection, one: dict[str, Any]) -> tuple[Ints, Games]:
    """The deal numbers, as the database keeps them, and their games."""
    rows = database.execute(_GAMES, (one["digest"], _players(one))).fetchall()
    deals, verdicts, tallies = zip(*rows, strict=True)
    names = family_of(GAMES[one["game"]].family).tally
    table = np.frombuffer(b"".join(tallies), "<i4").reshape(len(rows), len(names))
    games = Games(np.array(verdicts, dtype=np.int64), table.astype(np.int64), names)
    return np.array(deals, dtype=np.int64), games


def _some(games: Games, places: Ints) -> Games:
    return Games(games.verdicts[places], games.tallies[places], games.names)
