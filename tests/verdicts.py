"""What the solver tests share: limits, deals without a number, and verdicts found otherwise."""

from __future__ import annotations

import numpy as np
from kernels import Case
from numpy.typing import NDArray
from twin import Position, Twin

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


def reach(game: Case) -> tuple[bool, set[Position]]:
    """By the twin: whether a won position can be reached, and every position that can be."""
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
    return won, met


def reachable(game: Case) -> tuple[bool, int]:
    """By the twin: whether a won position can be reached, and how many positions can be."""
    won, met = reach(game)
    return won, len(met)


def class_of(twin: Twin, position: Position) -> tuple[object, ...]:
    """A position without what solver/patience/symmetry.py says never matters, in plain words.

    Places that the rest of the game does not name stand in no order.
    """
    rules, out = twin.options, position.dealt == len(twin.deal)
    fed = {at % twin.piles for at in range(position.dealt, len(twin.deal))}
    named, others = [], []
    for place, pile in enumerate(position.places):
        aside = position.aside[1] if position.aside and position.aside[0] == place else None
        lifted = place in position.lifted and rules["lift"] == "any" and not position.turned
        turned = place in position.turned and rules["turn"] == "any"
        waits = (rules["lift"] == "ordered" and place not in position.lifted) or (
            rules["turn"] == "ordered" and place not in position.turned
        )
        if not pile and out and aside is None and rules["spaces"] == "deal":
            lifted = turned = False
        told = (pile, lifted, turned, () if aside is None else (aside,))
        if place in fed or waits:
            named.append((place, told))
        else:
            others.append(told)
    if not others:  # the position's own key is used
        return position
    pointers = [
        len(done)
        for mode, done in (("lift", position.lifted), ("turn", position.turned))
        if rules[mode] == "ordered"
    ]
    if rules["lift"] == "any":  # no lift after the first turn, even where that pile is gone
        pointers.append(bool(position.turned))
    return position.dealt, position.bases, *pointers, tuple(named), tuple(sorted(others))


def classes(game: Case) -> tuple[bool, int, int]:
    """As :func:`reachable`, with the number of classes of positions."""
    twin = Twin(game.variant.options, game.faces)
    won, met = reach(game)
    return won, len(met), len({class_of(twin, position) for position in met})


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
