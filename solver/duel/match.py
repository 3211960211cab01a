"""A match of two players: four games a deal, and what they come to with the deal as the cluster.

The games of a deal are not independent, so every interval is that of the deals' means. A *pair* is
the two games of a deal with the same seat beginning and the players swapped; it diverges where the
two players do not share its points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.duel.names import Pairing
from solver.variants import Variant, changed

Floats = NDArray[np.float64]

SEATS_OF_P = (0, 0, 1, 1)
"""Where the first player P sits in the four games of a deal."""


def four_games(variant: Variant, pairing: Pairing) -> list[tuple[Variant, Pairing]]:
    """A begins, B begins; and both with the players swapped."""
    by_starter = [changed(variant, "starter", seat) for seat in "AB"]
    return [(one, each) for each in (pairing, pairing.swapped) for one in by_starter]


class SeatA(NamedTuple):
    """One of the four games over many deals, as seat A saw it."""

    points: Floats
    """1, 1/2, 0."""
    margins: NDArray[np.int64]
    whole: NDArray[np.bool_]
    """Games that were not broken off."""


class Match(NamedTuple):
    """The four games of each deal, as columns: P sits A and A begins; P A, B; P B, A; P B, B."""

    points: Floats
    """Of the first player P: 1, 1/2, 0."""
    margins: Floats
    """By how much P was ahead."""
    broken: int
    """Deals of which a game was broken off; they are left out."""
    deals: int
    """Before that."""

    @classmethod
    def of(cls, games: Sequence[SeatA]) -> Match:
        """The match of the four games, in the order of :func:`four_games`."""
        points, margins = [], []
        for one, seat in zip(games, SEATS_OF_P, strict=True):
            points.append(1 - one.points if seat else one.points)
            margins.append((1 - 2 * seat) * one.margins)
        whole = np.asarray(np.stack([one.whole for one in games], 1).all(axis=1))
        table = np.stack(points, 1)[whole], np.stack(margins, 1).astype(np.float64)[whole]
        return cls(*table, int((~whole).sum()), len(whole))

    def share(self, points: float) -> Floats:
        """For each deal the share of its games in which P made so many points."""
        return np.asarray((self.points == points).mean(axis=1))

    @property
    def pairs(self) -> Floats:
        """P's points in the two pairs of each deal: A begins, B begins."""
        return self.points[:, :2] + self.points[:, 2:]

    @property
    def advantage(self) -> Floats:
        """For each deal, by how much more seat A scores when it begins than when it does not."""
        seat_a = np.concatenate([self.points[:, :2], 1 - self.points[:, 2:]], axis=1)
        return np.asarray((seat_a[:, 0] + seat_a[:, 2] - seat_a[:, 1] - seat_a[:, 3]) / 2)
