"""Places that have become interchangeable, and a key that cannot tell them apart.

**What tells places apart.** A place is *bound* while the rest of the game names it by number: a
card of the stock will still be dealt to it, or with ``lift=ordered`` (``turn=ordered``) its turn
to be lifted or passed (to be turned) is still to come. Other places are *free*: the places that a
short last row leaves out, places already lifted and turned in order, all places once the stock is
out where nothing is ordered. What may be done at a free place depends on its cards and on what it
*carries*: whether it was lifted or turned (``any``: once each), and the card that is aside from it.

**Proof that free places may be permuted.** Let f permute the places and leave every bound place
where it is, and let it act on positions by moving piles together with what they carry. Every rule
but the order of deal, lift and turn reads piles and base piles only and treats all places alike;
that order names bound places only, which f leaves alone. So f maps the legal moves of a position
one to one onto those of its image, ``play(f(position), f(move)) = f(play(position, move))``, and a
won position onto a won one. A move never binds a free place (cards dealt and pointers only
advance), so f stays such a permutation for every later position: a position and its image are won
or lost together, and a search that follows one position of each class misses no win.

Two more differences never matter: which places were lifted once a pile has been turned (no lift
is legal then, ``lift=any``), and what an empty place carries that nothing can fill again (the
stock is out, ``spaces=deal``, no card is aside from it).

**The key.** In a position without a free place it is the position's own. Else it is the sum of
the shares of waiting base piles (keys.py), of a mix of cards dealt, ordered pointers and whether
the first turn has ended all lifting, and over all places of a mix of: the sum of CARD[code] *
CELL[height] over the pile, the number of a bound place, what the place carries. A sum over places
forgets their order; the mix keeps together what lies on one place.

``places`` (``SIZE`` int64) holds what is needed to keep the key move by move.
"""

from __future__ import annotations

from solver.jit import njit, njit_apart
from solver.patience.keys import CARD, CELL, SECOND_CARD, SECOND_CELL, SEED, STRIDE, Ints, mix
from solver.patience.lines import BUILD, DEAL
from solver.patience.position import ASIDE, CELLS, HEIGHT, HELD, KEY, LIFTED, STOCK, TURNED
from solver.patience.rules import (
    LIFT_ANY,
    LIFT_ORDERED,
    MAX_PLACES,
    TURN_ANY,
    TURN_NONE,
    TURN_ORDERED,
    Rules,
)

# places: 1 where some place is free (else nothing below is kept); the key's two halves; the two
# halves of the share of cards dealt and pointers; of each place what it carries, then (two halves
# each) the sum over its cards and its share.
SOME_FREE = 0
CLASS, POINTERS, CARRIED = 1, 3, 5
CONTENT = CARRIED + MAX_PLACES
SHARE = CONTENT + 2 * MAX_PLACES
SIZE = SHARE + 2 * MAX_PLACES


def is_worthwhile(rules: Rules) -> int:
    """1 where the search is to use the key."""
    return int(rules.lift == LIFT_ANY and rules.turn != TURN_NONE)


@njit
def all_bound(rules: Rules, pos: Ints) -> int:
    """1 where no place is free."""
    return int(
        rules.cards - pos[STOCK] >= rules.piles
        or (rules.lift == LIFT_ORDERED and pos[LIFTED] == 0)
        or (rules.turn == TURN_ORDERED and pos[TURNED] == 0)
    )


@njit
def is_bound(rules: Rules, pos: Ints, place: int) -> int:
    """1 where the rest of the game names a place by its number."""
    left = rules.cards - pos[STOCK]
    if left > 0 and (place - pos[STOCK]) % rules.piles < left:
        return 1
    return int(
        (rules.lift == LIFT_ORDERED and place >= pos[LIFTED])
        or (rules.turn == TURN_ORDERED and place >= pos[TURNED])
    )


@njit
def carried(rules: Rules, pos: Ints, place: int) -> int:
    """What else than its cards matters about a place, packed; 0 for an ordinary free place."""
    packed = (place + 1) * is_bound(rules, pos, place)
    if rules.lift == LIFT_ANY and pos[TURNED] == 0:
        packed |= (pos[LIFTED] >> place & 1) << 4
    if rules.turn == TURN_ANY:
        packed |= (pos[TURNED] >> place & 1) << 5
    if pos[ASIDE] == place + 1:
        packed |= (pos[HELD] + 1) << 6
    return packed


@njit
def is_dead(rules: Rules, pos: Ints, place: int) -> int:
    """1 for an empty place that nothing can fill again."""
    return int(
        pos[HEIGHT + place] == 0
        and rules.fill == 0
        and pos[STOCK] == rules.cards
        and pos[ASIDE] != place + 1
    )


@njit
def share(rules: Rules, pos: Ints, places: Ints, place: int) -> None:
    """Bring a place's share of the key up to date with its cards and what it carries."""
    packed = 0 if is_dead(rules, pos, place) else places[CARRIED + place]
    for half in range(2):
        new = mix(places[CONTENT + 2 * place + half] + packed * SEED[half], half)
        places[CLASS + half] += new - places[SHARE + 2 * place + half]
        places[SHARE + 2 * place + half] = new


@njit
def move_card(rules: Rules, pos: Ints, places: Ints, place: int, code: int, sign: int) -> None:
    """A card has come to a place (1) or has left it (-1)."""
    cell = pos[HEIGHT + place] - 1 if sign > 0 else pos[HEIGHT + place]
    at = CONTENT + 2 * place
    places[at] += sign * CARD[code] * CELL[cell]
    places[at + 1] += sign * CARD[SECOND_CARD + code] * CELL[SECOND_CELL + cell]
    share(rules, pos, places, place)


@njit
def count_place(rules: Rules, pos: Ints, places: Ints, place: int) -> None:
    """Count a place's share anew."""
    first = second = 0
    for cell in range(pos[HEIGHT + place]):
        code = pos[CELLS + place * STRIDE + cell]
        first += CARD[code] * CELL[cell]
        second += CARD[SECOND_CARD + code] * CELL[SECOND_CELL + cell]
    places[CONTENT + 2 * place], places[CONTENT + 2 * place + 1] = first, second
    places[CARRIED + place] = carried(rules, pos, place)
    share(rules, pos, places, place)


@njit
def count_pointers(rules: Rules, pos: Ints, places: Ints) -> None:
    """Bring the share of cards dealt, ordered pointers and the end of lifting up to date."""
    packed = pos[STOCK]
    if rules.lift == LIFT_ORDERED:
        packed |= pos[LIFTED] << 8
    if rules.turn == TURN_ORDERED:
        packed |= pos[TURNED] << 12
    elif rules.lift == LIFT_ANY:  # lifts end with the first turn, even of a pile now dead
        packed |= int(pos[TURNED] != 0) << 12
    for half in range(2):
        new = mix(packed, half)
        places[CLASS + half] += new - places[POINTERS + half]
        places[POINTERS + half] = new


@njit
def waiting(pos: Ints, half: int) -> int:
    """The share of the waiting base piles in a half of the position's own key."""
    packed = pos[STOCK] | pos[LIFTED] << 8 | pos[TURNED] << 20
    if pos[ASIDE] > 0:
        packed |= pos[ASIDE] << 32 | pos[HELD] << 36
    told = pos[KEY + half] - mix(packed, half)
    for place in range(MAX_PLACES):
        for cell in range(place * STRIDE, place * STRIDE + pos[HEIGHT + place]):
            code = pos[CELLS + cell]
            told -= CARD[SECOND_CARD * half + code] * CELL[SECOND_CELL * half + cell]
    return told


@njit_apart
def survey(rules: Rules, pos: Ints, places: Ints) -> None:
    """Make the key of a position from nothing."""
    places[SOME_FREE] = 1 - all_bound(rules, pos)
    if places[SOME_FREE] == 0:
        return
    for i in range(SHARE, SIZE):
        places[i] = 0
    for half in range(2):
        places[POINTERS + half] = 0
        places[CLASS + half] = waiting(pos, half)
    count_pointers(rules, pos, places)
    for place in range(rules.piles):
        count_place(rules, pos, places, place)


@njit_apart
def follow(
    rules: Rules, pos: Ints, places: Ints, move: int, first: int, second: int, sign: int
) -> None:
    """Keep the key after a move was made (1) or taken back (-1).

    ``first`` and ``second`` are the halves of the position's own key before that.
    """
    kind, code, place = move >> 16, move >> 8 & 63, move >> 4 & 15
    if kind < BUILD:
        follow_step(rules, pos, places, kind, place)
    elif places[SOME_FREE]:
        move_card(rules, pos, places, place, code, -sign)
        if kind == BUILD:
            move_card(rules, pos, places, move & 15, code, sign)
            return
        cell = place * STRIDE + pos[HEIGHT + place] - int(sign < 0)  # a base play: other piles wait
        card = sign * CARD[code] * CELL[cell]
        second_card = sign * CARD[SECOND_CARD + code] * CELL[SECOND_CELL + cell]
        places[CLASS] += pos[KEY] - first + card
        places[CLASS + 1] += pos[KEY + 1] - second + second_card


@njit
def follow_step(rules: Rules, pos: Ints, places: Ints, kind: int, place: int) -> None:
    """The same for the moves that cannot be repeated, which may free a place, or bind it."""
    if all_bound(rules, pos):
        places[SOME_FREE] = 0
    elif places[SOME_FREE] == 0 or kind == DEAL or rules.lift == LIFT_ANY:
        survey(rules, pos, places)
    else:
        count_pointers(rules, pos, places)
        count_place(rules, pos, places, place)
