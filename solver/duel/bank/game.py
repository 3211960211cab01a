"""A whole game in one kernel call, and many of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.bank.outcome import MOST_TURNS, cards_left, patience, stocks
from solver.duel.bank.rules import Rules
from solver.duel.bank.state import (
    BASES,
    CELL_CARDS,
    MAGAZINE_CARDS,
    UNSEEN,
    Ints,
    begin_turn,
    make_view,
    position_key,
    setup,
)
from solver.duel.bank.turn import play_turn
from solver.duel.bank.work import (
    CHANCE,
    FIELDS,
    IDLE,
    KEEPS_OPENED,
    LEFT,
    MOST_RECORD,
    NOBODY,
    PASSES,
    STARTS,
    Work,
)
from solver.duel.outcomes import (
    ABORTED,
    BLOCKED,
    GOING,
    NO_PROGRESS,
    REPETITION,
    WIN_A,
    WIN_B,
)
from solver.duel.start import EVEN, deal_game, who_begins
from solver.duel.tally import ACTIONS, FIRST, MARGIN, TURNS
from solver.jit import njit, njit_apart
from solver.shuffle import PACK, own_stream


@njit
def sights(state: Ints) -> int:
    """Number that changes whenever a card is seen for the first time."""
    return state[UNSEEN] ^ state[UNSEEN + 1] * 3


@njit_apart
def repeated(work: Work) -> int:
    """Note the position at a turn's start; 1 if it is there for the third time."""
    ctl, starts = work.ctl, work.starts
    key = position_key(work.state, KEEPS_OPENED, 1)
    times = 1
    for i in range(ctl[STARTS]):
        if starts[i] == key:
            times += 1
    starts[ctl[STARTS]] = key
    ctl[STARTS] += 1
    return 1 if times >= 3 else 0


@njit_apart
def end_of_turn(work: Work, tally: Ints) -> int:
    """blocked, repetition, no progress, aborted, tested in this order."""
    state, ctl = work.state, work.ctl
    if ctl[PASSES] >= 2 and stocks(state) == 0:
        return BLOCKED
    if repeated(work):
        return REPETITION
    if work.ctl[IDLE] >= patience(state):
        return NO_PROGRESS
    return ABORTED if tally[TURNS] >= MOST_TURNS else GOING


@njit_apart
def play_on(rules: Rules, players: Ints, strengths: Ints, work: Work, tally: Ints) -> int:
    """Play from the start of a turn to the end of the game."""
    state = work.state
    outcome = GOING
    while outcome == GOING:
        bases, seen = state[BASES], sights(state)
        if tally[TURNS] < 2:
            begin_turn(state)
            make_view(state, work.known)
        tally[TURNS] += 1
        outcome = play_turn(rules, players, strengths, work, tally)
        progress = state[BASES] != bases or sights(state) != seen
        work.ctl[IDLE] = 0 if progress else work.ctl[IDLE] + 1
        if state[BASES] != bases:
            work.ctl[STARTS] = 0  # no position from before can come again
        if outcome == GOING:
            outcome = end_of_turn(work, tally)
    return outcome


@njit
def first_by_rule(packs: Ints) -> int:
    """Who has the higher magazine card, ace high, then those in cells; EVEN if all are equal."""
    for i in range(MAGAZINE_CARDS - 1, MAGAZINE_CARDS + CELL_CARDS):
        a, b = (packs[i] + 12) % 13, (packs[PACK + i] + 12) % 13
        if a != b:
            return int(b > a)
    return EVEN


@njit_apart
def play(rules: Rules, first: int, players: Ints, strengths: Ints, work: Work, tally: Ints) -> int:
    """Play the deal in ``work.packs`` with the players' streams as they stand; the outcome.

    The actions stand in ``work.record`` then, as many as it holds.
    """
    for i in range(FIELDS):
        tally[i] = 0
    for i in range(work.ctl.size):
        work.ctl[i] = 0
    setup(rules, work.packs, first, work.state)
    repeated(work)
    outcome = play_on(rules, players, strengths, work, tally)
    tally[FIRST] = first
    for seat in range(2):
        tally[LEFT + seat] = cards_left(work.state, seat)
    if outcome == WIN_A:
        tally[MARGIN] = tally[LEFT + 1]
    elif outcome == WIN_B:
        tally[MARGIN] = -tally[LEFT]
    return outcome


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
    """Play numbered deals: the outcome and the tally of each; how many fit the record."""
    whole = 0
    for i in range(numbers.size):
        coin = deal_game(numbers[i], players, work.packs, work.streams)
        work.streams[CHANCE] = own_stream(numbers[i], 0, NOBODY)
        first = who_begins(rules.starter, first_by_rule(work.packs), coin)
        outcomes[i] = play(rules, first, players, strengths, work, tallies[i])
        whole += int(tallies[i, ACTIONS] <= MOST_RECORD)
    return whole
