"""How promising a position looks to the stage beam: a few counts, weighted by phase of the game.

The weights (weights.py) were learned, by the tool ``benchmarks/learn.py``, from lines that won:
what tells the positions on such a line from the others that the beam met at the same stage?

=========== =====================================================================================
placed      cards on base piles
neighbours  pairs of in-suit neighbours lying on each other; a *block* is a longest row of these
blocks      sum over places of the square of (blocks - 1)
runs        triples that go on in one direction, as 5 6 7
cover       blocks over the cards that base piles wait for, over the copy that has fewest
unseen      awaited cards that are not on the table yet (their cover counts as ``NO_COPY``)
mobile      places whose top card can go, by suit and rank, on another
lifts       second cards of places still to be lifted: awaited, or able to go on another pile
turns       the same of the bottom cards of places still to be turned
next        cards of the next row that base piles wait for
empty       empty places
heights     sum over places of the square of their cards, in tenths
zigzags     triples that go to and fro, as 5 6 5
twins       equal cards lying on each other
split       equal cards with one card between them
near_miss   in-suit neighbours with one card between them
rising      a card on a lower one of its suit that is no neighbour
falling     a card on a higher one of its suit that is no neighbour
heads       places whose top card lies on a neighbour
feet        places still to be turned whose bottom card lies under a neighbour
=========== =====================================================================================
"""

from __future__ import annotations

from solver.jit import lowest, njit
from solver.patience.keys import STRIDE, Ints
from solver.patience.moves import all_tops, partners, places_of
from solver.patience.position import CELLS, DOWN, HEIGHT, LIFTED, PLACED, STOCK, TURNED, UP
from solver.patience.rules import LIFT_ANY, LIFT_NONE, TURN_ANY, TURN_NONE, Rules

FEATURES = (
    "placed",
    "neighbours",
    "blocks",
    "runs",
    "cover",
    "unseen",
    "mobile",
    "lifts",
    "turns",
    "next",
    "empty",
    "heights",
    "zigzags",
    "twins",
    "split",
    "near_miss",
    "rising",
    "falling",
    "heads",
    "feet",
)
(
    F_PLACED,
    F_NEIGHBOURS,
    F_BLOCKS,
    F_RUNS,
    F_COVER,
    F_UNSEEN,
    F_MOBILE,
    F_LIFTS,
    F_TURNS,
    F_NEXT,
    F_EMPTY,
    F_HEIGHTS,
    F_ZIGZAGS,
    F_TWINS,
    F_SPLIT,
    F_NEAR_MISS,
    F_RISING,
    F_FALLING,
    F_HEADS,
    F_FEET,
) = range(20)
COUNTS = 20

NO_COPY = 12

# Phases: 1 .. 12 while the stock lasts, then 13 .. 21 by places lifted, 21 .. 29 by places turned.
DEALT, STEPS = 12, 8
PHASES = DEALT + 2 * STEPS + 2


@njit
def bits(some: int) -> int:
    """How many bits are set."""
    count = 0
    while some:
        some &= some - 1
        count += 1
    return count


@njit
def phase(rules: Rules, pos: Ints) -> int:
    """The phase of a position, 1 .. PHASES - 1."""
    if pos[STOCK] < rules.cards:
        return 1 + DEALT * (pos[STOCK] - rules.piles) // (rules.cards - rules.piles)
    lifted = rules.piles
    if rules.lift != LIFT_NONE:
        lifted = bits(pos[LIFTED]) if rules.lift == LIFT_ANY else pos[LIFTED]
    turned = bits(pos[TURNED]) if rules.turn == TURN_ANY else pos[TURNED]
    return DEALT + 1 + STEPS * lifted // rules.piles + STEPS * turned // rules.piles


@njit
def is_next(one: int, other: int) -> int:
    """1 where two codes are of one suit and next to each other in rank."""
    return int(abs(one - other) == 1)  # codes of different suits are further apart


@njit
def is_open(rule: int, any_rule: int, done: int, place: int) -> int:
    """1 where a place is still to be lifted (turned), under the rule for lifts (turns)."""
    if rule == any_rule:
        return 1 - (done >> place & 1)
    return int(place >= done)


@njit
def measure_place(pos: Ints, place: int, wanted: int, covers: Ints, counts: Ints) -> None:
    """Add what the cards of a place count that is not empty, and note awaited cards."""
    base, height = CELLS + place * STRIDE, pos[HEIGHT + place]
    above = pos[base + height - 1]
    two_above, blocks, before = 64, 0, 0
    if wanted >> above & 1:
        covers[above] = 0
    for i in range(height - 2, -1, -1):
        code = pos[base + i]
        step = above - code
        if step == 1 or step == -1:
            counts[F_NEIGHBOURS] += 1
            counts[F_RUNS] += int(step == before)
            counts[F_ZIGZAGS] += int(step == -before)
            before = step
        else:
            blocks, before = blocks + 1, 0
            counts[F_TWINS] += int(step == 0)
            if code >> 4 == above >> 4:
                counts[F_RISING] += int(step > 0)
                counts[F_FALLING] += int(step < 0)
        counts[F_SPLIT] += int(two_above == code)
        counts[F_NEAR_MISS] += is_next(two_above, code)
        if wanted >> code & 1 and covers[code] > blocks:
            covers[code] = blocks
        two_above, above = above, code
    counts[F_BLOCKS] += blocks * blocks
    counts[F_HEIGHTS] += height * height
    if height > 1:
        counts[F_HEADS] += is_next(pos[base + height - 1], pos[base + height - 2])


@njit
def measure_steps(rules: Rules, pos: Ints, wanted: int, near: int, counts: Ints) -> None:
    """Count what lifting and turning could bring into play."""
    for place in range(rules.piles):
        height, base = pos[HEIGHT + place], CELLS + place * STRIDE
        if height < 2:
            continue
        if rules.lift != LIFT_NONE and is_open(rules.lift, LIFT_ANY, pos[LIFTED], place):
            code, over = pos[base + height - 2], pos[base + height - 1]
            counts[F_LIFTS] += wanted >> code & 1
            counts[F_LIFTS] += near >> code & (1 - is_next(code, over))
        if rules.turn != TURN_NONE and is_open(rules.turn, TURN_ANY, pos[TURNED], place):
            code, over = pos[base], pos[base + 1]
            counts[F_TURNS] += wanted >> code & 1
            counts[F_TURNS] += near >> code & (1 - is_next(code, over))
            counts[F_FEET] += is_next(code, over)


@njit
def measure(rules: Rules, deal: Ints, pos: Ints, covers: Ints, counts: Ints) -> None:
    """Fill ``counts`` (``COUNTS``) for a position; ``covers`` (64) is scratch."""
    wanted_up = (pos[UP] | pos[UP + 1]) & rules.ups
    wanted_down = (pos[DOWN] | pos[DOWN + 1]) & rules.downs
    wanted, reach = wanted_up | wanted_down, partners(rules.suit, all_tops(rules, pos))
    near = reach << 1 | reach >> 1
    for i in range(COUNTS):
        counts[i] = 0
    left = wanted
    while left:
        covers[lowest(left)] = NO_COPY
        left &= left - 1
    counts[F_PLACED] = pos[PLACED]
    for place in range(rules.piles):
        if pos[HEIGHT + place] > 0:
            measure_place(pos, place, wanted, covers, counts)
        else:
            counts[F_EMPTY] += 1
    counts[F_HEIGHTS] //= 10
    measure_waits(wanted_up, covers, counts)
    measure_waits(wanted_down, covers, counts)
    counts[F_MOBILE] = bits(places_of(rules, pos, near))
    measure_steps(rules, pos, wanted, near, counts)
    for at in range(pos[STOCK], min(pos[STOCK] + rules.piles, rules.cards)):
        counts[F_NEXT] += wanted >> deal[at] & 1


@njit
def measure_waits(wanted: int, covers: Ints, counts: Ints) -> None:
    """Add up the covers of awaited cards."""
    while wanted:
        cover = covers[lowest(wanted)]
        counts[F_COVER] += cover
        counts[F_UNSEEN] += int(cover == NO_COPY)
        wanted &= wanted - 1


@njit
def score(weights: Ints, row: int, counts: Ints) -> int:
    """The weighted sum of counts by the weights of a phase."""
    total = 0
    for i in range(COUNTS):
        total += weights[row, i] * counts[i]
    return total
