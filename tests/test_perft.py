"""The kernels against the perft files, which the naive twin made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import pytest
from kernels import case
from make_perft import FOLDER, Row, read
from twin import Twin
from twin import split as twin_split

from solver.patience.perft import perft, split

TABLES = [
    pytest.param(variant, number, rows, id=f"{path.stem}-{number}")
    for path in sorted(FOLDER.glob("*.perft"))
    for variant, tables in [read(path)]
    for number, rows in tables.items()
]


FEW = 3_000_000
"""Moves that the quick test plays; the slow one plays all, up to thousands of millions."""


def totals(rows: list[Row]) -> Iterator[int]:
    """Moves played to count down to each row."""
    return accumulate(row.perft for row in rows)


def shown_split(variant: str, number: int, depth: int) -> str:
    """Both splits side by side, for the report of a mismatch."""
    deal = case(variant, number)
    ours = {str(move): count for move, count in split(deal.rules, deal.codes, depth)}
    theirs = twin_split(Twin(deal.variant.options, deal.faces), depth)
    return f"\nkernels at depth {depth}: {ours}\ntwin at depth {depth}: {theirs}"


def check(variant: str, number: int, rows: list[Row], unique: bool) -> None:
    deal = case(variant, number)
    counts = perft(deal.rules, deal.codes, rows[-1].depth, unique)
    told = [row.unique if unique else row.perft for row in rows]
    wrong = [
        row.depth for row, ours, theirs in zip(rows, counts, told, strict=True) if ours != theirs
    ]
    assert not wrong, shown_split(variant, number, wrong[0])


@pytest.mark.parametrize(("variant", "number", "rows"), TABLES)
def test_sequences(variant: str, number: int, rows: list[Row]) -> None:
    few = [row for row, told in zip(rows, totals(rows), strict=True) if told <= FEW]
    check(variant, number, few, unique=False)


@pytest.mark.parametrize(("variant", "number", "rows"), TABLES)
def test_positions(variant: str, number: int, rows: list[Row]) -> None:
    check(variant, number, rows, unique=True)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "number", "rows"), TABLES)
def test_sequences_to_the_end(variant: str, number: int, rows: list[Row]) -> None:
    check(variant, number, rows, unique=False)


def test_the_files_cover_both_games_widely() -> None:
    variants = {read(path)[0] for path in FOLDER.glob("*.perft")}
    assert len({v for v in variants if v.startswith("iznanka")}) >= 12
    assert len({v for v in variants if v.startswith("vosem")}) >= 12
