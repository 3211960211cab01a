"""Games for two on a page: what a game must tell, and the page of a record."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from cli.page.scene import Slot, View, Words, start, step
from solver.duel.family import Packs
from solver.duel.outcomes import SEATS
from solver.duel.table import Action
from solver.variants import Variant


class Table(ABC):
    """A game in progress as a page shows it, led by the referee of the game."""

    @abstractmethod
    def slots(self) -> list[Slot]:
        """Where the piles lie."""

    @abstractmethod
    def play(self, action: Action) -> None:
        """Do a legal action."""

    @abstractmethod
    def view(self) -> View:
        """What can be seen now."""

    def notes(self, over: bool, mover: int, turns: int) -> dict[str, Any]:
        """The notes of a view."""
        return {"mover": None if over else SEATS[mover], "turn": turns}


def table_of(variant: Variant, packs: Packs, first: int) -> Table:
    """The table of a game as it begins."""
    made: Callable[[Mapping[str, str], Packs, int], Table]
    if variant.game.family == "double":
        from cli.page.double import DoubleTable as made
    elif variant.game.family == "bank":
        from cli.page.bank import BankTable as made
    else:
        from cli.page.pairs import PairsTable as made
    return made(variant.rules, packs, first)


def played(variant: Variant, packs: Packs, told: Mapping[str, Any]) -> dict[str, Any]:
    """The page of ``play``: ``told`` is a record as it prints it with --json."""
    table = table_of(variant, packs, SEATS.index(told["first"]))
    shown = first = table.view()
    steps: list[dict[str, Any]] = []
    heading: Words | None = ("group.seat", told["first"], first.notes["turn"])
    for action in told["actions"]:
        table.play(action)
        before, shown = shown, table.view()
        steps.append(step(before, shown, action, heading))
        heading = _heading(before, shown)
    players = {name: told[name] for name in ("players", "first", "result")}
    slots = [slot.told() for slot in table.slots()]
    return {"slots": slots, "start": start(first), "steps": steps, **players}


def _heading(before: View, after: View) -> Words | None:
    """The heading of a turn that begins after an action."""
    if before.notes["turn"] == after.notes["turn"]:
        return None
    return ("group.seat", after.notes["mover"] or "", after.notes["turn"])
