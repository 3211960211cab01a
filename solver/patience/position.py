"""A position as one flat int64 array, and make/undo.

Layout of ``pos`` (``SIZE`` int64)::

    STOCK    cards dealt so far: index of the next card in the deal
    LIFTED   lift=ordered: places passed or returned (0..piles); any: set of places, bit a place
    TURNED   turn=ordered: places turned (0..piles); any: set of places, bit a place
    ASIDE    place + 1 of the card set aside, 0 if none
    HELD     code of the card set aside
    PLACED   cards on base piles
    UP, UP+1, DOWN, DOWN+1   bitboards of the codes that the base piles take next, one bit a suit:
             a pile not yet started waits for its base card, a closed or full one has no bit
    KEY, KEY+1   the two halves of the key (keys.py)
    HEIGHT + p   cards on place p
    TOP + p      bitboard of the top card of place p, 0 if empty
    CELLS + p * STRIDE + i   code of card i of place p, from the bottom

A move is ``kind << 16 | code << 8 | place << 4 | target place``. The trail holds a frame a ply:
the move that led on, the base piles and key before it, and where the ply's moves begin.
"""

from __future__ import annotations

import numpy as np

from solver.jit import njit
from solver.patience.keys import (
    CARD,
    CELL,
    SECOND_CARD,
    SECOND_CELL,
    SECOND_WAIT,
    STRIDE,
    WAIT,
    Ints,
    mix,
)
from solver.patience.lines import BUILD, DEAL, LIFT, PASS, PLAY_DOWN, PLAY_UP, TURN
from solver.patience.rules import LIFT_ORDERED, MAX_PLACES, TURN_ORDERED, Rules

STOCK, LIFTED, TURNED, ASIDE, HELD, PLACED = range(6)
UP, DOWN, KEY = 6, 8, 10
HEIGHT = 12
TOP = HEIGHT + MAX_PLACES
CELLS = TOP + MAX_PLACES
SIZE = CELLS + MAX_PLACES * STRIDE


T_MOVE, T_UP, T_DOWN, T_KEY, T_FIRST = 0, 1, 3, 5, 7
FRAME = 8


@njit
def add_counters(pos: Ints, sign: int) -> None:
    """Add (1) or take away (-1) the key's share for stock, lift and turn."""
    packed = pos[STOCK] | pos[LIFTED] << 8 | pos[TURNED] << 20
    if pos[ASIDE] > 0:
        packed |= pos[ASIDE] << 32 | pos[HELD] << 36
    pos[KEY] += sign * mix(packed, 0)
    pos[KEY + 1] += sign * mix(packed, 1)


@njit
def add_wait(pos: Ints, index: int, sign: int) -> None:
    """Add (1) or take away (-1) the key's share of a base pile that waits for a code."""
    pos[KEY] += sign * WAIT[index]
    pos[KEY + 1] += sign * WAIT[SECOND_WAIT + index]


@njit
def lay(pos: Ints, place: int, code: int) -> None:
    """Lay a card on a place, leaving the key alone."""
    height = pos[HEIGHT + place]
    pos[CELLS + place * STRIDE + height] = code
    pos[HEIGHT + place] = height + 1
    pos[TOP + place] = 1 << code


@njit
def pick(pos: Ints, place: int) -> int:
    """Pick the top card off a place that is not empty, leaving the key alone; returns its code."""
    height = pos[HEIGHT + place] - 1
    cell = CELLS + place * STRIDE + height
    pos[HEIGHT + place] = height
    pos[TOP + place] = 1 << pos[cell - 1] if height > 0 else 0
    return pos[cell]


@njit
def put(pos: Ints, place: int, code: int) -> None:
    """Lay a card on a place."""
    cell = place * STRIDE + pos[HEIGHT + place]
    lay(pos, place, code)
    pos[KEY] += CARD[code] * CELL[cell]
    pos[KEY + 1] += CARD[SECOND_CARD + code] * CELL[SECOND_CELL + cell]


@njit
def take(pos: Ints, place: int) -> int:
    """Take the top card off a place that is not empty; returns its code."""
    code = pick(pos, place)
    cell = place * STRIDE + pos[HEIGHT + place]
    pos[KEY] -= CARD[code] * CELL[cell]
    pos[KEY + 1] -= CARD[SECOND_CARD + code] * CELL[SECOND_CELL + cell]
    return code


@njit
def reverse(pos: Ints, place: int) -> None:
    """Turn a pile over."""
    low = place * STRIDE
    high = low + pos[HEIGHT + place] - 1
    while low < high:
        old, new = pos[CELLS + low], pos[CELLS + high]
        pos[CELLS + low], pos[CELLS + high] = new, old
        pos[KEY] += (CARD[new] - CARD[old]) * (CELL[low] - CELL[high])
        pos[KEY + 1] += (CARD[SECOND_CARD + new] - CARD[SECOND_CARD + old]) * (
            CELL[SECOND_CELL + low] - CELL[SECOND_CELL + high]
        )
        low += 1
        high -= 1
    if pos[HEIGHT + place] > 0:
        top = place * STRIDE + pos[HEIGHT + place] - 1
        pos[TOP + place] = 1 << pos[CELLS + top]


@njit
def deal_cards(rules: Rules, deal: Ints, pos: Ints) -> None:
    """Lay the next row (or card) of the stock; a short last row fills the first places."""
    count = 1 if rules.by_card else min(rules.piles, rules.cards - pos[STOCK])
    for _ in range(count):
        put(pos, pos[STOCK] % rules.piles, deal[pos[STOCK]])
        pos[STOCK] += 1


@njit
def undeal_cards(rules: Rules, pos: Ints) -> None:
    """Take the last row (or card) back into the stock; undo restores the key."""
    count = 1 if rules.by_card else (pos[STOCK] - 1) % rules.piles + 1
    for _ in range(count):
        pos[STOCK] -= 1
        pick(pos, pos[STOCK] % rules.piles)


@njit
def start(rules: Rules, deal: Ints, pos: Ints) -> None:
    """Set ``pos`` to the start position: the first row is laid, nothing is played."""
    pos[:CELLS] = 0
    for pile in range(rules.per_suit):
        pos[UP + pile] = rules.up_start
        pos[DOWN + pile] = rules.down_start
        for code in range(64):
            if rules.up_start >> code & 1:
                add_wait(pos, code, 1)
            if rules.down_start >> code & 1:
                add_wait(pos, 64 + code, 1)
    for place in range(rules.piles):
        put(pos, place, deal[place])
    pos[STOCK] = rules.piles
    add_counters(pos, 1)


@njit
def play_up(rules: Rules, pos: Ints, code: int) -> None:
    """Lay a card on the up pile that waits for it; close the pile where it meets a down pile."""
    bit = 1 << code
    pile = UP if pos[UP] & bit else UP + 1
    pos[pile] ^= bit
    pos[PLACED] += 1
    add_wait(pos, code, -1)
    if rules.seal and (pos[DOWN] | pos[DOWN + 1]) & bit:  # that pile stands one above this card
        pos[DOWN if pos[DOWN] & bit else DOWN + 1] ^= bit
        add_wait(pos, 64 + code, -1)
    elif bit << 1 & rules.valid:
        pos[pile] ^= bit << 1
        add_wait(pos, code + 1, 1)


@njit
def play_down(rules: Rules, pos: Ints, code: int) -> None:
    """Lay a card on the down pile that waits for it; close the pile where it meets an up pile."""
    bit = 1 << code
    pile = DOWN if pos[DOWN] & bit else DOWN + 1
    pos[pile] ^= bit
    pos[PLACED] += 1
    add_wait(pos, 64 + code, -1)
    if rules.seal and (pos[UP] | pos[UP + 1]) & bit:  # that pile stands one below this card
        pos[UP if pos[UP] & bit else UP + 1] ^= bit
        add_wait(pos, code, -1)
    elif bit >> 1 & rules.valid:
        pos[pile] ^= bit >> 1
        add_wait(pos, 64 + code - 1, 1)


@njit
def make(rules: Rules, deal: Ints, pos: Ints, trail: Ints, ply: int, move: int) -> None:
    """Play a legal move and note in frame ``ply`` of the trail what undoing it needs."""
    frame = ply * FRAME
    trail[frame + T_MOVE] = move
    for i in range(6):  # both up piles, both down piles, both halves of the key
        trail[frame + T_UP + i] = pos[UP + i]
    kind, place = move >> 16, move >> 4 & 15
    if kind == PLAY_UP:
        play_up(rules, pos, take(pos, place))
    elif kind == PLAY_DOWN:
        play_down(rules, pos, take(pos, place))
    elif kind == BUILD:
        put(pos, move & 15, take(pos, place))
    else:
        add_counters(pos, -1)
        step(rules, deal, pos, kind, place)
        add_counters(pos, 1)


@njit
def step(rules: Rules, deal: Ints, pos: Ints, kind: int, place: int) -> None:
    """The moves that cannot be repeated: deal, lift, pass, return, turn."""
    if kind == DEAL:
        deal_cards(rules, deal, pos)
    elif kind == TURN:
        reverse(pos, place)
        pos[TURNED] = pos[TURNED] + 1 if rules.turn == TURN_ORDERED else pos[TURNED] | 1 << place
    elif kind == PASS:
        pos[LIFTED] += 1
    elif kind == LIFT:
        pos[ASIDE] = place + 1
        pos[HELD] = take(pos, place)
    else:
        put(pos, place, pos[HELD])
        pos[ASIDE] = 0
        pos[LIFTED] = pos[LIFTED] + 1 if rules.lift == LIFT_ORDERED else pos[LIFTED] | 1 << place


@njit
def undo(rules: Rules, pos: Ints, trail: Ints, ply: int) -> None:
    """Take back the move of frame ``ply``."""
    frame = ply * FRAME
    move = trail[frame + T_MOVE]
    kind, code, place = move >> 16, move >> 8 & 63, move >> 4 & 15
    if kind >= PLAY_DOWN:
        lay(pos, place, code)
        pos[PLACED] -= 1
    elif kind == BUILD:
        lay(pos, place, pick(pos, move & 15))
    else:
        unstep(rules, pos, kind, place)
    for i in range(6):
        pos[UP + i] = trail[frame + T_UP + i]


@njit
def unstep(rules: Rules, pos: Ints, kind: int, place: int) -> None:
    """Take back a deal, lift, pass, return or turn (the key is restored by the caller)."""
    if kind == DEAL:
        undeal_cards(rules, pos)
    elif kind == TURN:
        reverse(pos, place)
        pos[TURNED] = pos[TURNED] - 1 if rules.turn == TURN_ORDERED else pos[TURNED] ^ 1 << place
    elif kind == PASS:
        pos[LIFTED] -= 1
    elif kind == LIFT:
        pos[ASIDE] = 0
        lay(pos, place, pos[HELD])
        pos[HELD] = 0
    else:
        pos[HELD] = pick(pos, place)
        pos[ASIDE] = place + 1
        pos[LIFTED] = pos[LIFTED] - 1 if rules.lift == LIFT_ORDERED else pos[LIFTED] ^ 1 << place


@njit
def complete(pos: Ints) -> None:
    """Work out the tops and the key of a position of which everything else is set."""
    pos[KEY] = pos[KEY + 1] = 0
    for pile in range(2):
        for code in range(64):
            if pos[UP + pile] >> code & 1:
                add_wait(pos, code, 1)
            if pos[DOWN + pile] >> code & 1:
                add_wait(pos, 64 + code, 1)
    for place in range(MAX_PLACES):
        height = pos[HEIGHT + place]
        pos[HEIGHT + place] = pos[TOP + place] = 0
        for i in range(height):
            put(pos, place, pos[CELLS + place * STRIDE + i])
    add_counters(pos, 1)


def new_position() -> Ints:
    """An empty ``pos`` array; :func:`start` or :func:`complete` fills it."""
    return np.zeros(SIZE, dtype=np.int64)
