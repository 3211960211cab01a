"""Verdicts as arrays, a byte a deal, in the order of a selection."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cli.selection import Selection
from cli.series import Series

UNKNOWN = -1
"""Where there is no verdict; others are indexes into ``schema.VERDICTS``."""

Verdicts = NDArray[np.int8]


def verdicts(series: Series, selection: Selection, condition: str = "TRUE") -> Verdicts:
    """The verdicts of the rows that meet an SQL condition."""
    found = np.full(len(selection), UNKNOWN, np.int8)
    begin = 0
    for chunk in selection.chunks():
        if rows := series.find("deal, verdict", chunk, condition):
            deals, told = np.array(rows, dtype=np.int64).T
            found[begin + chunk.places(deals)] = told
        begin += len(chunk)
    return found
