"""Replay: a claimed line of play checked by compiled code that shares nothing with the search.

Every line that a batch counts as a solution passes here, so nothing of the search's positions,
bitboards or make and undo is used: cards are faces (``13 * suit + rank - 1``), piles are lists,
base piles are counts, and the rules are read once more from the options (RULES.md, "The two
patiences", cited as §1). Only the packing of moves is shared (lines.py); every move that takes a
card from a place or returns it names that card. Why a move is wrong is for the referee to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.jit import njit
from solver.patience.lines import BUILD, DEAL, LIFT, PASS, PLAY_DOWN, PLAY_UP, RETURN, TURN
from solver.patience.rules import Rules, to_face

Ints = npt.NDArray[np.int64]

TWOS_ACES, ACES_KINGS, ACES = range(3)
ANY_SUIT, SAME, ALTERNATE = range(3)
NEVER, ORDERED, ANY_ORDER = range(3)
UP, DOWN = range(2)  # directions of base piles

# The scratch, a table of ints. Places and suits count from 0 here, ranks and heights from 1.
MOST_PLACES, MOST_CARDS, MOST_HEIGHTS = 12, 104, 16
DEALT, BASED = range(2)  # cards that have been dealt, cards on base piles
ASIDE, ASIDE_FACE = 2, 3  # place of the lifted card counted from 1, 0 for none; the card
LIFTED, TURNED = 4, 5  # a bit for each place passed or returned, turned
BEGUN = 6  # [direction, suit]: 1 once a base pile has begun
OPEN = BEGUN + 2 * 4  # [direction, suit, height]: open base piles that stand at the height
SIZE = OPEN + 2 * 4 * MOST_HEIGHTS  # [place]: cards in its pile
STOCK = SIZE + MOST_PLACES  # [n]: faces in the order of the deal
PILE = STOCK + MOST_CARDS  # [place, n]: faces from bottom to top
WORK_SIZE = PILE + MOST_PLACES * MOST_CARDS


class ReplayRules(NamedTuple):
    """The options as plain ints; a field that names a value of its option is 1 for that value."""

    ranks: int
    piles: int
    bases: int
    closed: int
    at_once: int
    step_up: int
    step_down: int
    suit: int
    dealing: int
    by_card: int
    fill: int
    lift: int
    scope_all: int
    turn: int


def replay_rules(rules: Mapping[str, str]) -> ReplayRules:
    """The ints of a full table of options, each with a known value."""
    orders = ("none", "ordered", "any")
    return ReplayRules(
        ranks=int(rules["ranks"]),
        piles=int(rules["piles"]),
        bases=("twos-aces", "aces-kings", "aces").index(rules["bases"]),
        closed=int(rules["bases"] == "twos-aces" and rules["seal"] == "closed"),
        at_once=int(rules["found"] == "at-once"),
        step_up=int(rules["build"] in ("updown", "up")),
        step_down=int(rules["build"] in ("updown", "down")),
        suit=("any", "same", "alternate").index(rules["suit"]),
        dealing=int(rules["build_when"] == "dealing"),
        by_card=int(rules["pause"] == "card"),
        fill=int(rules["spaces"] == "any"),
        lift=orders.index(rules["lift"]),
        scope_all=int(rules["lift_scope"] == "all"),
        turn=orders.index(rules["turn"]),
    )


def face_table(rules: Rules) -> Ints:
    """int64[64]: the face of each code of the pack, -1 for numbers that are no code."""
    faces = [to_face(rules, code) if rules.valid >> code & 1 else -1 for code in range(64)]
    return np.array(faces, np.int64)


def new_work() -> Ints:
    """The scratch of :func:`replay`; each thread needs its own."""
    return np.zeros(WORK_SIZE, np.int64)


# ------------------------------------------------------------------ base piles


@njit
def _height(rules: ReplayRules, face: int) -> int:
    """§1 *bases*: 1..R as the rank, but an ace is R + 1 where twos are base cards."""
    ace_high = rules.bases == TWOS_ACES and face % 13 == 0
    return rules.ranks + 1 if ace_high else face % 13 + 1


@njit
def _open(direction: int, face: int, height: int) -> int:
    """Where the scratch counts the open piles of the face's suit that stand at a height."""
    return OPEN + (4 * direction + face // 13) * MOST_HEIGHTS + height


@njit
def _starts(rules: ReplayRules, work: Ints, face: int, direction: int) -> bool:
    """§1 *bases*: does the card begin a base pile now?"""
    rank = face % 13 + 1
    if rules.bases == TWOS_ACES:
        return rank == (2 if direction == UP else 1)
    if rules.bases == ACES:
        return direction == UP and rank == 1
    first = work[BEGUN + 4 * direction + face // 13] == 0
    return first and rank == (1 if direction == UP else rules.ranks)


@njit
def _continues(rules: ReplayRules, work: Ints, face: int, direction: int) -> bool:
    """§1.1: does an open base pile take the card next? Aces and twos may never end one."""
    stands_at = _height(rules, face) - (1 if direction == UP else -1)
    only_starts = rules.bases == TWOS_ACES and face % 13 < 2
    return work[_open(direction, face, stands_at)] > 0 and not only_starts


@njit
def _to_base(rules: ReplayRules, work: Ints, face: int, direction: int) -> None:
    """Begin a pile or continue one, then close the pair that now meets (§1 *Sealing*)."""
    height, step = _height(rules, face), 1 if direction == UP else -1
    if _starts(rules, work, face, direction):
        work[BEGUN + 4 * direction + face // 13] = 1
    else:
        work[_open(direction, face, height - step)] -= 1
    meets = _open(1 - direction, face, height + step)
    if rules.closed and work[meets] > 0:
        work[meets] -= 1
    else:
        work[_open(direction, face, height)] += 1
    work[BASED] += 1


# ------------------------------------------------------------------ what is legal


@njit
def _in_play(rules: ReplayRules, work: Ints, place: int) -> int:
    """The top card in play at a place, or -1; §1.5: a lifted card's pile may be alone in play."""
    barred = work[ASIDE] > 0 and work[ASIDE] != place + 1 and not rules.scope_all
    if barred or work[SIZE + place] == 0:
        return -1
    return work[PILE + place * MOST_CARDS + work[SIZE + place] - 1]


@njit
def _must_start(rules: ReplayRules, work: Ints) -> bool:
    """§1 *found*: is a card that begins a base pile on top of a pile in play?"""
    for place in range(rules.piles):
        top = _in_play(rules, work, place)
        if top >= 0 and (_starts(rules, work, top, UP) or _starts(rules, work, top, DOWN)):
            return True
    return False


@njit
def _builds(rules: ReplayRules, work: Ints, face: int, place: int, target: int) -> bool:
    """§1.2 *build* and §1.4 *empty place*: may the face in play at ``place`` go to ``target``?"""
    if place == target or work[ASIDE] == target + 1:
        return False
    if work[SIZE + target] == 0:
        return rules.fill == 1
    if rules.dealing and work[DEALT] == 8 * rules.ranks:
        return False
    under = work[PILE + target * MOST_CARDS + work[SIZE + target] - 1]
    if rules.suit == SAME and face // 13 != under // 13:
        return False
    if rules.suit == ALTERNATE and (face // 13 % 3 == 0) == (under // 13 % 3 == 0):
        return False  # clubs 0 and spades 3 are black
    step = _height(rules, face) - _height(rules, under)
    return (step == 1 and rules.step_up == 1) or (step == -1 and rules.step_down == 1)


@njit
def _is_next(order: int, work: Ints, done: int, place: int) -> bool:
    """May the place be lifted or turned now? ``done`` is LIFTED or TURNED."""
    if order == ORDERED:
        return work[done] == (1 << place) - 1
    return order == ANY_ORDER and work[done] >> place & 1 == 0 and work[SIZE + place] >= 2


@njit
def _after_stock(rules: ReplayRules, work: Ints, kind: int, place: int) -> bool:
    """§1.5 *lift* and *pass*, §1.6 *turn*: only once the stock is out and no card is aside."""
    if work[DEALT] < 8 * rules.ranks or work[ASIDE] > 0:
        return False
    if kind == TURN:
        waits = rules.lift == ORDERED and work[LIFTED] < (1 << rules.piles) - 1
        return not waits and _is_next(rules.turn, work, TURNED, place)
    if not _is_next(rules.lift, work, LIFTED, place):
        return False
    if kind == PASS:
        return rules.lift == ORDERED
    return work[SIZE + place] >= 2 and work[TURNED] == 0


@njit
def _well_formed(rules: ReplayRules, packed: int) -> bool:
    """Is it a packed move at all, with no bit set that its kind does not use?"""
    kind, place, target = packed >> 16, packed >> 4 & 15, packed & 15
    if kind < DEAL or kind > PLAY_UP or place >= rules.piles or target >= rules.piles:
        return False
    used = 0 if kind == DEAL else 0x00F0 if kind < LIFT else 0x3FF0 if kind != BUILD else 0x3FFF
    return packed & 0xFFFF & ~used == 0


@njit
def _legal(rules: ReplayRules, face_of: Ints, work: Ints, packed: int) -> bool:
    """May this be played now? The game is not won."""
    if not _well_formed(rules, packed):
        return False
    kind, place, direction = packed >> 16, packed >> 4 & 15, int(packed >> 16 == PLAY_DOWN)
    face = _in_play(rules, work, place)
    if kind == RETURN:
        face = work[ASIDE_FACE] if work[ASIDE] == place + 1 else -1
    if kind >= LIFT and (face < 0 or face_of[packed >> 8 & 63] != face):
        return False
    if kind > BUILD and _starts(rules, work, face, direction):
        return True
    if rules.at_once and _must_start(rules, work):
        return False
    if kind > BUILD:
        return _continues(rules, work, face, direction)
    if kind == BUILD:
        return _builds(rules, work, face, place, packed & 15)
    if kind == DEAL:
        return work[DEALT] < 8 * rules.ranks
    return kind == RETURN or _after_stock(rules, work, kind, place)


# ------------------------------------------------------------------ playing


@njit
def _push(work: Ints, place: int, face: int) -> None:
    work[PILE + place * MOST_CARDS + work[SIZE + place]] = face
    work[SIZE + place] += 1


@njit
def _pop(work: Ints, place: int) -> int:
    work[SIZE + place] -= 1
    return work[PILE + place * MOST_CARDS + work[SIZE + place]]


@njit
def _deal(rules: ReplayRules, work: Ints, count: int) -> None:
    """§1.3: cards go round the places, as many as are left of ``count``."""
    for _ in range(min(count, 8 * rules.ranks - work[DEALT])):
        _push(work, work[DEALT] % rules.piles, work[STOCK + work[DEALT]])
        work[DEALT] += 1


@njit
def _turn_over(work: Ints, place: int) -> None:
    low = PILE + place * MOST_CARDS
    high = low + work[SIZE + place] - 1
    while low < high:
        work[low], work[high] = work[high], work[low]
        low, high = low + 1, high - 1


@njit
def _make(rules: ReplayRules, work: Ints, packed: int) -> None:
    """Play a legal move."""
    kind, place = packed >> 16, packed >> 4 & 15
    if kind == DEAL:
        _deal(rules, work, 1 if rules.by_card else rules.piles)
    elif kind > BUILD:
        _to_base(rules, work, _pop(work, place), int(kind == PLAY_DOWN))
    elif kind == BUILD:
        _push(work, packed & 15, _pop(work, place))
    elif kind == TURN:
        _turn_over(work, place)
        work[TURNED] |= 1 << place
    elif kind == LIFT:
        work[ASIDE], work[ASIDE_FACE] = place + 1, _pop(work, place)
    else:  # pass or return: either ends the place
        if kind == RETURN:
            _push(work, place, work[ASIDE_FACE])
            work[ASIDE] = 0
        work[LIFTED] |= 1 << place


@njit
def _lay_out(rules: ReplayRules, face_of: Ints, deal: Ints, work: Ints) -> bool:
    """§1 *Setup*: one card to each place, the rest is the stock. False for no such deal."""
    for slot in range(STOCK):
        work[slot] = 0
    if len(deal) != 8 * rules.ranks:
        return False
    for n in range(len(deal)):
        if deal[n] < 0 or deal[n] > 63 or face_of[deal[n]] < 0:
            return False
        work[STOCK + n] = face_of[deal[n]]
    _deal(rules, work, rules.piles)
    return True


@njit
def replay(
    rules: ReplayRules, face_of: Ints, deal: Ints, line: Ints, length: int, work: Ints
) -> int:
    """Play ``length`` packed moves of ``line`` from the start of a deal.

    Args:
        face_of: int64[64], see :func:`face_table`.
        deal: int64[8 * ranks], the codes in the order of the deal.
        work: int64[WORK_SIZE], scratch of any content, see :func:`new_work`.

    Returns:
        0 where every move is legal and just the last one wins; the number from 1 of the first
        move that is not legal (after the win none is); ``length + 1`` where all are legal and
        the game is not won; -1 where ``deal`` has another length or holds what is no code.
    """
    if not _lay_out(rules, face_of, deal, work):
        return -1
    for index in range(length):
        won = work[BASED] == 8 * rules.ranks
        if won or not _legal(rules, face_of, work, line[index]):
            return index + 1
        _make(rules, work, line[index])
    return 0 if work[BASED] == 8 * rules.ranks else length + 1
