"""Safe base plays: the search with them against the search without, and against the twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

import pytest
from kernels import Case, case
from twin import Twin, solvable
from verdicts import ENOUGH

from solver.patience.dfs import EXHAUSTED, SOLVED
from solver.patience.lines import PLAY_UP
from solver.patience.moves import generate
from solver.patience.safe import has_safe_plays, is_safe, only_safe
from solver.patience.searches import Exhaustive, new_work, start_of

RULES = "iznanka,bases=aces,found=free,turn=none"
SMALL = [
    f"{RULES},build={build},spaces={spaces},pause={pause},ranks={ranks},piles={piles}"
    for build, spaces, pause, (ranks, piles) in product(
        ("down", "none"), ("deal", "any"), ("row", "card"), ((3, 2), (3, 3), (4, 2))
    )
]


def both(text: str) -> tuple[Exhaustive, Exhaustive]:
    """The exhaustive search with safe plays and without."""
    rules = case(text, 1).rules
    with_them, without = Exhaustive(rules, ENOUGH.memory), Exhaustive(rules, ENOUGH.memory)
    assert with_them.safe and not without.by_class
    without.safe = False
    return with_them, without


@pytest.mark.parametrize("text", SMALL)
def test_safe_plays_change_no_verdict(text: str) -> None:
    ends = Counter[tuple[int, int]]()
    searches, stored = both(text), [0, 0]
    for number in range(1, 81):
        deal, found = case(text, number).codes, []
        for i, search in enumerate(searches):
            search.begin(deal)
            found.append(search.run(50_000, 50_000))
            stored[i] += search.stored
        ends[found[0], found[1]] += 1
    assert not ends[SOLVED, EXHAUSTED] and not ends[EXHAUSTED, SOLVED], ends
    assert ends[SOLVED, SOLVED] + ends[EXHAUSTED, EXHAUSTED] > 20, ends
    assert stored[0] < stored[1] or "spaces=any" in text


def unsolvable_deals(text: str) -> Iterator[Case]:
    """Deals that the search with safe plays finds unsolvable and the twin can search."""
    with_them, without = both(text)
    for number in range(1, 201):
        game = case(text, number)
        with_them.begin(game.codes)
        if with_them.run(10**6, 10**6) == EXHAUSTED:
            without.begin(game.codes)
            if without.run(10**6, 10**6) == EXHAUSTED and without.stored < 10_000:
                yield game


@pytest.mark.parametrize("text", [text for text in SMALL if "pause=row,ranks=3,piles=2" in text])
def test_the_twin_finds_no_win_either(text: str) -> None:
    checked = 0
    for game in islice(unsolvable_deals(text), 3):
        assert solvable(Twin(game.variant.options, game.faces), 10_000) is False
        checked += 1
    assert checked == 3


def test_a_rule_that_the_proof_does_not_cover_has_none() -> None:
    assert has_safe_plays(case(RULES + ",build=down", 1).rules)
    for change in (
        "build=updown",
        "build=up",
        "build=down,suit=any",
        "build=down,suit=alternate",
        "build=down,found=at-once",
        "build=down,turn=any",
        "build=down,lift=ordered",
        "build=down,bases=aces-kings",
        "build=down,bases=twos-aces",
    ):
        told = dict(part.split("=") for part in RULES.split(",")[1:]) | dict(
            part.split("=") for part in change.split(",")
        )
        text = "iznanka," + ",".join(f"{name}={value}" for name, value in told.items())
        assert not has_safe_plays(case(text, 1).rules), text


def test_which_plays_are_safe() -> None:
    """Aces at once, a higher card when both copies of the rank below have gone."""
    game = case(RULES + ",build=down,ranks=3,piles=12", 3)
    pos, work = start_of(game.rules, game.codes), new_work(8, 1 << 10, 8)
    end = generate(game.rules, pos, work.moves, 0)
    ups = [move for move in work.moves[:end].tolist() if move >> 16 == PLAY_UP]
    assert ups and all(is_safe(pos, move >> 8 & 63) for move in ups), "only aces can be played"
    lowest = min(ups, key=lambda move: move >> 4 & 15)
    assert only_safe(pos, work.moves, 0, end) == 1 and work.moves[0] == lowest
    assert not is_safe(pos, 1), "no ace of clubs has been played: its two is not safe"
