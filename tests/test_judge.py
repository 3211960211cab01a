"""Claims put to the referee: junk, whole lines, counts of all lines, and the picture it shows."""

from __future__ import annotations

import ast
import inspect
import random
from collections import Counter
from collections.abc import Hashable, Mapping
from types import ModuleType

import pytest
from by_hand import IZNANKA, VOSEM, at, fine, key, packs, why
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cards import parse_card
from solver.deals import patience_deal
from solver.patience import bases, board, claims, referee
from solver.patience.board import BasePile, board_text
from solver.patience.claims import FIELDS
from solver.patience.referee import Game, Verdict, judge

# ------------------------------------------------------------------ junk


@pytest.mark.parametrize(
    ("junk", "part"),
    [
        (None, "a move must be an object"),
        ([], "not a list"),
        ("deal", "not 'deal'"),
        ({}, "does not say what it is"),
        ({"pile": 3}, "does not say what it is"),
        ({"move": "hop"}, "there is no move 'hop'"),
        ({"move": ["deal"]}, "there is no move a list"),
        ({"move": {}}, "there is no move an object"),
        ({"move": "x" * 99}, "…"),
        ({"move": "deal", "pile": 1}, "a move 'deal' has no 'pile'"),
        ({"move": "deal", "card": "7C"}, "a move 'deal' has no 'card'"),
        ({"move": "up", "pile": 1, "to": 2}, "a move 'up' has no 'to'"),
        ({"move": "up"}, "the move has no 'pile'"),
        ({"move": "build", "pile": 1}, "the move has no 'to'"),
        ({"move": "up", "pile": True}, "whole number from 1 to 8, not True"),
        ({"move": "up", "pile": 1.0}, "whole number from 1 to 8, not 1.0"),
        ({"move": "up", "pile": "1"}, "whole number from 1 to 8, not '1'"),
        ({"move": "up", "pile": None}, "not None"),
        ({"move": "up", "pile": 0}, "there is no place 0"),
        ({"move": "build", "pile": 1, "to": 9}, "there is no place 9"),
        ({"move": "up", "pile": -(10**5000)}, "there is no place a huge number"),
        ({"move": "up", "pile": 1, "card": 7}, "'card' must be a text"),
        ({"move": "up", "pile": 1, "card": "77"}, "'card' is not a card"),
    ],
)
def test_junk_moves_are_explained(junk: object, part: str) -> None:
    reason = Game(IZNANKA, packs()).objection(junk)
    assert reason is not None
    assert part in reason
    verdict = judge(IZNANKA, packs(), [junk])
    assert verdict == Verdict(False, 1, reason, False)


def test_a_card_may_be_named_in_russian() -> None:
    fine(at("7C | 8C", up="6C"), "up 1 7т")
    assert "is 7C, not 8H" in why(at("7C | 8C", up="6C"), "up 1 8ч")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)
NEAR = st.fixed_dictionaries(
    {"move": st.sampled_from(sorted(FIELDS)) | JSON},
    optional={
        "pile": st.integers(-1, 9) | JSON,
        "to": st.integers(-1, 9) | JSON,
        "card": st.sampled_from(["7C", "10H", "Тч", "TC", ""]) | JSON,
    },
)


@settings(deadline=None)
@given(JSON | st.lists(NEAR | JSON, max_size=4))
def test_any_value_gets_a_verdict(moves: object) -> None:
    verdict = judge(IZNANKA, packs(), moves)
    assert isinstance(verdict, Verdict)
    assert not verdict.ok
    assert not verdict.won
    assert verdict.reason


@pytest.mark.parametrize(
    ("options", "deal", "part"),
    [
        (IZNANKA | {"colour": "red"}, packs(), "knows no option 'colour'"),
        ({"seal": "open"}, packs(), "option 'bases' is missing"),
        (IZNANKA | {"seal": "glue"}, packs(), "'seal' is one of closed, open, not 'glue'"),
        (IZNANKA | {"ranks": "14"}, packs(), "'ranks' is one of"),
        (IZNANKA, packs()[1:], "the deal has AC 1 times, not twice"),
        (IZNANKA, [*packs(), 0], "the deal has AC 3 times, not twice"),
        (IZNANKA, [*packs()[1:], 52], "52 in the deal is no face"),
        (IZNANKA | {"ranks": "3"}, packs(), "4C does not belong to packs of 3 ranks"),
        (IZNANKA, ["AC"], "a deal must be a sequence of faces"),
        (IZNANKA, None, "a deal must be a sequence of faces"),
    ],
)
def test_impossible_games_are_explained(
    options: dict[str, str], deal: list[int], part: str
) -> None:
    with pytest.raises(ValueError, match=r"."):
        Game(options, deal)
    verdict = judge(options, deal, [])
    assert not verdict.ok
    assert verdict.at is None
    assert part in verdict.reason


# ------------------------------------------------------------------ counts and lines


def levels(game: Game, depth: int) -> tuple[list[int], list[int]]:
    """perft(1…depth) and unique(1…depth), equal positions counted together."""
    level: dict[Hashable, tuple[Game, int]] = {key(game): (game, 1)}
    perft, unique = [], []
    for _ in range(depth):
        following: dict[Hashable, tuple[Game, int]] = {}
        for position, count in level.values():
            for legal in position.legal_moves():
                child = position.copy()
                child.play(legal)
                before = following.get(key(child), (child, 0))
                following[key(child)] = (before[0], before[1] + count)
        level = following
        perft.append(sum(count for _, count in level.values()))
        unique.append(len(level))
    return perft, unique


def test_perft_of_iznanka() -> None:
    game = Game(IZNANKA | {"turn": "none", "ranks": "3", "piles": "3"}, patience_deal(29, 3))
    assert levels(game, 11)[0] == [3, 6, 6, 6, 12, 12, 24, 36, 48, 96, 120]


def test_perft_and_unique_of_vosem() -> None:
    perft, unique = levels(Game(VOSEM | {"ranks": "3", "piles": "2"}, patience_deal(3, 3)), 14)
    assert perft == [2, 2, 2, 2, 4, 6, 16, 26, 28, 36, 76, 160, 256, 390]
    assert unique == [2, 1, 1, 1, 2, 3, 7, 10, 11, 15, 33, 63, 98, 147]


def winning_line(options: Mapping[str, str], deal: list[int]) -> list[object] | None:
    """A winning line found by trying everything, or None if there is none."""
    seen: set[Hashable] = set()
    waiting: list[tuple[Game, list[object]]] = [(Game(options, deal), [])]
    while waiting:
        game, line = waiting.pop()
        if game.won:
            return line
        if key(game) in seen:
            continue
        seen.add(key(game))
        for legal in game.legal_moves():
            child = game.copy()
            child.play(legal)
            waiting.append((child, [*line, legal]))
    return None


STRICT = VOSEM | {"build": "none", "turn": "none", "lift": "none", "ranks": "3", "piles": "2"}


@pytest.mark.parametrize("number", [98, 353])
def test_rows_can_win_where_cards_cannot(number: int) -> None:
    """Under at-once the two pauses are not comparable (RULES.md, *Stricter and looser*)."""
    deal = list(patience_deal(number, 3))
    assert winning_line(STRICT, deal) is not None
    assert winning_line(STRICT | {"pause": "card"}, deal) is None


def test_verdicts_on_a_winning_line() -> None:
    deal = list(patience_deal(98, 3))
    line = winning_line(STRICT, deal)
    assert line is not None
    count = len(line)
    assert judge(STRICT, deal, line) == Verdict(
        True, None, f"all {count} moves are legal and win the game", True
    )
    short = judge(STRICT, deal, line[:-1])
    assert (short.ok, short.at, short.won) == (False, None, False)
    assert short.reason == "the moves are legal but do not win: 23 of 24 cards are on bases"
    longer = judge(STRICT, deal, [*line, {"move": "deal"}])
    assert longer == Verdict(
        False, count + 1, f"the game was won by move {count}: nothing may follow", True
    )
    wrong = judge(STRICT, deal, [*line[:-1], {"move": "turn", "pile": 1}])
    assert (wrong.ok, wrong.at, wrong.won) == (False, count, False)
    assert judge(STRICT, deal, {"moves": line}).reason == "the moves must be a list, not an object"


@pytest.mark.parametrize("seed", range(60))
def test_random_play_keeps_every_card(seed: int) -> None:
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in board.OPTIONS.items()}
    options |= {"ranks": str(rng.randint(3, 6)), "piles": str(rng.randint(2, 5))}
    deal = packs(int(options["ranks"]))
    rng.shuffle(deal)
    game = Game(options, deal)
    line: list[object] = []
    for _ in range(120):
        legal = game.legal_moves()
        assert len({str(one) for one in legal}) == len(legal)
        if not legal:
            break
        line.append(rng.choice(legal))
        game.play(line[-1])
        based = [c for side in (game.up, game.down) for suit in side for b in suit for c in b.cards]
        held = [card for pile in game.piles for card in pile]
        aside = [game.aside[0]] if game.aside else []
        assert Counter(based + held + aside + game.stock) == Counter(deal)
        for suit in range(4):
            shut = [sum(base.closed for base in side[suit]) for side in (game.up, game.down)]
            assert shut[0] == shut[1]
        assert len(board_text(game).splitlines()) >= 6 + len(game.piles)
    verdict = judge(options, deal, line)
    assert verdict.at is None
    assert verdict.ok == verdict.won == game.won


# ------------------------------------------------------------------ the picture


def test_board_text() -> None:
    game = at("5C KD 7H | 10S 9H | ", up="6D 2D", down="KC AD", game=IZNANKA, found="free")
    game.up[0].append(BasePile([parse_card("7C")], closed=True))
    game.down[0].append(BasePile([parse_card("8C")], closed=True))
    assert board_text(game).splitlines() == [
        "   up     down  closed",
        "C  -      KC    7C/8C",
        "D  2D 6D  AD    -",
        "H  -      -     -",
        "S  -      -     -",
        "1:  5C  KD  7H",
        "2: 10S  9H",
        "3: -",
        "stock: no cards, row 35 dealt",
        "next to turn: place 1",
    ]


def test_board_text_with_a_card_aside_and_symbols() -> None:
    game = at("5C KD 7H | 6S 9H", up="AC")
    assert board_text(game).splitlines()[-1] == "next to lift or pass: place 1"
    fine(game, "lift 1")
    assert board_text(game, symbols=True).splitlines() == [
        "   up  down",
        "♣  A♣  -",
        "♦  -   -",
        "♥  -   -",
        "♠  -   -",
        "1: 5♣ K♦",
        "2: 6♠ 9♥",
        "stock: no cards, row 52 dealt",
        "aside: 7♥ from place 1",
    ]


def test_board_text_without_down_piles() -> None:
    lines = board_text(at("5C | 6S", bases="aces", up="AC")).splitlines()
    assert lines[:2] == ["   up", "C  AC"]


# ------------------------------------------------------------------ independence


@pytest.mark.parametrize("module", [referee, claims, bases, board])
def test_the_referee_shares_nothing_with_the_kernels(module: ModuleType) -> None:
    tree = ast.parse(inspect.getsource(module))
    names = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    ]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    own = {name for name in names if name.split(".")[0] in ("solver", "numba", "numpy", "tests")}
    parts = {f"solver.patience.{part}" for part in ("bases", "board", "claims")}
    assert own <= {"solver.cards", *parts}
