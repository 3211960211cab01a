"""«Двойной пасьянс»: perft and the twin, records and the referee, players, and that games end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from duels import judged, rearranged, some_rules, table
from make_perft import read
from twin_double import FOLDER, after, legal, over, penalties, start

from solver.deals import duel_coin, duel_deal
from solver.duel.codes import PLAYERS
from solver.duel.double.apply import MOST_ACTIONS, apply, penalty
from solver.duel.double.family import FAMILY
from solver.duel.double.game import choose, new_work
from solver.duel.double.greedy import rule_of_thumb
from solver.duel.double.moves import generate
from solver.duel.double.perft import Walk
from solver.duel.double.planner import sample
from solver.duel.double.records import plain
from solver.duel.double.referee import judge
from solver.duel.double.rules import compile_rules
from solver.duel.double.state import (
    KEY,
    MAGAZINE,
    NEXT,
    OVER,
    SIZE,
    TURNS,
    UNSEEN,
    setup,
)
from solver.duel.outcomes import EQUAL, WIN_A
from solver.shuffle import deal_packs
from solver.variants import parse

FILES = sorted(FOLDER.glob("double*.perft"))
FEW = 3000
"""Positions of a depth up to which the quick test goes."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft_of_the_twin(path: Path) -> None:
    variant, tables = read(path)
    for number, rows in tables.items():
        few = [row for row in rows if row.unique <= FEW]
        for unique in (False, True):
            found = FAMILY.counter(parse(variant).rules, duel_deal(number)).counts(len(few), unique)
            assert found == [row.unique if unique else row.perft for row in few], number


def test_the_files_are_worth_reading() -> None:
    assert len(FILES) >= 8
    tables = [rows for path in FILES for rows in read(path)[1].values()]
    assert all(max(row.unique for row in rows) > FEW for rows in tables)


def test_split_adds_up() -> None:
    rules, packs = parse("double").rules, duel_deal(3)
    below = FAMILY.counter(rules, packs).split(12, False)
    assert sum(count for _, count in below) == FAMILY.counter(rules, packs).counts(12, False)[-1]


def test_the_twin_agrees_through_whole_games() -> None:
    """In every position the same actions are legal; the same end, with the same penalties."""
    chance, last = random.Random(3), set()
    for number, variant in enumerate(some_rules("double", 40, seed=5)):
        walk, packs = Walk(variant.rules, duel_deal(number)), duel_deal(number)
        state, twin = walk.start(), start(variant.options, *packs)
        while True:
            choices = list(walk.after(state))
            told = sorted(map(str, (action for action, _ in choices)))
            assert told == sorted(map(str, legal(variant.options, twin))), (variant, number)
            if not choices:
                break
            action, state = choices[chance.randrange(len(choices))]
            twin = after(twin, action)
            last.add(action["action"])
        assert over(twin) and state[OVER]
        assert penalties(twin) == [penalty(state, seat) for seat in range(2)]
    assert last == {"magazine", "talon", "open", "base", "discard", "stop"}


def test_every_game_passes_the_referee_and_ends_in_time() -> None:
    most = 0
    for number, variant in enumerate(some_rules("double", 90)):
        players = ("greedy,random", "random,planner:1", "random,random")[number % 3]
        most = max(most, judged(variant, number, players))
    assert 150 < most <= MOST_ACTIONS


@pytest.mark.parametrize("text", ["double", "double:fourbases", "double:relaxed"])
def test_games_of_the_planner_pass_the_referee(text: str) -> None:
    assert judged(parse(text), 5, "planner:2,greedy") > 100


@pytest.mark.parametrize("player", PLAYERS)
def test_the_order_of_hidden_cards_does_not_matter(player: str) -> None:
    chance, code, moved = random.Random(7), PLAYERS.index(player), 0
    for variant in some_rules("double", 4, seed=2):
        rules, work, number = compile_rules(variant.rules), new_work(), chance.randrange(2**64)
        deal_packs(np.uint64(number), work.packs)
        setup(rules, work.packs, 0, work.state)
        while not work.state[OVER]:
            other = new_work()
            other.state[:] = work.state
            other.packs[:] = rearranged(duel_deal(number), shown_places(work.state), chance)
            actions = []
            for one in (work, other):
                one.streams[:] = 999
                actions.append(choose(rules, one.state, code, 2, one))
            assert actions[0] == actions[1]
            moved += not np.array_equal(work.packs, other.packs)
            apply(work.packs, work.state, actions[0])
    assert moved > 300


def shown_places(state: Any) -> list[list[int]]:
    """Places of each pack that have been seen: the magazine's top, what lay on it, the deck's."""
    told = []
    for seat in range(2):
        under = max(int(state[MAGAZINE + seat]) - 1, 0)
        told.append([p for p in range(52) if under <= p < 11 or 11 <= p < state[NEXT + seat]])
    return told


def test_sampled_packs_hold_the_unseen_cards_in_every_order() -> None:
    rules, work = compile_rules(parse("double").rules), new_work()
    deal_packs(np.uint64(9), work.packs)
    setup(rules, work.packs, 0, work.state)
    while work.state[NEXT] < 40:
        apply(work.packs, work.state, rule_of_thumb(rules, work.state))
    streams, firsts = np.zeros(2, np.uint64), set()
    for _ in range(200):
        sample(work.state, streams, 0, work.sampled)
        for seat, places in enumerate(shown_places(work.state)):
            hidden = [52 * seat + place for place in range(52) if place not in places]
            assert sorted(work.sampled[hidden]) == sorted(work.packs[hidden])
            unseen = sum(1 << int(face) for face in work.packs[hidden])
            assert unseen == work.state[UNSEEN + seat]
        firsts.add(int(work.sampled[work.state[NEXT]]))
    hidden = 52 - work.state[NEXT] + max(work.state[MAGAZINE] - 1, 0)
    assert len(firsts) > 0.8 * hidden  # each of them comes first sooner or later


def test_states_that_perft_tells_apart() -> None:
    walk = Walk(parse("double").rules, duel_deal(1))
    state = walk.start()
    assert KEY < TURNS < SIZE and len(state) == SIZE
    actions = np.zeros(16, np.int64)
    assert generate(walk.rules, state, actions) == 1
    assert plain(int(actions[0])) == {"action": "open"}


def test_who_begins() -> None:
    """The higher magazine card, ace low; where they are equal the coin of the deal."""
    coins = set()
    for number in range(200):
        a, b = duel_deal(number)
        first = table(parse("double"), "random,random").play(number).first
        ranks = a[10] % 13, b[10] % 13
        if ranks[0] == ranks[1]:
            coins.add(first)
            assert first == duel_coin(number)
        else:
            assert first == int(ranks[1] > ranks[0])
    assert coins == {0, 1}
    for starter, first in (("A", 0), ("B", 1), ("coin", duel_coin(4))):
        assert table(parse(f"double,starter={starter}"), "random,random").play(4).first == first


def test_figures_seen_elsewhere() -> None:
    """53.5 / 5.5 / 41.0 % for a forced starter, about 9.2 magazine cards left, within 1 %."""
    games = table(parse("double,starter=A"), "greedy,greedy").play_many(range(1, 20_001))
    shares = [float((games.outcomes == one).mean()) for one in (WIN_A, EQUAL, WIN_A + 1)]
    for share, told in zip(shares, (0.535, 0.055, 0.41), strict=True):
        assert abs(share - told) < 0.01
    at = FAMILY.tally.index("magazine_a")
    assert abs(games.tallies[:, at : at + 2].mean() - 9.2) < 0.2


@pytest.mark.parametrize(
    ("at", "change", "why"),
    [
        (0, {"action": "stop"}, "a card must be opened"),
        (0, {"action": "discard", "to": "talon1"}, "no card is open"),
        (0, {"action": "pass"}, "no such action"),
        (0, {"seat": "B"}, "seat A's turn"),
        (0, {"action": "talon", "from": "talon9"}, "own talon"),
        (1, {"to": "talon3"}, "the first is meant"),
        (1, {"to": None}, "own talon"),
        (1, {"action": "stop"}, "a card is open"),
        (1, {"card": "AS"}, "the card is"),
    ],
)
def test_the_referee_says_what_is_wrong(at: int, change: dict[str, object], why: str) -> None:
    variant = parse("double,starter=A")
    actions = [dict(action) for action in table(variant, "greedy,greedy").play(3).actions]
    assert [action["action"] for action in actions[:2]] == ["open", "discard"]
    actions[at] |= change
    ruling = judge(variant.rules, duel_deal(3), 0, actions)
    assert ruling.at == at + 1 and why in ruling.reason
