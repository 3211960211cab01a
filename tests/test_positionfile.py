"""Position files: there and back over random play, and every position that cannot be explained."""

from __future__ import annotations

import random

import numpy as np
import pytest
from by_hand import key
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import case
from test_position import as_twin, key_of, legal, set_up, variants

from solver.cards import card_text, parse_card
from solver.patience.lines import to_move
from solver.patience.position import STOCK, make
from solver.patience.positionfile import PositionFileError, format_position, parse_position
from solver.patience.referee import Game
from solver.patience.situation import arrays, at_start, with_stock
from solver.variants import parse


@settings(deadline=None, max_examples=60)
@given(
    variants(),
    st.integers(0, 2**64 - 1),
    st.integers(0, 200),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_there_and_back(
    text: str, number: int, plies: int, known: bool, chance: random.Random
) -> None:
    """A position of random play, written, read and given to the kernels is the same."""
    deal = case(text, number)
    table, game = set_up(deal), Game(deal.variant.rules, deal.faces)
    for ply in range(plies):
        if not (found := legal(table)):
            break
        move = chance.choice(found)
        make(deal.rules, deal.codes, table.pos, table.trail, ply, move)
        game.play(to_move(deal.rules, move))
    situation = with_stock(game, known)
    written = format_position(situation, symbols=chance.random() < 0.5)
    back = parse_position(written, deal.variant)
    assert key(back.game) == key(game)
    assert (back.game.stock, back.known) == (situation.game.stock, situation.known)
    codes, pos = arrays(deal.rules, back.game)
    assert as_twin(deal, pos) == as_twin(deal, table.pos)
    assert key_of(pos) == key_of(table.pos)
    left = codes[pos[STOCK] :]
    want = deal.codes[table.pos[STOCK] :]
    assert np.array_equal(left if known else np.sort(left), want if known else np.sort(want))


def test_a_stock_that_is_not_known_is_forgotten() -> None:
    deal = case("vosem", 7)
    situation = at_start(deal.variant, deal.faces, known=False)
    assert situation.game.stock == sorted(deal.faces[8:]) and not situation.known
    assert at_start(deal.variant, deal.faces, known=True).game.stock == deal.faces[8:]


SMALL = "vosem,ranks=3,piles=2"
"""24 cards: A 2 3 of each suit twice."""

START = "up: -\n1: 2C\n2: 2D\nstock: 22"


def test_as_a_person_types_it() -> None:
    situation = parse_position(
        "# typed\n 1 : 2т,\n\n2: 2б # diamonds\r\nStock: 20\nup: Тп > 2♠\n",
        parse("vosem,ranks=3,piles=2,pause=card"),
    )
    game = situation.game
    assert [[card_text(card) for card in pile] for pile in game.piles] == [["2C"], ["2D"]]
    assert [card_text(card) for card in game.up[3][0].cards] == ["AS", "2S"]
    assert len(game.stock) == 20 and parse_card("2S") in game.stock and not situation.known


def test_the_order_of_the_stock_may_be_told() -> None:
    text = format_position(at_start(parse(SMALL), case(SMALL, 3).faces, known=True))
    assert parse_position(text, parse(SMALL)).known
    assert parse_position(text, parse(SMALL)).game.stock == case(SMALL, 3).faces[2:]


OUT = "up: 3C 3D 3H 2S\ndown: AC AD AH 3S\n1: AS 2S\n2: 3S\nstock: 0\n"  # 2S AS 2S 3S ... all there

BAD = [
    # what is no position file
    ("", SMALL, "place 1 is missing; write 1: and its cards from bottom to top, or 1: -"),
    ("1: 2C", SMALL, "place 2 is missing"),
    ("1: 2C\n2: 2D", SMALL, "stock: is missing; write how many cards are left"),
    ("2C 2D", SMALL, "line 1: '2C 2D' has no heading; write such as 3: 7C KD for place 3"),
    (START + "\n3: 2H", SMALL, "line 5: there is no place 3; places are 1 ... 2"),
    (START + "\n0: 2H", SMALL, "line 5: there is no place 0"),
    (START + "\n01: 2H", SMALL, "line 5: there is no place 01"),
    (START + "\n1: 2H", SMALL, "line 5: 1: again, after line 2; keep one"),
    (START + "\nstok: 2", SMALL, "line 5: 'stok' is no heading; did you mean stock?"),
    ("{" + START, SMALL, "line 1: '{up' is no heading"),
    (START.replace("2C", "2X"), SMALL, "line 2: '2X' is not a card"),
    (START.replace("2C", "ТC"), SMALL, "line 2: 'ТC' is not a card: C is a Latin letter"),
    (START.replace("2C", "1C"), SMALL, "write A for the ace"),
    (START.replace("2C", "4C"), SMALL, "line 2: 4C is above the highest rank 3"),
    (START.replace("2C", "??"), SMALL, "face-down or forgotten cards are not supported"),
    (START.replace("2C", "xx 2C"), SMALL, "face-down or forgotten cards are not supported"),
    (START.replace("22", "many"), SMALL, "line 4: 'many' is not a card"),
    (START.replace("22", "-1"), SMALL, "line 4: '-1' is not a card"),
    ("\0", SMALL, "has no heading"),
    ("9" * 5000 + ": 2C", SMALL, "is no heading"),
    # cards
    (START.replace("22", "21"), SMALL, "21 cards, but 22 are not on the table: AC AC 2C"),
    (START.replace("22", "23"), SMALL, "a card is told twice, or it has fewer"),
    (START.replace("1: 2C", "1: 2C 2C 2C"), SMALL, "2C is there 3 times: on place 1, on place 1"),
    (START.replace("up: -", "up: 2C").replace("1: 2C", "1: 2C 2C"), SMALL, "2C is there 3 times"),
    (START.replace("22", "2C 2C 2D"), SMALL, "the stock names 2C, of which both are told"),
    (START.replace("22", "2C 2D 2H"), SMALL, "19 cards neither on the table nor in the stock"),
    ("1: -\n2: -\nstock: 24", SMALL, "the first row of 2 cards lies before play begins"),
    ("1: 2C 2H\n2: 2D\nstock: 21", SMALL, "21 cards cannot be left: rows of 2 are dealt whole"),
    # base piles
    (START.replace("up: -", "up: 4H"), SMALL, "line 1: 4H is above"),
    (START.replace("up: -", "up: AH>3H"), SMALL, "AH>3H has a gap or a wrong card; one that stan"),
    (START.replace("up: -", "up: AH>2D"), SMALL, "AH>2D has a gap or a wrong card"),
    (START.replace("up: -", "up: 2H 3H"), SMALL, "2 up piles of hearts (2H, 3H), there is at mo"),
    (START.replace("up: -", "down: AC"), "iznanka,bases=aces,ranks=3,piles=2", "no down piles"),
    (START.replace("up: -", "up: AC"), "iznanka,ranks=3,piles=2", "no up pile stands at AC: up"),
    (START.replace("up: -", "down: 2C"), "iznanka,ranks=3,piles=2", "begin with AC (bases=twos-"),
    (START.replace("up: -", "closed: 2C/3C"), SMALL, "no piles are closed under these rules"),
    (START.replace("up: -", "closed: 2C"), "iznanka,ranks=3,piles=2", "write the top cards of bo"),
    (START.replace("up: -", "closed: 2C/3D"), "iznanka,ranks=3,piles=2", "is no closed pair"),
    (START.replace("up: -", "closed: 3C/2C"), "iznanka,ranks=3,piles=2", "is no closed pair"),
    (
        START.replace("up: -", "up: 2C\ndown: 3C"),
        "iznanka,ranks=3,piles=2",
        "the piles at 2C and 3C meet, so they are closed; take both out and write closed: 2C/3C",
    ),
    (
        START.replace("up: -", "closed: 2C/3C 2C/3C 2C/3C"),
        "iznanka,ranks=3,piles=2",
        "3 up piles of clubs (2C, 2C, 2C), there are at most 2",
    ),
    # base cards under at-once, heights without building
    ("1: AC 2C\n2: 2D 2H\nstock: 20", SMALL, "AC on place 1 can start a base pile and must be"),
    ("1: 2C 2S 2H\n2: 2D\nstock: 20", "vosem:strict,ranks=3,piles=2", "only 2 were dealt to it"),
    ("1: 2C 2S\n2: AC\nstock: 21", "vosem,ranks=3,piles=2,pause=card", "there it would have been"),
    # lifts and turns
    (START + "\naside: 2H", SMALL, "line 5: write the card set aside and its place, such as aside"),
    (START + "\naside: 2H from 9", SMALL, "'9' is no place; places are 1 ... 2"),
    (START + "\nlifted: one", SMALL, "line 5: 'one' is no place"),
    (START + "\nlifted: 2-1", SMALL, "'2-1' goes backwards; write 1-2"),
    (START + "\nlifted: 1", SMALL, "line 5: nothing is lifted before the stock is out, and 22"),
    (START + "\nturned: 1", SMALL, "line 5: no pile is turned before the stock is out"),
    (OUT + "lifted: 1", SMALL.replace("vosem", "vosem,lift=none"), "no card is lifted in this"),
    (OUT + "lifted: 2", SMALL, "so 2 cannot be lifted before 1; write lifted: 1-2 if all are"),
    (OUT + "lifted: 1 1", SMALL, "place 1 is told twice; name it once"),
    (OUT + "turned: 1", SMALL, "no pile is turned before every place has been lifted or passed"),
    (OUT + "lifted: 1-2\nturned: 2", SMALL, "so 2 cannot be turned before 1"),
    (OUT + "turned: 1", SMALL.replace("vosem", "vosem,turn=none"), "no pile is turned in this ga"),
    (OUT.replace("2: 3S", "2: -\naside: 3S from 2"), SMALL, "cannot be aside from place 2: places"),
    (
        OUT.replace("2: 3S", "2: -\naside: 3S from 2\nlifted: 2"),
        SMALL.replace("vosem", "vosem,lift=any"),
        "place 2 is told as lifted already",
    ),
    (
        OUT.replace("2: 3S", "2: -\naside: 3S from 2\nturned: 1"),
        SMALL.replace("vosem", "vosem,lift=any"),
        "no card is aside once a pile has been turned",
    ),
    (
        OUT.replace("up: 3C 3D", "up: 3C").replace("1: AS", "1: AD 2D 3D AS"),
        SMALL,
        "AD on place 1 can start a base pile",
    ),
    (
        OUT.replace("up: 3C 3D", "up: 3C").replace("2: 3S", "2: 2D 3D 3S\naside: AD from 1"),
        SMALL,
        "AD can start a base pile, so it was played before any lift",
    ),
]


@pytest.mark.parametrize(("text", "variant", "message"), BAD, ids=range(len(BAD)))
def test_what_cannot_be(text: str, variant: str, message: str) -> None:
    with pytest.raises(PositionFileError) as caught:
        parse_position(text, parse(variant), "my.txt")
    told = str(caught.value)
    assert message in told and told.startswith("my.txt: ")
    assert len(told) < 400 and "\n" not in told


@settings(deadline=None, max_examples=150)
@given(
    st.text("0123456789:-/>,# \nACDHSJQKТтб♣?xupdownclosedstockfrom", max_size=200),
    st.integers(0, 3),
    st.randoms(use_true_random=False),
)
def test_any_text_is_read_or_refused(junk: str, cuts: int, chance: random.Random) -> None:
    """Junk, and a good file with junk in it."""
    good = format_position(at_start(parse("vosem"), case("vosem", 1).faces, known=True))
    at = chance.randrange(len(good))
    for text in (junk, good[:at] + junk[: 10 * cuts] + good[at:], good[:at] + good[at + 3 :]):
        try:
            situation = parse_position(text, parse("vosem"))
        except PositionFileError as error:
            assert str(error).startswith("position: ")
        else:
            assert len(situation.game.stock) == 96
