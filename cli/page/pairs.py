"""The pair-matching game on a page: both rows, decks, and the pairs that are taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cli.page.duel import Table
from cli.page.scene import HIDDEN, PITCH, Slot, View
from solver.cards import parse_card
from solver.duel.family import Packs
from solver.duel.outcomes import SEATS
from solver.duel.pairs.referee import Board
from solver.duel.table import Action

LINE, PLACES = 7, 13
"""Places of a row that stand side by side, and all of them."""
TOP, APART = 40, 180
"""Where the first line lies, and from one to the next."""


class PairsTable(Table):
    """The referee's board and the cards that have left it."""

    def __init__(self, rules: Mapping[str, str], packs: Packs, first: int) -> None:
        self.board = Board(rules, packs, first)
        self.taken: dict[str, list[int]] = {seat: [] for seat in SEATS}

    def slots(self) -> list[Slot]:
        """B above, A below; a row stands in two lines, deck and pairs at their end."""
        return [*_side("B", TOP), *_side("A", TOP + 2 * APART + 20)]

    def play(self, action: Action) -> None:
        """Do a legal action."""
        seat = SEATS[self.board.seat]
        self.board.play(action)
        if action["action"] == "take":
            self.taken[seat] += [parse_card(card) for card in action["cards"]]

    def view(self) -> View:
        """What both players see."""
        board, piles = self.board, {}
        for seat, row, deck in zip(SEATS, board.rows, board.decks, strict=True):
            for place, card in enumerate(row, 1):
                piles[f"{seat}{place}"] = [] if card is None else [card]
            piles[f"deck{seat}"] = [HIDDEN] * len(deck)
            piles[f"taken{seat}"] = self.taken[seat].copy()
        return View(piles, self.notes(board.over, board.seat, board.turns))


def _side(seat: str, y: float) -> Iterator[Slot]:
    for place in range(PLACES):
        line, column = divmod(place, LINE)
        x = 5 + column * PITCH
        name = f"{seat}{place + 1}"
        yield Slot(name, x, y + line * APART, label=("row", seat), head=name)
    x = 5 + LINE * PITCH
    yield Slot(f"deck{seat}", x, y, 0.8, label=("deck", seat), counted=True)
    yield Slot(f"taken{seat}", x, y + APART, 0.8, label=("taken", seat), counted=True)
