"""What a search may spend on a deal. (Apart, so that the command line can ask without numba.)"""

from __future__ import annotations

from typing import NamedTuple

LEAST_MEMORY = 160 << 20
"""Bytes that a solver needs before the table of its exhaustive search can grow."""


class Limits(NamedTuple):
    """What a search may spend on a deal."""

    nodes: int = 10_000_000
    seconds: float = float("inf")
    memory: int = 1 << 30
    """Bytes of tables and stacks."""
