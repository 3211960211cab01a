"""Many numbered deals of a game for two, as results for the database."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from solver.chunk import next_chunk
from solver.duel.family import family_of
from solver.duel.names import Pairing
from solver.duel.outcomes import OUTCOMES
from solver.duel.table import Found, Ints
from solver.duel.tally import ACTIONS
from solver.patience.results import Result
from solver.variants import Variant


def as_bytes(tallies: Ints) -> bytes:
    """Tallies as the database keeps them: 32 bits a number."""
    return tallies.astype("<i4").tobytes()


class Duels:
    """Plays numbered deals of a variant between two players; one thread uses it at a time."""

    def __init__(self, variant: Variant, pairing: Pairing, keep_lines: bool = False) -> None:
        self.variant, self.keep_lines = variant, keep_lines
        self.family = family_of(variant.game.family)
        self.table = self.family.table(variant.rules, pairing)
        self.table.play_many([0])  # compile (or load) the kernels before any deal is timed
        self.chunk = 1
        """Deals that are best asked for at a time."""

    def decide(self, number: int, stopped: Callable[[], bool]) -> Result:
        """Play one deal."""
        return self.decide_many([number], stopped)[0]

    def decide_many(self, numbers: Sequence[int], stopped: Callable[[], bool]) -> list[Result]:
        """Play some deals, to the end whatever ``stopped`` says."""
        begun = time.perf_counter()
        found = self.table.play_many(numbers, self.keep_lines)
        seconds = time.perf_counter() - begun
        self.chunk = next_chunk(self.chunk, len(numbers), seconds)
        return self._results(numbers, found, seconds / len(numbers))

    def _results(self, numbers: Sequence[int], found: Found, each: float) -> list[Result]:
        tallies, width = as_bytes(found.tallies), 4 * len(self.family.tally)
        outcomes, actions = found.outcomes.tolist(), found.tallies[:, ACTIONS].tolist()
        return [
            Result(
                deal=number,
                verdict=OUTCOMES[outcomes[i]],
                method="played",
                nodes=0,
                seconds=each,
                moves=actions[i],
                line=found.records[i] if found.records else None,
                tally=tallies[width * i : width * (i + 1)],
            )
            for i, number in enumerate(numbers)
        ]
