"""What the solver tests share: limits, deals without a number, and verdicts found otherwise."""

from __future__ import annotations

import numpy as np
from kernels import Case
from numpy.typing import NDArray
from twin import Twin

from solver.patience import solve
from solver.patience.limits import Limits
from solver.patience.lines import to_moves
from solver.patience.referee import judge
from solver.patience.rules import compile_rules, to_codes
from solver.patience.searches import Exhaustive
from solver.patience.solve import Outcome
from solver.variants import parse

ENOUGH = Limits(nodes=50_000_000, memory=1 << 29)
NO_END = 10**9


def of_faces(text: str, faces: list[int]) -> Case:
    """A deal that has no number."""
    variant = parse(text)
    rules = compile_rules(variant.rules)
    return Case(variant, rules, faces, np.array(to_codes(rules, faces), dtype=np.int64))


def reachable(game: Case) -> tuple[bool, int]:
    """By the twin: whether a won position can be reached, and how many positions can be."""
    twin = Twin(game.variant.options, game.faces)
    met = {twin.start()}
    waiting, won = [twin.start()], False
    while waiting:
        position = waiting.pop()
        won = won or twin.won(position)
        for move in twin.moves(position):
            child = twin.play(position, move)
            if child not in met:
                met.add(child)
                waiting.append(child)
    return won, len(met)


def exhaust(search: Exhaustive, codes: NDArray[np.int64]) -> tuple[str, int]:
    """The verdict of the exhaustive search alone, and its positions."""
    search.begin(codes)
    end = search.run(NO_END, NO_END)
    return solve.VERDICTS[end], search.stored


def told(outcome: Outcome) -> tuple[object, ...]:
    """An outcome without the seconds."""
    return (*outcome[:-1],)


def wins(game: Case, line: tuple[int, ...]) -> bool:
    """Whether the referee finds that a line wins, telling why not."""
    verdict = judge(game.variant.options, game.faces, to_moves(game.rules, line))
    assert verdict.ok, verdict.reason
    return verdict.ok
