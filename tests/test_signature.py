"""The search does to the node what benchmarks/signature.txt expects."""

from __future__ import annotations

import pytest

from benchmarks.signature import CASES, Case, expected, line, summary
from solver.jit import config

HOW = "if the search is meant to have changed: python -m benchmarks.signature --write"

pytestmark = pytest.mark.skipif(
    config.DISABLE_JIT, reason="millions of nodes need compiled kernels"
)


def test_the_expected_text_is_of_this_suite() -> None:
    told = expected()
    *lines, last = told.values()
    assert list(told) == [*map(str, CASES), "signature"], HOW
    assert last == summary(lines), HOW


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    assert line(case) == expected().get(str(case)), HOW
