"""How promising a settled position looks to a player: one number, from what is face up alone."""

from __future__ import annotations

from solver.jit import njit
from solver.patience.keys import STRIDE, Ints
from solver.patience.position import CELLS, DOWN, HEIGHT, PLACED, UP
from solver.patience.rules import MAX_PLACES, Rules

PLACED_CARD, NEIGHBOURS, RUN, BLOCKS, COVER = 31, 12, 16, 2, 7
"""For a card on a base pile; in-suit neighbours lying on each other; three such in one direction;
and against the square of a place's blocks (longest rows of neighbours) less one, and the blocks
that lie over a card which a base pile waits for (4 where it is unseen or deeper)."""

WON = 1 << 20
"""More than any other value."""


@njit
def bits(some: int) -> int:
    """How many bits are set."""
    count = 0
    while some:
        some &= some - 1
        count += 1
    return count


@njit
def value_of(rules: Rules, pos: Ints) -> int:
    """The value of a position; ``WON`` for a won one."""
    if pos[PLACED] == rules.cards:
        return WON
    value = PLACED_CARD * pos[PLACED]
    under0 = under1 = under2 = under3 = 0  # bitboards of cards by the blocks over them
    for place in range(MAX_PLACES):
        height = pos[HEIGHT + place]
        if height == 0:
            continue
        cell = CELLS + place * STRIDE
        above, blocks, before = pos[cell + height - 1], 0, 0
        under0 |= 1 << above
        for i in range(height - 2, -1, -1):
            code = pos[cell + i]
            step = above - code
            if step == 1 or step == -1:
                value += NEIGHBOURS + RUN * int(step == before)
                before = step
            else:
                blocks += 1
                before = 0
            if blocks == 0:
                under0 |= 1 << code
            elif blocks == 1:
                under1 |= 1 << code
            elif blocks == 2:
                under2 |= 1 << code
            elif blocks == 3:
                under3 |= 1 << code
            above = code
        value -= BLOCKS * blocks * blocks
    wanted = (pos[UP] | pos[UP + 1]) & rules.ups
    value -= COVER * cover(wanted, under0, under1, under2, under3)
    wanted = (pos[DOWN] | pos[DOWN + 1]) & rules.downs
    return value - COVER * cover(wanted, under0, under1, under2, under3)


@njit
def cover(wanted: int, under0: int, under1: int, under2: int, under3: int) -> int:
    """The blocks over awaited cards, over the copy that has fewest, at most 4 each."""
    wanted &= ~under0
    total = bits(wanted)
    wanted &= ~under1
    total += bits(wanted)
    wanted &= ~under2
    total += bits(wanted)
    return total + bits(wanted & ~under3)
