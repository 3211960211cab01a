"""Perft of a game for two: sequences of actions and distinct positions, layer by layer.

A layer maps each position, as bytes, to the number of sequences that lead to it, so that both
counts come from one walk: sequences are the sum of these numbers, positions how many there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import islice

from solver.duel.table import Action, Ints

LOOK = 10_000
"""Positions between two looks at Ctrl-C."""

Layer = dict[bytes, tuple[Ints, int]]


class PositionCounter(ABC):
    """Perft (family.Counter) of a game that tells its actions position by position."""

    key: int
    """So many numbers from the front of a state tell positions apart."""

    @abstractmethod
    def start(self) -> Ints:
        """The start position, seat A to move."""

    @abstractmethod
    def after(self, state: Ints) -> Iterator[tuple[Action, Ints]]:
        """Every action with the position after it."""

    def layers(self, start: Ints, tick: Callable[[], None]) -> Iterator[Layer]:
        """The positions after 1, 2 ... actions from a position."""
        layer: Layer = {b"": (start, 1)}
        while True:
            following: Layer = {}
            for number, (state, ways) in enumerate(layer.values()):
                if number % LOOK == 0:
                    tick()
                for _, after in self.after(state):
                    key = after[: self.key].tobytes()
                    known = following.get(key)
                    following[key] = (after, ways + (known[1] if known else 0))
            yield following
            layer = following

    def counts_from(
        self, start: Ints, depth: int, unique: bool, tick: Callable[[], None]
    ) -> list[int]:
        """Counts for depths 1 ... ``depth`` from a position."""
        layers = islice(self.layers(start, tick), depth)
        return [len(one) if unique else sum(ways for _, ways in one.values()) for one in layers]

    def counts(
        self, depth: int, unique: bool, tick: Callable[[], None] = lambda: None
    ) -> list[int]:
        """Counts for depths 1 ... ``depth``."""
        return self.counts_from(self.start(), depth, unique, tick)

    def split(
        self, depth: int, unique: bool, tick: Callable[[], None] = lambda: None
    ) -> list[tuple[Action, int]]:
        """Each first action with the count of ``depth`` - 1 further actions after it."""
        return [
            (action, self.counts_from(state, depth - 1, unique, tick)[-1] if depth > 1 else 1)
            for action, state in self.after(self.start())
        ]
