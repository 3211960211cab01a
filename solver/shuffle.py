"""The numbered deals once more as a kernel: batches shuffle thousands of packs a second.

The reference is :mod:`solver.deals`; a test holds the two together. Every constant that meets a
state is a ``np.uint64``, since numba compares uint64 with int64 as floats.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.jit import njit

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_ZERO, _ONE, _MOST = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)


@njit
def finish(state: np.uint64) -> np.uint64:
    """SplitMix64's output for a state."""
    z = (state ^ (state >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@njit
def shuffle_pack(number: np.uint64, cards: NDArray[np.int64]) -> None:
    """Shuffle ``cards``, a pack in its unshuffled order, as deal ``number`` is shuffled."""
    state = finish(number + _STEP)
    bound = np.uint64(cards.size)
    while bound > _ONE:
        uneven = (_ZERO - bound) % bound  # 2**64 mod bound
        state += _STEP
        drawn = finish(state)
        while drawn > _MOST - uneven:
            state += _STEP
            drawn = finish(state)
        i, j = np.int64(bound - _ONE), np.int64(drawn % bound)
        cards[i], cards[j] = cards[j], cards[i]
        bound -= _ONE
