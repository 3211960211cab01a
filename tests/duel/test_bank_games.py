"""Both Russian Banks: whole games, the referee, what players may know, advice."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from duels import judged, some_rules, table

from solver.deals import duel_deal
from solver.duel.bank.actions import parse_action
from solver.duel.bank.apply import apply
from solver.duel.bank.game import play
from solver.duel.bank.planner import SAMPLING, deal_unseen
from solver.duel.bank.referee import Game, judge
from solver.duel.bank.rules import Rules, compile_rules
from solver.duel.bank.state import (
    DECK,
    DECK_AT,
    DECK_N,
    DECK_SEEN,
    LAID,
    MAG,
    MAG_LOW,
    STRIDE,
    UNSEEN,
    Ints,
    begin_turn,
    copy,
    make_view,
    new_state,
    setup,
)
from solver.duel.bank.turn import decide
from solver.duel.bank.work import FIELDS, PLANNED, Work, new_work
from solver.duel.codes import PLAYERS
from solver.duel.outcomes import BLOCKED, NO_PROGRESS, REPETITION, WIN_A, WIN_B
from solver.variants import parse

TEXTS = ("zevaki", "rusbank", "rusbank:published", "rusbank:forced,attention=0.3")

# --- games and the referee ----------------------------------------------------------------------


def test_random_rules_pass_the_referee() -> None:
    actions = 0
    for game in ("zevaki", "rusbank"):
        for number, variant in enumerate(some_rules(game, 12)):
            players = ("greedy,greedy", "greedy,random", "random,random")[number % 3]
            actions += judged(variant, number, players)
    assert actions > 4000


@pytest.mark.parametrize("text", TEXTS)
def test_games_of_the_planner_pass_the_referee(text: str) -> None:
    assert judged(parse(text), 5, "planner:8,greedy") > 50
    assert judged(parse(text), 6, "random,planner:8") > 50


def test_every_way_to_end() -> None:
    """Wins and all causes of draws occur, and the referee sees the same in every game."""
    ends = Counter[int]()
    for text, first, count in (("rusbank", 1, 30), ("rusbank,series=whole,load=both", 1, 40)):
        variant, games = parse(text), table(parse(text), "greedy,greedy")
        found = games.play_many(list(range(first, first + count)))
        ends.update(found.outcomes.tolist())
        for number in (first, first + 1):
            judged(variant, number, "greedy,greedy")
    assert ends[WIN_A] > 5 and ends[WIN_B] > 5 and ends[REPETITION] > 5 and ends[NO_PROGRESS] > 0


def mirrored(rules: Rules, work: Work, packs: list[int], first: int) -> list[int]:
    """The outcome of greedy players with packs as they are, and with all seats exchanged."""
    outcomes, two = [], np.array([1, 1])
    for seats in (packs, packs[52:] + packs[:52]):
        work.packs[:] = seats
        who = first if seats is packs else 1 - first
        outcomes.append(play(rules, who, two, two, work, np.zeros(FIELDS, np.int64)))
    return outcomes


def test_the_greedy_player_has_no_favourite_seat() -> None:
    """Once it took cards rather from A's cells, whoever it was, and A won more where they count."""
    other = {WIN_A: WIN_B, WIN_B: WIN_A}
    for text in ("rusbank", "rusbank,series=tail,load=both"):
        rules, work = compile_rules(parse(text).rules), new_work()
        for number in range(30):
            a, b = duel_deal(number)
            one, two = mirrored(rules, work, a + b, number % 2)
            assert one == other.get(two, two), (text, number)


def test_a_turn_of_nothing_but_passes_blocks() -> None:
    """Neither seat has a deck: two passes one after another end the game."""
    variant = parse("zevaki:both-layouts,win_cells=all")
    game = Game(variant.rules, duel_deal(3), 0)
    for pile in (*game.deck, *game.talon):
        pile.clear()
    for _ in range(2):
        assert game.objection({"action": "open"}) == "deck and talon are empty"
        game.play({"action": "pass"})
    assert game.outcome == BLOCKED and game.objection({"action": "pass"}) == "the game is over"


def test_a_lapse_is_claimed() -> None:
    """The action is undone, the claimant's base play counts, the open card goes to the talon."""
    variant = parse("rusbank:forced,attention=0.3,claim=0.7")
    lapses = claims = 0
    for number in range(1, 12):
        played = table(variant, "greedy,greedy").play(number)
        lapses, claims = lapses + played.tally["lapses"], claims + played.tally["claims"]
        told = [action["action"] for action in played.actions]
        assert told.count("claim") == played.tally["claims"]
        judged(variant, number, "greedy,greedy")
    assert 30 < claims < lapses
    record = list(table(variant, "greedy,greedy").play(1).actions)
    strict = parse("rusbank:forced")
    ruling = judge(strict.rules, duel_deal(1), 0 if record[0]["seat"] == "A" else 1, record)
    assert ruling.at and ("must go on a base pile" in ruling.reason or "claim" in ruling.reason)


def test_records_are_refused_with_reasons() -> None:
    variant = parse("zevaki")
    played = table(variant, "greedy,greedy").play(2)
    packs, actions = duel_deal(2), list(played.actions)
    assert judge(variant.rules, packs, played.first, actions).reason == ""
    short = judge(variant.rules, packs, played.first, actions[:-1])
    assert short.reason == "the game is not over after the last action"
    for wrong, why in (
        ({"action": "pass"}, "there is a card to open"),
        ({"action": "discard"}, "no card is open"),
        ({"action": "base", "from": "talon"}, "the talon is not in play"),
        ({"action": "claim", "from": "cell1"}, "no base play has just been overlooked"),
        ({"action": "fly"}, "is no action"),
        ({"action": "open", "seat": "AB"[1 - played.first]}, "turn"),
        ({"action": "open", "card": "??"}, "the card is"),
        ([], "is no action"),
    ):
        ruling = judge(variant.rules, packs, played.first, [wrong])
        assert ruling.at == 1 and why in ruling.reason, wrong
    more = judge(variant.rules, packs, played.first, [*actions, {"action": "open"}])
    assert more.at == len(actions) + 1 and more.reason == "the game is over"


def test_no_position_of_a_turn_comes_twice() -> None:
    """A random player shuffles tails about; the referee would refuse a repeat."""
    variant = parse("rusbank,series=tail,win_cells=none")
    assert sum(judged(variant, number, "random,random") for number in range(3)) > 1500


# --- what players know --------------------------------------------------------------------------


def hidden_places(state: Ints) -> list[list[int]]:
    """Indexes of the unseen cards of both packs."""
    told = []
    for seat in (0, 1):
        base = STRIDE * seat
        low = int(state[MAG_LOW + seat]) if state[LAID + seat] else 17
        first = int(max(state[DECK_SEEN + seat], state[DECK_AT + seat]))
        deck = range(DECK + base + first, DECK + base + int(state[DECK_N + seat]))
        told.append([*range(MAG + base, MAG + base + low), *deck])
    return told


def permuted(state: Ints, chance: random.Random) -> Ints:
    """The same position with the unseen cards of each pack in another order."""
    other = state.copy()
    for places in hidden_places(state):
        codes = [int(state[place]) for place in places]
        chance.shuffle(codes)
        other[places] = codes
    return other


def ask(rules: Rules, state: Ints, player: int, seed: int) -> tuple[int, list[int]]:
    """A player's action and its plan, from scratch."""
    work, tally = new_work(), np.zeros(16, np.int64)
    work.state[:] = state
    make_view(work.state, work.known)
    work.streams[:] = seed
    action = decide(rules, player, 8, work, tally)
    return action, work.plan[: int(work.ctl[PLANNED])].tolist()


@pytest.mark.parametrize("player", PLAYERS)
def test_the_order_of_unseen_cards_does_not_matter(player: str) -> None:
    chance, code, different = random.Random(4), PLAYERS.index(player), 0
    for text in TEXTS[:3]:
        rules, state = compile_rules(parse(text).rules), new_state()
        a, b = duel_deal(chance.randrange(10**6))
        setup(rules, np.array([*a, *b], np.int64), 0, state)
        begin_turn(state)
        for step in range(40):
            other = permuted(state, chance)
            different += not np.array_equal(state, other)
            first, second = ask(rules, state, code, step), ask(rules, other, code, step)
            assert first == second
            apply(rules, state, ask(rules, state, PLAYERS.index("greedy"), 0)[0])
    assert different > 90


def test_a_view_hides_what_nobody_has_seen() -> None:
    """And what is kept up through a game is the view; the unseen cards are those of the sets."""
    rules, work, hidden = compile_rules(parse("zevaki").rules), new_work(), 0
    for number in range(3):
        played = table(parse("zevaki"), "greedy,greedy").play(number)
        a, b = duel_deal(number)
        setup(rules, np.array([*a, *b], np.int64), played.first, work.state)
        begin_turn(work.state)
        for action in played.actions:
            make_view(work.state, work.known)
            for seat, places in enumerate(hidden_places(work.state)):
                assert not work.known[places].any()
                unseen = sum(1 << int(code) for code in work.state[places])
                assert unseen == work.state[UNSEEN + seat]
                hidden += len(places)
            plain = {k: v for k, v in action.items() if k in ("action", "from", "to", "count")}
            apply(rules, work.state, parse_action(plain))
    assert hidden > 5000


def test_sampled_cards_are_the_unseen_ones() -> None:
    rules, state, known = compile_rules(parse("zevaki").rules), new_state(), new_state()
    a, b = duel_deal(9)
    setup(rules, np.array([*a, *b], np.int64), 0, state)
    begin_turn(state)
    make_view(state, known)
    streams, drawn, tops = np.zeros(SAMPLING + 1, np.uint64), np.zeros(64, np.int64), set()
    for _ in range(300):
        trial = new_state()
        copy(known, trial)
        deal_unseen(trial, streams, drawn)
        for places in hidden_places(state):
            assert sorted(trial[places]) == sorted(state[places])
        tops.add(int(trial[DECK]))
    assert len(tops) == len([c for c in range(64) if int(state[UNSEEN]) >> c & 1])


# --- strength -----------------------------------------------------------------------------------


def points(text: str, players: str, deals: range) -> float:
    """Points a game of the first player over deals, in both seats."""
    total = 0.0
    for seat, pairing in enumerate((players, ",".join(reversed(players.split(","))))):
        outcomes = table(parse(text), pairing).play_many(list(deals)).outcomes
        total += (outcomes == WIN_A + seat).sum() + 0.5 * (outcomes > WIN_B).sum()
    return float(total / (2 * len(deals)))


def test_greedy_beats_random() -> None:
    for text in ("zevaki", "rusbank:published"):
        assert points(text, "greedy,random", range(1, 31)) > 0.8


def test_planner_beats_greedy() -> None:
    assert points("rusbank:published", "planner:20,greedy", range(1, 16)) > 0.7


@pytest.mark.slow
@pytest.mark.parametrize(("text", "least"), [("zevaki", 0.65), ("rusbank:published", 0.6)])
def test_planner_beats_greedy_clearly(text: str, least: float) -> None:
    assert points(text, "planner,greedy", range(1, 301)) > least
