"""What the option tables of all games for two share."""

from __future__ import annotations

from solver.options import Option

STARTERS = ("rule", "A", "B", "coin")
STARTER = Option("starter", STARTERS, "who begins: as the game's rules say, a seat, or a coin")
RULE, SEAT_A, SEAT_B, COIN = range(4)
