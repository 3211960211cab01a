"""A whole game in one kernel call, and what it leaves behind.

What is counted stands in ``tally``: the fields that all games share (tally.py), then ``TALLY``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.duel.bank.actions import (
    BASE,
    CLAIM,
    LOAD,
    OPEN,
    PASS,
    count_of,
    kind_of,
    pack,
    source_of,
)
from solver.duel.bank.apply import act
from solver.duel.bank.greedy import choose_claim, choose_greedy
from solver.duel.bank.moves import MOST_ACTIONS, base_plays, generate, other_actions
from solver.duel.bank.outcome import (
    MOST_TURN_ACTIONS,
    MOST_TURNS,
    cards_left,
    patience,
    stocks,
    winner,
)
from solver.duel.bank.planner import choose_plan
from solver.duel.bank.rules import Rules
from solver.duel.bank.search import Search, new_search
from solver.duel.bank.state import (
    BASES,
    CELL_CARDS,
    DECK_SEEN,
    HAND,
    MAG,
    MAG_LOW,
    MAG_N,
    MAGAZINE_CARDS,
    MOVER,
    SIZE,
    STRIDE,
    UNSEEN,
    Ints,
    begin_turn,
    cells_key,
    copy,
    deck_size,
    make_view,
    position_key,
    setup,
)
from solver.duel.codes import GREEDY, RANDOM
from solver.duel.options import COIN, RULE
from solver.duel.outcomes import (
    ABORTED,
    BLOCKED,
    GOING,
    NO_PROGRESS,
    REPETITION,
    WIN_A,
    WIN_B,
)
from solver.duel.tally import ACTIONS, FIRST, MARGIN, OWN, TURNS
from solver.jit import njit, njit_apart
from solver.shuffle import PACK, deal_packs, draw, own_stream

TALLY = (
    "overturns",
    "lapses",
    "claims",
    "based_a",
    "based_b",
    "loaded_a",
    "loaded_b",
    "left_a",
    "left_b",
)
"""Turns of a talon; base plays overlooked, and claimed; cards that each seat brought to base piles
and loaded on its opponent; cards left to it at the end, in magazine, deck, talon and hand."""
OVERTURNS, LAPSES, CLAIMS, BASED, LOADED, LEFT = OWN, OWN + 1, OWN + 2, OWN + 3, OWN + 5, OWN + 7
FIELDS = LEFT + 2

CHANCE = 2
"""The stream that decides on attention and claims; 0 and 1 are the players'."""
NOBODY = 1000
"""The number of the player to whom that stream belongs."""

KEEPS_OPENED = 0  # at a turn's start nothing has been opened
MOST_PLAN = 1024
MOST_RECORD = 1 << 20
"""Actions that are kept of a game."""

# What the driver remembers, in ctl.
VISITS, STARTS, PASSES, PLANNED, TURN_ACTIONS, LAPSED, IDLE = range(7)
# IDLE: turns since the last base play, or card seen for the first time


class Work(NamedTuple):
    """The arrays of a thread that plays games one after another."""

    packs: Ints
    state: Ints
    known: Ints
    """What the seat to move may read (make_view)."""
    before: Ints
    """The position before an action that overlooked a base play."""
    actions: Ints
    visits: Ints
    """Keys of the cells since the turn's last action that cannot be taken back."""
    starts: Ints
    """Keys of the positions at turns' starts since the last base play."""
    plan: Ints
    """What the player to move has decided on already."""
    record: Ints
    streams: NDArray[np.uint64]
    ctl: Ints
    search: Search


def new_work() -> Work:
    """Fresh arrays."""
    return Work(
        np.zeros(2 * PACK, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(SIZE, np.int64),
        np.zeros(MOST_ACTIONS, np.int64),
        np.zeros(MOST_TURN_ACTIONS + 2, np.int64),
        np.zeros(MOST_TURNS + 1, np.int64),
        np.zeros(MOST_PLAN, np.int64),
        np.zeros(MOST_RECORD, np.int64),
        np.zeros(4, np.uint64),
        np.zeros(8, np.int64),
        new_search(),
    )


# ------------------------------------------------------------------ the rule of no repeat


@njit
def between_cells(action: int) -> int:
    """Whether an action can be taken back within the turn."""
    return (
        1 if kind_of(action) not in (BASE, CLAIM, LOAD, OPEN) and 0 < source_of(action) <= 8 else 0
    )


@njit_apart
def without_repeats(work: Work, count: int) -> int:
    """Keep those of the actions that do not recreate a position of this turn."""
    visits, actions = work.ctl[VISITS], work.actions
    if visits < 2:  # the first move away from a position does not lead back to it
        return count
    kept = 0
    for i in range(count):
        again = 0
        if between_cells(actions[i]):
            copy(work.state, work.before)
            act(work.before, actions[i])
            key = cells_key(work.before, 1)
            for j in range(visits):
                again |= 1 if work.visits[j] == key else 0
        if again == 0:
            actions[kept] = actions[i]
            kept += 1
    return kept


@njit
def note_visit(work: Work, action: int) -> None:
    """Remember the cells after an action; one that cannot be taken back clears the memory."""
    ctl = work.ctl
    if between_cells(action) == 0:
        ctl[VISITS] = 0
    work.visits[ctl[VISITS]] = cells_key(work.state, 1)
    ctl[VISITS] += 1


# ------------------------------------------------------------------ a decision


@njit_apart
def legal_actions(rules: Rules, work: Work, tally: Ints) -> int:
    """The actions to choose from: under forced=yes base plays may be overlooked."""
    work.ctl[LAPSED] = 0
    count = base_plays(rules, work.state, work.actions) if rules.forced else 0
    if count > 0 and rules.attention > draw(work.streams, CHANCE, 100):
        work.ctl[LAPSED] = 1
        tally[LAPSES] += 1
        count = 0
    if count == 0 and rules.forced:
        count = other_actions(rules, work.state, work.actions, 0)
    elif count == 0:
        count = generate(rules, work.state, work.actions)
    return without_repeats(work, count)


@njit_apart
def decide(rules: Rules, player: int, strength: int, work: Work, tally: Ints) -> int:
    """The action of the seat to move."""
    ctl = work.ctl
    count = legal_actions(rules, work, tally)
    seat = work.state[MOVER]
    if player == RANDOM:
        return work.actions[draw(work.streams, seat, count)]
    if player == GREEDY or ctl[LAPSED]:
        ctl[PLANNED] = 0
        return choose_greedy(rules, work.known, work.actions, count)
    if ctl[PLANNED] == 0:
        ctl[PLANNED] = choose_plan(
            rules,
            work.known,
            work.actions,
            count,
            work.visits,
            ctl[VISITS],
            work.search,
            work.streams,
            seat,
            strength,
            work.plan,
        )
    ctl[PLANNED] -= 1
    return work.plan[ctl[PLANNED]]


# ------------------------------------------------------------------ attention


@njit_apart
def take_back(work: Work) -> None:
    """Undo a lapse; what has been seen stays seen."""
    state, before = work.state, work.before
    offender = before[MOVER]
    before[UNSEEN + offender] = state[UNSEEN + offender]
    before[MAG_LOW + offender] = min(before[MAG_LOW + offender], state[MAG_LOW + offender])
    if deck_size(before, offender) > 0:
        before[DECK_SEEN + offender] = max(
            before[DECK_SEEN + offender], state[DECK_SEEN + offender]
        )
    copy(before, state)


@njit_apart
def claimed(rules: Rules, work: Work, tally: Ints) -> int:
    """After a lapse: the claim as an action, made on the position before it, or 0."""
    if work.ctl[LAPSED] == 0 or draw(work.streams, CHANCE, 100) >= rules.claim:
        return 0
    tally[CLAIMS] += 1
    take_back(work)
    count = base_plays(rules, work.state, work.actions)
    return pack(CLAIM, source_of(choose_claim(work.actions, count)), 0, 1)


# ------------------------------------------------------------------ a turn


@njit
def note(work: Work, tally: Ints, action: int) -> None:
    """Write an action to the record as long as there is room."""
    if tally[ACTIONS] < MOST_RECORD:
        work.record[tally[ACTIONS]] = action
    tally[ACTIONS] += 1


@njit
def keep_up(work: Work, action: int) -> None:
    """Play an action on what is known, where the cards that it turns up have been 0."""
    state, known = work.state, work.known
    act(known, action)
    known[HAND] = state[HAND]
    for seat in range(2):
        known[UNSEEN + seat] = state[UNSEEN + seat]
        if state[MAG_N + seat] > 0:
            top = MAG + STRIDE * seat + state[MAG_N + seat] - 1
            known[top] = state[top]


@njit_apart
def perform(work: Work, tally: Ints, action: int) -> None:
    """Play an action and count it."""
    state, kind = work.state, kind_of(action)
    seat = state[MOVER]
    note(work, tally, action)
    if kind == OPEN and deck_size(state, seat) == 0:
        tally[OVERTURNS] += 1
    elif kind == BASE:
        tally[BASED + seat] += 1
    elif kind == CLAIM:
        tally[BASED + 1 - seat] += 1
    elif kind == LOAD:
        tally[LOADED + seat] += count_of(action)
    act(state, action)
    if kind == CLAIM:
        make_view(state, work.known)
    else:
        keep_up(work, action)


@njit_apart
def play_turn(rules: Rules, players: Ints, strengths: Ints, work: Work, tally: Ints) -> int:
    """One seat's turn; GOING where the game goes on after it."""
    state, ctl = work.state, work.ctl
    seat = state[MOVER]
    ctl[TURN_ACTIONS] = ctl[VISITS] = ctl[PLANNED] = 0
    note_visit(work, 0)
    while state[MOVER] == seat:
        if ctl[TURN_ACTIONS] == MOST_TURN_ACTIONS:
            return ABORTED
        action = decide(rules, players[seat], strengths[seat], work, tally)
        if ctl[LAPSED]:
            copy(state, work.before)
        perform(work, tally, action)
        ctl[TURN_ACTIONS] += 1
        actor, claim = seat, claimed(rules, work, tally)
        if claim:
            perform(work, tally, claim)
            actor = 1 - seat
        outcome = winner(rules, state, actor)
        if outcome != GOING:
            return outcome
        note_visit(work, action)
    only_pass = ctl[TURN_ACTIONS] == 1 and kind_of(action) == PASS and not claim
    ctl[PASSES] = ctl[PASSES] + 1 if only_pass else 0
    return GOING


# ------------------------------------------------------------------ a game


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
def first_seat(rules: Rules, packs: Ints, coin: int) -> int:
    """Who begins; by the rule of rusbank the higher magazine card, ace high, then those in cells.

    Where all five are equal the coin decides.
    """
    if rules.starter == COIN:
        return coin
    if rules.starter != RULE:
        return rules.starter - 1
    for i in range(MAGAZINE_CARDS - 1, MAGAZINE_CARDS + CELL_CARDS):
        a, b = (packs[i] + 12) % 13, (packs[PACK + i] + 12) % 13
        if a != b:
            return int(b > a)
    return coin


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
        coin = deal_packs(numbers[i], work.packs)
        for seat in range(2):
            work.streams[seat] = own_stream(numbers[i], seat, players[seat])
        work.streams[CHANCE] = own_stream(numbers[i], 0, NOBODY)
        first = first_seat(rules, work.packs, coin)
        outcomes[i] = play(rules, first, players, strengths, work, tallies[i])
        whole += int(tallies[i, ACTIONS] <= MOST_RECORD)
    return whole
