"""What a player is given: all that is or was face up, and which cards are unseen; not their order.

The only way to make a view of a game (:func:`view_of`) sorts the unseen cards, so whatever is done
with a view cannot depend on the order of the stock.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from solver.deals import SplitMix64
from solver.patience.keys import Ints
from solver.patience.position import STOCK
from solver.patience.rules import Rules


class View(NamedTuple):
    """A position as a player at the table knows it."""

    rules: Rules
    pos: Ints
    """The position (position.py)."""
    deal: Ints
    """The codes dealt so far in dealing order, then the unseen ones in ascending order."""

    @property
    def dealt(self) -> int:
        """Cards dealt so far."""
        return int(self.pos[STOCK])

    @property
    def unseen(self) -> Ints:
        """The unseen cards, codes in ascending order."""
        return self.deal[self.dealt :]

    @property
    def open(self) -> bool:
        """Whether nothing is hidden: the stock is out."""
        return self.dealt == self.rules.cards


def view_of(rules: Rules, pos: Ints, deal: Ints) -> View:
    """The view of a position of a deal (codes in dealing order)."""
    dealt = int(pos[STOCK])
    return View(rules, pos.copy(), np.concatenate([deal[:dealt], np.sort(deal[dealt:])]))


class Player(Protocol):
    """Somebody who plays; one game at a time."""

    name: str

    def begin(self, stream: SplitMix64) -> None:
        """Begin a game; ``stream`` is the player's own chance."""

    def play(self, view: View) -> Sequence[int]:
        """The packed moves to be played next, of which only the last may be a deal.

        None at all: the player gives up, or there is no legal move.
        """


def own_stream(number: int, player: str) -> SplitMix64:
    """The stream of a player in deal ``number``: apart from that of the deal and of others.

    FNV-1a of the player's name, mixed into the first output for the state ``number``.
    """
    told = 0xCBF29CE484222325
    for byte in player.encode():
        told = (told ^ byte) * 0x100000001B3 % 2**64
    return SplitMix64(SplitMix64(SplitMix64(number).next() ^ told).next())
