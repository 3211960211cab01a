"""How a game for two ends: the codes that all games share."""

GOING, WIN_A, WIN_B, EQUAL, REPETITION, NO_PROGRESS, BLOCKED, ABORTED = range(8)
