"""Both Russian Banks on a page: eight base piles, eight cells, and each seat's own piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cli.page.duel import Table
from cli.page.scene import HEIGHT, HIDDEN, PITCH, Slot, View
from solver.duel.bank.referee import Game
from solver.duel.bank.table import CELLS, Card
from solver.duel.family import Packs
from solver.duel.outcomes import GOING, SEATS
from solver.duel.table import Action

TOP, SPREAD, BASE_SCALE = 40, 330, 0.75
"""Where B's own piles lie, how high a cell may be, and how large the base piles are."""


class BankTable(Table):
    """The referee's game."""

    def __init__(self, rules: Mapping[str, str], packs: Packs, first: int) -> None:
        self.game = Game(rules, packs, first)

    def slots(self) -> list[Slot]:
        """B's own piles above, then base piles and the eight cells, A's own piles below."""
        bases = TOP + HEIGHT + 15
        cells = bases + HEIGHT * BASE_SCALE + 40
        return [
            *_side("B", TOP),
            *(
                Slot(f"base{at}", 17 + at * PITCH, bases, BASE_SCALE, label=("bank.bases",))
                for at in range(8)
            ),
            *(
                Slot(cell, 5 + at * PITCH, cells, fan=SPREAD, label=("cell", at + 1), head=cell[4:])
                for at, cell in enumerate(CELLS)
            ),
            *_side("A", cells + SPREAD + 40),
        ]

    def play(self, action: Action) -> None:
        """Do a legal action."""
        self.game.play(action)

    def view(self) -> View:
        """What both players see: what a talon holds is known, of a magazine the top."""
        game = self.game
        piles = {cell: _faces(cards) for cell, cards in game.cells.items()}
        piles |= {f"base{at}": _faces(cards) for at, cards in enumerate(game.bases)}
        for seat, name in enumerate(SEATS):
            piles[f"magazine{name}"] = _covered(game.magazine[seat])
            piles[f"talon{name}"] = _faces(game.talon[seat])
            piles[f"deck{name}"] = [HIDDEN] * len(game.deck[seat])
            piles[f"hand{name}"] = _faces(game.pile("hand", seat))
        return View(piles, self.notes(game.outcome != GOING, game.mover, game.begun))


def _faces(cards: Sequence[Card]) -> list[int]:
    return [face for _, face in cards]


def _covered(magazine: Sequence[Card]) -> list[int]:
    """A magazine, of which only the top is seen."""
    return [HIDDEN] * (len(magazine) - 1) + _faces(magazine[-1:])


def _side(seat: str, y: float) -> Iterator[Slot]:
    for at, kind in enumerate(("magazine", "deck", "hand", "talon")):
        key, x = f"{kind}{seat}", 5 + at * 2.2 * PITCH
        head = seat if at == 0 else ""
        label = (f"bank.{kind}", seat)
        yield Slot(key, x, y, label=label, head=head, counted=kind != "hand")
