"""The random numbers behind the 128-bit key of a position.

A key is two independent sums mod 2**64 (int64, which wraps). Sums, not XOR: twin cards would
cancel under XOR. A card on a place adds CARD[code] * CELL[place, height]; a base pile that waits
for a code adds a number of its own; stock, lift and turn add a mix of their packed values.
Tables hold the numbers of the first half of the key, then those of the second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.deals import SplitMix64
from solver.jit import njit
from solver.patience.rules import MAX_PLACES

Ints = NDArray[np.int64]

STRIDE = 104
"""Cells of a place: no pile can hold more than both packs."""

SECOND_CARD = 64
SECOND_CELL = MAX_PLACES * STRIDE
SECOND_WAIT = 128


def _random_numbers(seed: int, count: int) -> Ints:
    stream = SplitMix64(seed)
    return np.array([stream.next() for _ in range(count)], dtype=np.uint64).view(np.int64)


CARD = _random_numbers(1, 2 * SECOND_CARD)
CELL = _random_numbers(2, 2 * SECOND_CELL)
WAIT = _random_numbers(3, 2 * SECOND_WAIT)  # a half: up piles by code, then down piles by code
_MIX = _random_numbers(4, 4) | 1
SEED = _random_numbers(5, 2) | 1  # symmetry.py: for what a place carries besides its cards


@njit
def mix(packed: int, half: int) -> int:
    """A well spread number for a small packed value (multiply and shift, one-to-one)."""
    x = (packed + 1) * _MIX[half]
    x ^= (x >> 29) & 0x7FFFFFFFF
    x *= _MIX[2 + half]
    return x ^ ((x >> 32) & 0xFFFFFFFF)
