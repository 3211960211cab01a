"""The players of all games for two, as the kernels number them."""

from __future__ import annotations

PLAYERS = ("random", "greedy", "planner")
"""From the weakest to the strongest."""
RANDOM, GREEDY, PLANNER = range(3)
