"""What the referees of all games for two share: a record is replayed action by action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from solver.duel.family import Ruling


class Referee(Protocol):
    """A game in progress that knows the rules."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    def objection(self, told: object, /) -> str | None:
        """Why an action is not legal now; nothing if it is."""

    def play(self, told: Any, /) -> None:
        """Do a legal action."""


def fault(game: Referee, actions: Sequence[object]) -> Ruling | None:
    """Play a record to its end, which changes the game; what is wrong with it, if anything is."""
    for number, told in enumerate(actions, 1):
        if why := game.objection(told):
            return Ruling(number, why)
        game.play(told)
    return None if game.over else Ruling(0, "the game is not over after the last action")
