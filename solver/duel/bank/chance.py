"""Streams of random numbers for players and for attention: SplitMix64 in int64, which wraps."""

from __future__ import annotations

import numpy as np

from solver.duel.bank.state import Ints
from solver.jit import njit

_STEP = np.array([0x9E3779B97F4A7C15], np.uint64).view(np.int64)
_MIX = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64).view(np.int64)


@njit
def draw(rng: Ints, stream: int, k: int) -> int:
    """A number below ``k`` (at most 2**31) from a stream; 31 bits are scaled to it."""
    rng[stream] += _STEP[0]
    z = rng[stream]
    z = (z ^ z >> 30 & 0x3FFFFFFFF) * _MIX[0]
    z = (z ^ z >> 27 & 0x1FFFFFFFFF) * _MIX[1]
    return ((z >> 33 & 0x7FFFFFFF) * k) >> 31
