"""Who plays: names and strengths. (Apart, so that the command line can ask without numba.)"""

from __future__ import annotations

from typing import NamedTuple

from solver.patience.limits import LEAST_MEMORY, Limits
from solver.variants import Variant, nearest, quote

CLAIRVOYANT = "clairvoyant"
"""Not a player but the search, which knows the stock."""

PLAYERS = ("random", "greedy", "planner")
"""From the weakest to the strongest."""

MOST_STRENGTH = 100_000


class PlayerError(ValueError):
    """A text that names no player; the message says what would."""


class Entrant(NamedTuple):
    """A player at a strength, 0 where there is none to choose or none was chosen."""

    name: str
    strength: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.strength}" if self.strength else self.name

    @property
    def clairvoyant(self) -> bool:
        """Whether the stock is known to it."""
        return self.name == CLAIRVOYANT

    def under(self, variant: Variant) -> Entrant:
        """With the default strength of a variant where none was chosen."""
        if self.name != "planner" or self.strength:
            return self
        return Entrant(self.name, default_strength(variant))


SEARCH = Entrant(CLAIRVOYANT)


def default_strength(variant: Variant) -> int:
    """Orders of the stock that the planner samples at first: more where the end is harder."""
    return 8 if variant.rules["lift"] == "none" else 40


MEMORY = LEAST_MEMORY + (64 << 20)
"""Bytes of the planner's search: always the same, for its play may depend on them."""


def limits_of(entrant: Entrant, limits: Limits) -> Limits:
    """Those limits that a player's play depends on; all 0 where none does."""
    if entrant.name != "planner":
        return Limits(0, 0.0, 0)
    return limits._replace(memory=MEMORY)


def parse(text: str) -> Entrant:
    """The entrant of ``NAME`` or ``planner:STRENGTH``.

    Raises:
        PlayerError: an unknown name, a strength that is none or for a player without.
    """
    name, colon, told = text.partition(":")
    if name not in (*PLAYERS, CLAIRVOYANT):
        raise PlayerError(f"unknown player {quote(name)}; {nearest(name, (*PLAYERS, CLAIRVOYANT))}")
    if not colon:
        return Entrant(name)
    if name != "planner":
        raise PlayerError(f"{name} has no strength; only planner:N has")
    if not (told.isascii() and told.isdecimal()) or not 1 <= int(told[:9]) <= MOST_STRENGTH:
        raise PlayerError(f"{quote(told)} is not a strength, 1 ... {MOST_STRENGTH}")
    return Entrant(name, int(told))
