"""Base plays that are overlooked under ``forced``, and the opponent who claims them."""

from __future__ import annotations

from solver.duel.bank.actions import CLAIM, pack, source_of
from solver.duel.bank.greedy import choose_claim
from solver.duel.bank.moves import base_plays
from solver.duel.bank.rules import Rules
from solver.duel.bank.state import DECK_SEEN, MAG_LOW, MOVER, UNSEEN, Ints, copy, deck_size
from solver.duel.bank.work import CHANCE, CLAIMS, LAPSED, Work
from solver.jit import njit_apart
from solver.shuffle import draw


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
