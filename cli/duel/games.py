"""Games for two out of the database, as arrays in the order of the deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cli.schema import ABORTED, DUELS, EQUAL, WIN_A, WIN_B
from cli.selection import Selection
from cli.series import Series
from solver.duel.family import family_of
from solver.duel.tally import COMMON, FIRST

Ints = NDArray[np.int64]


class Games(NamedTuple):
    """What became of deals, a row each."""

    verdicts: Ints
    """Indexes into ``schema.ALL_VERDICTS``, ``WIN_A`` and later."""
    tallies: Ints
    """A column a field of the tally."""
    names: tuple[str, ...]
    """Of the columns."""

    def column(self, name: str) -> Ints:
        """A field of the tally."""
        column: Ints = self.tallies[:, self.names.index(name)]
        return column

    @property
    def own(self) -> tuple[str, ...]:
        """Fields that only this game counts."""
        return self.names[len(COMMON) :]

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which games were not broken off."""
        return np.asarray(self.verdicts != ABORTED)

    @property
    def finished(self) -> Games:
        """Those alone."""
        stand = self.whole
        return Games(self.verdicts[stand], self.tallies[stand], self.names)

    def points(self, seat: int) -> NDArray[np.float64]:
        """1 for a game won by a seat (0: A), 0 for a lost one, 1/2 for a draw or none."""
        a = np.where(self.verdicts == WIN_A, 1.0, np.where(self.verdicts == WIN_B, 0.0, 0.5))
        return 1 - a if seat else a

    def first_mover_points(self) -> NDArray[np.float64]:
        """The same for the seat that began."""
        a = self.points(0)
        return np.where(self.tallies[:, FIRST] == 0, a, 1 - a)

    def counts(self) -> dict[str, int]:
        """How often A won, nobody, B, and how often a game was broken off."""
        often = np.bincount(self.verdicts - WIN_A, minlength=len(DUELS)).tolist()
        return {"A": often[0], "draw": sum(often[2:6]), "B": often[1], "aborted": often[6]}

    def draws(self) -> dict[str, int]:
        """Draws by cause."""
        often = np.bincount(self.verdicts - WIN_A, minlength=len(DUELS)).tolist()
        first, last = EQUAL - WIN_A, ABORTED - WIN_A
        return dict(zip(DUELS[first:last], often[first:last], strict=True))


def load(series: Series, selection: Selection, family: str) -> Games:
    """The games of a selection, every one of which is in the database."""
    names = family_of(family).tally
    verdicts, tallies = [np.zeros(0, np.int64)], [np.zeros((0, len(names)), np.int64)]
    for chunk in selection.chunks():
        rows = series.find("deal, verdict, tally", chunk, series.final())
        deals, told, counted = zip(*rows, strict=True)
        places = np.argsort(chunk.places(np.array(deals, dtype=np.int64)))
        table = np.frombuffer(b"".join(counted), "<i4").reshape(len(rows), len(names))
        verdicts.append(np.array(told, dtype=np.int64)[places])
        tallies.append(table.astype(np.int64)[places])
    return Games(np.concatenate(verdicts), np.concatenate(tallies), names)
