"""A position of a Russian Bank as players know it, and what must be true of it."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import NoReturn

from solver.cards import card_text, rank_of, suit_of
from solver.duel.bank.table import CELLS
from solver.duel.outcomes import SEATS

UNLAID = 17
"""Cards of the magazine and the cells of a seat that has not laid out."""


class PositionFileError(ValueError):
    """A text that is no position; the message is one line that says how to mend it."""


@dataclass
class Written:
    """A position as written: faces, each pile's top card last, a deck's next card first."""

    mover: int = -1
    hand: int | None = None
    opened: bool = False
    bases: list[int] = field(default_factory=list)
    cells: list[list[int]] = field(default_factory=lambda: [[] for _ in CELLS])
    down: list[int] = field(default_factory=lambda: [0, 0])
    """Unseen cards of each magazine."""
    magazines: list[list[int]] = field(default_factory=lambda: [[], []])
    decks: list[list[int]] = field(default_factory=lambda: [[], []])
    under: list[int] = field(default_factory=lambda: [0, 0])
    """Unseen cards of each deck."""
    talons: list[list[int]] = field(default_factory=lambda: [[], []])
    laid: list[bool] = field(default_factory=lambda: [True, True])
    packs: list[list[int]] = field(default_factory=lambda: [[], []])
    """Faces of which a copy of a seat's pack has been seen, as far as that is told: where one copy
    has been seen, it tells in which pack the other one is unseen."""

    def hidden(self, seat: int) -> int:
        """Unseen cards of a seat."""
        return self.down[seat] + self.under[seat] + (0 if self.laid[seat] else UNLAID)

    def certain(self, seat: int, left: Counter[int]) -> list[int]:
        """Faces that the seat's pack has not shown, by what ``left`` (unseen) and ``packs`` say."""
        other = self.packs[1 - seat]
        return [face for face, n in left.items() if n == 2 or (n == 1 and face in other)]

    def unseen(self) -> Counter[int]:
        """How many copies of each face nobody has seen."""
        left = Counter(dict.fromkeys(range(52), 2))
        for top in self.bases:
            left.subtract(range(top - rank_of(top) + 1, top + 1))
        for pile in (*self.cells, *self.magazines, *self.decks, *self.talons):
            left.subtract(pile)
        left.subtract([] if self.hand is None else [self.hand])
        return left


def refuse(why: str, source: str, line: int = 0) -> NoReturn:
    """Raise PositionFileError with the place."""
    raise PositionFileError(f"{source}, line {line}: {why}" if line else f"{source}: {why}")


def check(written: Written, alternate: bool, lines: dict[str, int], source: str) -> None:
    """Refuse what cannot be; ``lines`` tells where each heading stands (PositionFileError)."""
    if not written.laid[written.mover]:
        refuse("the seat to move lays out before its first action", source)
    for name, column in zip(CELLS, written.cells, strict=True):
        for lower, upper in itertools.pairwise(column):
            if not _fits(upper, lower, alternate):
                why = f"{card_text(upper)} cannot lie on {card_text(lower)}"
                refuse(why, source, lines[name])
        if column and not written.laid[(int(name[4:]) - 1) // 4]:
            refuse(f"{name} belongs to a seat that has not laid out", source, lines[name])
    suits = Counter(suit_of(top) for top in written.bases)
    if any(count > 2 for count in suits.values()):
        refuse("there are at most two base piles of a suit", source, lines["bases"])
    left = written.unseen()
    for face, count in left.items():
        if count < 0:
            refuse(f"{card_text(face)} is there more than twice", source)
    _check_unseen(written, left, source)


def _check_unseen(written: Written, left: Counter[int], source: str) -> None:
    unseen, hidden = sum(left.values()), [written.hidden(seat) for seat in (0, 1)]
    if unseen != sum(hidden):
        refuse(
            f"cards of both packs that are not named: {unseen}; unseen cards in magazines and "
            f"decks: {sum(hidden)}",
            source,
        )
    for name, faces in zip(SEATS, written.packs, strict=True):
        if unknown := [face for face in faces if left[face] == 2]:
            refuse(f"{name} pack: {card_text(unknown[0])} is not among the cards seen", source)
    if both := [face for face in written.packs[0] if left[face] and face in written.packs[1]]:
        refuse(f"one {card_text(both[0])} has been seen, which is of one pack", source)
    for seat, name in enumerate(SEATS):
        certain = len(written.certain(seat, left))
        if hidden[seat] < certain:
            refuse(
                f"cards of pack {name} that have not been seen: {certain}; unseen cards that "
                f"{name} has: {hidden[seat]}",
                source,
            )


def _fits(upper: int, lower: int, alternate: bool) -> bool:
    if rank_of(upper) + 1 != rank_of(lower):
        return False
    if not alternate:
        return suit_of(upper) == suit_of(lower)
    return (suit_of(upper) in (1, 2)) != (suit_of(lower) in (1, 2))
