"""What an unsolvable verdict rests on: found again, by other ways, and never by chance."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import case
from verdicts import ENOUGH, classes, reachable

from solver.patience.dfs import EXHAUSTED, LIMIT, SOLVED
from solver.patience.enumeration import enumerate_deal
from solver.patience.evidence import evidence_for, search_again
from solver.patience.searches import Exhaustive
from solver.patience.solve import UNSOLVABLE, Solver


def unsolvable_deals(text: str, numbers: range) -> list[int]:
    search = Exhaustive(case(text, 1).rules, ENOUGH.memory)
    return [n for n in numbers if search_again(search, case(text, n).codes).end == EXHAUSTED]


RULES = [
    "iznanka:strict,bases=aces,ranks=3,piles=2",
    "iznanka:strict,bases=aces,spaces=any,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,ranks=3,piles=2",
    "iznanka:fill,bases=aces,turn=any,ranks=4,piles=2",
    "vosem:noturn,bases=aces,build=none,ranks=3,piles=2",
    "vosem:fill,bases=aces,build=none,lift=any,turn=any,ranks=4,piles=2",
    "vosem:strict,bases=aces,ranks=3,piles=2",
]


@pytest.mark.parametrize("text", RULES)
def test_the_referee_meets_as_many_positions(text: str) -> None:
    """Kernels, referee and twin: three counts of the same positions."""
    search = Exhaustive(case(text, 1).rules, ENOUGH.memory)
    checked = 0
    for number in unsolvable_deals(text, range(1, 101)):
        game = case(text, number)
        stored = search_again(search, game.codes).evidence.stored
        if stored > 1500 or checked == 2:
            continue
        by_class = bool(search.by_class)
        assert enumerate_deal(game.variant.rules, game.faces, by_class) == (False, stored)
        assert classes(game)[2 if by_class else 1] == stored
        if by_class:  # without it there are as many as the twin meets
            assert enumerate_deal(game.variant.rules, game.faces) == reachable(game)
        checked += 1
    assert checked > 0


def test_the_referee_meets_as_many_positions_with_safe_plays() -> None:
    """The twin, which knows of none, meets more, and no win."""
    checked = 0
    for spaces in ("deal", "any"):
        text = f"iznanka,bases=aces,found=free,build=down,turn=none,spaces={spaces},ranks=3,piles=2"
        search = Exhaustive(case(text, 1).rules, ENOUGH.memory)
        for number in unsolvable_deals(text, range(1, 61)):
            game = case(text, number)
            stored = search_again(search, game.codes).evidence.stored
            if stored > 1500:
                continue
            assert enumerate_deal(game.variant.rules, game.faces) == (False, stored)
            if checked < 3:
                won, count = reachable(game)
                assert not won and count > stored
            checked += 1
    assert checked > 5


def test_the_referee_finds_a_win() -> None:
    game = case("iznanka,ranks=3,piles=4", 1)
    won, _ = enumerate_deal(game.variant.rules, game.faces)
    assert won
    assert enumerate_deal(game.variant.rules, game.faces, most=3)[0] is False
    assert enumerate_deal(game.variant.rules, game.faces, stopped=lambda: True) == (False, 1)


@pytest.mark.parametrize("text", RULES)
def test_evidence_does_not_depend_on_the_table(text: str) -> None:
    """Other slots, other orders of search, another search that decided: the same set."""
    rules = case(text, 1).rules
    small, large, solver = (
        Exhaustive(rules, ENOUGH.memory), Exhaustive(rules, ENOUGH.memory), Solver(rules, ENOUGH),
    )  # fmt: skip
    digests = set()
    for number in unsolvable_deals(text, range(1, 41)):
        deal = case(text, number).codes
        told = search_again(small, deal)
        large.begin(deal)
        assert large._grow_table() and large._grow_table()
        assert large.run(10**9, 10**9) == EXHAUSTED and large.slots > told.evidence.slots
        assert (large.stored, large.digest) == (told.evidence.stored, told.evidence.digest)
        outcome = solver.solve(deal)
        assert outcome.verdict == UNSOLVABLE
        prover = solver.prover if isinstance(solver.prover, Exhaustive) else small
        found = evidence_for(prover, deal, outcome.method)
        assert (found.stored, found.digest) == (told.evidence.stored, told.evidence.digest)
        digests.add(found.digest)
    assert len(digests) > 0 and len(digests) == len(unsolvable_deals(text, range(1, 41)))
    assert all(len(digest) == 32 for digest in digests)


def test_a_digest_tells_one_position_less() -> None:
    game = case("vosem:strict,ranks=3,piles=2", 2)
    search = Exhaustive(game.rules, ENOUGH.memory)
    whole = search_again(search, game.codes).evidence
    table = search.work.table.reshape(-1, 2)
    filled = np.flatnonzero(table.any(axis=1))
    assert len(filled) == whole.stored
    for slot in filled[:: len(filled) // 20]:
        kept = table[slot].copy()
        for changed in ((0, 0), (kept[0] ^ 1, kept[1]), (kept[0], kept[1] ^ 1), kept[::-1].copy()):
            table[slot] = changed
            assert search.digest != whole.digest
        table[slot] = kept
    assert search.digest == whole.digest


def test_searching_again_ends_early() -> None:
    game = case("iznanka", 1)
    search = Exhaustive(game.rules, ENOUGH.memory)
    end, found = search_again(search, game.codes, most=1000)
    assert end in (LIMIT, SOLVED) and found.stored > 1
    assert search_again(search, game.codes, stopped=lambda: True).end == LIMIT
    solved = case("iznanka,ranks=3,piles=4", 1)
    assert search_again(Exhaustive(solved.rules, ENOUGH.memory), solved.codes).end == SOLVED
