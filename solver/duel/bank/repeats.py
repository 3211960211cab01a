"""The rule of no repeat: within a turn no whole position comes again.

Only moves from cell to cell can lead back, so that the cells alone tell positions apart.
"""

from __future__ import annotations

from solver.duel.bank.actions import BASE, CLAIM, LOAD, OPEN, kind_of, source_of
from solver.duel.bank.apply import act
from solver.duel.bank.state import cells_key, copy
from solver.duel.bank.work import VISITS, Work
from solver.jit import njit, njit_apart


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
