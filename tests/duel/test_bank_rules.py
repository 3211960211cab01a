"""Both Russian Banks: the text's own examples, the options one by one, kernels against the twin."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from bank_positions import Board, Told, based, cards, legal, move, mover, piles
from duels import some_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from twin_bank import Action, Position, Twin

from solver.cards import parse_card
from solver.deals import duel_coin, duel_deal
from solver.duel.bank.actions import ActionError, action_json, parse_action
from solver.duel.bank.apply import apply
from solver.duel.bank.columns import card, join, single, size, tail, to_code, without
from solver.duel.bank.family import FAMILY
from solver.duel.bank.game import first_by_rule
from solver.duel.bank.referee import Game
from solver.duel.bank.rules import compile_rules
from solver.duel.bank.state import BASES, DECK_N, HAND, LAID, MOVER, begin_turn, new_state, setup
from solver.duel.start import EVEN, who_begins
from solver.variants import Variant, parse

# --- the examples of the text -------------------------------------------------------------------

LOADED = """
move: A
bases: AC AD
cell1: KC
cell2: 10D
cell3: JS
cell4: {cell4}
cell5: KD
cell6: {cell6}
cell7: 5S
cell8: QS
A magazine: 9 8H 7H 6H
A deck: 33
B magazine: 12 QD
B deck: *
B talon: 3C
"""


def test_two_empty_cells_free_a_magazine_of_its_load() -> None:
    """The eight of hearts with seven and six loaded on it: one cell comes back."""
    board = Board("zevaki", LOADED.format(cell4="-", cell6="-"))
    board.play(
        move("fill", "magazine", "cell4"),  # the six
        move("fill", "magazine", "cell6"),  # the seven
        move("build", "cell4", "cell6"),
        move("fill", "magazine", "cell4"),  # the eight
        move("build", "cell6", "cell4", 2),
    )
    sizes = cards(board.state)
    assert sizes[3] == 3 and sizes[5] == 0  # 8 7 6 in one cell, the other is empty again
    assert sizes[8] == 9


def test_one_empty_cell_only_makes_the_partner_a_present() -> None:
    """The six in the only cell: the partner puts it back on the seven and has the cell."""
    board = Board("zevaki", LOADED.format(cell4="-", cell6="9S"))
    board.play(move("fill", "magazine", "cell4"))
    assert move("fill", "magazine", "cell4") not in board.legal()
    assert not [a for a in board.legal() if a.get("from") == "magazine"]  # the seven goes nowhere
    board.play(move("open"))
    board.state[HAND] = to_code(parse_card("3D"))
    board.play(move("discard"))
    assert mover(board.state) == "B"
    before = cards(board.state)
    board.play(move("load", "cell4", "magazine"))
    after = cards(board.state)
    assert after[8] == before[8] + 1 and after[3] == 0
    board.play(move("fill", "magazine", "cell4"))


def test_the_ten_of_spades_goes_on_the_jack_not_on_the_nine() -> None:
    text = """
    move: A
    bases: -
    cell1: JS
    cell2: 9S
    cell3: 10H
    cell4: KD
    A magazine: 12 10S
    A deck: *
    B magazine: unlaid
    B deck: 35
    """
    builds = [a for a in Board("zevaki", text).legal() if a["action"] == "build"]
    assert builds == [move("build", "magazine", "cell1")]


# --- options one by one -------------------------------------------------------------------------

TABLE = """
move: A
{hand}
bases: AC 2S 3D
cell1: 9D 8D 7D
cell2: 10D
cell3: 5H 4H
cell4: -
cell5: -
cell6: 2C
cell7: QC
cell8: 6H
A magazine: 10 3S
A deck: 30
A talon: 4C 7H
B magazine: 8 10D
B deck: *
B talon: 9H 8H
"""


def of(options: str, hand: str = "", kind: str = "") -> list[Told]:
    """Legal actions on the table above, all or those of a kind."""
    board = Board(f"zevaki{options}", TABLE.format(hand=f"hand: {hand}" if hand else ""))
    return [action for action in board.legal() if kind in ("", action["action"])]


def test_everything_is_optional_in_zevaki() -> None:
    assert Counter(a["action"] for a in of("")) == {
        "base": 2,
        "build": 2,
        "fill": 4,
        "load": 1,
        "open": 1,
    }
    assert of("", kind="build") == [
        move("build", "cell1", "cell2", 3),
        move("build", "cell3", "cell8", 2),
    ]


def test_series() -> None:
    assert of("", kind="fill") == [
        move("fill", "cell1", "cell4", 1),
        move("fill", "cell1", "cell4", 2),
        move("fill", "cell3", "cell4", 1),
        move("fill", "magazine", "cell4"),
    ]
    assert len(of(",series=whole", kind="build")) == 2
    assert of(",series=whole", kind="fill") == [move("fill", "magazine", "cell4")]
    assert not of(",series=single", kind="build")
    assert len(of(",series=single", kind="fill")) == 3


def test_loads() -> None:
    """9D 8D 7D on the ten of diamonds, with the nine as head; 7H on 8H only from an open talon."""
    loads = [move("load", "cell1", "magazine", 3)]
    assert of("", kind="load") == loads
    assert move("load", "talon", "talon") in of(",own_talon=playable", kind="load")
    assert move("load", "talon", "talon") not in of("", kind="load")
    assert move("load", "hand", "talon") in of("", "7H", "load")
    assert move("load", "hand", "talon") in of("", "9H", "load")
    assert move("load", "hand", "talon") not in of(",load=magazine", "9H", "load")
    assert not of(",load=none", "9H", "load")
    assert move("load", "cell1", "magazine", 3) not in of(",load_series=no", kind="load")


def test_which_cards_fill() -> None:
    assert {a["from"] for a in of("", "QH", "fill")} == {"cell1", "cell3", "magazine", "hand"}
    assert "hand" not in {a["from"] for a in of(",deck_to_empty=no", "QH", "fill")}
    assert {a["from"] for a in of(",empty=magazine-first", "QH", "fill")} == {"magazine"}
    assert {a["from"] for a in of(",empty=magazine-only", "QH", "fill")} == {"magazine"}
    sides = of(",win_cells=own", kind="fill")
    assert {a["to"] for a in sides} == {"cell4", "cell5"}  # the lowest of each side
    assert move("fill", "cell2", "cell5") in sides  # a whole column, but to the other side
    assert move("fill", "cell2", "cell4") not in sides


def test_opening_and_ending_a_turn() -> None:
    assert of(",open=start") == [move("open")]
    assert move("open") not in of("", "QH") and move("discard") in of("", "QH")
    assert {a.get("from") for a in of(",hand=must-place", "3S")} == {"hand", None}
    forced = of(",forced=yes,hand=must-place", "QH")
    assert forced == of(",forced=yes,open=start") != []
    assert {a["action"] for a in forced} == {"base"}
    board = Board("zevaki,deck_per_turn=one", TABLE.format(hand="hand: 5D"))
    board.play(move("fill", "hand", "cell4"))
    assert move("pass") in board.legal() and move("open") not in board.legal()


def test_the_talon_is_turned_over_lazily_and_unshuffled() -> None:
    text = TABLE.format(hand="").replace("A deck: 30", "A deck: 7C 30")
    board = Board("zevaki", text)
    board.state[DECK_N] = 1  # the seven is its last card
    board.play(move("open"), move("discard"))
    talon = [to_code(parse_card(name)) for name in ("4C", "7H", "7C")]
    assert piles(board.state)[2] == [] and piles(board.state)[4] == talon
    board.state[MOVER] = 0
    board.play(move("open"))
    assert board.state[HAND] == talon[0]
    assert piles(board.state)[2] == talon[1:] and piles(board.state)[4] == []


def test_columns() -> None:
    column = 0
    for name in ("9D", "8S", "7H", "6S"):
        column = join(column, single(to_code(parse_card(name))))
    assert size(column) == 4 and card(column, 0) == to_code(parse_card("6S"))
    top = tail(column, 2)
    assert [card(top, i) for i in range(2)] == [card(column, i) for i in range(2)]
    assert join(without(column, 2), top) == column
    assert without(column, 4) == 0 and join(0, column) == column


# --- who begins, variants -----------------------------------------------------------------------


def test_who_begins() -> None:
    """zevaki: a coin; rusbank: the higher magazine card, ace high, then those of the cells."""
    zevaki, rusbank = (compile_rules(parse(text).rules) for text in ("zevaki", "rusbank"))
    levels = Counter[int]()
    for number in range(1, 300):
        a, b = duel_deal(number)
        both, coin = np.array([*a, *b], np.int64), duel_coin(number)
        by_rule = first_by_rule(both)
        assert who_begins(zevaki.starter, by_rule, coin) == coin
        ranks = [[(face % 13 or 13) for face in pack[12:17]] for pack in (a, b)]
        level = next(i for i in range(5) if ranks[0][i] != ranks[1][i])
        first = int(ranks[1] > ranks[0])
        assert who_begins(rusbank.starter, by_rule, coin) == first == FAMILY.starter_by_rule((a, b))
        levels[level] += 1
    assert levels[0] > 200 and levels[1] > 5
    same = duel_deal(1)[0]
    assert first_by_rule(np.array([*same, *same], np.int64)) == EVEN
    assert who_begins(rusbank.starter, EVEN, 1) == 1
    assert FAMILY.starter_by_rule((same, same)) is None


def test_effective_rules() -> None:
    assert (
        parse("zevaki").rules["starter"] == "coin" == parse("zevaki,starter=coin").rules["starter"]
    )
    assert parse("zevaki").digest == parse("zevaki,starter=coin").digest
    assert parse("rusbank").rules["starter"] == "rule"
    assert parse("rusbank,attention=0.2").digest == parse("rusbank").digest
    assert parse("rusbank:forced,attention=0.2").digest != parse("rusbank:forced").digest
    published = "rusbank,load=both,win_cells=none,empty=magazine-first"
    assert parse("rusbank:published").digest == parse(published).digest
    table = [option.name for option in parse("zevaki").game.table]
    assert table == [option.name for option in parse("rusbank").game.table]


@pytest.mark.parametrize(
    "told",
    [
        7,
        {"action": "fly"},
        {"action": "base"},
        {"action": "base", "from": "cell9"},
        {"action": "open", "from": "cell1"},
        {"action": "load", "from": "cell1", "to": "talon", "count": 14},
        {"action": "fill", "from": "cell1", "to": "cell2", "count": True},
    ],
)
def test_what_is_no_action(told: object) -> None:
    with pytest.raises(ActionError):
        parse_action(told)


# --- kernels, twin and referee through whole games ----------------------------------------------


def told_by_twin(action: Action) -> Told:
    kind, source, to, count = action
    return move(kind, source, to, count)


def agree(state: np.ndarray, pos: Position) -> None:
    """The same cards everywhere."""
    for ours, theirs in zip(piles(state), (*pos.magazines, *pos.decks, *pos.talons), strict=True):
        assert ours == [suit << 4 | rank for suit, rank in theirs]
    assert cards(state)[:8] == [len(column) for column in pos.cells]
    assert based(state) == sum(rank for _, rank in pos.bases)
    assert mover(state) == "AB"[pos.mover]


def walk(variant: Variant, number: int, steps: int, chance: random.Random) -> Counter[str]:
    """Play at random, mostly cards; everybody agrees on every position. What was done."""
    packs, first = duel_deal(number), number % 2
    rules, twin = compile_rules(variant.rules), Twin(variant.rules, packs)
    state, pos, done = new_state(), twin.start(first), Counter[str]()
    setup(rules, np.array([*packs[0], *packs[1]], np.int64), first, state)
    begin_turn(state)
    game = Game(variant.rules, packs, first)
    for _ in range(steps):
        agree(state, pos)
        told = legal(rules, state)
        theirs = {str(told_by_twin(action)): action for action in twin.actions(pos)}
        assert sorted(map(str, told)) == sorted(theirs), (str(variant), number)
        told = [action for action in told if not objects(game, action)]
        moves = [action for action in told if "from" in action]
        action = chance.choice(moves if moves and chance.random() < 0.7 else told)
        done[action["action"]] += 1
        apply(rules, state, parse_action(action))
        pos = twin.after(pos, theirs[str(action)])
        game.play(action)
        if game.outcome:
            break
    return done


def objects(game: Game, action: Told) -> bool:
    """The referee forbids nothing that the kernels allow but what comes again in a turn."""
    objection = game.objection(action)
    assert objection in (None, "that position has been there in this turn"), objection
    return objection is not None


def test_kernels_twin_and_referee_agree() -> None:
    chance, done = random.Random(5), Counter[str]()
    for game in ("zevaki", "rusbank"):
        for number, variant in enumerate(some_rules(game, 12, seed=3)):
            options = {**variant.options, "attention": "0", "forced": chance.choice(("no", "yes"))}
            text = ",".join([game, *(f"{name}={value}" for name, value in options.items())])
            done += walk(parse(text), number, 150, chance)
    assert len(done) == 7 and min(done.values()) > 10, done


def test_the_referee_allows_what_is_legal_and_nothing_else() -> None:
    places = ("cell1", "cell2", "cell5", "cell8", "magazine", "hand", "talon")
    for text in ("zevaki,own_talon=playable", "rusbank:published", "rusbank,hand=must-place"):
        packs, chance = duel_deal(4), random.Random(1)
        game, rules, state = (
            Game(parse(text).rules, packs, 0),
            compile_rules(parse(text).rules),
            new_state(),
        )
        setup(rules, np.array([*packs[0], *packs[1]], np.int64), 0, state)
        begin_turn(state)
        for _ in range(25):
            told = legal(rules, state)
            for kind in ("base", "build", "fill", "load", "open", "discard", "pass"):
                for source in places if kind in ("base", "build", "fill", "load") else ("",):
                    for to in places if kind in ("build", "fill", "load") else ("",):
                        action = move(kind, source, to)
                        if action not in told:
                            assert game.objection(action), (text, action)
            action = chance.choice([one for one in told if not objects(game, one)])
            game.play(action)
            apply(rules, state, parse_action(action))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(("zevaki", "rusbank", "zevaki,own_talon=playable")))
def test_cards_are_conserved(seed: int, text: str) -> None:
    """Two copies of each card, whatever is played."""
    chance, rules, state = random.Random(seed), compile_rules(parse(text).rules), new_state()
    a, b = duel_deal(seed)
    setup(rules, np.array([*a, *b], np.int64), seed % 2, state)
    begin_turn(state)
    for _ in range(120):
        apply(rules, state, parse_action(chance.choice(legal(rules, state))))
        unlaid = sum(17 for seat in (0, 1) if not state[LAID + seat])
        assert sum(cards(state)) + based(state) + unlaid == 104
    found = Counter(code for pile in piles(state) for code in pile)
    for cell in range(8):
        column = int(state[20 + cell])
        found.update(card(column, i) for i in range(size(column)))
    found.update([int(state[HAND])] if state[HAND] else [])
    for pile in range(8):
        height = int(state[BASES]) >> 4 * pile & 15
        found.update((pile // 2) << 4 | rank for rank in range(1, height + 1))
    if all(state[LAID : LAID + 2]):
        assert set(found.values()) == {2} and len(found) == 52


def test_json_of_every_action() -> None:
    chance = random.Random(2)
    rules, state, seen = compile_rules(parse("rusbank:published").rules), new_state(), set()
    a, b = duel_deal(8)
    setup(rules, np.array([*a, *b], np.int64), 0, state)
    for _ in range(200):
        action = chance.choice(legal(rules, state))
        assert dict(action_json(parse_action(action))) == action
        seen.add(action["action"])
        apply(rules, state, parse_action(action))
    assert len(seen) == 6
