"""The exact chances of the unseen cards of the pair-matching game, and the player who weighs them.

What a refill brings is expected, not sampled. The pairs of a face (or rank) depend only on how
many of its cards lie in each row, how many each deck still hides, and how many cards go from which
deck to which row: their expectation is a sum over multivariate hypergeometric chances, and the
expectations of all faces (ranks) add up.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.duel.bits import count_bits
from solver.duel.pairs.moves import DECLINE, SAME_RANK, TAKE, first_pair
from solver.duel.pairs.rules import TAKE_ALL, Rules
from solver.duel.pairs.state import (
    ASK_FIRST,
    FREE,
    PHASE,
    SEAT,
    SEEN,
    SHOWN,
    SIZE,
    TAKING,
    VISIBLE,
    Ints,
    remove,
)
from solver.jit import njit, njit_apart
from solver.shuffle import PACK

RANKS = 13


class Coming(NamedTuple):
    """How many cards of deck A (B) go to row 0 and to row 1, and how many each deck has."""

    a0: int
    a1: int
    b0: int
    b1: int
    left_a: int
    left_b: int


@njit
def chance(cards: int, kind: int, drawn: int, found: int) -> float:
    """The hypergeometric chance that ``drawn`` of so many cards have ``found`` of ``kind``."""
    result = 1.0
    for i in range(found):  # C(kind, found) * (drawn)_found * (cards - drawn)_rest / (cards)_kind
        result *= (kind - i) * (drawn - i) / (i + 1) / (cards - i)
    for i in range(kind - found):
        result *= (cards - drawn - i) / (cards - found - i)
    return result


@njit
def coming(rules: Rules, state: Ints, mover: int) -> Coming:
    """What a refill by a seat lays where."""
    gap0, gap1 = count_bits(state[FREE]), count_bits(state[FREE + 1])
    left_a, left_b = PACK - state[SEEN], PACK - state[SEEN + 1]
    if rules.by_owner:
        return Coming(min(gap0, left_a), 0, 0, min(gap1, left_b), left_a, left_b)
    if mover == 0:
        own = to_own_row(gap0, gap1, left_a)
        return Coming(own, min(gap0 + gap1, left_a) - own, 0, 0, left_a, left_b)
    own = to_own_row(gap1, gap0, left_b)
    return Coming(0, 0, min(gap0 + gap1, left_b) - own, own, left_a, left_b)


@njit
def to_own_row(own: int, other: int, left: int) -> int:
    """How many of a deck's cards go to the own row: in turn with the other, the own row first."""
    cards = min(own + other, left)
    in_turn = (cards + 1) // 2
    return min(own, max(in_turn, cards - other))


@njit_apart
def expected_pairs(rules: Rules, state: Ints, to_come: Coming) -> float:
    """The expected number of pairs in sight after such cards have come."""
    total = 0.0
    for kind in range(RANKS if rules.by_rank else PACK):
        mask = SAME_RANK << kind if rules.by_rank else 1 << kind
        total += expected_of(rules, state, mask, to_come)
    return total


@njit_apart
def expected_of(rules: Rules, state: Ints, mask: int, to_come: Coming) -> float:
    """The expected pairs among the cards of a face or rank, whose bits ``mask`` has."""
    a0, a1, b0, b1, left_a, left_b = to_come
    row0 = count_bits(state[VISIBLE] & mask) + count_bits(state[VISIBLE + 1] & mask)
    row1 = count_bits(state[VISIBLE + 2] & mask) + count_bits(state[VISIBLE + 3] & mask)
    of_a = count_bits(mask & ~state[SHOWN])
    of_b = count_bits(mask & ~state[SHOWN + 1])
    total = 0.0
    for x0 in range(min(a0, of_a) + 1):
        p0 = chance(left_a, of_a, a0, x0)
        if p0 == 0:
            continue
        for x1 in range(min(a1, of_a - x0) + 1):
            p1 = p0 * chance(left_a - a0, of_a - x0, a1, x1)
            if p1 == 0:
                continue
            for y0 in range(min(b0, of_b) + 1):
                q0 = p1 * chance(left_b, of_b, b0, y0)
                if q0 == 0:
                    continue
                for y1 in range(min(b1, of_b - y0) + 1):
                    q1 = q0 * chance(left_b - b0, of_b - y0, b1, y1)
                    one, other = row0 + x0 + y0, row1 + x1 + y1
                    total += q1 * (min(one, other) if rules.cross else (one + other) // 2)
    return total


@njit_apart
def best_choice(rules: Rules, state: Ints, actions: Ints, count: int, trial: Ints) -> int:
    """The choice with the best prospect for the seat to move, the first of equal ones.

    ``trial`` is an array for a second table.
    """
    best, action = -1e9, actions[0]
    # Faces are alike where rows do not matter: any pair of equal cards does as well as another.
    alike = rules.by_rank == 0 and (rules.cross == 0 or rules.by_owner)
    for i in range(count):
        if alike and i > 0 and actions[i] >> 10 == TAKE:
            continue
        value = prospect(rules, state, actions[i], trial)
        if value > best + 1e-9:
            best, action = value, actions[i]
    return action


@njit
def prospect(rules: Rules, state: Ints, action: int, trial: Ints) -> float:
    """Own pairs of this turn less those that the opponent may expect to find next."""
    if state[PHASE] != TAKING:
        return gain_of_thirteenth(rules, state, action)
    for i in range(SIZE):
        trial[i] = state[i]
    taken = 0
    while action >> 10 == TAKE:
        remove(trial, action >> 5 & 31)
        remove(trial, action & 31)
        taken += 1
        action = first_pair(rules, trial) if rules.take == TAKE_ALL else 0
    expected = expected_pairs(rules, trial, coming(rules, trial, state[SEAT]))
    if rules.chain and taken:  # what comes may be taken at once
        return taken + expected
    return taken - expected


@njit
def gain_of_thirteenth(rules: Rules, state: Ints, action: int) -> float:
    """The pairs that an own 13th card is expected to make, for who may take them."""
    if action == DECLINE << 10:
        return 0.0
    seat = state[SEAT]
    left_a, left_b = PACK - state[SEEN], PACK - state[SEEN + 1]
    to_come = Coming(int(seat == 0), 0, 0, int(seat == 1), left_a, left_b)
    expected = expected_pairs(rules, state, to_come)
    return expected if moves_after(rules, state) == seat else -expected


@njit
def moves_after(rules: Rules, state: Ints) -> int:
    """The seat that moves after the 13th cards."""
    stuck = state[SEAT] if state[PHASE] == ASK_FIRST else 1 - state[SEAT]
    return stuck ^ rules.other_after
