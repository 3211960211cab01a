"""Advice for a position in progress: what can be played, how likely is a win after it, and why.

Where the stock is out or known, nothing is left to chance: the searches of solve.py say of the
position and of every move whether a win can be reached, or that this stays undecided. Else the
chances of chances.py are told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.patience.batch import WrongLine
from solver.patience.beam import stage
from solver.patience.chances import chances, legal_moves, played
from solver.patience.dfs import search
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.lines import Move, to_move, to_moves
from solver.patience.playout import Playout, play_rows
from solver.patience.position import PLACED
from solver.patience.reasons import reason
from solver.patience.referee import Game
from solver.patience.restarts import restart
from solver.patience.rules import compile_rules
from solver.patience.situation import Situation, arrays
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE, Outcome, Solver
from solver.variants import Variant

KERNELS = (restart, search, stage, play_rows)
"""What advice runs."""

SHARE = 10
"""The search after a move may take this part of the budget of the whole position."""

_RANK = {SOLVABLE: 0, UNDECIDED: 1, UNSOLVABLE: 2}


class Candidate(NamedTuple):
    """A move that can be played."""

    move: Move
    verdict: str | None
    """With a known stock: whether the position after the move is solvable."""
    won: int
    games: int
    """Else: games played on from there, and how many of them were won."""
    reason: str


class Advice(NamedTuple):
    """What to play."""

    verdict: str | None
    """solvable, unsolvable or undecided where the stock is known."""
    line: list[Move]
    """The moves of a win where it is solvable; the referee has seen them win."""
    candidates: list[Candidate]
    """All legal moves, the best first."""


class Adviser:
    """Gives advice under one variant; one thread uses an adviser at a time."""

    def __init__(self, variant: Variant, limits: Limits, samples: int) -> None:
        self.rules = compile_rules(variant.rules)
        self.limits, self.samples = limits, samples
        self.solver = Solver(self.rules, limits)
        self.solver.anywhere()  # made now, before anybody waits for an answer
        self.playout = Playout(self.rules)

    def advise(self, situation: Situation, stopped: Callable[[], bool]) -> Advice:
        """The advice for a position that is not won.

        Raises:
            WrongLine: the search claims a line that is none.
        """
        if situation.known:
            return self._known(situation, stopped)
        deal, pos = arrays(self.rules, situation.game)
        found = chances(self.rules, pos, deal, self.samples, self.playout, stopped)
        moves = [to_move(self.rules, one.move) for one in found]
        candidates = [
            Candidate(move, None, one.won, one.games, reason(situation, move))
            for move, one in zip(moves, found, strict=True)
        ]
        return Advice(None, [], candidates)

    def verdict(self, deal: Ints, pos: Ints, nodes: int, stopped: Callable[[], bool]) -> Outcome:
        """What the searches say of a position of a known deal."""
        if pos[PLACED] == self.rules.cards:
            return Outcome(SOLVABLE, (), "won", 0, 0, 0.0)
        self.solver.limits = self.limits._replace(nodes=nodes)
        return self.solver.solve(deal, stopped, pos)

    def _known(self, situation: Situation, stopped: Callable[[], bool]) -> Advice:
        deal, pos = arrays(self.rules, situation.game)
        whole = self.verdict(deal, pos, self.limits.nodes, stopped)
        verdict, line = whole.verdict, to_moves(self.rules, whole.line)
        if line:
            check_win(situation.game, line)
        found = []
        for packed in legal_moves(self.rules, pos):
            move = to_move(self.rules, packed)
            told = verdict
            if verdict == UNDECIDED or (verdict == SOLVABLE and move != line[0]):
                after = played(self.rules, pos, deal, packed)
                one = self.verdict(deal, after, max(1, self.limits.nodes // SHARE), stopped)
                told = one.verdict
                if told == SOLVABLE and not line:
                    verdict, line = told, [move, *to_moves(self.rules, one.line)]
                    check_win(situation.game, line)
            found.append(Candidate(move, told, 0, 0, reason(situation, move)))
        found.sort(key=lambda one: (_RANK[str(one.verdict)], one.move not in line[:1]))
        return _settled(Advice(verdict, line, found))


def _settled(advice: Advice) -> Advice:
    """A position is lost where every move loses, although its own search found no end."""
    lost = all(one.verdict == UNSOLVABLE for one in advice.candidates)
    return advice._replace(verdict=UNSOLVABLE) if lost and not advice.line else advice


def check_win(game: Game, line: list[Move]) -> None:
    """Let the referee play a line from a position.

    Raises:
        WrongLine: it does not win.
    """
    game = game.copy()
    for number, move in enumerate(line, 1):
        if objection := game.objection(move):
            raise WrongLine(f"move {number}: {objection}")
        game.play(move)
    if not game.won:
        raise WrongLine("the moves are legal but do not win")
