"""Sets of faces as bits."""

from __future__ import annotations

from solver.jit import njit

EVERY_SECOND = 0x5555555555555555
EVERY_FOURTH = 0x3333333333333333
HALF_BYTES = 0x0F0F0F0F0F0F0F0F


@njit
def count_bits(some: int) -> int:
    """How many bits of a number that is not negative are set; sums of pairs, fours and bytes."""
    some -= some >> 1 & EVERY_SECOND
    some = (some & EVERY_FOURTH) + (some >> 2 & EVERY_FOURTH)
    some = (some + (some >> 4)) & HALF_BYTES
    some += some >> 8
    some += some >> 16
    return (some + (some >> 32)) & 127
