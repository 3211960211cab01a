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
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
PACK = 52
_ZERO, _ONE, _MOST = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)


@njit
def finish(state: np.uint64) -> np.uint64:
    """SplitMix64's output for a state."""
    z = (state ^ (state >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@njit
def shuffle_part(state: np.uint64, cards: NDArray[np.int64], begin: int, count: int) -> np.uint64:
    """Shuffle ``count`` cards from ``begin`` on by a stream in some state; its state after that."""
    bound = np.uint64(count)
    while bound > _ONE:
        state += _STEP
        drawn = finish(state)
        if drawn > _MOST - bound:  # perhaps in the last, incomplete block: only then divide
            uneven = (_ZERO - bound) % bound  # 2**64 mod bound
            while drawn > _MOST - uneven:
                state += _STEP
                drawn = finish(state)
        i, j = begin + np.int64(bound - _ONE), begin + np.int64(drawn % bound)
        cards[i], cards[j] = cards[j], cards[i]
        bound -= _ONE
    return state


@njit
def shuffle_pack(number: np.uint64, cards: NDArray[np.int64]) -> None:
    """Shuffle ``cards``, a pack in its unshuffled order, as deal ``number`` is shuffled."""
    shuffle_part(finish(number + _STEP), cards, 0, cards.size)


@njit
def deal_packs(number: np.uint64, packs: NDArray[np.int64]) -> int:
    """Put deal ``number`` of a game for two into ``packs``, A's 52 faces, then B's; its coin."""
    for i in range(2 * PACK):
        packs[i] = i if i < PACK else i - PACK
    state = shuffle_part(finish(number + _STEP), packs, 0, PACK)
    state = shuffle_part(state, packs, PACK, PACK)
    return int(np.int64(finish(state + _STEP) & _ONE))


@njit
def own_stream(number: np.uint64, seat: int, player: int) -> np.uint64:
    """The state of a player's own stream in a deal: apart from the deal's and from others'."""
    who = finish(np.uint64(2 * player + seat + 1))
    return finish(finish(number + _STEP) ^ who)


@njit
def draw(streams: NDArray[np.uint64], stream: int, bound: int) -> int:
    """The next number 0 .. ``bound`` - 1 (at most 2**31) of one of several streams.

    The upper half of an output times the bound (Lemire 2019): even up to ``bound`` / 2**32.
    """
    streams[stream] += _STEP
    high = finish(streams[stream]) >> _S32
    return int(np.int64((high * np.uint64(bound)) >> _S32))
