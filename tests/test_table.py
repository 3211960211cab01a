"""The transposition table as a set, and the kernel's shuffle of the pack."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver.deals import patience_deal, patience_pack
from solver.patience.table import NEW, SEEN, clear, insert, rehash, slot_of
from solver.shuffle import shuffle_pack

Ints = NDArray[np.int64]

EXAMPLES = 150
MOST_PLIES = 250
WORD = 2**64

patient = settings(deadline=None)
"""The first call of a kernel compiles it."""

thorough = settings(deadline=None, max_examples=EXAMPLES)


numbers = st.integers(0, 2**64 - 1)


# --- the table ----------------------------------------------------------------------------------

Key = tuple[int, int]

halves = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0, 1, -1, 2**63 - 1, -(2**63), -2, 2**33]),  # -1 belongs to the last slot
)
table_keys = st.lists(st.tuples(halves, halves), max_size=60)


def model(key: Key) -> Key:
    """What the table notes for a key: (0, 0) marks an empty slot, so it passes for (0, 1)."""
    return (0, 1) if key == (0, 0) else key


@patient
@given(table_keys, st.integers(1, 6), st.integers(1, 200))
def test_table_is_a_set(asked: list[Key], spare: int, more: int) -> None:
    """With one slot to spare a table is full to the brim, and probes run round its end."""
    distinct = {model(key) for key in asked}
    slots = len(distinct) + spare
    table = np.zeros(2 * slots + 2, np.int64)
    table[2 * slots :] = 5  # beyond the slots in use
    noted: set[Key] = set()
    for key in asked:
        expected = SEEN if model(key) in noted else NEW
        assert insert(table, slots, *key) == expected
        noted.add(model(key))
    held = [tuple(slot) for slot in table[: 2 * slots].reshape(-1, 2).tolist()]
    assert Counter(key for key in held if key != (0, 0)) == Counter(noted)

    larger = np.zeros(2 * (slots + more), np.int64)
    rehash(table, slots, larger)
    assert all(insert(larger, slots + more, *key) == SEEN for key in asked)
    assert np.count_nonzero(larger.reshape(-1, 2).any(axis=1)) == len(noted)

    assert table[2 * slots :].tolist() == [5, 5]
    clear(table, slots)
    assert not table[: 2 * slots].any() and table[2 * slots :].tolist() == [5, 5]
    assert all(insert(table, slots, *key) == NEW for key in noted)


def test_table_runs_round_its_end() -> None:
    """Keys that all begin at the last slot fill the table from there on."""
    slots = 8
    asked = [(-1 - i, i) for i in range(7)]
    assert {int(slot_of(first, slots)) for first, _ in asked} == {7}
    table = np.zeros(2 * slots, np.int64)
    assert [insert(table, slots, *key) for key in asked] == [NEW] * 7
    assert [tuple(slot) for slot in table.reshape(-1, 2).tolist()] == [*asked[1:], (0, 0), asked[0]]
    assert [insert(table, slots, *key) for key in asked] == [SEEN] * 7


def test_table_compares_all_bits() -> None:
    table = np.zeros(2 * 300, np.int64)
    assert insert(table, 300, 12345, 678) == NEW
    for bit in range(64):
        flipped = int(np.array(1 << bit, np.uint64).view(np.int64))
        assert insert(table, 300, 12345, 678 ^ flipped) == NEW
        assert insert(table, 300, 12345 ^ flipped, 678) == NEW
    assert insert(table, 300, 12345, 678) == SEEN


def test_table_takes_the_key_of_nothing() -> None:
    table = np.zeros(8, np.int64)
    assert [insert(table, 4, 0, 0) for _ in range(2)] == [NEW, SEEN]


@patient
@given(st.integers(-(2**63), 2**63 - 1), st.integers(1, 2**31 - 1))
def test_slots_are_in_the_table(key: int, slots: int) -> None:
    assert slot_of(key, slots) == (key % WORD >> 33) * slots >> 31
    assert 0 <= slot_of(key, slots) < slots


# --- deals --------------------------------------------------------------------------------------


def shuffled(number: int, ranks: int) -> list[int]:
    """Deal ``number`` by the kernel."""
    faces = np.array(patience_pack(ranks), dtype=np.int64)
    shuffle_pack(np.uint64(number), faces)
    return [int(face) for face in faces]


@pytest.mark.parametrize("ranks", range(1, 14))
@pytest.mark.parametrize(
    "number", [0, 1, 2, 63, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 2, 2**64 - 1]
)
def test_the_kernel_shuffles_as_the_reference(number: int, ranks: int) -> None:
    assert shuffled(number, ranks) == patience_deal(number, ranks)


@settings(deadline=None, max_examples=500)
@given(numbers, st.integers(1, 13))
def test_the_kernel_shuffles_as_the_reference_anywhere(number: int, ranks: int) -> None:
    assert shuffled(number, ranks) == patience_deal(number, ranks)
