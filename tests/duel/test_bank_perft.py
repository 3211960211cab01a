"""Both Russian Banks: the kernels against the perft files of the naive twin."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest
from make_bank_perft import CASES, FOLDER
from make_perft import read

from solver.deals import duel_deal
from solver.duel.bank.family import FAMILY
from solver.variants import parse

FILES = sorted(FOLDER.glob("bank-*.perft"))
FEW = 200_000
"""Actions that the test of sequences plays."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_sequences(path: Path) -> None:
    variant, tables = read(path)
    for number, rows in tables.items():
        totals = accumulate(row.perft for row in rows)
        few = [row for row, total in zip(rows, totals, strict=True) if total <= FEW]
        counts = FAMILY.counter(parse(variant).rules, duel_deal(number)).counts(len(few), False)
        assert counts == [row.perft for row in few], number


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_positions(path: Path) -> None:
    variant, tables = read(path)
    for number, rows in tables.items():
        counts = FAMILY.counter(parse(variant).rules, duel_deal(number)).counts(len(rows), True)
        assert counts == [row.unique for row in rows], number


def test_the_files_reach_what_matters() -> None:
    assert {path.stem for path in FILES} == {name for name, _, _ in CASES}
    met = " ".join(path.read_text(encoding="utf-8") for path in FILES)
    for kind in ("layout", "load", "overturn", "pass", "base", "build", "fill", "discard"):
        assert f"{kind}=" in met, kind


def test_split_adds_up() -> None:
    rules, packs = parse("rusbank:published").rules, duel_deal(3)
    for unique in (False, True):
        below = FAMILY.counter(rules, packs).split(4, unique)
        after = FAMILY.counter(rules, packs).split(1, unique)
        assert [action for action, _ in below] == [action for action, _ in after]
    told = FAMILY.counter(rules, packs).split(5, False)
    assert sum(count for _, count in told) == FAMILY.counter(rules, packs).counts(5, False)[-1]
