"""How likely is a win after each move, when the order of the stock is unknown?

The unseen cards are put in random order many times; every move is judged by the same orders, so
that what one order is worth to all of them cancels out in a comparison. Whoever plays on from
there sees no card before it is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from solver.deals import SplitMix64, shuffle
from solver.patience.keys import Ints
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import FRAME, PLACED, STOCK, make
from solver.patience.rules import Rules

KEPT = 3
"""So many moves stay to the last round."""


class End(NamedTuple):
    """What a game came to."""

    won: bool
    value: int
    """How promising it looked when the stock was out: what tells moves apart that win alike."""


WON = End(True, 0)


class Plays(Protocol):
    """Somebody who plays a position to its end without a look at the stock."""

    def end_of(self, pos: Ints, deal: Ints) -> End:
        """What the play from a position (position.py) of a deal (codes) comes to."""


class Chance(NamedTuple):
    """Games won out of those played on after a move."""

    move: int
    """Packed (lines.py)."""
    won: int
    games: int
    value: int
    """The sum of the games' values."""


def _never() -> bool:
    return False


def legal_moves(rules: Rules, pos: Ints) -> list[int]:
    """The packed moves that are legal, from the most eager to the most patient."""
    moves = np.zeros(MOST_MOVES, np.int64)
    count = generate(rules, pos, moves, 0)
    return [int(move) for move in moves[:count]][::-1]


def orders(deal: Ints, dealt: int, count: int, first: int = 0) -> list[Ints]:
    """``count`` deals alike up to ``dealt``, the rest in an order drawn by chance.

    Orders ``first``, ``first + 1`` ... depend on which cards are unseen and on nothing else.
    """
    made = []
    unseen = np.sort(deal[dealt:]).tolist()
    for number in range(first, first + count):
        rest = list(unseen)
        shuffle(rest, SplitMix64(SplitMix64(SplitMix64(number).next() ^ dealt).next()))
        made.append(np.concatenate([deal[:dealt], np.array(rest, np.int64)]))
    return made


def chances(
    rules: Rules,
    pos: Ints,
    deal: Ints,
    samples: int,
    player: Plays,
    stopped: Callable[[], bool] = _never,
) -> list[Chance]:
    """The chances after every legal move of a position, the best move first.

    ``samples`` orders of the stock are played after each move. Then the better half of the moves
    plays as many more, and so on, until no more than ``KEPT`` have played their last. The order
    that the stock has in ``deal`` is not looked at. Moves that win alike are told apart by the
    values of their games, or stay in the order of :func:`legal_moves`. Once ``stopped`` is true
    the games played so far count.
    """
    found = [Chance(move, 0, 0, 0) for move in legal_moves(rules, pos)]
    alive, done = len(found), 0
    while alive and not stopped():
        for order in orders(deal, int(pos[STOCK]), samples, done):
            if stopped():
                break
            found[:alive] = [_one_more(rules, pos, order, one, player) for one in found[:alive]]
        done += samples
        found[:alive] = sorted(found[:alive], key=lambda one: (-one.won, -one.value))
        if alive <= KEPT:
            break
        alive = max(KEPT, alive // 2)
    return found


def _one_more(rules: Rules, pos: Ints, deal: Ints, one: Chance, player: Plays) -> Chance:
    after = played(rules, pos, deal, one.move)
    end = WON if after[PLACED] == rules.cards else player.end_of(after, deal)
    return Chance(one.move, one.won + end.won, one.games + 1, one.value + end.value)


def played(rules: Rules, pos: Ints, deal: Ints, move: int) -> Ints:
    """The position after a legal move; ``pos`` stays as it is."""
    after = pos.copy()
    make(rules, deal, after, np.zeros(FRAME, np.int64), 0, move)
    return after


def wins_of(rules: Rules, pos: Ints, deals: Sequence[Ints], player: Plays) -> list[bool]:
    """Whether the player comes to a win from a position, for each of some deals."""
    if pos[PLACED] == rules.cards:
        return [True] * len(deals)
    return [player.end_of(pos, deal).won for deal in deals]
