"""Interchangeable places: the key that forgets their order, and the search that goes by it."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import Case, case
from numpy.typing import NDArray
from verdicts import ENOUGH, classes, exhaust

from solver.patience.dfs import BY_CLASS
from solver.patience.keys import STRIDE
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import (
    ASIDE,
    CELLS,
    FRAME,
    HEIGHT,
    KEY,
    LIFTED,
    SIZE,
    TOP,
    TURNED,
    make,
    start,
    undo,
)
from solver.patience.rules import LIFT_ANY, TURN_ANY, Rules
from solver.patience.searches import Exhaustive
from solver.patience.solve import UNSOLVABLE
from solver.patience.symmetry import CLASS, SOME_FREE, all_bound, follow, is_bound, survey
from solver.patience.symmetry import SIZE as PLACES_SIZE

Ints = NDArray[np.int64]

# --- the search against the twin ----------------------------------------------------------------

# Deals that go wrong, with short last rows, single cards, and every way to lift and turn.
SMALL = [
    "iznanka:strict,bases=aces,ranks=3,piles=4",
    "iznanka:strict,bases=aces,ranks=4,piles=5",
    "iznanka:strict,bases=aces,pause=card,ranks=3,piles=4",
    "iznanka:strict,bases=aces,spaces=any,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,build=up,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,build=down,suit=alternate,spaces=any,ranks=3,piles=2",
    "iznanka:nobuild,bases=aces,turn=any,ranks=4,piles=2",
    "iznanka:nobuild,bases=aces,ranks=4,piles=3",
    "iznanka:fill,bases=aces,build=none,turn=any,ranks=4,piles=2",
    "iznanka:strict,bases=aces-kings,ranks=3,piles=3",
    "vosem:noturn,bases=aces,build=none,ranks=3,piles=2",
    "vosem:nobuild,bases=aces,ranks=4,piles=2",
    "vosem:noturn,bases=aces,build=none,lift=any,lift_scope=all,ranks=3,piles=2",
    "vosem:fill,bases=aces,build=none,lift=any,turn=any,ranks=4,piles=2",
    "vosem:noturn,bases=aces,build=none,lift=any,ranks=4,piles=3",
    "vosem:nobuild,bases=aces,lift=any,turn=any,ranks=4,piles=2",
    "vosem:nobuild,bases=aces,lift=any,ranks=4,piles=2",
]


def check_classes(text: str, numbers: range, most: int = 10**9) -> tuple[int, int, int]:
    """Unsolvable deals among ``numbers``, positions that the twin reaches on them, classes.

    On every deal the search by class finds the verdict of the plain search, and on an unsolvable
    one, unless it has more than ``most`` positions, it has stored exactly one of each class that
    the twin reaches.
    """
    rules = case(text, 1).rules
    by_class, plain = Exhaustive(rules, ENOUGH.memory), Exhaustive(rules, ENOUGH.memory)
    by_class.by_class, plain.by_class = 1, 0
    told = np.zeros(3, np.int64)
    for number in numbers:
        game = case(text, number)
        verdict, stored = exhaust(by_class, game.codes)
        assert exhaust(plain, game.codes)[0] == verdict, number
        if verdict == UNSOLVABLE and plain.stored <= most:
            won, positions, count = classes(game)
            assert (won, positions, count) == (False, plain.stored, stored), number
            told += (1, positions, count)
    return int(told[0]), int(told[1]), int(told[2])


@pytest.mark.parametrize("text", SMALL)
def test_one_position_of_each_class(text: str) -> None:
    unsolvable, positions, count = check_classes(text, range(1, 101), 4000)
    assert unsolvable > 0 and count <= positions


@pytest.mark.slow
@pytest.mark.parametrize("text", SMALL)
def test_one_position_of_each_class_of_many_deals(text: str) -> None:
    """17 rules, 300 deals each: 5,100 decks."""
    unsolvable, positions, count = check_classes(text, range(1001, 1301))
    assert unsolvable > 5 and count <= positions


def test_classes_are_fewer() -> None:
    lifting, row = "vosem:nobuild,bases=aces,lift=any,ranks=4,piles=2", range(1, 101)
    _, positions, count = check_classes(lifting, row, 3000)
    assert count < positions / 2
    _, positions, count = check_classes("iznanka:strict,bases=aces,ranks=4,piles=5", row, 1500)
    assert count < positions


def test_the_search_goes_by_class_where_that_pays() -> None:
    for text, expected in (("vosem,lift=any", 1), ("vosem:noturn,lift=any", 0), ("iznanka", 0)):
        search = Exhaustive(case(text, 1).rules, ENOUGH.memory)
        search.begin(case(text, 1).codes)
        assert search.work.ctl[BY_CLASS] == expected


# --- the key ------------------------------------------------------------------------------------

TEXTS = [
    "iznanka:fill,ranks=3,piles=5",
    "iznanka:fill,turn=any,ranks=3,piles=4",
    "iznanka:noturn,found=free,pause=card,ranks=4,piles=5",
    "vosem:fill,ranks=3,piles=4",
    "vosem:fill,lift=any,turn=any,lift_scope=all,ranks=3,piles=4",
    "vosem:noturn,lift=any,ranks=3,piles=6",
]


class Play(NamedTuple):
    """A game in the kernels, with the key of its class kept move by move."""

    game: Case
    pos: Ints
    trail: Ints
    moves: Ints
    places: Ints


def begin(game: Case) -> Play:
    most = 400
    play = Play(
        game,
        np.zeros(SIZE, np.int64),
        np.zeros(most * FRAME, np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(PLACES_SIZE, np.int64),
    )
    start(game.rules, game.codes, play.pos)
    survey(game.rules, play.pos, play.places)
    return play


def go(play: Play, ply: int, move: int) -> None:
    first, second = play.pos[KEY], play.pos[KEY + 1]
    make(play.game.rules, play.game.codes, play.pos, play.trail, ply, move)
    follow(play.game.rules, play.pos, play.places, move, first, second, 1)


def back(play: Play, ply: int) -> None:
    first, second, move = play.pos[KEY], play.pos[KEY + 1], play.trail[ply * FRAME]
    undo(play.game.rules, play.pos, play.trail, ply)
    follow(play.game.rules, play.pos, play.places, move, first, second, -1)


def class_key(rules: Rules, pos: Ints) -> tuple[int, ...]:
    """The key of a position's class, made from nothing."""
    places = np.zeros(PLACES_SIZE, np.int64)
    survey(rules, pos, places)
    assert places[SOME_FREE] == 1 - all_bound(rules, pos)
    at = places[CLASS : CLASS + 2] if places[SOME_FREE] else pos[KEY : KEY + 2]
    return tuple(at.tolist())


def kept_key(play: Play) -> tuple[int, ...]:
    at = play.places[CLASS : CLASS + 2] if play.places[SOME_FREE] else play.pos[KEY : KEY + 2]
    return tuple(at.tolist())


def permuted(rules: Rules, pos: Ints, order: list[int]) -> Ints:
    """A position whose place p holds what lay, and what was done, at place ``order[p]``.

    The position's own key is brought up to date for it as far as the key of the class needs.
    """
    new, old_key, new_key = pos.copy(), np.zeros(2, np.int64), np.zeros(2, np.int64)
    for to, source in enumerate(order):
        new[HEIGHT + to], new[TOP + to] = pos[HEIGHT + source], pos[TOP + source]
        cells = CELLS + to * STRIDE, CELLS + source * STRIDE
        new[cells[0] : cells[0] + STRIDE] = pos[cells[1] : cells[1] + STRIDE]
    for mode, at in ((rules.lift == LIFT_ANY, LIFTED), (rules.turn == TURN_ANY, TURNED)):
        if mode:
            new[at] = sum((int(pos[at]) >> source & 1) << to for to, source in enumerate(order))
    if pos[ASIDE]:
        new[ASIDE] = order.index(int(pos[ASIDE]) - 1) + 1
    for position, key in ((pos, old_key), (new, new_key)):
        key[:] = own_share(position)
    new[KEY : KEY + 2] += new_key - old_key
    return new


def own_share(pos: Ints) -> Ints:
    """The part of a position's own key that hangs on the order of places."""
    from solver.patience.symmetry import waiting

    bare = pos.copy()
    bare[KEY : KEY + 2] = 0
    return np.array([-waiting(bare, half) for half in range(2)], dtype=np.int64)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(TEXTS), st.integers(0, 99), st.randoms(use_true_random=False))
def test_the_key_is_kept_and_forgets_the_order(
    text: str, number: int, chance: random.Random
) -> None:
    play = begin(case(text, number))
    rules, pos = play.game.rules, play.pos
    ply = 0
    for _ in range(150):
        count = generate(rules, pos, play.moves, 0)
        if ply > 0 and (count == 0 or chance.random() < 0.2):
            ply -= 1
            back(play, ply)
        elif count and ply < 390:
            go(play, ply, int(play.moves[chance.randrange(count)]))
            ply += 1
        key = kept_key(play)
        assert key == class_key(rules, pos)
        order = list(range(rules.piles))
        free = [place for place in order if not is_bound(rules, pos, place)]
        for place, source in zip(free, chance.sample(free, len(free)), strict=True):
            order[place] = source
        assert class_key(rules, permuted(rules, pos, order)) == key
