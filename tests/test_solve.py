"""The solver against exhaustive search by the naive twin, the referee, itself and its limits."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
from kernels import Case, case
from numpy.typing import NDArray
from twin import Twin, solvable

from solver.dealfiles import parse_deal
from solver.patience import searches, solve
from solver.patience.dfs import EXHAUSTED, NEED_TABLE, SOLVED
from solver.patience.limits import LEAST_MEMORY, Limits
from solver.patience.lines import to_moves
from solver.patience.moves import MOST_MOVES
from solver.patience.referee import judge
from solver.patience.rules import compile_rules, to_codes
from solver.patience.searches import Exhaustive, new_work
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE, Outcome, Solver
from solver.solvitaire import solvitaire_deal
from solver.variants import parse

SEEDS = Path(__file__).parent.parent / "seeds"
ENOUGH = Limits(nodes=50_000_000, memory=1 << 29)
NO_END = 10**9


def of_faces(text: str, faces: list[int]) -> Case:
    """A deal that has no number."""
    variant = parse(text)
    rules = compile_rules(variant.rules)
    return Case(variant, rules, faces, np.array(to_codes(rules, faces), dtype=np.int64))


def reachable(game: Case) -> tuple[bool, int]:
    """By the twin: whether a won position can be reached, and how many positions can be."""
    twin = Twin(game.variant.options, game.faces)
    met = {twin.start()}
    waiting, won = [twin.start()], False
    while waiting:
        position = waiting.pop()
        won = won or twin.won(position)
        for move in twin.moves(position):
            child = twin.play(position, move)
            if child not in met:
                met.add(child)
                waiting.append(child)
    return won, len(met)


def exhaust(search: Exhaustive, codes: NDArray[np.int64]) -> tuple[str, int]:
    """The verdict of the exhaustive search alone, and its positions."""
    search.begin(codes)
    end = search.run(NO_END, NO_END)
    return solve.VERDICTS[end], search.stored


def told(outcome: Outcome) -> tuple[object, ...]:
    """An outcome without the seconds."""
    return (*outcome[:-1],)


def wins(game: Case, line: tuple[int, ...]) -> bool:
    """Whether the referee finds that a line wins, telling why not."""
    verdict = judge(game.variant.options, game.faces, to_moves(game.rules, line))
    assert verdict.ok, verdict.reason
    return verdict.ok


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


def check_to_the_end(text: str, numbers: range) -> None:
    """Solver and exhaustive search alone against the twin, on every deal."""
    rules = case(text, 1).rules
    solver, exhaustive = Solver(rules, ENOUGH), Exhaustive(rules, ENOUGH.memory)
    verdicts = set()
    for number in numbers:
        game = case(text, number)
        outcome = solver.solve(game.codes)
        verdict, stored = exhaust(exhaustive, game.codes)
        assert outcome.verdict == verdict, number
        if verdict == SOLVABLE:
            assert solvable(Twin(game.variant.options, game.faces)) is True, number
            assert wins(game, outcome.line) and wins(game, exhaustive.line)
        else:  # every position that the twin can reach is in the table, and no other
            assert reachable(game) == (False, stored), number
            assert outcome.line == () and outcome.stored == stored
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
        ("vosem:free,lift=any", {"restarts", "beam"}),
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


# --- stricter and looser ------------------------------------------------------------------------

MOST_NODES = 1_000_000
ACES = "bases=aces,ranks=3,piles=2"
FOUR = "bases=aces,ranks=4,piles=2"

# Option, its values each within the next, variants on whose deals to look.
ORDERED: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    (
        "build",
        ("none", "down", "updown"),
        (f"iznanka:noturn,{ACES}", "vosem:strict,ranks=3,piles=2"),
    ),
    ("build", ("none", "up", "updown"), (f"iznanka:noturn,{ACES}", "vosem:strict,ranks=3,piles=2")),
    (
        "suit",
        ("same", "any"),
        (f"iznanka:noturn,{ACES},build=down", "vosem:strict,build=down,ranks=3,piles=2"),
    ),
    (
        "suit",
        ("alternate", "any"),
        (f"iznanka:noturn,{ACES},build=down", "vosem:strict,build=up,ranks=3,piles=2"),
    ),
    ("build_when", ("dealing", "always"), (f"iznanka,{FOUR},build=up", f"iznanka:noturn,{ACES}")),
    (
        "spaces",
        ("deal", "any"),
        (
            f"iznanka:noturn,{ACES}",
            "vosem:strict,ranks=3,piles=2",
            "iznanka:strict,ranks=5,piles=2",
        ),
    ),
    ("found", ("at-once", "free"), ("vosem:strict,ranks=3,piles=2", f"iznanka:strict,{ACES}")),
    ("seal", ("closed", "open"), ("iznanka:strict,ranks=5,piles=2",)),
    (
        "lift",
        ("none", "ordered", "any"),
        (f"iznanka:strict,{FOUR}", "vosem:strict,ranks=3,piles=2"),
    ),
    (
        "lift_scope",
        ("pile", "all"),
        (f"iznanka:strict,{FOUR},lift=ordered", f"iznanka:strict,{FOUR},lift=any"),
    ),
    (
        "turn",
        ("none", "ordered", "any"),
        (f"iznanka:strict,{FOUR}", f"iznanka:strict,{FOUR},spaces=any"),
    ),
    (
        "pause",
        ("row", "card"),
        (
            f"iznanka:strict,{ACES},found=free",
            "iznanka:strict,bases=aces,ranks=3,piles=3,found=free",
            "vosem:strict,found=free,ranks=3,piles=2",
        ),
    ),
]


def with_option(text: str, name: str, value: str) -> str:
    """A variant with one option set, whatever it was."""
    head, *rest = text.split(",")
    return ",".join([head, *(t for t in rest if not t.startswith(f"{name}=")), f"{name}={value}"])


def verdicts_of(text: str, numbers: range) -> list[str]:
    """Verdicts of numbered deals by exhaustive search."""
    search = Exhaustive(case(text, 1).rules, ENOUGH.memory)
    verdicts = []
    for number in numbers:
        search.begin(case(text, number).codes)
        end = search.run(MOST_NODES, MOST_NODES)
        verdicts.append(solve.VERDICTS.get(end, UNDECIDED))
    return verdicts


def check_looser(name: str, values: tuple[str, ...], texts: tuple[str, ...], deals: range) -> None:
    """What is solvable under a value stays so under a later one, and more deals are."""
    gained = dict.fromkeys(combinations(values, 2), 0)
    for text in texts:
        found = {v: verdicts_of(with_option(text, name, v), deals) for v in values}
        for strict, loose in gained:
            pairs = list(zip(deals, found[strict], found[loose], strict=True))
            wrong = [n for n, s, lo in pairs if s == SOLVABLE and lo == UNSOLVABLE]
            assert not wrong, f"{text}: {name}={strict} but not {name}={loose}: deals {wrong}"
            gained[strict, loose] += sum(s == UNSOLVABLE and lo == SOLVABLE for _, s, lo in pairs)
    assert all(gained.values()), gained


@pytest.mark.parametrize(("name", "values", "texts"), ORDERED)
def test_looser_rules_lose_no_deal(
    name: str, values: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    check_looser(name, values, texts, range(1, 201))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "values", "texts"), ORDERED)
def test_looser_rules_lose_none_of_many_deals(
    name: str, values: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    check_looser(name, values, texts, range(1, 5001))


@pytest.mark.parametrize("number", [98, 353])
def test_single_cards_lose_a_deal_that_rows_win(number: int) -> None:
    """Under found=at-once a row may lie down before its base cards must be played."""
    rows = "vosem:strict,ranks=3,piles=2"
    by = {
        text: Solver(case(text, 1).rules, ENOUGH).solve(case(text, number).codes).verdict
        for text in (rows, f"{rows},pause=card", f"{rows},pause=card,found=free")
    }
    assert list(by.values()) == [SOLVABLE, UNSOLVABLE, SOLVABLE]


# --- the same again -----------------------------------------------------------------------------

MIXED = [
    ("vosem:strict,ranks=3,piles=2", range(1, 40)),  # both verdicts, by both searches
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


# --- limits -------------------------------------------------------------------------------------

LARGE, LARGE_SEED = "iznanka:noturn,bases=aces,build=down,found=free,ranks=3,piles=4", (33, 3, 4)
LARGE_STORED = 522_977


def large() -> Case:
    """An unsolvable deal of half a million positions."""
    return of_faces(LARGE, solvitaire_deal(*LARGE_SEED))


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
    solver.exhaustive.memory = 1 << 22
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


# --- another program ----------------------------------------------------------------------------

# The common subset of rules; both of Solvitaire's deals are unsolvable by its verdict too.
PEER = "iznanka,bases=aces,found=free,build=down,spaces=deal,lift=none,turn=none"
PEERS = [
    pytest.param("solvitaire-random-18", PEER, (18, 13, 8), 353_628, id="18"),
    pytest.param(
        "solvitaire-random-33-r3-p4", f"{PEER},ranks=3,piles=4", (33, 3, 4), 522_977, id="33"
    ),
]


@pytest.mark.parametrize(("name", "text", "seed", "stored"), PEERS)
def test_solvitaire_agrees(name: str, text: str, seed: tuple[int, int, int], stored: int) -> None:
    file = (SEEDS / f"{name}.txt").read_text(encoding="utf-8")
    variant = parse(text)
    faces = parse_deal(file, seed[1], seed[2], name)
    assert faces == solvitaire_deal(*seed)
    assert f"# variant: {variant.text}\n" in file
    game = of_faces(text, faces)
    outcome = Solver(game.rules, ENOUGH).solve(game.codes)
    assert (outcome.verdict, outcome.method) == (UNSOLVABLE, "exhaustive")
    assert outcome.stored == stored, f"{outcome.stored} positions"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text", "seed", "stored"), PEERS)
def test_the_twin_agrees_with_solvitaire(
    name: str, text: str, seed: tuple[int, int, int], stored: int
) -> None:
    assert reachable(of_faces(text, solvitaire_deal(*seed))) == (False, stored), name
