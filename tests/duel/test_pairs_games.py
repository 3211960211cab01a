"""The pair-matching game: records and referee, simulated and exact figures, chances, players."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest
from duels import judged, rearranged, some_rules, table

from solver.deals import duel_coin, duel_deal
from solver.duel.codes import PLAYERS
from solver.duel.outcomes import EQUAL, WIN_A, WIN_B
from solver.duel.pairs.apply import apply, begin_turn, refill
from solver.duel.pairs.chances import coming, expected_pairs
from solver.duel.pairs.exact import Inexact, distribution
from solver.duel.pairs.game import new_work, play_many
from solver.duel.pairs.moves import first_pair
from solver.duel.pairs.players import choose
from solver.duel.pairs.referee import judge
from solver.duel.pairs.rules import compile_rules
from solver.duel.pairs.state import (
    FREE,
    OVER,
    PHASE,
    SEAT,
    SEEN,
    SHOWN,
    SIZE,
    Ints,
    put,
    remove,
    setup,
)
from solver.shuffle import deal_packs
from solver.variants import parse

CHOICES = ("greedy,random", "random,planner", "planner,greedy")


@pytest.mark.parametrize("number", [0, 1, 77, 2**63, 2**64 - 1])
def test_dealt_as_the_reference_deals(number: int) -> None:
    packs = np.zeros(104, np.int64)
    coin = deal_packs(np.uint64(number), packs)
    a, b = duel_deal(number)
    assert packs.tolist() == a + b and coin == duel_coin(number)


def test_every_game_passes_the_referee() -> None:
    for number, variant in enumerate(some_rules("pairs", 150)):
        judged(variant, number, CHOICES[number % 3])


PRESETS = ("pairs", "pairs:owner", "pairs:rank", "pairs:rank-owner")


@pytest.mark.parametrize("text", [*PRESETS, "pairs,chain=yes"])
def test_presets_pass_the_referee(text: str) -> None:
    assert sum(judged(parse(text), number, "greedy,greedy") for number in range(20)) > 100


class Simulated:
    """Deals 1 … ``count`` of a variant, seat A's player and B's by their codes."""

    def __init__(self, text: str, count: int, players: tuple[int, int] = (1, 1)) -> None:
        numbers = np.arange(1, count + 1, dtype=np.uint64)
        self.outcomes, tallies = np.zeros(count, np.int64), np.zeros((count, 6), np.int64)
        who = np.array(players)
        rules = compile_rules(parse(text).rules)
        assert play_many(rules, numbers, who, who, new_work(), self.outcomes, tallies) == count
        self.pairs = tallies[:, 4] + tallies[:, 5]
        assert (tallies[:, 3] == tallies[:, 4] - tallies[:, 5]).all()

    def share(self, outcome: int) -> float:
        """Of the games that ended so."""
        return float((self.outcomes == outcome).mean())


FIGURES = {
    "pairs": (0.0650, 0.8646, 0.1057, 0.0296, 11.74),
    "pairs:owner": (0.1454, 0.7974, 0.1337, 0.0689, 13.59),
    "pairs:rank": (0.8138, 0.9688, 0.0189, 0.0122, 51.53),
    "pairs:rank-owner": (1, 0.6239, 0.2129, 0.1633, 52),
    "pairs,chain=yes": (0, 0.7016, 0.0658, 0.2326, 8.05),
}
"""Of an independent program, deals 1 … 100,000: complete, A, draw, B, mean pairs."""


@pytest.mark.parametrize("text", FIGURES)
def test_figures_of_an_independent_program(text: str) -> None:
    found = Simulated(text, 100_000)
    complete = float((found.pairs == 52).mean())
    shares = [found.share(outcome) for outcome in (WIN_A, EQUAL, WIN_B)]
    told = (complete, *shares, float(found.pairs.mean()))
    for ours, theirs, digits in zip(told, FIGURES[text], (4, 4, 4, 4, 2), strict=True):
        assert abs(ours - theirs) <= 0.5001 * 10**-digits


def test_exact_as_known() -> None:
    found = distribution(parse("pairs:owner").rules)
    assert round(found.pairs[52], 9) == 0.145234515 and round(found.pairs[0], 9) == 0.012790948
    assert round(found.mean, 6) == 13.577065
    told = [round(chance, 6) for chance in (found.first, found.draw, found.second)]
    assert told == [0.797198, 0.134617, 0.068186]


EXACT = [
    f"pairs,refill={refill},{rest}"
    for refill, rest in product(
        ("mover", "owner"),
        ("chain=yes", "take=one", "take=one,after13=other", "after13=other", "thirteenth=none",
         "chain=yes,after13=other"),
    )
]  # fmt: skip


@pytest.mark.parametrize("text", ["pairs", "pairs:owner", *EXACT])
def test_simulation_agrees_with_the_exact_distribution(text: str) -> None:
    exact, deals = distribution(parse(text).rules), 40_000
    assert abs(sum(exact.pairs) - 1) < 1e-12 > abs(exact.first + exact.draw + exact.second - 1)
    found = Simulated(text, deals)
    shares = [found.share(outcome) for outcome in (WIN_A, EQUAL, WIN_B)]
    shares += (np.bincount(found.pairs, minlength=53) / deals).tolist()
    chances = [exact.first, exact.draw, exact.second, *exact.pairs]
    for share, chance in zip(shares, chances, strict=True):
        assert abs(share - chance) <= 4.5 * sqrt(chance * (1 - chance) / deals) + 1e-12


@pytest.mark.parametrize("text", ["pairs:rank", "pairs,take=optional", "pairs,scope=cross"])
def test_what_is_not_computed(text: str) -> None:
    with pytest.raises(Inexact):
        distribution(parse(text).rules)


# --- the exact chances --------------------------------------------------------------------------


class Late:
    """A table before a refill of two gaps in each row, with three cards left in each deck."""

    def __init__(self, text: str, number: int) -> None:
        self.rules, self.packs, self.state = compile_rules(parse(text).rules), *empty(number)
        for pack in range(2):
            self.state[SEEN + pack] = 39
            for face in self.packs[52 * pack : 52 * pack + 39]:
                self.state[SHOWN + pack] |= 1 << int(face)
        for row in range(2):
            self.state[FREE + row] = (1 << 10) - 1
        mixed = self.rules.by_owner == 0
        for at in range(20):
            put(self.packs, self.state, at % 2, (at // 2 if mixed else at) % 2)
        for row in range(2):
            self.state[FREE + row] = 0b11 << 11
        self.state[SEAT] = number % 2

    def pairs_after(self, a: Sequence[int], b: Sequence[int]) -> int:
        """Pairs in sight after the refill, where the decks lie in such an order."""
        packs, state, pairs = self.packs.copy(), self.state.copy(), 0
        packs[49:52], packs[101:104] = a, b
        refill(self.rules, packs, state)
        while pair := first_pair(self.rules, state):
            remove(state, pair >> 5 & 31)
            remove(state, pair & 31)
            pairs += 1
        return pairs


def empty(number: int) -> tuple[Ints, Ints]:
    """A deal and a table with nothing on it."""
    packs = np.zeros(104, np.int64)
    deal_packs(np.uint64(number), packs)
    return packs, np.zeros(SIZE, np.int64)


@pytest.mark.parametrize("match", ["exact", "rank"])
@pytest.mark.parametrize("refill_by", ["owner", "mover"])
@pytest.mark.parametrize("scope", ["any", "cross"])
def test_expected_pairs_are_the_mean_over_all_orders(
    match: str, refill_by: str, scope: str
) -> None:
    means = []
    for number in range(8):
        late = Late(f"pairs,match={match},refill={refill_by},scope={scope}", number)
        orders = list(product(permutations(late.packs[49:52]), permutations(late.packs[101:104])))
        means.append(sum(late.pairs_after(a, b) for a, b in orders) / len(orders))
        to_come = coming(late.rules, late.state, int(late.state[SEAT]))
        assert expected_pairs(late.rules, late.state, to_come) == pytest.approx(means[-1])
    assert len(set(means)) > 2


# --- players ------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", PLAYERS)
def test_the_order_of_hidden_cards_does_not_matter(player: str) -> None:
    chance, code, moved = random.Random(7), PLAYERS.index(player), 0
    for variant in some_rules("pairs", 25):
        rules, work = compile_rules(variant.rules), new_work()
        number = chance.randrange(2**64)
        deal_packs(np.uint64(number), work.packs)
        setup(work.packs, 0, work.state)
        begin_turn(rules, work.packs, work.state)
        while work.state[PHASE] != OVER:
            other = new_work()
            other.state[:] = work.state
            seen = [range(int(work.state[SEEN + pack])) for pack in range(2)]
            other.packs[:] = rearranged(duel_deal(number), seen, chance)
            actions = []
            for one in (work, other):
                one.streams[:] = 12345
                actions.append(choose(rules, one.state, code, one.streams, one.actions, one.trial))
            assert actions[0] == actions[1]
            moved += not np.array_equal(work.packs, other.packs)
            apply(rules, work.packs, work.state, actions[0])
    assert moved > 100


def test_choices_are_what_the_rules_say() -> None:
    """A player who draws from all choices makes every kind of them, all legal (see the referee)."""
    kinds = set()
    for number in range(40):
        variant = parse("pairs:rank-owner,take=optional,thirteenth=optional")
        played = table(variant, "random,random").play(number)
        kinds |= {action["action"] for action in played.actions}
    assert kinds == {"take", "stop"}  # a pair is always in sight in this game
    for number in range(40):
        variant = parse("pairs,take=optional,thirteenth=optional")
        kinds |= {a["action"] for a in table(variant, "random,random").play(number).actions}
    assert kinds == {"take", "stop", "lay", "decline"}


def test_take_one_leaves_the_second_seat_no_win() -> None:
    assert Simulated("pairs,take=one", 20_000).share(WIN_B) == 0
    assert Simulated("pairs,take=one,after13=other", 20_000).share(WIN_B) > 0.1


# --- the referee --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"to": "A3"}, "no pair"),
        ({"to": "C3"}, "two places"),
        ({"to": "B14"}, "two places"),
        ({"action": "stop"}, "no stop"),
        ({"action": "lay"}, "no such action"),
        ({"seat": "B"}, "seat A's turn"),
        ({"cards": ["7C", "7C"]}, "the cards are"),
    ],
)
def test_the_referee_says_what_is_wrong(change: dict[str, object], why: str) -> None:
    variant = parse("pairs")
    actions = [dict(action) for action in table(variant, "greedy,greedy").play(3).actions]
    actions[0] |= change
    ruling = judge(variant.rules, duel_deal(3), 0, actions)
    assert ruling.at == 1 and why in ruling.reason


def test_the_referee_wants_the_whole_game() -> None:
    actions = table(parse("pairs"), "greedy,greedy").play(3).actions
    rules, packs = parse("pairs").rules, duel_deal(3)
    assert "not over" in judge(rules, packs, 0, actions[:-1]).reason
    assert "is over" in judge(rules, packs, 0, [*actions, actions[0]]).reason
    assert judge(rules, packs, 0, ["take"]).at == 1
