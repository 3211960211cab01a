"""Case analysis without building: against the twin, the referee and its own checker."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from kernels import Case, case
from twin import Twin, solvable
from verdicts import ENOUGH, wins

from solver.cards import suit_of
from solver.patience import certificates
from solver.patience.case_search import Cases
from solver.patience.certificates import check
from solver.patience.dfs import EXHAUSTED, LIMIT, SOLVED
from solver.patience.limits import Limits
from solver.patience.lines import PLAY_UP, RETURN
from solver.patience.relax import count_steps, new_relaxed, relax
from solver.patience.rules import to_code
from solver.patience.searches import Exhaustive, Restarts
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE, Solver
from solver.patience.ways import NAMES, WAYS, copies_of, decidable, first_ways

CHOICES = {
    "bases": ("twos-aces", "twos-aces", "aces-kings", "aces"),
    "seal": ("closed", "open"),
    "found": ("at-once", "free"),
    "pause": ("row", "row", "card"),
    "lift": ("none", "none", "ordered"),
    "lift_scope": ("pile", "all"),
    "turn": ("none", "none", "none", "ordered"),
}
STRICT = {"turn": "none", "lift": "none", "found": "at-once"}
HARDER: tuple[dict[str, str], ...] = (
    {},
    {**STRICT, "bases": "aces"},
    {**STRICT, "bases": "aces-kings"},
)
"""Without these few small decks are unsolvable."""

NO_END = 10**9
MOST_CHECKED = 200
"""Refutations of a proof that is checked: a thousand take a second or two."""


def random_variant(
    dice: random.Random, ranks: Sequence[int], piles: Sequence[int], **fixed: str
) -> str:
    """A variant without building, its other options drawn at random unless they are fixed."""
    drawn = {name: dice.choice(values) for name, values in CHOICES.items()} | fixed
    drawn |= {"ranks": str(dice.choice(ranks)), "piles": str(dice.choice(piles))}
    return ",".join(["iznanka:nobuild", *(f"{name}={value}" for name, value in drawn.items())])


def run(search: Cases, codes: np.typing.NDArray[np.int64], slices: int = NO_END) -> int:
    """Analyse a deal to the end, some relaxed games at a time."""
    search.begin(codes)
    end = LIMIT
    while end == LIMIT:
        end = search.run(slices, slices)
    return end


def proof_of(search: Cases) -> dict[str, object]:
    assert search.proof is not None
    return {"kind": "cases", "refuted": search.proof}


# --- verdicts -----------------------------------------------------------------------------------


def check_game(search: Cases, game: Case, end: int) -> None:
    """The line wins, or the proof stands."""
    if end == SOLVED:
        assert wins(game, search.line)
    elif search.stored < MOST_CHECKED:
        assert check(game.variant.rules, game.faces, proof_of(search)) == ""


def check_by_twin(seed: int, variants: int, deals: int, most: int) -> None:
    """Random variants of tiny decks: every verdict is the twin's, within ``most`` positions."""
    dice, verdicts = random.Random(seed), {True: 0, False: 0, None: 0}
    for i in range(variants):
        text = random_variant(dice, (3,), (2, 3), **HARDER[i % 3])
        search = Cases(case(text, 1).rules)
        for _ in range(deals):
            game = case(text, dice.randrange(10**6))
            end = run(search, game.codes)
            won = solvable(Twin(game.variant.options, game.faces), most)
            assert won in (end == SOLVED, None), game
            check_game(search, game, end)
            verdicts[won] += 1
    assert verdicts[False] > deals < verdicts[True], verdicts


def check_by_exhaustion(seed: int, variants: int, deals: int) -> None:
    """Random variants of small decks: every verdict is that of the exhaustive search."""
    dice, verdicts = random.Random(seed), {SOLVED: 0, EXHAUSTED: 0, LIMIT: 0}
    for i in range(variants):
        text = random_variant(dice, (3, 4, 5), (2, 3, 4), **HARDER[i % 3])
        search = Cases(case(text, 1).rules)
        exhaustive = Exhaustive(search.rules, ENOUGH.memory)
        for _ in range(deals):
            game = case(text, dice.randrange(10**6))
            exhaustive.begin(game.codes)
            end = exhaustive.run(50_000, 50_000)
            verdicts[end] += 1
            if end != LIMIT:
                assert run(search, game.codes) == end, game
                check_game(search, game, end)
    assert verdicts[EXHAUSTED] > deals < verdicts[SOLVED], verdicts


def test_verdicts_by_the_twin() -> None:
    check_by_twin(1, 24, 8, 5_000)


@pytest.mark.slow
def test_many_verdicts_by_the_twin() -> None:
    check_by_twin(2, 90, 20, 20_000)


def test_verdicts_by_exhaustion() -> None:
    check_by_exhaustion(3, 25, 8)


@pytest.mark.slow
def test_many_verdicts_by_exhaustion() -> None:
    check_by_exhaustion(4, 150, 20)


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("iznanka:nobuild", {SOLVABLE, UNSOLVABLE}),
        ("iznanka:strict", {UNSOLVABLE}),
        ("vosem:nobuild", {UNSOLVABLE}),
        ("vosem:strict", {UNSOLVABLE}),
        ("iznanka:nobuild,bases=aces-kings,pause=card,found=free", {UNSOLVABLE}),
        ("iznanka:nobuild,lift=ordered,lift_scope=all,seal=open", {SOLVABLE, UNSOLVABLE}),
    ],
)
def test_full_decks_are_decided(text: str, verdicts: set[str]) -> None:
    solver, found = Solver(case(text, 1).rules, ENOUGH), set()
    for number in range(1, 7):
        game = case(text, number)
        outcome = solver.solve(game.codes)
        found.add(outcome.verdict)
        assert outcome.method == "cases"
        if outcome.verdict == SOLVABLE:
            assert wins(game, outcome.line)
    assert found == verdicts


def test_where_ways_decide() -> None:
    yes = ["vosem:strict", "iznanka:nobuild,lift=ordered", "iznanka,build=none,bases=aces"]
    no = ["iznanka", "vosem:strict,spaces=any", "vosem:nobuild,lift=any", "iznanka:strict,turn=any"]
    assert [decidable(case(text, 1).rules) for text in yes + no] == [True] * 3 + [False] * 4


# --- the search ---------------------------------------------------------------------------------


def test_slices_change_nothing() -> None:
    for text, number in (("iznanka:nobuild", 6), ("vosem:nobuild", 3)):
        game = case(text, number)
        whole, sliced = Cases(game.rules), Cases(game.rules)
        assert run(whole, game.codes) == run(sliced, game.codes, 3)
        assert (whole.nodes, whole.stored) == (sliced.nodes, sliced.stored)
        assert whole.nodes > 20
        assert (whole.work.played == sliced.work.played).all()


def test_a_spent_budget_is_no_verdict() -> None:
    game = case("iznanka:nobuild", 6)
    told = Solver(game.rules, ENOUGH).solve(game.codes)
    assert told.verdict == SOLVABLE
    short = Solver(game.rules, Limits(nodes=told.nodes - 1)).solve(game.codes)
    assert (short.verdict, short.nodes, short.line) == (UNDECIDED, told.nodes - 1, ())


# --- ways and relaxed games ---------------------------------------------------------------------


def ways_taken(game: Case, line: tuple[int, ...]) -> dict[int, str]:
    """The way that each face takes in a line of play, told from the line alone."""
    rules = game.variant.rules
    piles = int(rules["piles"])
    faces, dealt = list(game.faces), piles
    places = [[card] for card in range(piles)]
    seals = rules["bases"] == "twos-aces" and rules["seal"] == "closed"
    taken: dict[int, list[str]] = {card: [] for card in range(len(faces))}
    heights: dict[tuple[int, str], list[int]] = {}
    closed: set[int] = set()
    for move in line:
        kind, place = move >> 16, move >> 4 & 15
        if kind == 0:  # deal
            count = 1 if rules["pause"] == "card" else piles
            for card in range(dealt, min(dealt + count, len(faces))):
                places[card % piles].append(card)
            dealt += count
        elif kind == 1:
            places[place].reverse()
        elif kind == 3:
            aside = places[place].pop()
        elif kind == RETURN:
            places[place].append(aside)
        elif kind > RETURN:
            card = places[place].pop()
            suit, height = suit_of(faces[card]), to_code(game.rules, faces[card]) % 16
            side = "U" if kind == PLAY_UP else "D"
            done = heights.setdefault((suit, side), [])
            second = suit in closed or height in done
            taken[card].append(side + ("2" if second else "1"))
            done.append(height)
            ups, downs = heights.get((suit, "U"), []), heights.get((suit, "D"), [])
            if seals and ups and downs and suit not in closed and max(ups) + 1 == min(downs):
                closed.add(suit)
    first = {face: faces.index(face) for face in set(faces)}
    last = {face: faces.index(face, first[face] + 1) for face in first}
    return {face: taken[first[face]][0] + "/" + taken[last[face]][0] for face in first}


def won_lines(game: Case) -> Iterator[tuple[int, ...]]:
    """Lines that the general searches find, if any."""
    for search in (Restarts(game.rules), Exhaustive(game.rules, ENOUGH.memory)):
        search.begin(game.codes)
        if search.run(20_000, 20_000) == SOLVED:
            yield search.line


def check_ways(seed: int, variants: int, deals: int) -> None:
    """Lines of other searches take no way that is closed at first, narrowed or refuted."""
    dice, seen, struck = random.Random(seed), 0, 0
    for _ in range(variants):
        text = random_variant(dice, (3, 4, 5, 6), (2, 3, 5, 8))
        search = Cases(case(text, 1).rules)
        for _ in range(deals):
            game = case(text, dice.randrange(10**6))
            lines = list(won_lines(game))
            if not lines:
                continue
            assert run(search, game.codes) == SOLVED
            left = search.work.ways[0].tolist()  # what stands without any assumption
            first = first_ways(game.rules, copies_of(game.codes)).tolist()
            struck += sum((a ^ b).bit_count() for a, b in zip(first, left, strict=True))
            for line in lines:
                seen += 1
                for face, way in ways_taken(game, line).items():
                    open_ways = left[NAMES.index(way)]
                    assert open_ways >> to_code(game.rules, face) & 1, (game, face, way)
    assert seen > deals and struck > deals


def test_won_games_take_open_ways() -> None:
    check_ways(5, 20, 8)


def test_either_of_two_aces_in_the_first_row_may_start() -> None:
    """Also where the rest is dealt card by card."""
    text = "iznanka:strict,bases=aces-kings,ranks=3,piles=3,pause=card"
    games = (case(text, number) for number in range(1, 10**6))
    game = next(game for game in games if game.faces[:2] == [0, 0])
    ways = first_ways(game.rules, copies_of(game.codes))
    assert [int(ways[way]) & 1 for way in (8, 9)] == [1, 1]
    assert len(certificates._Deal(game.variant.rules, game.faces).first_ways()[0]) == 2


@pytest.mark.slow
def test_many_won_games_take_open_ways() -> None:
    check_ways(6, 100, 20)


def test_relaxed_games_are_played_alike() -> None:
    """Kernel and checker play the same relaxed game, whatever ways are open."""
    dice = random.Random(7)
    piles = ("U1", "U2", "D1", "D2")
    for _ in range(60):
        game = case(random_variant(dice, (3, 5, 8, 13), (2, 5, 8, 12)), dice.randrange(10**6))
        copies = copies_of(game.codes)
        boards = first_ways(game.rules, copies) & np.array(
            [dice.getrandbits(62) | dice.getrandbits(62) for _ in WAYS]
        )
        steps = np.zeros((count_steps(game.rules), 8), np.int64)
        relax(game.rules, copies, boards, new_relaxed(), steps, steps, 0)
        deal = certificates._Deal(game.variant.rules, game.faces)
        codes = {face: to_code(game.rules, face) for face in deal.copies}
        ways = {
            face: {
                (piles[first], piles[second])
                for board, (first, second) in zip(boards.tolist(), WAYS, strict=True)
                if board >> code & 1
            }
            for face, code in codes.items()
        }
        gone = deal.relaxed_game(ways)
        assert any(gone)
        for card, face in enumerate(game.faces):
            first = 4 * int(copies.copy[card])
            mine = {piles[i] for i in range(4) if steps[-1, first + i] >> codes[face] & 1}
            assert mine == gone[card], (game, card)


# --- proofs -------------------------------------------------------------------------------------

PROVED = [("iznanka:strict", 2), ("vosem:nobuild", 1), ("iznanka:nobuild,ranks=5,piles=2", 7)]


def proved(text: str, number: int) -> tuple[Case, Cases]:
    game = case(text, number)
    search = Cases(game.rules)
    assert run(search, game.codes) == EXHAUSTED
    return game, search


def test_a_card_that_can_never_leave_needs_no_refutation() -> None:
    game = case("vosem:strict", 1)
    nothing = {"kind": "cases", "refuted": []}
    assert check(game.variant.rules, game.faces, nothing) == ""
    other = case("iznanka:nobuild", 6)  # which is solvable
    assert "keeps a way" in check(other.variant.rules, other.faces, nothing)


@pytest.mark.parametrize("text", ["iznanka:strict", "vosem:nobuild"])
def test_proofs_stand_and_tampered_ones_do_not(text: str) -> None:
    number = 1
    while True:  # the first deal whose proof takes a refutation
        game, search = proved(text, number)
        if search.proof:
            break
        number += 1
    rules, refuted = game.variant.rules, search.proof
    assert check(rules, game.faces, {"kind": "cases", "refuted": refuted}) == ""
    for tampered in (
        [],
        "7C",
        [["7C", "U1/D1"]],
        [*refuted, "more"][::-1],
        [["1C", "U1/D1", []], *refuted],
        [["7C", "U1/U1", []], *refuted],
        [refuted[0], *refuted],
    ):
        assert check(rules, game.faces, {"kind": "cases", "refuted": tampered}), tampered
    assert check(rules, game.faces, refuted) and check(rules, game.faces, {"kind": "cycle"})
    assert "proof by cases is for" in check(
        {**rules, "build": "up"}, game.faces, {"kind": "cases", "refuted": refuted}
    )


def test_no_solvable_deal_can_be_proved_unsolvable() -> None:
    """Proofs of other deals, tried on solvable ones."""
    refuted = proved("iznanka:nobuild", 1)[1].proof
    for number in (6, 8):
        game = case("iznanka:nobuild", number)
        assert check(game.variant.rules, game.faces, {"kind": "cases", "refuted": refuted})
