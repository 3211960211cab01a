"""The weights of the stage beam's score (score.py), as learned by ``benchmarks/learn.py``.

``python -m benchmarks.learn VARIANT`` prints such a table. Units: 1/32 nat of the conditional
logit model. Rows are the phases named first in each; weights in between are interpolated.
"""

from __future__ import annotations

import numpy as np

from solver.patience.keys import Ints
from solver.patience.rules import Rules
from solver.patience.score import COUNTS, PHASES

NOISE = 128
"""The noise is uniform from 0 to this."""

VOSEM = (
    (3, 29, 0, -5, 22, -3, 11, 0, 18, 0, 22, 0, 8, 12, -15, -16, 7, -2, 0, 4, 4),
    (6, 27, 0, -3, 26, -10, 89, 0, 25, -7, 32, 0, 2, 18, -21, -18, 10, -1, -3, 11, 2),
    (9, 20, 3, -2, 21, -8, 83, 0, 27, -9, 23, 0, -2, 2, -19, -8, 6, -2, -5, 8, -4),
    (11, 13, -10, -2, 24, -7, 73, 0, 23, -7, 16, 0, -1, 10, -13, -11, 5, -2, -7, 12, -2),
    (14, -5, -35, -4, 23, -4, 0, 31, 27, -3, 0, -32, 1, 11, -21, -5, 1, -5, -10, -2, -1),
    (18, -9, -35, -4, 19, 0, 0, 24, 28, 3, 0, -6, 1, -4, -11, 14, -1, -11, -13, -3, -1),
    (22, -13, -39, -4, 20, 2, 0, 19, 0, 6, 0, 14, 1, -2, 1, 18, -3, -12, -16, -2, 1),
    (25, -11, -36, -3, 19, -1, 0, 20, 0, 8, 0, 13, 1, -12, 11, 27, -1, -13, -14, 0, 1),
    (28, -10, -34, -2, 19, 0, 0, 23, 0, 10, 0, 15, 1, -17, 16, 38, 2, -13, -20, -1, 3),
)


def weights_of(rules: Rules) -> Ints:
    """The weights for rules, int64 of shape (PHASES, COUNTS + 1), the noise's range last."""
    table = np.array(VOSEM)
    weights = np.full((PHASES, COUNTS + 1), NOISE, dtype=np.int64)
    for count in range(COUNTS):
        between = np.interp(np.arange(PHASES), table[:, 0], table[:, 1 + count])
        weights[:, count] = np.rint(between)
    return weights
