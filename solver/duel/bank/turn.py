"""One seat's turn as a kernel: decisions, what is done and counted, claims."""

from __future__ import annotations

from solver.duel.bank.actions import (
    BASE,
    CLAIM,
    LOAD,
    OPEN,
    PASS,
    count_of,
    kind_of,
)
from solver.duel.bank.apply import act
from solver.duel.bank.attention import claimed
from solver.duel.bank.greedy import choose_greedy
from solver.duel.bank.moves import base_plays, generate, other_actions
from solver.duel.bank.outcome import MOST_TURN_ACTIONS, winner
from solver.duel.bank.planner import choose_plan
from solver.duel.bank.repeats import note_visit, without_repeats
from solver.duel.bank.rules import Rules
from solver.duel.bank.state import (
    HAND,
    MAG,
    MAG_N,
    MOVER,
    STRIDE,
    UNSEEN,
    Ints,
    copy,
    deck_size,
    make_view,
)
from solver.duel.bank.work import (
    BASED,
    CHANCE,
    LAPSED,
    LAPSES,
    LOADED,
    MOST_RECORD,
    OVERTURNS,
    PASSES,
    PLANNED,
    TURN_ACTIONS,
    VISITS,
    Work,
)
from solver.duel.codes import GREEDY, RANDOM
from solver.duel.outcomes import ABORTED, GOING
from solver.duel.tally import ACTIONS
from solver.jit import njit, njit_apart
from solver.shuffle import draw

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
