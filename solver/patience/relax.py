"""The relaxed game: what may happen at all while it is open which way a face goes.

It deals, lifts and turns like a game, and in between every card goes to every base pile that some
open way of its face lets it go to. A card that has gone no longer covers what lies below it, but
may still go to another of its base piles as long as no card that has not gone covers it. So after
each step the relaxed game has made every play that any game, whatever its ways among the open
ones, has made by then (by induction over the moves of that game); what the relaxed game never
plays no game plays. Where one way is left to each face the relaxed game is a game itself: the one
of ways.py that plays early.

All cards of a copy are one bitboard, so a round of plays is a few shifts and masks. ``gone`` has
four boards for copy 0 (gone to U1, U2, D1, D2), then four for copy 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.jit import lowest, njit
from solver.patience.keys import Ints
from solver.patience.rules import LIFT_ORDERED, MAX_PLACES, TURN_ORDERED, Rules
from solver.patience.ways import Copies

# Of each place: cards dealt to it; the row where the walk from its top stands; the way of the
# walk, -1 or, once turned, 1; the row lifted aside (-1: none); the cards walked over, a copy each.
HEIGHT, AT, STEP, LIFTED, BARE = range(5)
PLACE = 6


class Relaxed(NamedTuple):
    """The work arrays of a relaxed game, all int64 and owned by the caller."""

    gone: Ints
    """Boards of the codes gone to each base pile, 4 a copy."""
    places: Ints
    """PLACE numbers a place."""


def new_relaxed() -> Relaxed:
    """Empty work arrays."""
    return Relaxed(np.zeros(8, np.int64), np.zeros(MAX_PLACES * PLACE, np.int64))


@njit
def walk(rules: Rules, copies: Copies, work: Relaxed, place: int) -> None:
    """Walk on from the top of a place, over cards that have gone, to the first that has not."""
    gone, places, base = work.gone, work.places, place * PLACE
    at, step = places[base + AT], places[base + STEP]
    while 0 <= at < places[base + HEIGHT]:
        card = at * rules.piles + place
        first, bit = 4 * copies.copy[card], 1 << copies.code[card]
        places[base + BARE + copies.copy[card]] |= bit
        away = gone[first] | gone[first + 1] | gone[first + 2] | gone[first + 3]
        if away & bit == 0 and at != places[base + LIFTED]:
            break
        at += step
    places[base + AT] = at


@njit
def look(rules: Rules, copies: Copies, work: Relaxed, place: int) -> None:
    """Walk a place anew from its top (its bottom, once turned)."""
    places, base = work.places, place * PLACE
    places[base + BARE] = places[base + BARE + 1] = 0
    places[base + AT] = 0 if places[base + STEP] > 0 else places[base + HEIGHT] - 1
    walk(rules, copies, work, place)


@njit
def play_round(rules: Rules, ways: Ints, gone: Ints, bare: int, bare_other: int) -> int:
    """Let the cards in ``bare`` (copy 0) and ``bare_other`` (copy 1) go where they can.

    Returns the codes that have gone to one more pile.
    """
    u1, u2, d1, d2 = gone[0], gone[1], gone[2], gone[3]
    v1, v2, e1, e2 = gone[4], gone[5], gone[6], gone[7]
    up, up_other = rules.up_start | (u1 | v1) << 1, rules.up_start | (u2 | v2) << 1
    down, down_other = rules.down_start | (d1 | e1) >> 1, rules.down_start | (d2 | e2) >> 1
    gone[0] |= bare & up & (ways[0] | ways[6] | ways[8])
    gone[1] |= bare & up_other & (ways[1] & v1 | ways[5] & e1)
    gone[2] |= bare & down & (ways[2] | ways[4] | ways[9])
    gone[3] |= bare & down_other & (ways[3] & e1 | ways[7] & v1)
    gone[4] |= bare_other & up & (ways[1] | ways[7] | ways[9])
    gone[5] |= bare_other & up_other & (ways[0] & u1 | ways[4] & d1)
    gone[6] |= bare_other & down & (ways[3] | ways[5] | ways[8])
    gone[7] |= bare_other & down_other & (ways[2] & d1 | ways[6] & u1)
    new = gone[0] ^ u1 | gone[1] ^ u2 | gone[2] ^ d1 | gone[3] ^ d2
    return new | gone[4] ^ v1 | gone[5] ^ v2 | gone[6] ^ e1 | gone[7] ^ e2


@njit
def play_all(
    rules: Rules, copies: Copies, ways: Ints, work: Relaxed, first: int, last: int
) -> None:
    """Play all that can be played from places ``first`` .. ``last - 1``."""
    places, new = work.places, 1
    while new != 0:
        bare = bare_other = 0
        for place in range(first, last):
            bare |= places[place * PLACE + BARE]
            bare_other |= places[place * PLACE + BARE + 1]
        new = play_round(rules, ways, work.gone, bare, bare_other)
        left = new
        while left != 0:
            code = lowest(left)
            left &= left - 1
            walk(rules, copies, work, copies.card[code] % rules.piles)
            walk(rules, copies, work, copies.card[code + 64] % rules.piles)


@njit
def count_deals(rules: Rules) -> int:
    """How many times cards are dealt, the first row included."""
    if rules.by_card:
        return rules.cards - rules.piles + 1
    return (rules.cards + rules.piles - 1) // rules.piles


@njit
def count_dealt(rules: Rules, deals: int) -> int:
    """How many cards lie after so many deals."""
    if rules.by_card:
        return min(deals, 1) * (rules.piles - 1) + deals
    return min(deals * rules.piles, rules.cards)


@njit
def count_lifts(rules: Rules) -> int:
    """Steps of lifting: a lift and a return for each place."""
    return 2 * rules.piles if rules.lift == LIFT_ORDERED else 0


@njit
def count_steps(rules: Rules) -> int:
    """Steps of a game: deals, lifts and returns, turns."""
    turns = rules.piles if rules.turn == TURN_ORDERED else 0
    return count_deals(rules) + count_lifts(rules) + turns


@njit
def set_up(rules: Rules, copies: Copies, work: Relaxed, step: int) -> None:
    """Set the places to where they stand just before a step, ``work.gone`` being right."""
    deals = count_deals(rules)
    dealt = count_dealt(rules, min(step, deals))
    turned = step - deals - count_lifts(rules)
    for place in range(rules.piles):
        base = place * PLACE
        work.places[base + HEIGHT] = (dealt - place + rules.piles - 1) // rules.piles
        work.places[base + STEP] = 1 if place < turned else -1
        work.places[base + LIFTED] = -1
        look(rules, copies, work, place)


@njit
def deal_on(rules: Rules, copies: Copies, work: Relaxed, step: int) -> None:
    """Deal for the time ``step``, counted from 0."""
    for card in range(count_dealt(rules, step), count_dealt(rules, step + 1)):
        place = card % rules.piles
        work.places[place * PLACE + HEIGHT] += 1
        look(rules, copies, work, place)


@njit
def take_step(rules: Rules, copies: Copies, ways: Ints, work: Relaxed, step: int) -> None:
    """Take a step and play all that can be played then.

    Lifted is the topmost card that has not gone. That it may itself be played while aside makes
    no difference once it is returned: the cards under it that this frees are as free then.
    """
    deals, lifts = count_deals(rules), count_lifts(rules)
    first, last = 0, rules.piles
    if step < deals:
        deal_on(rules, copies, work, step)
    elif step < deals + lifts:
        place = (step - deals) // 2
        base = place * PLACE
        if (step - deals) % 2 == 0:
            work.places[base + LIFTED] = work.places[base + AT]
            walk(rules, copies, work, place)
            if not rules.lift_all:
                first, last = place, place + 1
        else:
            work.places[base + LIFTED] = -1
            look(rules, copies, work, place)
    else:
        place = step - deals - lifts
        work.places[place * PLACE + STEP] = 1
        look(rules, copies, work, place)
    play_all(rules, copies, ways, work, first, last)


@njit
def relax(
    rules: Rules, copies: Copies, ways: Ints, work: Relaxed, before: Ints, after: Ints, first: int
) -> None:
    """Play the relaxed game to its end, from step ``first`` on.

    The steps before ``first`` are those of ``before``, a row of ``gone`` a step; all steps are
    noted in ``after``, which may be the same array.
    """
    for step in range(first):
        for board in range(8):
            after[step, board] = before[step, board]
    for board in range(8):
        work.gone[board] = after[first - 1, board] if first > 0 else 0
    set_up(rules, copies, work, first)
    for step in range(first, count_steps(rules)):
        take_step(rules, copies, ways, work, step)
        for board in range(8):
            after[step, board] = work.gone[board]


@njit
def first_difference(old: Ints, new: Ints, played: Ints, steps: int) -> int:
    """The first step of a relaxed game played with ``old`` ways that might be otherwise with
    ``new`` ones, which are some of the old; ``steps`` if none.

    A card can go to U1 or D1 as long as one way of its face lets it. Whether it went to U2 or D2
    by a way that was struck off is not known: then it might not have gone.
    """
    u1 = (old[0] | old[6] | old[8]) & ~(new[0] | new[6] | new[8])
    d1 = (old[2] | old[4] | old[9]) & ~(new[2] | new[4] | new[9])
    v1 = (old[1] | old[7] | old[9]) & ~(new[1] | new[7] | new[9])
    e1 = (old[3] | old[5] | old[8]) & ~(new[3] | new[5] | new[8])
    u2, d2 = old[1] & ~new[1] | old[5] & ~new[5], old[3] & ~new[3] | old[7] & ~new[7]
    v2, e2 = old[0] & ~new[0] | old[4] & ~new[4], old[2] & ~new[2] | old[6] & ~new[6]
    for step in range(steps):
        copy_0 = played[step, 0] & u1 | played[step, 1] & u2
        copy_0 |= played[step, 2] & d1 | played[step, 3] & d2
        copy_1 = played[step, 4] & v1 | played[step, 5] & v2
        copy_1 |= played[step, 6] & e1 | played[step, 7] & e2
        if copy_0 | copy_1 != 0:
            return step
    return steps
