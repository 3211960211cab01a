"""Who plays a game for two. (Apart, so that the command line can ask without numba.)"""

from __future__ import annotations

from typing import NamedTuple

from solver.duel.codes import PLAYERS
from solver.options import Game
from solver.variants import nearest, quote

MOST_STRENGTH = 10_000
STRENGTHS = {"bank": 100, "double": 32}
"""Games for whose planner a strength can be chosen, and what it is where none is."""


class PlayerError(ValueError):
    """A text that names no player; the message says what would."""


class Seated(NamedTuple):
    """A player at a strength, 0 where there is none to choose or none was chosen."""

    name: str
    strength: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.strength}" if self.strength else self.name

    @property
    def code(self) -> int:
        """The number of the player in the kernels."""
        return PLAYERS.index(self.name)

    def under(self, game: Game) -> Seated:
        """With the default strength of a game where none was chosen.

        Raises:
            PlayerError: a strength was chosen, and the game's planner has none.
        """
        if self.name != "planner":
            return self
        usual = STRENGTHS.get(game.family, 0)
        if self.strength and not usual:
            raise PlayerError(f"the planner of {game.id} has no strength: write planner")
        return Seated(self.name, self.strength or usual)


class Pairing(NamedTuple):
    """The players of the seats A and B."""

    a: Seated
    b: Seated
    family: str = ""
    """Of the game that they play, once that is known (``under``)."""

    def __str__(self) -> str:
        return f"{self.a},{self.b}"

    @property
    def swapped(self) -> Pairing:
        """The same players, each in the other's seat."""
        return Pairing(self.b, self.a, self.family)

    def under(self, game: Game) -> Pairing:
        """At a game, with default strengths (PlayerError as above)."""
        return Pairing(self.a.under(game), self.b.under(game), game.family)

    @property
    def clairvoyant(self) -> bool:
        """Nobody knows hidden cards in a game for two."""
        return False

    @property
    def strength(self) -> int:
        """Each of the two has one of its own."""
        return 0

    @property
    def name(self) -> str:
        """What rows of the database call it."""
        return str(self)


def parse(text: str) -> Seated:
    """The player of ``NAME`` or ``planner:STRENGTH``.

    Raises:
        PlayerError: an unknown name, a strength that is none or for a player without.
    """
    name, colon, told = text.partition(":")
    if name not in PLAYERS:
        raise PlayerError(f"unknown player {quote(name)}; {nearest(name, PLAYERS)}")
    if not colon:
        return Seated(name)
    if name != "planner":
        raise PlayerError(f"{name} has no strength; only planner:N has")
    if not (told.isascii() and told.isdecimal()) or not 1 <= int(told[:9]) <= MOST_STRENGTH:
        raise PlayerError(f"{quote(told)} is not a strength, 1 ... {MOST_STRENGTH}")
    return Seated(name, int(told))


def parse_pairing(text: str) -> Pairing:
    """The players of ``P,Q``: seat A's, then seat B's (PlayerError as above)."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        raise PlayerError(f"{quote(text)} does not name two players, such as greedy,planner")
    return Pairing(parse(parts[0]), parse(parts[1]))
