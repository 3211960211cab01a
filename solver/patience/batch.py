"""Many numbered deals under one variant: search, and check every claimed line.

Every line is replayed by compiled code written apart from the search (replay.py). The first line
also passes the referee, and so do those of the deals whose number is a multiple of ``REFEREED``,
as long as the referee, plain Python, has taken no more than ``SHARE`` of the time of the searches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from solver.deals import patience_pack
from solver.patience.beam import stage
from solver.patience.cases import analyse
from solver.patience.dfs import search
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.lines import to_bytes, to_moves
from solver.patience.referee import judge
from solver.patience.replay import face_table, new_work, replay, replay_rules
from solver.patience.restarts import restart
from solver.patience.results import Result
from solver.patience.rules import compile_rules, to_codes, to_face
from solver.patience.solve import SOLVABLE, Outcome, Solver
from solver.patience.ways import decidable
from solver.shuffle import shuffle_pack
from solver.variants import Variant

REFEREED = 100
SHARE = 0.02


def kernels(variant: Variant) -> tuple[Callable[..., object], ...]:
    """What a batch of a variant runs."""
    if decidable(compile_rules(variant.rules)):
        return analyse, replay, shuffle_pack
    return restart, search, stage, replay, shuffle_pack


class WrongLine(RuntimeError):
    """A claimed line of play that does not win: an error of this program, never of its user."""


class Batch:
    """Decides numbered deals of a variant, one at a time; one thread uses a batch at a time."""

    def __init__(self, variant: Variant, limits: Limits, keep_lines: bool = False) -> None:
        self.variant, self.keep_lines = variant, keep_lines
        self.rules = compile_rules(variant.rules)
        self.pack = np.array(to_codes(self.rules, patience_pack(int(variant.rules["ranks"]))))
        self.solver = Solver(self.rules, limits)
        self._replay_rules = replay_rules(variant.rules)
        self._faces = face_table(self.rules)
        self._work = new_work()
        self._searched = self._judged = 0.0
        deal = self.codes(0)  # compile (or load) these kernels too, before any deal is timed
        replay(self._replay_rules, self._faces, deal, deal, 0, self._work)

    def codes(self, number: int) -> Ints:
        """The codes of deal ``number`` (0 .. 2**64 - 1) in dealing order."""
        cards = self.pack.copy()
        shuffle_pack(np.uint64(number), cards)
        return cards

    def decide(self, number: int, stopped: Callable[[], bool]) -> Result:
        """Search a deal and check its line; it is undecided where ``stopped`` ended the search.

        Raises:
            WrongLine: the search claims a line that is none.
        """
        deal = self.codes(number)
        outcome = self.solver.solve(deal, stopped)
        verdict, line, method, nodes, _, seconds = outcome
        self._searched += seconds
        kept = None
        if verdict == SOLVABLE:
            self._check(number, deal, outcome)
            kept = to_bytes(line) if self.keep_lines else None
        return Result(number, verdict, method, nodes, seconds, len(line), kept)

    def _check(self, number: int, deal: Ints, outcome: Outcome) -> None:
        line = np.array(outcome.line, dtype=np.int64)
        at = replay(self._replay_rules, self._faces, deal, line, line.size, self._work)
        if at:
            raise WrongLine(f"{self.variant}, deal {number}: the replay stops at move {at}")
        due = number % REFEREED == 0 and self._judged <= SHARE * self._searched
        if due or not self._judged:
            self._judge(deal, outcome)

    def _judge(self, deal: Ints, outcome: Outcome) -> None:
        begun = time.perf_counter()
        faces = [to_face(self.rules, int(code)) for code in deal]
        check_line(self.variant, faces, to_moves(self.rules, outcome.line))
        self._judged += time.perf_counter() - begun


def check_line(variant: Variant, faces: Sequence[int], moves: object) -> None:
    """Let the referee judge a claimed line of play.

    Raises:
        WrongLine: it does not win.
    """
    verdict = judge(variant.rules, faces, moves)
    if not verdict.ok:
        raise WrongLine(f"{variant}: move {verdict.at}: {verdict.reason}")
