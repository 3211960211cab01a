"""Ways: how the two copies of a face share the base piles, where no card is ever built.

With ``build=none`` and ``spaces=deal`` a card lies where it was dealt until it goes to a base
pile. Name the base piles of a suit U1 and U2 (up), D1 and D2 (down) so that

* ``bases=aces``: U1 is the pile that took a rank first, U2 the one that took it second;
* ``aces-kings``: U1 is the up pile, D1 the down pile;
* ``twos-aces,seal=open``: as for aces, in both directions;
* ``twos-aces,seal=closed``: U1 and D1 are the pair that is closed first, U2 and D2 the other.
  (An open up pile stands below every open down pile, as they close when they meet; so those that
  meet first are the highest up and the lowest down pile. Of equal piles it does not matter which
  is closed.)

In every won game each face takes one of the ``WAYS`` below: the base pile of the copy dealt first,
and that of the other. A card goes to its pile only after the pile's card one rank lower (higher,
if the pile goes down), and to U2 or D2 only after the other copy of its face has gone. Conversely
a game that keeps to one way a face and to these two rules keeps to the rules of the base piles:

* open piles: the k-th card of a rank to go up needs k cards of the rank below to have gone up;
* closed piles: the first pair meets at ranks b | b + 1 and the second at c | c + 1. If c > b the
  ranks b + 1 .. c have gone down on D1 and go up on U2, the rank b + 1 only after its copy has
  gone down on D1 and the rank b on U2 (so after the copy that went up on U1): then the first pair
  is closed. So no piles but these ever meet. c < b is the mirror image.

*Playing early does no harm.* Let a way be chosen for each face. In two games that keep to the
ways, let the second have played every card that the first has, at the same step (deal, lift,
turn). Whatever the first plays next the second has played or can play: the cards needed on base
piles are there, and what lay on the card has gone. So to play all that can be played before each
step, and to lift rather than pass, wins if the ways can be won with at all.

``found=at-once`` asks no more than that where all base cards only start piles: they are played at
once. With ``aces-kings`` the ace (king) of a suit dealt first lies on top when dealt and must
start the pile there and then: only of two that are laid at once (in a row) either may. After that
no base card can start a pile.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from solver.patience.keys import Ints
from solver.patience.rules import LIFT_ANY, TURN_ANY, Rules

U1, U2, D1, D2 = range(4)

WAYS: Final = (
    (U1, U2), (U2, U1), (D1, D2), (D2, D1), (D1, U2),
    (U2, D1), (U1, D2), (D2, U1), (U1, D1), (D1, U1),
)  # fmt: skip
"""The base piles of a face's two copies; a way and the one beside it (w ^ 1) swap the copies."""

NAMES: Final = tuple("/".join(("U1", "U2", "D1", "D2")[pile] for pile in way) for way in WAYS)
"""The ways as certificates write them: the pile of the copy dealt first, then the other's."""

TWO_UP, TWO_DOWN, SEALED, ONE_EACH = range(2), range(2, 4), range(4, 8), range(8, 10)


class Copies(NamedTuple):
    """The cards of a deal by face and copy; the copy dealt first is copy 0, the other copy 1."""

    code: Ints
    """Code of card i of the deal."""
    copy: Ints
    """Copy of card i."""
    card: Ints
    """Index in the deal of ``code + 64 * copy``."""


def copies_of(deal: Ints) -> Copies:
    """Which card of a deal (codes in dealing order) is which copy."""
    copy, card = np.zeros(deal.size, np.int64), np.full(128, -1, np.int64)
    for i, code in enumerate(deal.tolist()):
        copy[i] = int(card[code] >= 0)
        card[code + 64 * copy[i]] = i
    return Copies(deal, copy, card)


def decidable(rules: Rules) -> bool:
    """Whether ways decide deals under these rules: cards stay put, steps come in one order."""
    moves = rules.build_up or rules.build_down or rules.fill
    return not (moves or rules.lift == LIFT_ANY or rules.turn == TURN_ANY)


def only_start(rules: Rules) -> int:
    """The codes whose cards can do nothing but start a base pile: their way is of no account."""
    return 0 if rules.per_suit == 1 else rules.up_start | rules.down_start


def first_ways(rules: Rules, copies: Copies) -> Ints:
    """The ways open to each face at first: a bitboard of codes for each of ``WAYS``."""
    ways = np.zeros(len(WAYS), np.int64)
    starts = only_start(rules)
    both = rules.ups & rules.downs & ~starts
    if rules.per_suit == 1:
        ways[ONE_EACH] = rules.valid
        if rules.at_once:
            _first_start(rules, copies, ways)
        return ways
    ways[TWO_UP], ways[TWO_DOWN] = rules.ups, rules.downs
    ways[SEALED if rules.seal else ONE_EACH] = both
    return ways


def _first_start(rules: Rules, copies: Copies, ways: Ints) -> None:
    """aces-kings, found=at-once: the ace and the king dealt first start the piles."""
    starts = rules.up_start | rules.down_start
    for code in range(64):
        first, second = int(copies.card[code]), int(copies.card[code + 64])
        single = rules.by_card and second >= rules.piles  # the first row is laid at once
        tie = not single and first // rules.piles == second // rules.piles
        if starts >> code & 1 and not tie:  # the ace dealt first goes up, the king down
            ways[9 if rules.up_start >> code & 1 else 8] &= ~(1 << code)
