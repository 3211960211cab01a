"""What the beam's score counts, against plain counting on lists of cards along random play."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from kernels import Case, case

from solver.patience.lines import BUILD
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import CELLS, DOWN, FRAME, HEIGHT, UP, make, new_position, start
from solver.patience.score import COUNTS, FEATURES, NO_COPY, PHASES, measure, phase, score
from solver.patience.weights import weights_of

VARIANTS = [
    "iznanka",
    "vosem",
    "vosem:noturn",
    "vosem:free,piles=5",
    "iznanka:fill,ranks=7,piles=12",
    "vosem,suit=alternate,lift=any,ranks=6",
    "iznanka,suit=any,bases=aces",
]


def beside(one: int, other: int) -> bool:
    """In-suit neighbours."""
    return one // 16 == other // 16 and abs(one - other) == 1


def reaches(rule: str, one: int, other: int) -> bool:
    """Whether a card may go on another by suit and rank (both ways)."""
    red, other_red = (code // 16 in (1, 2) for code in (one, other))
    suits = {"same": one // 16 == other // 16, "any": True, "alternate": red != other_red}
    return suits[rule] and abs(one % 16 - other % 16) == 1


def awaited(bits: int) -> list[int]:
    return [code for code in range(64) if bits >> code & 1]


def blocks(pile: list[int]) -> list[list[int]]:
    """The longest rows of neighbours, from the bottom."""
    found: list[list[int]] = []
    for code in pile:
        if found and beside(found[-1][-1], code):
            found[-1].append(code)
        else:
            found.append([code])
    return found


def done(rule: str, options: dict[str, str], pos: np.ndarray, at: int, place: int) -> bool:
    """Whether a place needs no lift (at=1) or turn (at=2) any more."""
    if options[rule] == "any":
        return bool(int(pos[at]) >> place & 1)
    return options[rule] == "none" or place < pos[at]


def naive(game: Case, pos: np.ndarray) -> dict[str, int]:
    """Every count, from lists."""
    rules, options = game.rules, dict(game.variant.rules)
    piles = [
        [int(code) for code in pos[CELLS + 104 * p : CELLS + 104 * p + int(pos[HEIGHT + p])]]
        for p in range(rules.piles)
    ]
    filled = [pile for pile in piles if pile]
    waits = awaited(int(pos[UP] | pos[UP + 1]) & rules.ups)
    waits += awaited(int(pos[DOWN] | pos[DOWN + 1]) & rules.downs)
    tops = [pile[-1] for pile in filled]

    def covers(code: int) -> int:
        over = [NO_COPY]
        for pile in filled:
            rows = blocks(pile)
            over += [len(rows) - 1 - i for i, row in enumerate(rows) if code in row]
        return min(over)

    def promise(code: int, over: int) -> int:
        near = any(reaches(options["suit"], code, top) for top in tops)
        return (code in waits) + (near and not beside(code, over))

    pairs = [pair for pile in filled for pair in itertools.pairwise(pile)]
    triples = [pile[i : i + 3] for pile in filled for i in range(len(pile) - 2)]
    runs = [t for t in triples if beside(t[0], t[1]) and beside(t[1], t[2])]
    deep = [(p, pile) for p, pile in enumerate(piles) if len(pile) > 1]
    lifts = [pile for p, pile in deep if not done("lift", options, pos, 1, p)]
    turns = [pile for p, pile in deep if not done("turn", options, pos, 2, p)]
    suits = [(a, b) for a, b in pairs if a // 16 == b // 16 and abs(a - b) > 1]
    stock = int(pos[0])
    return {
        "placed": rules.cards - (rules.cards - stock) - sum(map(len, piles)) - (pos[3] > 0),
        "neighbours": sum(beside(*pair) for pair in pairs),
        "blocks": sum((len(blocks(pile)) - 1) ** 2 for pile in filled),
        "runs": sum(t[1] - t[0] == t[2] - t[1] for t in runs),
        "cover": sum(map(covers, waits)),
        "unseen": sum(covers(code) == NO_COPY for code in waits),
        "mobile": sum(any(reaches(options["suit"], top, to) for to in tops) for top in tops),
        "lifts": sum(promise(pile[-2], pile[-1]) for pile in lifts),
        "turns": sum(promise(pile[0], pile[1]) for pile in turns),
        "next": sum(int(code) in waits for code in game.codes[stock : stock + rules.piles]),
        "empty": rules.piles - len(filled),
        "heights": sum(len(pile) ** 2 for pile in filled) // 10,
        "zigzags": sum(t[1] - t[0] != t[2] - t[1] for t in runs),
        "twins": sum(a == b for a, b in pairs),
        "split": sum(t[0] == t[2] for t in triples),
        "near_miss": sum(beside(t[0], t[2]) for t in triples),
        "rising": sum(b > a for a, b in suits),
        "falling": sum(b < a for a, b in suits),
        "heads": sum(beside(pile[-1], pile[-2]) for _, pile in deep),
        "feet": sum(beside(pile[0], pile[1]) for pile in turns),
    }


@pytest.mark.parametrize("text", VARIANTS)
def test_counts_and_phases_along_random_play(text: str) -> None:
    counts, covers = np.full(COUNTS, -1, np.int64), np.full(64, -1, np.int64)
    trail, moves = np.zeros(FRAME, np.int64), np.zeros(MOST_MOVES, np.int64)
    seen: dict[str, set[int]] = {name: set() for name in FEATURES}
    for number in range(1, 5):
        game, chance, pos = case(text, number), random.Random(f"{text} {number}"), new_position()
        start(game.rules, game.codes, pos)
        before = 1
        for _ in range(250):
            measure(game.rules, game.codes, pos, covers, counts)
            told = dict(zip(FEATURES, counts.tolist(), strict=True))
            assert told == naive(game, pos)
            for name, value in told.items():
                seen[name].add(value)
            now = phase(game.rules, pos)
            assert before <= now < PHASES
            before = now
            count = generate(game.rules, pos, moves, 0)
            if count == 0:
                break
            eager = [int(m) for m in moves[:count] if m >> 16 >= BUILD]
            patient = [int(m) for m in moves[:count] if m >> 16 < BUILD]
            some = eager if eager and (chance.random() < 0.7 or not patient) else patient
            make(game.rules, game.codes, pos, trail, 0, chance.choice(some))
    dull = {name for name, values in seen.items() if len(values) < 2}
    assert dull <= {"lifts", "turns", "feet", "empty", "twins", "runs", "zigzags"}


@pytest.mark.parametrize("text", ["vosem", "iznanka", "vosem:noturn", "vosem:free"])
def test_weights_cover_every_phase(text: str) -> None:
    rules = case(text, 1).rules
    weights = weights_of(rules)
    assert weights.shape == (PHASES, COUNTS + 1)
    assert (weights[:, COUNTS] > 0).all()
    counts = np.arange(COUNTS, dtype=np.int64)
    for row in range(PHASES):
        assert score(weights, row, counts) == int(weights[row, :COUNTS] @ counts)
