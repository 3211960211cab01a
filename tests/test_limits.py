"""Limits of a search: nodes, seconds, memory, interrupts; arrays that grow on the way."""

from __future__ import annotations

import pytest
from kernels import Case, case
from verdicts import ENOUGH, NO_END, exhaust, reachable, told, wins

from solver.patience import searches, solve
from solver.patience.dfs import EXHAUSTED, NEED_TABLE, SOLVED
from solver.patience.limits import LEAST_MEMORY, Limits
from solver.patience.moves import MOST_MOVES
from solver.patience.searches import Exhaustive, new_work
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE, Solver

# --- limits -------------------------------------------------------------------------------------

LARGE, LARGE_DEAL = "iznanka:noturn,bases=aces,found=free,ranks=3,piles=2", 96
LARGE_STORED = 532_073


def large() -> Case:
    """An unsolvable deal of half a million positions."""
    return case(LARGE, LARGE_DEAL)


@pytest.mark.parametrize("nodes", [0, 1, 2, 1000, 16_384, 16_385, 99_999])
def test_nodes_are_a_ceiling(nodes: int) -> None:
    game = case("vosem", 1)
    outcome = Solver(game.rules, Limits(nodes)).solve(game.codes)
    assert told(outcome)[:3] == (UNDECIDED, (), "nodes")
    assert nodes // 2 <= outcome.nodes <= nodes


def test_a_decided_deal_stays_within_its_nodes() -> None:
    game = case("iznanka", 1)
    needed = Solver(game.rules, Limits()).solve(game.codes)
    assert needed.verdict == SOLVABLE
    just = Solver(game.rules, Limits(needed.nodes)).solve(game.codes)
    assert told(just) == told(needed)
    short = Solver(game.rules, Limits(needed.nodes - 1)).solve(game.codes)
    assert told(short)[:3] == (UNDECIDED, (), "nodes") and short.nodes < needed.nodes


def test_no_seconds() -> None:
    game = case("vosem", 1)
    outcome = Solver(game.rules, Limits(seconds=0)).solve(game.codes)
    assert (outcome.verdict, outcome.method, outcome.line) == (UNDECIDED, "seconds", ())
    assert 0 < outcome.nodes <= solve.SLICE


def test_interrupt() -> None:
    game = case("vosem", 1)
    solver = Solver(game.rules, Limits())
    outcome = solver.solve(game.codes, stopped=lambda: True)
    assert (outcome.verdict, outcome.method, outcome.line) == (UNDECIDED, solve.INTERRUPT, ())
    asked = iter([False] * 5 + [True])
    later = solver.solve(game.codes, stopped=lambda: next(asked))
    assert later.method == solve.INTERRUPT and next(asked, None) is None
    assert outcome.nodes < later.nodes < Limits().nodes


def test_interrupt_does_not_undo_a_verdict() -> None:
    game = case("iznanka", 1)
    outcome = Solver(game.rules, Limits()).solve(game.codes, stopped=lambda: True)
    assert outcome.verdict == SOLVABLE and wins(game, outcome.line)


def test_little_memory_is_no_verdict() -> None:
    game = large()
    roomy = Solver(game.rules, ENOUGH).solve(game.codes)
    assert told(roomy)[:3] == (UNSOLVABLE, (), "exhaustive") and roomy.stored == LARGE_STORED
    solver = Solver(game.rules, Limits(nodes=roomy.nodes, memory=LEAST_MEMORY))
    assert isinstance(solver.prover, Exhaustive)
    solver.prover.memory = 1 << 22
    small = solver.solve(game.codes)
    assert told(small)[:3] == (UNDECIDED, (), "memory")
    assert 10**4 < small.stored < 2**22 // 16 and small.nodes <= roomy.nodes


@pytest.mark.parametrize("memory", [1 << 20, 1 << 22, 7 << 20])
def test_memory_is_a_ceiling(memory: int) -> None:
    game = large()
    search = Exhaustive(game.rules, memory)
    search.begin(game.codes)
    assert search.run(NO_END, NO_END) == NEED_TABLE
    assert memory // 4 < search.bytes <= memory
    assert search.run(NO_END, NO_END) == NEED_TABLE  # and so it stays


def test_a_solver_takes_no_more_than_its_memory() -> None:
    game = large()
    solver = Solver(game.rules, Limits(nodes=9_000_000, memory=LEAST_MEMORY))
    at_first = sum(search.bytes for search in solver.searches)
    assert at_first < LEAST_MEMORY * 3 // 4
    solver.solve(game.codes)
    assert at_first < sum(search.bytes for search in solver.searches) <= LEAST_MEMORY


def test_a_solver_refuses_too_little_memory() -> None:
    rules = case("vosem", 1).rules
    assert Solver(rules, Limits(memory=LEAST_MEMORY)).limits.memory == LEAST_MEMORY
    with pytest.raises(ValueError, match=f"at least {LEAST_MEMORY >> 20} MiB"):
        Solver(rules, Limits(memory=LEAST_MEMORY - 1))


# --- growth -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["vosem:strict,ranks=3,piles=2", "iznanka:noturn,bases=aces,build=down,ranks=3,piles=2"]
)
def test_arrays_grow_on_the_way(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From room for four positions, two plies and next to no moves, and with the same end."""
    games = [case(text, number) for number in range(1, 61)]
    rules = games[0].rules
    plain = Exhaustive(rules, ENOUGH.memory)
    told_plain = [(exhaust(plain, game.codes), plain.line) for game in games]
    assert {verdict for (verdict, _), _ in told_plain} == {SOLVABLE, UNSOLVABLE}

    monkeypatch.setattr(searches, "FIRST_SLOTS", 8)
    for game, ((verdict, stored), line) in zip(games, told_plain, strict=True):
        search = Exhaustive(rules, ENOUGH.memory)
        search.work = new_work(2, MOST_MOVES + 4, 8)
        assert (exhaust(search, game.codes), search.line) == ((verdict, stored), line)
        assert search.work.table.size > 2 * stored
        assert search.work.trail.size > 2 * 8
        if stored > 1000:
            assert search.work.moves.size > MOST_MOVES + 4
        if verdict == UNSOLVABLE:
            assert reachable(game) == (False, stored)


def test_growth_survives_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search in slices of a few nodes sees what one in a single slice sees."""
    monkeypatch.setattr(searches, "FIRST_SLOTS", 8)
    game = case("vosem:strict,ranks=3,piles=2", 98)
    whole = Exhaustive(game.rules, ENOUGH.memory)
    verdict = exhaust(whole, game.codes)
    sliced = Exhaustive(game.rules, ENOUGH.memory)
    sliced.work = new_work(2, MOST_MOVES + 4, 8)
    sliced.begin(game.codes)
    slices = 1
    while (end := sliced.run(7, NO_END)) not in (SOLVED, EXHAUSTED):
        assert sliced.nodes == 7 * slices
        slices += 1
    assert (solve.VERDICTS[end], sliced.stored) == verdict
    assert (sliced.nodes, sliced.line) == (whole.nodes, whole.line)


def test_a_large_deal_leaves_no_trace() -> None:
    """What grew for one deal takes nothing from the memory of the next."""
    text, memory = "iznanka:noturn,bases=aces,suit=any,piles=4", 1 << 24
    before, game = case(text, 1), case(text, 9)

    def end(search: Exhaustive) -> tuple[int, int, int]:
        search.begin(game.codes)
        return search.run(4_000_000, NO_END), search.nodes, search.stored

    used = Exhaustive(game.rules, memory)
    used.begin(before.codes)
    used.run(4_000_000, NO_END)
    assert end(used) == end(Exhaustive(game.rules, memory))
