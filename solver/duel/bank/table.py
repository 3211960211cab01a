"""The cards on the table of a Russian Bank in plain Python, for the referee.

Nothing here is shared with the kernels. A card is ``(seat of its pack, face)``; piles are lists
from the bottom to the top, a deck from its next card on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.cards import rank_of, suit_of

Card = tuple[int, int]

CELLS = tuple(f"cell{number}" for number in range(1, 9))
SEATS = "AB"


def side_of(cell: str) -> int:
    """The seat on whose side a cell lies: cells 1-4 are A's, 5-8 B's."""
    return (int(cell[4:]) - 1) // 4


def is_red(card: Card) -> bool:
    """Diamonds and hearts."""
    return suit_of(card[1]) in (1, 2)


class Table:
    """All piles, who is to move, and which cards have been seen."""

    def __init__(self, options: Mapping[str, str], packs: Sequence[Sequence[int]]) -> None:
        self.options = dict(options)
        self.cells: dict[str, list[Card]] = {}
        self.bases: list[list[Card]] = []
        self.magazine: list[list[Card]] = [[], []]
        self.talon: list[list[Card]] = [[], []]
        self.pack: list[list[Card]] = [
            [(seat, face) for face in pack] for seat, pack in enumerate(packs)
        ]
        self.deck: list[list[Card]] = [cards[17:] for cards in self.pack]
        self.laid = [False, False]
        self.seen: set[Card] = set()
        self.hand: Card | None = None
        self.opened = False
        self.mover = 0

    # -------------------------------------------------------------- looking

    def pile(self, place: str, seat: int) -> list[Card]:
        """The cards of a place; ``magazine``, ``talon`` and ``hand`` are those of ``seat``."""
        if place == "hand":
            return [self.hand] if self.hand is not None and seat == self.mover else []
        if place in ("magazine", "talon"):
            return (self.magazine if place == "magazine" else self.talon)[seat]
        return self.cells.get(place, [])

    def goes_on_base(self, card: Card) -> bool:
        """Aces start base piles, and these go up in suit."""
        if rank_of(card[1]) == 1:
            return len(self.bases) < 8
        return any(pile[-1][1] == card[1] - 1 for pile in self.bases if len(pile) < 13)

    def stock(self, seat: int) -> int:
        """Cards in a seat's deck and talon."""
        return len(self.deck[seat]) + len(self.talon[seat])

    def left(self, seat: int) -> int:
        """A seat's penalty: its cards in magazine, deck, talon and hand, never in cells."""
        magazine = len(self.magazine[seat]) if self.laid[seat] else 13
        return magazine + self.stock(seat) + len(self.pile("hand", seat))

    def has_won(self, seat: int) -> bool:
        """Whether a seat is rid of its cards, and of those in cells that count."""
        if not self.laid[seat] or self.left(seat):
            return False
        wanted = self.options["win_cells"]
        return not any(
            cards
            for cell, cards in self.cells.items()
            if wanted == "all" or (wanted == "own" and side_of(cell) == seat)
        )

    def snapshot(self) -> tuple[object, ...]:
        """The whole position: equal snapshots are equal positions."""
        faces = [
            [face for _, face in cards]
            for piles in (self.magazine, self.deck, self.talon, [*self.cells.values()])
            for cards in piles
        ]
        bases = sorted(pile[-1][1] for pile in self.bases)
        return (
            tuple(map(tuple, faces)),
            tuple(bases),
            self.mover,
            self.hand[1] if self.hand else None,
            self.opened,
            tuple(self.laid),
        )

    # -------------------------------------------------------------- moving cards

    def lay_out(self, seat: int) -> None:
        """12 cards face down and one up, then four cells."""
        self.laid[seat] = True
        self.magazine[seat] = self.pack[seat][:13]
        self.seen.add(self.magazine[seat][-1])
        for cell, card in zip(CELLS[4 * seat : 4 * seat + 4], self.pack[seat][13:17], strict=True):
            self.cells[cell] = [card]
            self.seen.add(card)

    def take(self, place: str, seat: int, count: int) -> list[Card]:
        """Take the top cards of a place, lowest first; a magazine's next card is turned up."""
        if place == "hand":
            cards, self.hand = self.pile("hand", seat), None
            return cards
        pile = self.pile(place, seat)
        cards = pile[-count:]
        del pile[-count:]
        if place == "magazine" and pile:
            self.seen.add(pile[-1])
        return cards

    def put_on_base(self, card: Card) -> None:
        """Start a base pile or go up on one."""
        if rank_of(card[1]) == 1:
            self.bases.append([card])
            return
        pile = next(pile for pile in self.bases if pile[-1][1] == card[1] - 1)
        pile.append(card)

    def open_card(self) -> None:
        """Open the next card; an empty deck is the talon turned over, unshuffled."""
        seat = self.mover
        if not self.deck[seat]:
            self.deck[seat], self.talon[seat] = self.talon[seat], []
        self.hand = self.deck[seat].pop(0)
        self.opened = True
        self.seen.add(self.hand)

    def end_turn(self) -> None:
        """An open card goes to the talon, and the other seat is to move."""
        self.talon[self.mover] += self.take("hand", self.mover, 1)
        self.mover = 1 - self.mover
        self.opened = False
