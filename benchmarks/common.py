"""What the benchmarks share: numbered deals, the machine in a line, and printed spreads."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numba
import numpy as np

from solver.deals import patience_deal
from solver.patience.keys import Ints
from solver.patience.rules import Rules, compile_rules, to_codes
from solver.variants import parse


class Deal(NamedTuple):
    """A deal as the kernels take it."""

    rules: Rules
    codes: Ints


def numbered_deal(variant: str, number: int) -> Deal:
    """Deal ``number`` of the variant that the text names."""
    told = parse(variant).rules
    rules = compile_rules(told)
    faces = patience_deal(number, int(told["ranks"]))
    return Deal(rules, np.array(to_codes(rules, faces), dtype=np.int64))


def _processor() -> str:
    """The processor's name; Linux tells it in /proc only."""
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine() -> str:
    """The machine and the compiler of the kernels in a line."""
    return (
        f"{_processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, "
        f"numba {numba.__version__}, numpy {np.__version__}"
    )


def spread(values: Sequence[float], form: str = ".2f") -> str:
    """The median of values with the least and the greatest."""
    low, middle, high = (format(f(values), form) for f in (min, median, max))
    return f"{middle} ({low}–{high})"


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as a text table: the first column to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
