"""The player with a rule of thumb that a person could follow without thinking ahead.

1. Play to a base pile whatever goes there (the lowest place first).
2. Else build a card onto its neighbour in suit, unless it lies on a neighbour already.
3. Else take the next step: return the card set aside; deal; lift, but only a card that hides one
   which rules 1 or 2 would play at once, otherwise pass; turn the lowest place that may be turned.

Where none of these is legal the game is over. Builds onto other suits or into empty places, where
the rules of a game allow them, are not made.
"""

from __future__ import annotations

import numpy as np

from solver.deals import SplitMix64
from solver.jit import njit
from solver.patience.keys import STRIDE, Ints
from solver.patience.lines import BUILD, DEAL, LIFT, PASS, PLAY_DOWN, RETURN, TURN
from solver.patience.moves import MOST_MOVES, generate, tops_of
from solver.patience.players.view import View
from solver.patience.position import CELLS, DOWN, FRAME, HEIGHT, UP, make
from solver.patience.rules import Rules
from solver.patience.score import is_next

NONE = -1
MOST_PLAYED = 4096
"""More moves than two deals can have between them: each brings cards together or steps on."""


@njit
def hides(rules: Rules, pos: Ints, place: int) -> int:
    """1 where the second card of a place would be played by rule 1 or 2 if it were on top."""
    cell = CELLS + place * STRIDE + pos[HEIGHT + place] - 2
    code = pos[cell]
    ups = (pos[UP] | pos[UP + 1]) & rules.ups
    downs = (pos[DOWN] | pos[DOWN + 1]) & rules.downs
    if (ups | downs) >> code & 1:
        return 1
    if pos[HEIGHT + place] > 2 and is_next(code, pos[cell - 1]):
        return 0
    tops = tops_of(rules, pos, (1 << rules.piles) - 1 ^ 1 << place)
    onto = 0
    if rules.build_up:
        onto |= tops << 1
    if rules.build_down:
        onto |= tops >> 1
    building = rules.build_dealing == 0  # cards are lifted once the stock is out
    return int(building and onto >> code & 1)


@njit
def neighbours_gained(pos: Ints, move: int) -> int:
    """By how much a build changes the number of in-suit neighbours lying on each other."""
    code, place, target = move >> 8 & 63, move >> 4 & 15, move & 15
    gained, height = 0, pos[HEIGHT + place]
    if height > 1:
        gained -= is_next(code, pos[CELLS + place * STRIDE + height - 2])
    height = pos[HEIGHT + target]
    if height > 0:
        gained += is_next(code, pos[CELLS + target * STRIDE + height - 1])
    return gained


@njit
def rule_of_thumb(rules: Rules, pos: Ints, moves: Ints) -> int:
    """The move that the rule chooses, or NONE."""
    count = generate(rules, pos, moves, 0)
    step = NONE
    for i in range(count - 1, -1, -1):
        kind = moves[i] >> 16
        if kind >= PLAY_DOWN:
            best = moves[i]
            while i > 0 and moves[i - 1] >> 16 >= PLAY_DOWN:
                i -= 1
                if moves[i] >> 4 & 15 <= best >> 4 & 15:
                    best = moves[i]
            return best
        if kind == BUILD and neighbours_gained(pos, moves[i]) > 0:
            return moves[i]
        if kind in (DEAL, RETURN, PASS, TURN) and step >> 16 != LIFT:
            step = moves[i]
        if kind == LIFT and hides(rules, pos, moves[i] >> 4 & 15):
            step = moves[i]
    return step


@njit
def to_next_deal(rules: Rules, deal: Ints, pos: Ints, trail: Ints, moves: Ints, line: Ints) -> int:
    """Note in ``line`` the moves up to the next deal or the end, and make all but the deal."""
    count = 0
    while count < line.size:
        move = rule_of_thumb(rules, pos, moves)
        if move == NONE:
            return count
        line[count] = move
        count += 1
        if move >> 16 == DEAL:
            return count
        make(rules, deal, pos, trail, 0, move)
    return count


class Greedy:
    """The rule above."""

    name = "greedy"

    def __init__(self) -> None:
        self._trail = np.zeros(FRAME, np.int64)
        self._moves = np.zeros(MOST_MOVES, np.int64)
        self._line = np.zeros(MOST_PLAYED, np.int64)

    def begin(self, stream: SplitMix64) -> None:
        """The rule needs no chance."""

    def play(self, view: View) -> list[int]:
        """The moves up to the next deal, or to the end."""
        rules, pos, deal = view
        count = to_next_deal(rules, deal, pos, self._trail, self._moves, self._line)
        return self._line[:count].tolist()
