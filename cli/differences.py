"""How variants differ on the deals that they share."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from cli.tallies import CONFIDENCE, Tally, pairs
from solver.stats import Interval, discordant_range, mcnemar_bounds, paired_difference_bounds
from solver.variants import VariantError, parse

MOST_PAIRED = 4
"""Variants of which every pair is compared; of more, each with the first."""


class Difference(NamedTuple):
    """Two tallies on the deals that both have: how much more often the first is solvable."""

    first: Tally
    second: Tally
    deals: int
    proved: float
    """Of the shares proved solvable."""
    band: Interval
    """What it may be, whatever the undecided deals are."""
    interval: Interval
    p: float
    """McNemar's, at its greatest whatever the undecided deals are."""


def difference(database: sqlite3.Connection, first: Tally, second: Tally) -> Difference | None:
    """How two tallies differ; None where they have no deal in common."""
    table = pairs(database, first, second)
    deals = sum(map(sum, table))
    if not deals:
        return None
    return Difference(
        first,
        second,
        deals,
        (sum(table[0]) - sum(row[0] for row in table)) / deals,
        Interval(*((way.b - way.c) / deals for way in discordant_range(table))),
        paired_difference_bounds(table, CONFIDENCE),
        mcnemar_bounds(table).high,
    )


def differences(database: sqlite3.Connection, found: Sequence[Tally]) -> list[Difference]:
    """Pairs of variants of a game with the same pack and player; of many, each with the first."""
    games: dict[tuple[str, ...], list[Tally]] = {}
    for one in found:
        games.setdefault((one.game, one.player, _pack(one)), []).append(one)
    compared: list[Difference | None] = []
    for block in games.values():
        first = block if len(block) <= MOST_PAIRED else block[:1]
        couples = (two for two in combinations(block, 2) if two[0] in first)
        compared += (difference(database, *two) for two in couples)
    return [one for one in compared if one is not None]


def _pack(tally: Tally) -> str:
    """What tells packs apart: deal numbers mean the same cards only within one."""
    try:
        return parse(tally.variant).rules["ranks"]
    except VariantError:  # of another version: it shares its deals with itself alone
        return tally.digest
