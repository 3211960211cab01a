"""Safe base plays: where one is legal the exhaustive search tries nothing else.

Rules: ``bases=aces, build=down`` (or none) ``, suit=same, found=free``, no lifting, no turning.
There a top card X of rank r is *safe* to play where both copies of rank r - 1 of its suit are on
base piles (an ace always is). Claim: if a position S can be won, so can S', the same with X played.

Proof. Nothing can be built on X any more, for only its suit's r - 1 could be, and those have gone.
Follow a won game from S and play each of its moves in S' too, but none of X's own. Invariant: the
piles are the same but for X, which S' lacks; S' has the base piles of S with one of X's suit at r
instead of r - 1. Places keep their numbers, so deals lay the same cards.

* A deal, or a card that is not X going to an empty place: legal in S' too, where each place that is
  empty in S is empty.
* A card built on another top card: that is not X, and on top in S' as well, for S' lacks only X.
* A card Y that is not X going to a base pile: if a pile at r of X's suit takes it, S' has that one
  too. If one at r - 1 does, Y is the other copy of X; as neither copy is on a base pile in S, both
  piles of the suit stand at r - 1 there, and S' has one left.
* X built on another card or moved to an empty place: S' stays as it is.
* X going to a base pile: now S and S' are equal.

Before its end the game must play X, so S' is won. (The invariant needs no more of *found* than that
base plays are never forced.) The choice among safe plays is that of the lowest place, so the
positions met depend on nothing but the deal.
"""

from __future__ import annotations

from solver.jit import njit
from solver.patience.keys import Ints
from solver.patience.lines import PLAY_UP
from solver.patience.position import UP
from solver.patience.rules import LIFT_NONE, SUIT_SAME, TURN_NONE, Rules

SUIT_MASK = ~15


def has_safe_plays(rules: Rules) -> bool:
    """Whether the proof above holds under rules."""
    return (
        not rules.downs
        and not (rules.build_up or rules.at_once)
        and rules.suit == SUIT_SAME
        and rules.lift == LIFT_NONE
        and rules.turn == TURN_NONE
    )


@njit
def is_safe(pos: Ints, code: int) -> int:
    """1 where both copies of the rank below a code are on base piles (it is a top card)."""
    below = (1 << code) - (1 << (code & SUIT_MASK))
    return int((pos[UP] | pos[UP + 1]) & below == 0)  # no pile of the suit waits for a lower one


@njit
def only_safe(pos: Ints, moves: Ints, first: int, end: int) -> int:
    """Leave of the moves from ``first`` on the safe base play of the lowest place alone.

    Returns the new end; where none is safe all stay.
    """
    best = -1
    for i in range(first, end):
        lower = best < 0 or moves[i] >> 4 & 15 < moves[best] >> 4 & 15
        if lower and moves[i] >> 16 == PLAY_UP and is_safe(pos, moves[i] >> 8 & 63):
            best = i
    if best < 0:
        return end
    moves[first] = moves[best]
    return first + 1
