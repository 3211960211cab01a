"""«Двойной пасьянс» on a page: the base piles between the two seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cli.page.duel import Table
from cli.page.scene import HEIGHT, HIDDEN, PITCH, Slot, View
from solver.cards import parse_card
from solver.duel.double.referee import Board
from solver.duel.family import Packs
from solver.duel.outcomes import SEATS
from solver.duel.table import Action

MAGAZINE = 11
"""Cards of a magazine; the deck follows in the pack."""
TOP, SPREAD = 40, 250
"""Where B's piles lie, and how high a talon may be."""


class DoubleTable(Table):
    """The referee's board, and the base piles card by card, of which it keeps the ranks alone."""

    def __init__(self, rules: Mapping[str, str], packs: Packs, first: int) -> None:
        self.board = Board(rules, packs, first)
        begun = packs[first][MAGAZINE : MAGAZINE + len(self.board.bases)]
        self.bases = [[card] for card in begun]

    def slots(self) -> list[Slot]:
        """B above, the base piles and the opened card in the middle, A below."""
        middle = TOP + SPREAD + 20
        places = [5 + 2 * at * PITCH for at in range(1, 5)]
        bases = [
            Slot(f"base{at}", x, middle, label=("base", at + 1), sign="▲", counted=True)
            for at, x in enumerate(places[: len(self.bases)])
        ]
        hand = Slot("hand", 5, middle, label=("hand",), sign="?")
        return [*_side("B", TOP), hand, *bases, *_side("A", middle + HEIGHT + 40)]

    def play(self, action: Action) -> None:
        """Do a legal action."""
        before = list(self.board.bases)
        self.board.play(action)
        for at, (old, new) in enumerate(zip(before, self.board.bases, strict=True)):
            if old != new:
                self.bases[at].append(parse_card(action["card"]))

    def view(self) -> View:
        """What both players see: talons whole, of a magazine its top."""
        board = self.board
        piles = {f"base{at}": pile.copy() for at, pile in enumerate(self.bases)}
        piles["hand"] = [] if board.hand is None else [board.hand]
        for name, seat in zip(SEATS, board.seats, strict=True):
            piles[f"magazine{name}"] = [HIDDEN] * (len(seat.magazine) - 1) + seat.magazine[-1:]
            piles[f"deck{name}"] = [HIDDEN] * len(seat.deck)
            for number, talon in enumerate(seat.talons, 1):
                piles[f"talon{name}{number}"] = talon.copy()
        return View(piles, self.notes(board.over, board.mover, board.turns))


def _side(seat: str, y: float) -> Iterator[Slot]:
    yield Slot(f"deck{seat}", 5, y, label=("deck", seat), head=seat, counted=True)
    yield Slot(f"magazine{seat}", 5 + 1.8 * PITCH, y, label=("magazine", seat), counted=True)
    for number in range(1, 5):
        x = 5 + (number + 2.6) * PITCH
        key = f"talon{seat}{number}"
        yield Slot(key, x, y, fan=SPREAD, label=("talon", seat, number), head=str(number))
