"""Whole games of «Двойной пасьянс», and many of them, as kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.duel.codes import GREEDY, RANDOM
from solver.duel.double.apply import MOST_ACTIONS, apply, penalty
from solver.duel.double.greedy import rule_of_thumb
from solver.duel.double.moves import MOST, generate
from solver.duel.double.planner import best_choice
from solver.duel.double.rules import Rules
from solver.duel.double.state import (
    MAGAZINE,
    MAGAZINE_CARDS,
    OVER,
    PLAYED,
    SEAT,
    SIZE,
    TURNS,
    Ints,
    rank,
    setup,
)
from solver.duel.outcomes import ABORTED, EQUAL, WIN_A, WIN_B
from solver.duel.start import EVEN, deal_game, who_begins
from solver.duel.tally import ACTIONS, FIRST, MARGIN, OWN
from solver.duel.tally import TURNS as TALLY_TURNS
from solver.jit import njit, njit_apart
from solver.shuffle import PACK, draw

TALLY = ("on_bases", "magazine_a", "magazine_b", "talons_a", "talons_b")
"""What stands in a tally from ``OWN`` on: cards, at the end."""


class Work(NamedTuple):
    """Arrays that a thread needs to play."""

    packs: Ints
    state: Ints
    sampled: Ints
    """Packs as a player imagines them."""
    trial: Ints
    actions: Ints
    values: Ints
    record: Ints
    streams: NDArray[np.uint64]


def new_work() -> Work:
    """Arrays for one thread."""
    sizes = (2 * PACK, SIZE, 2 * PACK, SIZE, MOST, MOST, MOST_ACTIONS + 1)
    packs, state, sampled, trial, actions, values, record = (
        np.zeros(size, np.int64) for size in sizes
    )
    streams = np.zeros(2, np.uint64)
    return Work(packs, state, sampled, trial, actions, values, record, streams)


@njit
def first_by_rule(packs: Ints) -> int:
    """Who has the higher magazine card, ace low, and begins; EVEN for equal ones."""
    a, b = rank(packs[MAGAZINE_CARDS - 1]), rank(packs[PACK + MAGAZINE_CARDS - 1])
    return EVEN if a == b else int(b > a)


@njit_apart
def choose(rules: Rules, state: Ints, player: int, strength: int, work: Work) -> int:
    """The action of a player, who gets no pack (``work.packs`` is the game's, not looked at)."""
    if player == GREEDY:
        return rule_of_thumb(rules, state)
    count = generate(rules, state, work.actions)
    if player == RANDOM:
        return work.actions[draw(work.streams, state[SEAT], count)]
    return best_choice(
        rules,
        state,
        work.actions,
        count,
        strength,
        work.streams,
        work.sampled,
        work.trial,
        work.values,
    )


@njit_apart
def play(rules: Rules, first: int, players: Ints, strengths: Ints, work: Work, tally: Ints) -> int:
    """Play the deal in ``work.packs``; the outcome. The actions stand in ``work.record`` then.

    ABORTED where a game takes more than ``MOST_ACTIONS``, which is proved not to happen (apply.py).
    """
    state, record, count = work.state, work.record, 0
    setup(rules, work.packs, first, state)
    while state[OVER] == 0 and count <= MOST_ACTIONS:
        seat = state[SEAT]
        record[count] = choose(rules, state, players[seat], strengths[seat], work)
        apply(work.packs, state, record[count])
        count += 1
    tally[FIRST], tally[TALLY_TURNS], tally[ACTIONS] = first, state[TURNS], count
    tally[MARGIN], tally[OWN] = penalty(state, 1) - penalty(state, 0), state[PLAYED]
    for seat in range(2):
        tally[OWN + 1 + seat] = state[MAGAZINE + seat]
        tally[OWN + 3 + seat] = penalty(state, seat) - 2 * state[MAGAZINE + seat]
    if count > MOST_ACTIONS:
        return ABORTED
    if tally[MARGIN] == 0:
        return EQUAL
    return WIN_A if tally[MARGIN] > 0 else WIN_B


@njit_apart
def play_many(
    rules: Rules,
    numbers: NDArray[np.uint64],
    players: Ints,
    strengths: Ints,
    work: Work,
    outcomes: Ints,
    tallies: NDArray[np.int64],
) -> int:
    """Play numbered deals: the outcome and the tally of each; how many have ended."""
    ended = 0
    for i in range(numbers.size):
        coin = deal_game(numbers[i], players, work.packs, work.streams)
        first = who_begins(rules.starter, first_by_rule(work.packs), coin)
        outcomes[i] = play(rules, first, players, strengths, work, tallies[i])
        ended += int(outcomes[i] != ABORTED)
    return ended
