"""The solver against exhaustive search by the naive twin, the referee, and itself."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from threading import Barrier

import numpy as np
import pytest
from kernels import Case, case
from twin import Twin, solvable
from verdicts import ENOUGH, classes, exhaust, reachable, told, wins

from solver.patience.limits import LEAST_MEMORY, Limits
from solver.patience.lines import to_moves
from solver.patience.referee import judge
from solver.patience.rules import to_codes
from solver.patience.searches import Exhaustive
from solver.patience.solve import SOLVABLE, UNSOLVABLE, Solver

# --- small decks to the end ---------------------------------------------------------------------

SMALL = [
    # one direction, aces only: the deals that go wrong
    "iznanka:strict,bases=aces,ranks=3,piles=2",
    "iznanka:strict,bases=aces,ranks=3,piles=4",
    "iznanka:strict,bases=aces,spaces=any,ranks=3,piles=2",
    "iznanka:strict,bases=aces,pause=card,ranks=3,piles=4",
    "iznanka:noturn,bases=aces,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,build=up,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,build=down,suit=alternate,spaces=any,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,build=down,suit=any,spaces=any,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,found=free,build=up,suit=alternate,spaces=any,ranks=3,piles=2",
    "iznanka:fill,bases=aces,turn=any,ranks=4,piles=2",
    "iznanka:nobuild,bases=aces,lift=ordered,lift_scope=all,ranks=4,piles=2",
    "vosem:noturn,bases=aces,build=none,ranks=3,piles=2",
    "vosem:fill,bases=aces,build=none,turn=none,ranks=4,piles=3",  # the last row is short
    "vosem:noturn,bases=aces,build=none,lift=any,lift_scope=all,ranks=3,piles=2",
    "vosem:noturn,bases=aces,build=up,build_when=dealing,lift=any,ranks=3,piles=2",
    "vosem:noturn,bases=aces,build=down,suit=alternate,ranks=3,piles=2",
    "vosem:fill,bases=aces,build_when=dealing,lift_scope=all,ranks=4,piles=2",
    "vosem:fill,bases=aces,build=none,turn=any,ranks=4,piles=2",
    # both directions
    "vosem:strict,ranks=3,piles=2",
    "vosem:noturn,build=down,suit=alternate,lift=none,ranks=3,piles=2",
    "iznanka:strict,ranks=5,piles=2",
    "iznanka:strict,spaces=any,ranks=5,piles=2",
]

LARGER = [
    "vosem:noturn,bases=aces,build=none,ranks=4,piles=3",
    "iznanka:strict,bases=aces,ranks=4,piles=3",
    "iznanka:strict,bases=aces,ranks=4,piles=4",
    "iznanka:nobuild,bases=aces,ranks=5,piles=3",
    "iznanka:nobuild,bases=aces,lift=any,turn=any,ranks=4,piles=2",
    "iznanka:strict,seal=open,ranks=5,piles=2",
    "iznanka:strict,bases=aces-kings,ranks=3,piles=3",
    "iznanka:noturn,ranks=5,piles=2",
    "iznanka:noturn,bases=aces,build=up,ranks=3,piles=3",
    "iznanka:noturn,bases=aces,build=up,pause=card,ranks=3,piles=2",
    "iznanka,bases=aces,build=up,build_when=dealing,ranks=4,piles=2",
    "vosem,bases=aces,build=down,ranks=4,piles=2",
    "vosem:noturn,lift=none,ranks=3,piles=2",
    "vosem:noturn,lift=none,build=down,ranks=3,piles=3",
    "vosem:noturn,spaces=any,bases=aces,build=none,ranks=4,piles=2",
    "vosem:nobuild,bases=aces,pause=card,spaces=any,turn=any,ranks=4,piles=2",
]


def some_classes(game: Case) -> tuple[bool, int]:
    """By the twin: whether a won position can be reached, and how many classes of positions."""
    won, _, count = classes(game)
    return won, count


def check_to_the_end(text: str, numbers: range) -> None:
    """Solver and exhaustive search alone against the twin, on every deal."""
    rules = case(text, 1).rules
    solver, exhaustive = Solver(rules, ENOUGH), Exhaustive(rules, ENOUGH.memory)
    reached = some_classes if exhaustive.by_class else reachable
    verdicts = set()
    for number in numbers:
        game = case(text, number)
        outcome = solver.solve(game.codes)
        verdict, stored = exhaust(exhaustive, game.codes)
        assert outcome.verdict == verdict, number
        if verdict == SOLVABLE:
            assert solvable(Twin(game.variant.options, game.faces)) is True, number
            assert wins(game, outcome.line) and wins(game, exhaustive.line)
        else:  # every position (or class of them) that the twin can reach is in the table
            assert reached(game) == (False, stored), number
            assert outcome.line == ()
            if outcome.method == "restarts":  # these tell all positions apart
                assert reachable(game) == (False, outcome.stored)
            else:
                assert outcome.method == "cases" or outcome.stored == stored
        verdicts.add(verdict)
    assert verdicts == {SOLVABLE, UNSOLVABLE}


@pytest.mark.parametrize("text", SMALL)
def test_small_decks_to_the_end(text: str) -> None:
    check_to_the_end(text, range(1, 201))


@pytest.mark.slow
@pytest.mark.parametrize("text", LARGER)
def test_larger_decks_to_the_end(text: str) -> None:
    check_to_the_end(text, range(1, 201))


@pytest.mark.slow
@pytest.mark.parametrize("text", SMALL)
def test_more_small_decks_to_the_end(text: str) -> None:
    check_to_the_end(text, range(1001, 1501))


@pytest.mark.parametrize(
    ("text", "methods"),
    [
        ("iznanka", {"restarts"}),
        ("iznanka:bycard,suit=alternate,piles=12", {"restarts"}),
        ("iznanka:fill,bases=aces", {"restarts"}),
        ("vosem", {"beam"}),
        ("vosem:free,lift=any", {"beam"}),
    ],
)
def test_lines_on_full_decks(text: str, methods: set[str]) -> None:
    games = [case(text, number) for number in range(1, 13)]
    solver = Solver(games[0].rules, Limits(nodes=2_000_000))
    outcomes = [solver.solve(game.codes) for game in games]
    won = [o for o in outcomes if o.verdict == SOLVABLE]
    assert {outcome.method for outcome in won} >= methods and len(won) >= 6
    for game, outcome in zip(games, outcomes, strict=True):
        if outcome.verdict != SOLVABLE:
            assert outcome.line == ()
            continue
        assert wins(game, outcome.line) and len(outcome.line) > 104
        # The referee would not take just anything.
        shorter = judge(game.variant.options, game.faces, to_moves(game.rules, outcome.line[:-1]))
        assert not shorter.ok and not shorter.won


# --- suits are names ----------------------------------------------------------------------------


def permuted(faces: list[int], suits: tuple[int, ...]) -> list[int]:
    """A deal with its suits renamed."""
    return [13 * suits[face // 13] + face % 13 for face in faces]


def renamings(game: Case) -> Iterator[tuple[int, ...]]:
    """The permutations of suits that the rules cannot see."""
    for suits in permutations(range(4)):
        # Clubs and spades must stay of one colour, which may be the other one.
        if game.rules.suit != 2 or {suits[0], suits[3]} in ({0, 3}, {1, 2}):
            yield suits


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("iznanka:strict,bases=aces,ranks=3,piles=2", 24),
        ("iznanka:noturn,bases=aces,build=down,suit=alternate,ranks=3,piles=2", 8),
        ("iznanka:noturn,bases=aces,build=up,suit=any,ranks=3,piles=2", 24),
        ("iznanka:strict,ranks=5,piles=2", 24),
        ("vosem:strict,ranks=3,piles=2", 24),
        ("vosem:noturn,build=up,suit=alternate,lift=none,ranks=3,piles=2", 8),
        ("vosem:nobuild,bases=aces,ranks=4,piles=2", 24),
    ],
)
def test_suits_are_names(text: str, ways: int) -> None:
    rules = case(text, 1).rules
    search = Exhaustive(rules, ENOUGH.memory)
    verdicts = set()
    for number in range(1, 41):
        game = case(text, number)
        ends = [
            exhaust(search, np.array(to_codes(rules, permuted(game.faces, suits)), dtype=np.int64))
            for suits in renamings(game)
        ]
        assert len(ends) == ways
        if ends[0][0] == UNSOLVABLE:  # with as many positions
            assert len(set(ends)) == 1, number
        assert len({verdict for verdict, _ in ends}) == 1, number
        verdicts.add(ends[0][0])
    assert verdicts == {SOLVABLE, UNSOLVABLE}


def test_colours_are_more_than_names() -> None:
    """With suit=alternate a renaming that mixes the colours makes another deal of it."""
    text = "iznanka:noturn,bases=aces,build=down,suit=alternate,ranks=3,piles=2"
    rules = case(text, 1).rules
    search = Exhaustive(rules, ENOUGH.memory)
    ends = [exhaust(search, case(text, number).codes)[0] for number in range(1, 201)]
    swapped = [permuted(case(text, number).faces, (0, 1, 3, 2)) for number in range(1, 201)]
    others = [exhaust(search, np.array(to_codes(rules, faces)))[0] for faces in swapped]
    assert ends != others


# --- the same again -----------------------------------------------------------------------------

MIXED = [
    ("vosem:noturn,lift=none,build=down,ranks=3,piles=2", range(1, 40)),  # both verdicts
    ("vosem:strict,ranks=3,piles=2", range(1, 40)),  # both, by cases
    ("iznanka", range(1, 8)),
    ("vosem", range(1, 5)),  # undecided
]
FEW_NODES = Limits(nodes=300_000, memory=LEAST_MEMORY)


@pytest.mark.parametrize(("text", "numbers"), MIXED)
def test_the_same_call_gives_the_same_outcome(text: str, numbers: range) -> None:
    games = [case(text, number) for number in numbers]
    rules = games[0].rules
    fresh = [told(Solver(rules, FEW_NODES).solve(game.codes)) for game in games]
    used = Solver(rules, FEW_NODES)
    assert [told(used.solve(game.codes)) for game in games] == fresh
    assert [told(used.solve(game.codes)) for game in reversed(games)] == fresh[::-1]

    threads = 4
    together = Barrier(threads)

    def run(thread: int) -> list[tuple[object, ...]]:
        solver = Solver(rules, FEW_NODES)
        together.wait(60)
        first = thread * len(games) // threads  # each begins elsewhere
        turned = [*games[first:], *games[:first]]
        outcomes = [told(solver.solve(game.codes)) for game in turned]
        return outcomes[len(games) - first :] + outcomes[: len(games) - first]

    with ThreadPoolExecutor(threads) as pool:
        assert list(pool.map(run, range(threads))) == [fresh] * threads


def test_outcomes_differ_from_deal_to_deal() -> None:
    """Lest the test above compares nothing with nothing."""
    text, numbers = MIXED[0]
    solver = Solver(case(text, 1).rules, FEW_NODES)
    outcomes = [solver.solve(case(text, number).codes) for number in numbers]
    assert {outcome.verdict for outcome in outcomes} == {SOLVABLE, UNSOLVABLE}
    assert {outcome.method for outcome in outcomes} >= {"restarts", "exhaustive"}
    assert len({told(outcome) for outcome in outcomes}) == len(outcomes)
