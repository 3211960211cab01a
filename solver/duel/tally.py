"""What is counted in every game for two, whichever it is; what a game adds stands behind it."""

from __future__ import annotations

FIRST, TURNS, ACTIONS, MARGIN, OWN = range(5)
"""Who began (0: seat A); turns begun; actions done; the points by which A is ahead at the end."""

COMMON = ("first", "turns", "actions", "margin")
"""Their names."""
