"""Many numbered deals under one variant: search, and check every claimed line.

Every line is replayed by compiled code written apart from the search (replay.py). The first line
also passes the referee, and so do those of the deals whose number is a multiple of ``REFEREED``,
as long as the referee, plain Python, has taken no more than ``SHARE`` of the time of the searches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from solver.chunk import next_chunk
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
from solver.patience.searches import Restarts
from solver.patience.solve import SOLVABLE, Solver
from solver.patience.sprint import Solved, Sprinter, sprint
from solver.patience.ways import decidable
from solver.shuffle import shuffle_pack
from solver.variants import Variant

REFEREED = 100
SHARE = 0.02


Kernel = Callable[..., object]


def search_kernels(variant: Variant) -> tuple[Kernel, ...]:
    """What a solver of a variant runs."""
    return (analyse,) if decidable(compile_rules(variant.rules)) else (restart, search, stage)


def kernels(variant: Variant) -> tuple[Kernel, ...]:
    """What a batch of a variant runs."""
    searches = search_kernels(variant)
    return (*searches, replay, shuffle_pack, *([sprint] if restart in searches else []))


class WrongLine(RuntimeError):
    """A claimed line of play that does not win: an error of this program, never of its user."""


class Batch:
    """Decides numbered deals of a variant; one thread uses a batch at a time."""

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
        first = self.solver.searches[0]
        restarts = first if isinstance(first, Restarts) else None
        self._sprinter = (
            Sprinter(restarts, self.pack, self._replay_rules, self._faces, limits.nodes)
            if restarts
            else None
        )
        self.chunk = 1
        """Deals that are best asked for at a time."""

    def codes(self, number: int) -> Ints:
        """The codes of deal ``number`` (0 .. 2**64 - 1) in dealing order."""
        cards = self.pack.copy()
        shuffle_pack(np.uint64(number), cards)
        return cards

    def decide_many(self, numbers: Sequence[int], stopped: Callable[[], bool]) -> list[Result]:
        """Search some deals, ``chunk`` at most, and check their lines, as :meth:`decide` does.

        Deals solved in one compiled call share its seconds by their nodes.

        Raises:
            WrongLine: the search claims a line that is none.
        """
        begun = time.perf_counter()
        if self._sprinter is None or len(numbers) == 1:  # a slow deal is not begun twice
            found = [self.decide(number, stopped) for number in numbers]
        else:
            found = self._sprint(self._sprinter, numbers, stopped)
        if self._sprinter:
            self.chunk = next_chunk(self.chunk, len(numbers), time.perf_counter() - begun)
        return found

    def _sprint(
        self, sprinter: Sprinter, numbers: Sequence[int], stopped: Callable[[], bool]
    ) -> list[Result]:
        begun = time.perf_counter()
        solved = sprinter.run(numbers)
        seconds = time.perf_counter() - begun
        self._searched += seconds
        a_node = seconds / max(1, sum(one.nodes for one in solved if one))
        return [
            self._solved(number, one, a_node * one.nodes) if one else self.decide(number, stopped)
            for number, one in zip(numbers, solved, strict=True)
        ]

    def _solved(self, number: int, one: Solved, seconds: float) -> Result:
        self._check(number, one.line, one.wrong)
        kept = to_bytes(one.line.tolist()) if self.keep_lines else None
        return Result(number, SOLVABLE, Restarts.name, one.nodes, seconds, one.line.size, kept)

    def decide(self, number: int, stopped: Callable[[], bool]) -> Result:
        """Search a deal and check its line; it is undecided where ``stopped`` ended the search.

        Raises:
            WrongLine: the search claims a line that is none.
        """
        deal = self.codes(number)
        verdict, line, method, nodes, _, seconds = self.solver.solve(deal, stopped)
        self._searched += seconds
        kept = None
        if verdict == SOLVABLE:
            moves = np.array(line, dtype=np.int64)
            work = self._work
            at = replay(self._replay_rules, self._faces, deal, moves, moves.size, work)
            self._check(number, moves, at)
            kept = to_bytes(line) if self.keep_lines else None
        return Result(number, verdict, method, nodes, seconds, len(line), kept)

    def _check(self, number: int, line: Ints, wrong: int) -> None:
        """Take note of what the replay said of a line; where it is due ask the referee too."""
        if wrong:
            raise WrongLine(f"{self.variant}, deal {number}: the replay stops at move {wrong}")
        due = number % REFEREED == 0 and self._judged <= SHARE * self._searched
        if due or not self._judged:
            self._judge(number, line)

    def _judge(self, number: int, line: Ints) -> None:
        begun = time.perf_counter()
        faces = [to_face(self.rules, int(code)) for code in self.codes(number)]
        check_line(self.variant, faces, to_moves(self.rules, line.tolist()))
        self._judged += time.perf_counter() - begun


def check_line(variant: Variant, faces: Sequence[int], moves: object) -> None:
    """Let the referee judge a claimed line of play.

    Raises:
        WrongLine: it does not win.
    """
    verdict = judge(variant.rules, faces, moves)
    if not verdict.ok:
        raise WrongLine(f"{variant}: move {verdict.at}: {verdict.reason}")
