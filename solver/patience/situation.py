"""A position in progress as the person at the table knows it, and as the kernels' arrays.

All that was ever face up is known. Of the stock either nothing but the number of its cards is
known, so that which cards are in it follows, or all, in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from solver.deals import patience_pack
from solver.patience.board import BasePile
from solver.patience.keys import STRIDE, Ints
from solver.patience.position import (
    ASIDE,
    CELLS,
    DOWN,
    HEIGHT,
    HELD,
    LIFTED,
    PLACED,
    STOCK,
    TURNED,
    UP,
    complete,
    new_position,
)
from solver.patience.referee import Game
from solver.patience.rules import LIFT_ORDERED, TURN_ORDERED, Rules, to_code, to_codes
from solver.variants import Variant


class Situation(NamedTuple):
    """A game in progress; ``game.stock`` tells the order of the stock only if ``known``."""

    game: Game
    known: bool

    def after(self, move: object) -> Situation:
        """The situation after a legal move that deals nothing unknown.

        Raises:
            IllegalMove: the rules do not allow it.
        """
        game = self.game.copy()
        game.play(move)
        return Situation(game, self.known)


def at_start(variant: Variant, faces: Sequence[int], known: bool) -> Situation:
    """The start of a deal; where its order is not ``known``, the stock is put in pack order."""
    return with_stock(Game(variant.rules, faces), known)


def with_stock(game: Game, known: bool) -> Situation:
    """The situation of a game of which the stock's order is known, or is to be forgotten.

    The game itself stays as it is. A single card in the stock is known in any case.
    """
    game = game.copy()
    known = known or len(game.stock) < 2
    if not known:
        game.stock.sort()
    return Situation(game, known)


def seen_faces(game: Game) -> list[int]:
    """Every face that is not in the stock: base piles, places, the card aside."""
    bases = (base.cards for side in (game.up, game.down) for suit in side for base in suit)
    aside = [] if game.aside is None else [game.aside[0]]
    return [*chain.from_iterable(bases), *chain.from_iterable(game.piles), *aside]


def missing_faces(ranks: int, seen: Iterable[int]) -> list[int]:
    """The faces of both packs without those seen, in ascending order."""
    return sorted((Counter(patience_pack(ranks)) - Counter(seen)).elements())


def arrays(rules: Rules, game: Game) -> tuple[Ints, Ints]:
    """A game for the kernels: the cards of the deal, of which only the stock's order means
    something, and the position (position.py)."""
    deal = np.array(to_codes(rules, [*seen_faces(game), *game.stock]), np.int64)
    pos = new_position()
    pos[STOCK] = rules.cards - len(game.stock)
    pos[LIFTED] = _done(game.lifted, rules.lift == LIFT_ORDERED)
    pos[TURNED] = _done(game.turned, rules.turn == TURN_ORDERED)
    if game.aside is not None:
        pos[HELD], pos[ASIDE] = to_code(rules, game.aside[0]), game.aside[1]
    for first, side in ((UP, game.up), (DOWN, game.down)):
        pos[PLACED] += sum(len(base.cards) for suit in side for base in suit)
        for pile in range(rules.per_suit):
            pos[first + pile] = sum(_awaited(rules, side, suit, pile, first) for suit in range(4))
    for place, cards in enumerate(game.piles):
        pos[HEIGHT + place] = len(cards)
        cell = CELLS + place * STRIDE
        pos[cell : cell + len(cards)] = to_codes(rules, cards)
    complete(pos)
    return deal, pos


def _done(places: set[int], ordered: bool) -> int:
    return len(places) if ordered else sum(1 << place - 1 for place in places)


def _awaited(rules: Rules, side: list[list[BasePile]], suit: int, pile: int, first: int) -> int:
    """The bit of the code that a base pile takes next; 0 for a closed or a full one."""
    if len(side[suit]) <= pile:
        return (rules.up_start if first == UP else rules.down_start) & 0xFFFF << 16 * suit
    base = side[suit][pile]
    if base.closed:
        return 0
    bit = 1 << to_code(rules, base.top)
    return (bit << 1 if first == UP else bit >> 1) & rules.valid
