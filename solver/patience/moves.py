"""Legal moves from bitboards: shifts and masks decide what goes, places are read off last."""

from __future__ import annotations

from solver.jit import lowest, njit
from solver.patience.keys import STRIDE, Ints
from solver.patience.lines import BUILD, DEAL, LIFT, PASS, PLAY_DOWN, PLAY_UP, RETURN, TURN
from solver.patience.position import (
    ASIDE,
    CELLS,
    DOWN,
    HEIGHT,
    HELD,
    LIFTED,
    PLACED,
    STOCK,
    TOP,
    TURNED,
    UP,
)
from solver.patience.rules import (
    ALL_SUITS,
    LIFT_ANY,
    LIFT_ORDERED,
    MAX_PLACES,
    SUIT_ANY,
    SUIT_SAME,
    TURN_NONE,
    TURN_ORDERED,
    Rules,
)

FEW = 8
"""Loops over places take this many at a stretch, which the compiler unrolls; empty tops are 0."""

MOST_MOVES = 512
"""More than any position has: 12 sources on 11 targets, base plays, lifts and turns."""


@njit
def partners(suit_rule: int, cards: int) -> int:
    """Bitboard of the suits that ``cards`` build with, at the same ranks."""
    if suit_rule == SUIT_SAME:
        return cards
    outer = (cards | cards >> 48) & 0xFFFF  # clubs and spades
    inner = (cards >> 16 | cards >> 32) & 0xFFFF  # diamonds and hearts
    if suit_rule == SUIT_ANY:
        return (outer | inner) * ALL_SUITS
    return inner * 0x0001_0000_0000_0001 | outer * 0x0000_0001_0001_0000


@njit
def top_code(pos: Ints, place: int) -> int:
    """Code of the top card of a place that is not empty."""
    return pos[CELLS + place * STRIDE + pos[HEIGHT + place] - 1]


@njit
def steps(rules: Rules, pos: Ints, moves: Ints, n: int) -> int:
    """Append deal, turns, pass, lifts or return; returns the new count."""
    if pos[ASIDE] > 0:
        place = pos[ASIDE] - 1
        moves[n] = RETURN << 16 | pos[HELD] << 8 | place << 4
        return n + 1
    if pos[STOCK] < rules.cards:
        moves[n] = DEAL << 16
        return n + 1
    n = turns(rules, pos, moves, n)
    if rules.lift == LIFT_ORDERED and pos[LIFTED] < rules.piles:
        place = pos[LIFTED]
        moves[n] = PASS << 16 | place << 4
        n += 1
        if pos[HEIGHT + place] > 1:
            moves[n] = LIFT << 16 | top_code(pos, place) << 8 | place << 4
            n += 1
    elif rules.lift == LIFT_ANY and pos[TURNED] == 0:
        for place in range(rules.piles):
            if pos[HEIGHT + place] > 1 and not pos[LIFTED] >> place & 1:
                moves[n] = LIFT << 16 | top_code(pos, place) << 8 | place << 4
                n += 1
    return n


@njit
def turns(rules: Rules, pos: Ints, moves: Ints, n: int) -> int:
    """Append the turns that are legal once the stock is out."""
    if rules.turn == TURN_NONE or (rules.lift == LIFT_ORDERED and pos[LIFTED] < rules.piles):
        return n
    if rules.turn == TURN_ORDERED:
        if pos[TURNED] < rules.piles:
            moves[n] = TURN << 16 | pos[TURNED] << 4
            n += 1
        return n
    for place in range(rules.piles):
        if pos[HEIGHT + place] > 1 and not pos[TURNED] >> place & 1:
            moves[n] = TURN << 16 | place << 4
            n += 1
    return n


@njit
def all_tops(rules: Rules, pos: Ints) -> int:
    """Bitboard of all top cards."""
    tops = 0
    for place in range(FEW):
        tops |= pos[TOP + place]
    if rules.piles > FEW:
        for place in range(FEW, MAX_PLACES):
            tops |= pos[TOP + place]
    return tops


@njit
def places_of(rules: Rules, pos: Ints, cards: int) -> int:
    """Set of the places (bit a place) whose top card is in a bitboard."""
    places = 0
    for place in range(FEW):
        places |= int((pos[TOP + place] & cards) != 0) << place
    if rules.piles > FEW:
        for place in range(FEW, MAX_PLACES):
            places |= int((pos[TOP + place] & cards) != 0) << place
    return places


@njit
def tops_of(rules: Rules, pos: Ints, places: int) -> int:
    """Bitboard of the top cards of a set of places."""
    tops = 0
    for place in range(rules.piles):
        if places >> place & 1:
            tops |= pos[TOP + place]
    return tops


@njit
def builds(
    rules: Rules, pos: Ints, moves: Ints, n: int, sources: int, targets: int, tops: int
) -> int:
    """Append builds from a set of places onto a set of places, whose top cards are ``tops``."""
    reach = partners(rules.suit, tops)
    movable = 0
    if rules.build_up:
        movable |= reach << 1
    if rules.build_down:
        movable |= reach >> 1
    left = places_of(rules, pos, movable) & sources
    while left:
        place = lowest(left)
        left &= left - 1
        reach = partners(rules.suit, pos[TOP + place])
        onto = 0
        if rules.build_up:
            onto |= reach >> 1
        if rules.build_down:
            onto |= reach << 1
        n = moves_to(pos, moves, n, place, places_of(rules, pos, onto) & targets & ~(1 << place))
    return n


@njit
def moves_to(pos: Ints, moves: Ints, n: int, place: int, targets: int) -> int:
    """Append the moves of a place's top card to a set of places."""
    stem = BUILD << 16 | top_code(pos, place) << 8 | place << 4
    while targets:
        moves[n] = stem | lowest(targets)
        n += 1
        targets &= targets - 1
    return n


@njit
def fills(rules: Rules, pos: Ints, moves: Ints, n: int, sources: int, targets: int) -> int:
    """Append the moves of top cards to empty places."""
    filled = places_of(rules, pos, rules.valid)
    empty = targets & ~filled
    if empty == 0:
        return n
    left = sources & filled
    while left:
        n = moves_to(pos, moves, n, lowest(left), empty)
        left &= left - 1
    return n


@njit
def plays(rules: Rules, pos: Ints, moves: Ints, n: int, sources: int, ups: int, downs: int) -> int:
    """Append base plays of top cards in the bitboards ``ups`` and ``downs``."""
    left = places_of(rules, pos, ups | downs) & sources
    while left:
        place = lowest(left)
        left &= left - 1
        stem = top_code(pos, place) << 8 | place << 4
        if pos[TOP + place] & downs:
            moves[n] = PLAY_DOWN << 16 | stem
            n += 1
        if pos[TOP + place] & ups:
            moves[n] = PLAY_UP << 16 | stem
            n += 1
    return n


@njit
def generate(rules: Rules, pos: Ints, moves: Ints, n: int) -> int:
    """Append every legal move to ``moves`` from index ``n`` on; returns the new count.

    The order is from the most patient to the most eager: steps, builds, base plays.
    """
    if pos[PLACED] == rules.cards:
        return n
    sources = targets = (1 << rules.piles) - 1
    tops = in_play = all_tops(rules, pos)
    if pos[ASIDE] > 0:
        lifted = 1 << (pos[ASIDE] - 1)
        targets ^= lifted
        tops = tops_of(rules, pos, targets)
        if not rules.lift_all:
            sources = lifted
            in_play = pos[TOP + pos[ASIDE] - 1]
    ups = in_play & (pos[UP] | pos[UP + 1]) & rules.ups
    downs = in_play & (pos[DOWN] | pos[DOWN + 1]) & rules.downs
    if rules.at_once:
        first_ups, first_downs = ups & rules.up_start, downs & rules.down_start
        if first_ups | first_downs:
            return plays(rules, pos, moves, n, sources, first_ups, first_downs)
    n = steps(rules, pos, moves, n)
    if rules.build_up | rules.build_down and not (
        rules.build_dealing and pos[STOCK] == rules.cards
    ):
        n = builds(rules, pos, moves, n, sources, targets, tops)
    if rules.fill:
        n = fills(rules, pos, moves, n, sources, targets)
    if ups | downs:
        n = plays(rules, pos, moves, n, sources, ups, downs)
    return n
