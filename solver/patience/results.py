"""What became of a deal. (Apart, so that the command line can ask without numba.)"""

from __future__ import annotations

from typing import NamedTuple

INTERRUPT = "interrupt"
"""The method of a search that the user ended, which says nothing about the deal."""


class Result(NamedTuple):
    """What became of one numbered deal."""

    deal: int
    verdict: str
    method: str
    """What decided, or what ended the search undecided (``Outcome.method`` of solve.py)."""
    nodes: int
    seconds: float
    moves: int
    """Moves of the line of play, 0 unless solvable."""
    line: bytes | None = None
    """The line of play (``lines.to_bytes``) where it is to be kept."""
    tally: bytes | None = None
    """What was counted in a game for two (solver/duel/tally.py), 32 bits a number."""
