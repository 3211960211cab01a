"""How a game for two may end: the codes of the kernels, and what they are called."""

from __future__ import annotations

GOING, WIN_A, WIN_B, EQUAL, REPETITION, NO_PROGRESS, BLOCKED, ABORTED = range(8)

OUTCOMES = ("going", "A", "B", "equal", "repetition", "no-progress", "blocked", "aborted")
"""Names of the codes: the winning seat, the cause of a draw, or a game that was broken off."""

DRAWS = OUTCOMES[EQUAL:ABORTED]
SEATS = "AB"
