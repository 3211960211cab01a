"""Which move lost? A played game, position by position: solvable or not, and the chance of a win.

*Solvable* is the clairvoyant's view, who knows the stock. A position that is solvable makes every
one before it solvable, and an unsolvable one every one after it, so few need a search. The
*chance* is that of a player who does not see the stock (chances.py); between two deals all
positions are played on with the same orders of the stock, so that only what was played tells them
apart. Once the stock is out the chance is the verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.patience.advice import Adviser
from solver.patience.chances import orders, wins_of
from solver.patience.keys import Ints
from solver.patience.lines import Move
from solver.patience.position import PLACED, STOCK
from solver.patience.referee import Game
from solver.patience.situation import arrays
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE
from solver.stats import mcnemar_exact

DOUBT = 0.01
"""A chance has changed where a paired test gives less than this."""


class Standing(NamedTuple):
    """What a position is worth."""

    verdict: str
    games: tuple[bool, ...]
    """Games played on from there, won or not; a single one for a known end, none if unknown."""


class Step(NamedTuple):
    """A move of the game, with what was before and after it."""

    number: int
    move: Move
    before: Standing
    after: Standing

    @property
    def threw_away(self) -> bool:
        """Whether the deal could be won before the move, and not after it."""
        return self.before.verdict == SOLVABLE and self.after.verdict == UNSOLVABLE

    @property
    def chance_changed(self) -> bool:
        """Whether the move, dealing nothing, changed the chance by more than chance explains."""
        before, after = self.before.games, self.after.games
        if self.move["move"] == "deal" or len(before) != len(after):
            return False
        lost = sum(b and not a for b, a in zip(before, after, strict=True))
        gained = sum(a and not b for b, a in zip(before, after, strict=True))
        if len(before) == 1:
            return lost != gained
        return mcnemar_exact(lost, gained) < DOUBT


class Reviewer:
    """Reviews games under the rules of an adviser."""

    def __init__(self, adviser: Adviser, stopped: Callable[[], bool]) -> None:
        self.adviser, self.stopped = adviser, stopped
        self._orders: tuple[int, list[Ints]] = (-1, [])

    def review(self, games: list[Game], moves: list[Move]) -> list[Step]:
        """The steps of a game: ``games`` are its positions, one more than there are moves."""
        told = [arrays(self.adviser.rules, game) for game in games]
        verdicts = self.verdicts(told)
        standings = [
            Standing(verdict, self._play_on(deal, pos, verdict))
            for verdict, (deal, pos) in zip(verdicts, told, strict=True)
        ]
        return [
            Step(number, move, standings[number - 1], standings[number])
            for number, move in enumerate(moves, 1)
        ]

    def verdicts(self, told: list[tuple[Ints, Ints]]) -> list[str]:
        """Whether each position of a game (deal, position) is solvable, by bisection."""
        found = [UNDECIDED] * len(told)
        open_spans = [(0, len(told))]
        if told[-1][1][PLACED] == self.adviser.rules.cards:
            return [SOLVABLE] * len(told)
        while open_spans:
            first, last = open_spans.pop()
            if first == last:
                continue
            middle = (first + last) // 2
            verdict = self._search(*told[middle])
            if verdict != UNSOLVABLE:
                open_spans.append((middle + 1, last))
            if verdict != SOLVABLE:
                open_spans.append((first, middle))
            for at in range(len(told)):
                if (verdict == SOLVABLE and at <= middle) or (
                    verdict == UNSOLVABLE and at >= middle
                ):
                    found[at] = verdict
        return found

    def _search(self, deal: Ints, pos: Ints) -> str:
        nodes = self.adviser.limits.nodes
        return self.adviser.verdict(deal, pos, nodes, self.stopped).verdict

    def _play_on(self, deal: Ints, pos: Ints, verdict: str) -> tuple[bool, ...]:
        dealt = int(pos[STOCK])
        if dealt == len(deal):
            return () if verdict == UNDECIDED else (verdict == SOLVABLE,)
        if self.stopped():
            return ()
        if self._orders[0] != dealt:
            self._orders = dealt, orders(deal, dealt, self.adviser.samples)
        # Of another position's deals only what is left in the stock matters here.
        deals = self._orders[1]
        return tuple(wins_of(self.adviser.rules, pos, deals, self.adviser.playout))
