"""Perft of a game for two: sequences of actions and distinct positions, layer by layer.

A layer maps each position, as bytes, to the number of sequences that lead to it, so that both
counts come from one walk: sequences are the sum of these numbers, positions how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from solver.duel.family import Action, Ints

LOOK = 10_000
"""Positions between two looks at Ctrl-C."""


class Walk(Protocol):
    """A game as perft needs it."""

    key: int
    """So many numbers from the front of a state tell positions apart."""

    def start(self) -> Ints:
        """The start position, seat A to move."""

    def after(self, state: Ints) -> Iterator[tuple[Action, Ints]]:
        """Every action with the position after it."""


Layer = dict[bytes, tuple[Ints, int]]


def layers(walk: Walk, start: Ints, tick: Callable[[], None] = lambda: None) -> Iterator[Layer]:
    """The positions after 1, 2 ... actions from a position."""
    layer: Layer = {b"": (start, 1)}
    while True:
        following: Layer = {}
        for number, (state, ways) in enumerate(layer.values()):
            if number % LOOK == 0:
                tick()
            for _, after in walk.after(state):
                key = after[: walk.key].tobytes()
                known = following.get(key)
                following[key] = (after, ways + (known[1] if known else 0))
        yield following
        layer = following


def counts(
    walk: Walk, start: Ints, depth: int, unique: bool, tick: Callable[[], None]
) -> list[int]:
    """Counts for depths 1 ... ``depth``."""
    told: list[int] = []
    for layer in layers(walk, start, tick):
        told.append(len(layer) if unique else sum(ways for _, ways in layer.values()))
        if len(told) == depth:
            break
    return told


def split(
    walk: Walk, depth: int, unique: bool, tick: Callable[[], None]
) -> list[tuple[Action, int]]:
    """Each first action with the count of ``depth`` - 1 further actions after it."""
    below = []
    for action, state in walk.after(walk.start()):
        count = counts(walk, state, depth - 1, unique, tick)[-1] if depth > 1 else 1
        below.append((action, count))
    return below
