"""How many short deals to decide in one call, so that calls cost little and Ctrl-C is heard."""

from __future__ import annotations

LONGEST = 0.02
"""Seconds that a call should take at most."""

MOST = 512
"""Deals of a call at most."""


def next_chunk(chunk: int, count: int, seconds: float) -> int:
    """How many deals to ask for after ``chunk`` was asked and ``count`` took ``seconds``."""
    if seconds > LONGEST:
        return max(1, chunk // 2)
    if seconds < LONGEST / 2 and count == chunk:
        return min(2 * chunk, MOST)
    return chunk
