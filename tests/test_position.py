"""Positions, keys, moves and the table of the kernels, against the naive twin and plain Python."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import Case, case
from numpy.typing import NDArray
from twin import Move, Position, SuitBases, Twin

from solver.deals import patience_pack
from solver.patience import dfs, keys
from solver.patience.lines import BUILD, DEAL, KINDS, LIFT, PLAY_DOWN, PLAY_UP, RETURN
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.options import PATIENCE_OPTIONS, PATIENCES
from solver.patience.position import (
    ASIDE,
    CELLS,
    DOWN,
    FRAME,
    HEIGHT,
    HELD,
    KEY,
    LIFTED,
    PLACED,
    STOCK,
    TOP,
    TURNED,
    UP,
    make,
    new_position,
    start,
    undo,
)
from solver.patience.restarts import luby
from solver.patience.rules import Rules, compile_rules, to_code, to_face
from solver.variants import parse

Ints = NDArray[np.int64]

EXAMPLES = 150
MOST_PLIES = 250
WORD = 2**64

patient = settings(deadline=None)
"""The first call of a kernel compiles it."""

thorough = settings(deadline=None, max_examples=EXAMPLES)


# --- a game in the kernels and in the twin at once ----------------------------------------------


class Table(NamedTuple):
    """The kernels' arrays for one game."""

    game: Case
    pos: Ints
    trail: Ints
    moves: Ints


def set_up(game: Case, plies: int = MOST_PLIES) -> Table:
    """The start position."""
    table = Table(
        game,
        new_position(),
        np.zeros((plies + 1) * FRAME, np.int64),
        np.zeros(MOST_MOVES, np.int64),
    )
    start(game.rules, game.codes, table.pos)
    return table


def legal(table: Table) -> list[int]:
    """The packed moves that the kernels generate."""
    count = generate(table.game.rules, table.pos, table.moves, 0)
    return [int(move) for move in table.moves[:count]]


def piles_of(rules: Rules, pos: Ints) -> list[list[int]]:
    """The codes on each place, from the bottom."""
    cells = [pos[CELLS + p * keys.STRIDE :] for p in range(rules.piles)]
    return [[int(code) for code in cells[p][: int(pos[HEIGHT + p])]] for p in range(rules.piles)]


class State(NamedTuple):
    """Everything in ``pos`` that means something.

    Cells above a pile's height are what cards left behind as they were taken off, and no code
    reads them; the code of the card aside means nothing while no card is aside.
    """

    head: tuple[int, ...]
    """All elements before the cells: counters, base piles, both keys, heights and tops."""
    piles: tuple[tuple[int, ...], ...]


def state_of(rules: Rules, pos: Ints) -> State:
    """The meaning of a position, element by element."""
    head = pos[:CELLS].tolist()
    if head[ASIDE] == 0:
        head[HELD] = 0
    return State(tuple(head), tuple(map(tuple, piles_of(rules, pos))))


def key_of(pos: Ints) -> tuple[int, int]:
    """The key that the kernels keep, as two numbers below 2**64."""
    return int(pos[KEY]) % WORD, int(pos[KEY + 1]) % WORD


def mixed(packed: int, half: int) -> int:
    """keys.mix in plain Python."""
    x = (packed + 1) * int(keys._MIX[half]) % WORD
    x ^= x >> 29
    x = x * int(keys._MIX[2 + half]) % WORD
    return x ^ x >> 32


def bits(board: int) -> list[int]:
    """The codes in a bitboard."""
    return [code for code in range(64) if board >> code & 1]


def key_from_scratch(rules: Rules, pos: Ints) -> tuple[int, int]:
    """The key as the docstring of keys.py defines it, in whole numbers."""
    packed = int(pos[STOCK]) | int(pos[LIFTED]) << 8 | int(pos[TURNED]) << 20
    if pos[ASIDE] > 0:
        packed |= int(pos[ASIDE]) << 32 | int(pos[HELD]) << 36
    sums = [mixed(packed, 0), mixed(packed, 1)]
    for half in range(2):
        card, cell = half * keys.SECOND_CARD, half * keys.SECOND_CELL
        for place, pile in enumerate(piles_of(rules, pos)):
            for height, code in enumerate(pile):
                number = int(keys.CELL[cell + place * keys.STRIDE + height])
                sums[half] += int(keys.CARD[card + code]) * number
        wait = half * keys.SECOND_WAIT
        for which in range(2):
            sums[half] += sum(int(keys.WAIT[wait + code]) for code in bits(int(pos[UP + which])))
            sums[half] += sum(
                int(keys.WAIT[wait + 64 + code]) for code in bits(int(pos[DOWN + which]))
            )
    return sums[0] % WORD, sums[1] % WORD


def bases_of(rules: Rules, pos: Ints, suit: int) -> SuitBases:
    """A suit's base piles as the twin has them, from what the kernels' base piles wait for."""
    ranks = rules.cards // 8
    first = 1 if rules.aces_low else 2  # the height of the lowest code
    up, down, closed = [], [], 0
    for pile in range(rules.per_suit):
        waits = [code - 16 * suit for code in bits(int(pos[UP + pile])) if code // 16 == suit]
        if waits:
            up += [waits[0] + first - 1] * (waits[0] > 0)
        elif rules.aces_low:
            up.append(ranks)  # full
        else:
            closed += 1
        waits = [code - 16 * suit for code in bits(int(pos[DOWN + pile])) if code // 16 == suit]
        if waits:
            down += [waits[0] + first + 1] * (waits[0] < ranks - 1)
        elif rules.aces_low and rules.down_start:
            down.append(1)
    return SuitBases(tuple(sorted(up)), tuple(sorted(down)), closed)


def places_in(rules: Rules, number: int, ordered: bool) -> frozenset[int]:
    """The places that a counter (``ordered``) or a set of bits stands for."""
    return frozenset(p for p in range(rules.piles) if (p < number if ordered else number >> p & 1))


def as_twin(game: Case, pos: Ints) -> Position:
    """The twin's position for the kernels' one."""
    rules, options = game.rules, game.variant.options
    aside = None
    if pos[ASIDE] > 0:
        aside = (int(pos[ASIDE]) - 1, to_face(rules, int(pos[HELD])))
    return Position(
        int(pos[STOCK]),
        tuple(tuple(to_face(rules, code) for code in pile) for pile in piles_of(rules, pos)),
        tuple(bases_of(rules, pos, suit) for suit in range(4)),
        places_in(rules, int(pos[LIFTED]), options["lift"] == "ordered"),
        places_in(rules, int(pos[TURNED]), options["turn"] == "ordered"),
        aside,
    )


def as_move(move: int) -> Move:
    """The twin's move for a packed one."""
    kind, place, target = move >> 16, move >> 4 & 15, move & 15
    return (KINDS[kind], None if kind == DEAL else place, target if kind == BUILD else None)


def check_moves(table: Table, twin: Twin, position: Position) -> list[int]:
    """The kernels' moves, which must be the twin's, each once, with the card that moves."""
    rules, pos = table.game.rules, table.pos
    found = legal(table)
    assert len(set(found)) == len(found)
    ours = [as_move(move) for move in found]
    assert sorted(map(str, ours)) == sorted(map(str, twin.moves(position)))
    piles = piles_of(rules, pos)
    for move in found:
        kind, code, place = move >> 16, move >> 8 & 63, move >> 4 & 15
        if kind in (PLAY_UP, PLAY_DOWN, BUILD, LIFT):
            assert code == piles[place][-1]
        else:
            assert code == (pos[HELD] if kind == RETURN else 0)
    assert found == sorted(found, key=lambda move: min(move >> 16, PLAY_DOWN))  # eager ones last
    return found


# --- random rules, random deals, random play ----------------------------------------------------


@st.composite
def variants(draw: st.DrawFn) -> str:
    """A variant with every option told, any of the family."""
    told = [f"{option.name}={draw(st.sampled_from(option.values))}" for option in PATIENCE_OPTIONS]
    return ",".join([draw(st.sampled_from(sorted(game.id for game in PATIENCES))), *told])


@st.composite
def small_variants(draw: st.DrawFn) -> str:
    """A variant of a deck so small that random play meets the same positions again and again."""
    told = [
        f"{option.name}={draw(st.sampled_from(option.values))}"
        for option in PATIENCE_OPTIONS
        if option.name not in ("ranks", "piles")
    ]
    told += [f"ranks={draw(st.integers(3, 4))}", f"piles={draw(st.integers(2, 4))}"]
    return ",".join([draw(st.sampled_from(sorted(game.id for game in PATIENCES))), *told])


numbers = st.integers(0, 2**64 - 1)


@thorough
@given(variants(), numbers, st.integers(1, MOST_PLIES), st.randoms(use_true_random=False))
def test_play_and_undo(text: str, number: int, plies: int, chance: random.Random) -> None:
    game = case(text, number)
    rules, twin = game.rules, Twin(game.variant.options, game.faces)
    table, position = set_up(game), twin.start()
    before: list[State] = []
    for ply in range(plies):
        assert as_twin(game, table.pos) == position
        assert key_of(table.pos) == key_from_scratch(rules, table.pos)
        based = sum(map(len, position.places)) + (position.aside is not None)
        assert table.pos[PLACED] == position.dealt - based
        found = check_moves(table, twin, position)
        if not found:
            break
        before.append(state_of(rules, table.pos))
        move = chance.choice(found)
        make(rules, game.codes, table.pos, table.trail, ply, move)
        position = twin.play(position, as_move(move))
    assert as_twin(game, table.pos) == position
    assert key_of(table.pos) == key_from_scratch(rules, table.pos)
    for ply, state in reversed(list(enumerate(before))):
        undo(rules, table.pos, table.trail, ply)
        assert state_of(rules, table.pos) == state


@thorough
@given(variants(), numbers)
def test_start_forgets_the_game_before(text: str, number: int) -> None:
    game = case(text, number)
    used = set_up(game)
    used.pos[:] = 77
    start(game.rules, game.codes, used.pos)
    fresh = set_up(game)
    assert state_of(game.rules, used.pos) == state_of(game.rules, fresh.pos)
    assert not used.pos[TOP + game.rules.piles : CELLS].any()  # generate looks at absent places


@thorough
@given(small_variants(), st.integers(0, 99), st.randoms(use_true_random=False))
def test_a_key_is_a_position(text: str, number: int, chance: random.Random) -> None:
    """To and fro at random: equal positions have equal keys, different ones different keys."""
    game = case(text, number)
    table, twin = set_up(game), Twin(game.variant.options, game.faces)
    path = [twin.start()]
    key_at = {path[0]: key_of(table.pos)}
    for _ in range(400):
        found = legal(table)
        if len(path) > 1 and (not found or len(path) > MOST_PLIES or chance.random() < 0.4):
            path.pop()
            undo(game.rules, table.pos, table.trail, len(path) - 1)
        elif found:
            move = chance.choice(found)
            make(game.rules, game.codes, table.pos, table.trail, len(path) - 1, move)
            path.append(twin.play(path[-1], as_move(move)))
        assert key_at.setdefault(path[-1], key_of(table.pos)) == key_of(table.pos)
    assert len(set(key_at.values())) == len(key_at)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("iznanka,found=free,turn=any,ranks=3,piles=3", 8),
        ("iznanka:fill,seal=open,suit=any,ranks=4,piles=2", 4),
        ("iznanka,bases=aces,suit=alternate,lift=any,turn=any,ranks=3,piles=2", 13),
        ("vosem:free,ranks=3,piles=2", 21),
        ("vosem:bycard,lift=ordered,lift_scope=all,ranks=4,piles=2", 27),
        ("vosem:fill,lift=any,lift_scope=all,turn=ordered,ranks=3,piles=3", 6),
    ],
)
def test_different_orders_lead_to_one_key(text: str, number: int) -> None:
    """Depth first through thousands of positions, most of them reached in more than one way."""
    game = case(text, number)
    table, twin = set_up(game, 4000), Twin(game.variant.options, game.faces)
    key_at: dict[Position, tuple[int, int]] = {twin.start(): key_of(table.pos)}
    path, again = [(twin.start(), legal(table))], 0
    while path and len(key_at) < 3000:
        position, untried = path[-1]
        if not untried or len(path) > 4000:
            path.pop()
            if path:
                undo(game.rules, table.pos, table.trail, len(path) - 1)
            continue
        move = untried.pop()
        make(game.rules, game.codes, table.pos, table.trail, len(path) - 1, move)
        child = twin.play(position, as_move(move))
        if child in key_at:
            again += 1
            assert key_at[child] == key_of(table.pos)
            undo(game.rules, table.pos, table.trail, len(path) - 1)
            continue
        key_at[child] = key_of(table.pos)
        path.append((child, legal(table)))
    assert len(key_at) == 3000 and again > 100
    assert len(set(key_at.values())) == len(key_at)


@patient
@given(st.lists(st.integers(0, 2**42 - 1), unique=True, min_size=2, max_size=20))
def test_mixing_is_one_to_one(packed: list[int]) -> None:
    for half in range(2):
        told = [int(keys.mix(number, half)) % WORD for number in packed]
        assert told == [mixed(number, half) for number in packed]
        assert len(set(told)) == len(packed)


def test_generate_appends() -> None:
    table = set_up(case("iznanka,found=free", 1))
    found = legal(table)
    table.moves[:7] = -1
    assert generate(table.game.rules, table.pos, table.moves, 7) == 7 + len(found) > 7
    assert table.moves[: 7 + len(found)].tolist() == [-1] * 7 + found


# --- cards, restarts, order of moves ------------------------------------------------------------


@pytest.mark.parametrize("bases", ["twos-aces", "aces-kings", "aces"])
@pytest.mark.parametrize("ranks", range(3, 14))
def test_codes_and_faces(bases: str, ranks: int) -> None:
    rules = compile_rules(parse(f"iznanka,bases={bases},ranks={ranks}").rules)
    faces = sorted(set(patience_pack(ranks)))
    codes = [to_code(rules, face) for face in faces]
    assert [to_face(rules, code) for code in codes] == faces
    assert sum(1 << code for code in codes) == rules.valid
    # Next in suit is the next bit: 2 < 3 < ... < R < A, or A < 2 < ... < R.
    order = [*range(1, ranks), 0] if bases == "twos-aces" else list(range(ranks))
    for suit in range(4):
        heights = [to_code(rules, 13 * suit + rank) for rank in order]
        assert heights == list(range(16 * suit, 16 * suit + ranks))


def test_luby_sequence() -> None:
    first = "1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 16 1"
    assert [int(luby(i)) for i in range(1, 33)] == [int(term) for term in first.split()]
    block: list[int] = []
    while len(block) < 5000:  # a block is twice the block before, and the next power of two
        block = [*block, *block, max(block, default=0) * 2 or 1]
    assert [int(luby(i)) for i in range(1, len(block) + 1)] == block


packed_moves = st.builds(
    lambda kind, low: kind << 16 | low, st.integers(0, PLAY_UP), st.integers(0, 2**14 - 1)
)


@patient
@given(
    st.lists(packed_moves, max_size=40),
    st.integers(0, 10),
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0, 1, 8, 64]),
)
def test_shuffling_moves_keeps_them(found: list[int], first: int, noise: int, whims: int) -> None:
    found = sorted(found, key=lambda move: move >> 16)  # as they are generated: by kind
    array = np.array([*range(-first, 0), *found, -99, -99], dtype=np.int64)
    ctl = np.zeros(dfs.CTL_SIZE, np.int64)
    ctl[dfs.COUNT], ctl[dfs.NOISE], ctl[dfs.WHIMS] = first + len(found), noise, whims
    dfs.shuffle(array, first, ctl)
    shuffled = array[first : first + len(found)].tolist()
    assert Counter(shuffled) == Counter(found)
    assert array[:first].tolist() == list(range(-first, 0))
    assert array[first + len(found) :].tolist() == [-99, -99]
    assert ctl[dfs.COUNT] == first + len(found)
    if noise == 0:
        assert shuffled == found and ctl[dfs.NOISE] == 0
    elif whims == 0:  # kinds keep their order, and steps stay as they are
        assert [move >> 16 for move in shuffled] == [move >> 16 for move in found]
        steps = [move for move in found if move >> 16 < BUILD]
        assert shuffled[: len(steps)] == steps


def test_shuffling_moves_does_something() -> None:
    """Every order of three builds comes up, and with whims a step comes first at times."""
    ctl = np.zeros(dfs.CTL_SIZE, np.int64)
    ctl[dfs.COUNT], ctl[dfs.NOISE] = 4, 1
    orders, firsts = set(), set()
    for round_ in range(400):
        ctl[dfs.WHIMS] = 8 if round_ >= 100 else 0
        moves = np.array([DEAL << 16, *(BUILD << 16 | i for i in range(3))], dtype=np.int64)
        dfs.shuffle(moves, 0, ctl)
        if round_ < 100:
            orders.add(tuple(moves.tolist()))
        firsts.add(int(moves[-1]) >> 16)
    assert len(orders) == 6
    assert firsts == {DEAL, BUILD}
