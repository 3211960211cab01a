"""The player who plays at random: the baseline."""

from __future__ import annotations

import numpy as np

from solver.deals import SplitMix64
from solver.patience.keys import Ints
from solver.patience.lines import BUILD
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.players.view import View
from solver.patience.position import FRAME, KEY, make, undo

MOST_BUILDS = 200
"""Builds one after another before the player gives up."""


class Random:
    """Draws from all legal moves alike, but for two rules that make every game end.

    A build that would bring back a position seen since the last move of another kind is not
    drawn, and after ``MOST_BUILDS`` builds one after another the player gives up.
    """

    name = "random"

    def __init__(self) -> None:
        self._moves = np.zeros(MOST_MOVES, np.int64)
        self._trail = np.zeros(FRAME, np.int64)

    def begin(self, stream: SplitMix64) -> None:
        self._stream = stream

    def play(self, view: View) -> list[int]:
        """Builds, then one move of another kind; none where the game is over or given up."""
        rules, pos, deal = view
        seen, played = {_key(pos)}, list[int]()
        while len(played) < MOST_BUILDS:
            count = generate(rules, pos, self._moves, 0)
            choice = [move for move in self._moves[:count].tolist() if self._new(view, move, seen)]
            if not choice:
                break
            move = choice[self._stream.below(len(choice))]
            played.append(move)
            if move >> 16 != BUILD:
                return played
            make(rules, deal, pos, self._trail, 0, move)
            seen.add(_key(pos))
        return []

    def _new(self, view: View, move: int, seen: set[tuple[int, int]]) -> bool:
        if move >> 16 != BUILD:
            return True
        make(view.rules, view.deal, view.pos, self._trail, 0, move)
        new = _key(view.pos) not in seen
        undo(view.rules, view.pos, self._trail, 0)
        return new


def _key(pos: Ints) -> tuple[int, int]:
    return int(pos[KEY]), int(pos[KEY + 1])
