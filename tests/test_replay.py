"""The compiled replay: it must say of any line, right or wrong, what the referee says of it."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import NamedTuple

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import jit
from solver.cards import card_text, parse_card
from solver.patience import lines, replay
from solver.patience.board import OPTIONS
from solver.patience.lines import KINDS
from solver.patience.referee import Game, judge
from solver.patience.rules import Rules, compile_rules, to_code, to_codes

Move = dict[str, object]
GAMES = 600
LONGEST, LONGEST_OF_LARGE = 70, 220
NAMES_CARD = ("lift", "return", "build", "down", "up")


class Played(NamedTuple):
    """A random legal game: its moves also name the card of a lift or return."""

    options: dict[str, str]
    deal: list[int]
    moves: list[Move]
    won: bool


def packs(ranks: int) -> list[int]:
    return [13 * suit + rank for _ in range(2) for suit in range(4) for rank in range(ranks)]


def mover(game: Game, move: Move) -> str:
    """The card that a move takes from its place, or brings back to it; ``""`` for none."""
    if move["move"] == "return":
        return card_text(game.aside[0]) if game.aside else ""
    pile = game.piles[int(str(move["pile"])) - 1]
    return card_text(pile[-1]) if pile else ""


def refused(game: Game, move: Move) -> bool:
    """Does the referee refuse it? A packed lift or return names its card, a JSON one does not."""
    if move["move"] in ("lift", "return"):
        plain = {"move": move["move"], "pile": move["pile"]}
        return game.objection(plain) is not None or move["card"] != mover(game, move)
    return game.objection(move) is not None


def play(game: Game, move: Move) -> None:
    lifting = move["move"] in ("lift", "return")
    game.play({k: v for k, v in move.items() if not (lifting and k == "card")})


def verdict(game: Game, moves: Sequence[Move], done: int) -> int:
    """What the replay should say of ``moves``, the first ``done`` of which led to ``game``."""
    copied = False
    for number, move in enumerate(moves[done:], done + 1):
        if refused(game, move):
            return number
        game = game if copied else game.copy()
        copied = True
        play(game, move)
    return 0 if game.won else len(moves) + 1


def pack(rules: Rules, move: Move) -> int:
    """A JSON move as lines.py describes it."""
    code = to_code(rules, parse_card(str(move["card"]))) if "card" in move else 0
    place, target = (int(str(move.get(key, 1))) - 1 for key in ("pile", "to"))
    return KINDS.index(str(move["move"])) << 16 | code << 8 | place << 4 | target


class Replayer:
    """The compiled replay of one deal, with a scratch that is full of cards from the start."""

    def __init__(self, options: dict[str, str], deal: Sequence[int]) -> None:
        self.kernel = compile_rules(options)
        self.rules = replay.replay_rules(options)
        self.faces = replay.face_table(self.kernel)
        self.deal = np.array(to_codes(self.kernel, deal), np.int64)
        self.work = replay.new_work()
        self.work[:] = np.resize(deal, replay.WORK_SIZE)

    def packed(self, moves: Sequence[Move]) -> list[int]:
        return [pack(self.kernel, move) for move in moves]

    def __call__(self, line: Sequence[int]) -> int:
        moves = np.array(line, np.int64)
        return replay.replay(self.rules, self.faces, self.deal, moves, len(line), self.work)


def random_game(seed: int) -> Played:
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    large = seed % 20 == 0
    small = {"ranks": str(rng.choice([3, 3, 3, 4, 5])), "piles": str(rng.randint(2, 5))}
    options |= {"ranks": "13"} if large else small
    deal = packs(int(options["ranks"]))
    rng.shuffle(deal)
    game, eager = Game(options, deal), rng.choice([0.3, 0.8, 1])
    moves: list[Move] = []
    while not game.won and len(moves) < (LONGEST_OF_LARGE if large else LONGEST):
        legal = game.legal_moves()
        if not legal:
            break
        based = [move for move in legal if move["move"] in ("up", "down")]
        move = rng.choice(based if based and rng.random() < eager else legal)
        if move["move"] in ("lift", "return"):
            move["card"] = mover(game, move)
        play(game, move)
        moves.append(move)
    return Played(options, deal, moves, game.won)


@cache
def played(seed: int) -> Played:
    return random_game(seed)


def test_random_games_are_of_every_kind() -> None:
    """Else the comparisons below would say little."""
    games = [played(seed) for seed in range(GAMES)]
    assert len({tuple(game.options.values()) for game in games}) >= 500
    assert sum(game.won for game in games) >= 50
    kinds = Counter(move["move"] for game in games for move in game.moves)
    assert min(kinds[kind] for kind in KINDS) >= 100


@pytest.mark.parametrize("part", range(10))
def test_legal_games_replay(part: int) -> None:
    for seed in range(part, GAMES, 10):
        options, deal, moves, won = played(seed)
        replayer = Replayer(options, deal)
        line = replayer.packed(moves)
        assert replayer(line) == (0 if won else len(moves) + 1), f"game {seed}"
        assert replayer([]) == 1
        assert lines.to_moves(replayer.kernel, line) == [  # the encoder of this test is right
            {k: v for k, v in move.items() if k != "card" or KINDS.index(str(move["move"])) >= 5}
            for move in moves
        ]
        if won:
            places = range(int(options["piles"]))
            after = [kind << 16 | place << 4 for kind in range(8) for place in places]
            assert {replayer([*line, move]) for move in after} == {len(moves) + 1}
            assert replayer(line[:-1]) == len(moves)
            assert judge(options, deal, lines.to_moves(replayer.kernel, line)).ok


# ------------------------------------------------------------------ one move changed


def changed(game: Game, move: Move, rng: random.Random) -> Iterator[Move]:
    """The move with another kind, place, target or card, the likeliest cards first."""
    places = range(1, len(game.piles) + 1)
    cards = [card_text(13 * suit + rank) for suit in range(4) for rank in range(game.ranks)]
    for kind in KINDS:
        for pile in [move["pile"]] if "pile" in move else places:
            named: Move = {"move": kind}
            if kind != "deal":
                named["pile"] = pile
            if kind == "build":
                named["to"] = rng.choice(places)
            if kind in NAMES_CARD:
                named["card"] = mover(game, named) or rng.choice(cards)
            yield named
    for key in ("pile", "to"):
        for place in places if key in move else ():
            moved = {**move, key: place}
            yield moved
            if "card" in move:
                yield {**moved, "card": mover(game, moved) or rng.choice(cards)}
    for card in rng.sample(cards, 3) if "card" in move else ():
        yield {**move, "card": card}


def corruptions(game: Game, moves: list[Move], at: int, rng: random.Random) -> Iterator[list[Move]]:
    """Lines that differ from ``moves`` at one index; ``game`` is the position before it."""
    yield moves[:at] + moves[at + 1 :]
    yield moves[: at + 1] + moves[at:]
    for other in changed(game, moves[at], rng):
        if other != moves[at]:
            yield [*moves[:at], other, *moves[at + 1 :]]


@pytest.mark.parametrize("part", range(20))
def test_a_changed_move_gets_the_verdict_of_the_referee(part: int) -> None:
    for seed in range(part, GAMES, 20):
        options, deal, moves, _ = played(seed)
        rng = random.Random(seed)
        chosen = {*rng.sample(range(len(moves)), min(8, len(moves))), len(moves) - 1}
        replayer, game = Replayer(options, deal), Game(options, deal)
        for at, move in enumerate(moves):
            for line in corruptions(game, moves, at, rng) if at in chosen else ():
                said, right = replayer(replayer.packed(line)), verdict(game, line, at)
                assert said == right, f"game {seed}, move {at + 1}: {line[at : at + 1]}"
            play(game, move)


# ------------------------------------------------------------------ what is no move at all

USED_BITS = {"deal": 0, "turn": 0xF0, "pass": 0xF0, "build": 0x3FFF}


def test_what_is_no_packed_move_is_illegal() -> None:
    """Stray bits, places beyond the last, codes of no card, kinds beyond the last."""
    gap = 15 << 8
    for seed in range(60):
        options, deal, moves, _ = played(seed)
        replayer = Replayer(options, deal)
        line = replayer.packed(moves)
        beyond = range(int(options["piles"]), 16)
        anywhere = {kind << 16 | place << 4 for kind in range(8) for place in beyond}
        anywhere |= {kind << 16 | gap | place << 4 for kind in range(8) for place in range(12)}
        for at, move in enumerate(moves):
            used = USED_BITS.get(str(move["move"]), 0x3FF0)
            stray = {
                line[at] ^ 1 << bit for bit in (*range(16), *range(19, 63)) if not used >> bit & 1
            }
            stray |= {line[at] & ~0xF0 | place << 4 for place in beyond}
            stray |= {line[at] & ~0xF | place for place in beyond}
            for junk in [*anywhere, *stray, ~line[at], line[at] - 2**63, -1, 8 << 16]:
                assert replayer([*line[:at], junk]) == at + 1


def test_an_emptied_place_forces_nothing() -> None:
    """In full packs, where the lowest card of all lies next to what no card is written as."""
    options = {name: values[0] for name, values in OPTIONS.items()}
    options |= {"bases": "aces-kings", "ranks": "13", "piles": "2"}
    deal = [0, 4, *(card for card in packs(13)[1:] if card != 4), 4]
    replayer = Replayer(options, deal)
    line = replayer.packed([{"move": "up", "pile": 1, "card": "AC"}, {"move": "deal"}])
    assert replayer(line) == 3


class Guarded(list[int]):
    """A list that refuses what numpy would silently count from the end or read past it."""

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        assert 0 <= index < len(self)
        return super().__getitem__(index)

    def __setitem__(self, index: int, value: int) -> None:  # type: ignore[override]
        assert 0 <= index < len(self)
        super().__setitem__(index, value)


@cache
def uncompiled() -> ModuleType:
    """The module once more, its kernels plain Python down to the last helper."""
    spec = importlib.util.spec_from_file_location("uncompiled_replay", inspect.getfile(replay))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "njit", lambda function: function)
        spec.loader.exec_module(module)
    return module


INT64 = st.integers(-(2**63), 2**63 - 1)
NEAR = st.builds(
    lambda kind, code, place, target: kind << 16 | code << 8 | place << 4 | target,
    st.integers(-1, 9),
    st.integers(0, 70),
    st.integers(0, 12),
    st.just(0) | st.integers(0, 12),
)


@settings(deadline=None, max_examples=600)
@given(
    st.integers(0, GAMES - 1),
    st.integers(0, LONGEST),
    st.lists(NEAR | INT64, max_size=5),
    st.data(),
)
def test_junk_is_judged_without_looking_beyond_any_array(
    seed: int, kept: int, junk: list[int], data: st.DataObject
) -> None:
    options, deal, moves, _ = played(seed)
    replayer = Replayer(options, deal)
    line = replayer.packed(moves)
    line = line[:kept] + junk + line[kept:]
    length = data.draw(st.integers(0, len(line)))
    plain = uncompiled()
    said = plain.replay(
        plain.ReplayRules(*replayer.rules),
        Guarded(replayer.faces.tolist()),
        Guarded(replayer.deal.tolist()),
        Guarded(line[:length]),
        length,
        Guarded(replayer.work.tolist()),
    )
    assert said == replayer(line[:length])
    assert 0 <= said <= length + 1


@pytest.mark.parametrize("change", ["short", "long", "code", "negative", "gap"])
def test_what_is_no_deal_is_said(change: str) -> None:
    options, deal, moves, _ = played(1)
    replayer = Replayer(options, deal)
    codes = replayer.deal.tolist()
    junk = {"code": 64, "negative": -64, "gap": 15}
    if change in junk:
        codes[-1] = junk[change]
    replayer.deal = np.array(
        {"short": codes[1:], "long": codes + codes[:1]}.get(change, codes), np.int64
    )
    assert replayer(replayer.packed(moves)) == -1


# ------------------------------------------------------------------ the kernels


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
def test_one_signature_and_an_int_back() -> None:
    options, deal, moves, _ = played(0)
    replayer = Replayer(options, deal)
    replayer(replayer.packed(moves))
    (signature,) = replay.replay.nopython_signatures  # type: ignore[attr-defined]
    assert signature.return_type == numba.int64


@pytest.mark.parametrize(
    ("module", "allowed"), [(replay, {"jit", "patience.lines"}), (lines, {"cards"})]
)
def test_nothing_of_the_search_is_used(module: ModuleType, allowed: set[str]) -> None:
    tree = ast.parse(inspect.getsource(module))
    froms = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    own = {name.removeprefix("solver.") for name in froms if name.startswith("solver")}
    assert own <= allowed | {"patience.rules"}
