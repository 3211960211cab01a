"""The transposition table: open addressing over 128-bit keys, nothing is ever evicted.

``table`` is an int64 array of two numbers a slot; slot i holds the two halves of a key, both 0
where it is empty. "Seen before" compares all 128 bits. A full table ends the search instead of
forgetting a position, so that a finished search has seen every position it claims.
"""

from __future__ import annotations

from solver.jit import njit
from solver.patience.keys import Ints, mix

SEEN, NEW = 0, 1


@njit
def slot_of(key: int, slots: int) -> int:
    """First slot of a key: its high bits scaled to the number of slots (below 2**31)."""
    return ((key >> 33 & 0x7FFFFFFF) * slots) >> 31


@njit
def insert(table: Ints, slots: int, first: int, second: int) -> int:
    """Note a key: ``NEW`` or ``SEEN``. The caller keeps at least one slot empty."""
    if first == 0 and second == 0:
        second = 1
    slot = slot_of(first, slots)
    while True:
        old_first, old_second = table[2 * slot], table[2 * slot + 1]
        if old_first == first and old_second == second:
            return SEEN
        if old_first == 0 and old_second == 0:
            table[2 * slot], table[2 * slot + 1] = first, second
            return NEW
        slot += 1
        if slot == slots:
            slot = 0


@njit
def clear(table: Ints, slots: int) -> None:
    """Empty the first ``slots`` slots."""
    for i in range(2 * slots):
        table[i] = 0


@njit
def rehash(old: Ints, old_slots: int, new: Ints) -> None:
    """Move every key of ``old`` into ``new``, which is empty and used whole."""
    slots = new.size // 2
    for slot in range(old_slots):
        if old[2 * slot] != 0 or old[2 * slot + 1] != 0:
            insert(new, slots, old[2 * slot], old[2 * slot + 1])


@njit
def add_up(table: Ints, slots: int, sums: Ints) -> None:
    """Add to ``sums`` (two halves) a mix of every key: it tells the set, not the slots."""
    for slot in range(slots):
        first, second = table[2 * slot], table[2 * slot + 1]
        if first != 0 or second != 0:
            sums[0] += mix(first ^ mix(second, 1), 0)
            sums[1] += mix(second ^ mix(first, 0), 1)
