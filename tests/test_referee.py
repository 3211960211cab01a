"""The rules of the two patiences as the referee applies them, paragraph by paragraph."""

from __future__ import annotations

import pytest
from by_hand import IZNANKA, VOSEM, at, fine, move, packs, shorts, tops, why

from solver.cards import card_text, parse_card
from solver.patience.board import BasePile, board_text
from solver.patience.referee import Game

# ------------------------------------------------------------------ setup and end


def test_start_one_card_a_place_the_rest_is_the_stock() -> None:
    game = Game(IZNANKA, packs())
    assert game.piles == [[card] for card in range(8)]
    assert game.stock == packs()[8:]
    assert (game.row, game.aside, game.next_lift, game.next_turn) == (1, None, None, None)
    assert not game.won


def test_a_won_game_has_no_moves() -> None:
    game = at("3C | ", up="2C", down="3C", ranks="3")
    assert not game.won
    fine(game, "up 1")
    assert game.won
    assert game.legal_moves() == []
    assert "won" in why(game, "turn 1")


def test_a_card_aside_is_not_won() -> None:
    game = at("3C KC | ", up="2C", down="KC")
    fine(game, "lift 1", "up 1")
    assert not game.won
    assert shorts(game) == ["return 1"]


# ------------------------------------------------------------------ base piles


def test_twos_aces_start_and_never_end() -> None:
    game = at("2C | AC | KC | 3C", game=IZNANKA, found="free", seal="open")
    assert "2C only starts an up pile" in why(game, "down 1")
    assert "AC only starts a down pile" in why(game, "up 2")
    assert "none has begun" in why(game, "up 4")
    fine(game, "up 1", "down 2", "down 3", "up 4")
    assert (tops(game.up), tops(game.down)) == ("3C", "KC")
    ends = at("2C | AC", up="KC", down="3C", game=IZNANKA, found="free", seal="open")
    assert "only starts" in why(ends, "down 1")
    assert "only starts" in why(ends, "up 2")


def test_twos_aces_all_eight_of_each_start() -> None:
    game = at("2C 2C | AC AC", game=IZNANKA)
    fine(game, "up 1", "up 1", "down 2", "down 2")
    assert (tops(game.up), tops(game.down)) == ("2C 2C", "AC AC")


def test_aces_kings_first_starts_second_ends() -> None:
    game = at("AC AC | KC KC | QC", found="free")
    fine(game, "up 1", "down 2")
    assert "the first AC was played: this one can only end the down pile" in why(game, "up 1")
    assert "the first KC was played: this one can only end the up pile" in why(game, "down 2")
    fine(game, "down 3")
    ends = at("AC | KC", up="QC", down="2C")
    fine(ends, "down 1", "up 2")
    assert ends.won
    assert (tops(ends.up), tops(ends.down)) == ("KC", "AC")


def test_aces_kings_a_first_ace_may_end_a_pile_only_with_found_free() -> None:
    assert "must start its up pile" in why(at("AC | 5C", down="2C"), "down 1")
    fine(at("AC | 5C", down="2C", found="free"), "down 1")


def test_aces_kings_the_king_is_the_highest_rank_of_a_small_pack() -> None:
    game = at("3C | 3C 2C", ranks="3")
    fine(game, "down 1", "down 2")
    assert "can only end the up pile" in why(game, "down 2")


def test_bases_aces_go_up_only() -> None:
    game = at("AC AC | 2C | KC", bases="aces", found="free")
    assert why(game, "down 3") == "there are no down piles (bases=aces)"
    fine(game, "up 1", "up 1", "up 2")
    assert tops(game.up) == "2C AC"


def test_a_base_move_names_where_the_piles_stand() -> None:
    game = at("7C | 3D", up="5C 2C", down="9C", game=IZNANKA)
    game.up[0].append(BasePile([parse_card("7C")], closed=True))
    game.down[0].append(BasePile([parse_card("8C")], closed=True))
    assert why(game, "up 1") == (
        "7C does not continue any open up pile of clubs: "
        "they stand at 5C and at 2C and the closed pair 7C/8C"
    )
    assert why(game, "down 2") == (
        "3D does not continue any open down pile of diamonds: none has begun"
    )


def test_sealing_closes_one_pair_and_only_that() -> None:
    game = at("7C 8C 8C | 7C", up="6C 6C", down="9C", game=IZNANKA)
    fine(game, "down 1")
    assert "does not continue" in why(game, "up 1")  # 7 is not yet there
    fine(game, "up 2")
    assert [base.closed for base in game.up[0]] == [True, False]
    assert [base.closed for base in game.down[0]] == [True]
    assert "closed pair 7C/8C" in why(game, "up 1")


def test_a_card_goes_past_a_closed_pile_to_the_open_one() -> None:
    game = at("8C | 5D", game=IZNANKA)
    game.up[0] = [BasePile([parse_card("7C")], closed=True), BasePile([parse_card("7C")])]
    fine(game, "up 1")
    assert tops(game.up) == "7C 8C"


def test_sealing_where_the_highest_rank_meets_the_ace() -> None:
    game = at("3C | AC", up="2C", game=IZNANKA, ranks="3")
    fine(game, "down 2", "up 1")
    assert game.up[0][0].closed
    assert game.down[0][0].closed
    assert "3C/AC" in board_text(game)
    late = at("AC | 4C", up="KC", game=IZNANKA)
    fine(late, "down 1")
    assert late.up[0][0].closed


def test_seal_open_lets_any_pile_grow() -> None:
    game = at("8C 8C | 7C 7C", up="6C", down="9C", game=IZNANKA, seal="open")
    fine(game, "down 1", "up 2", "up 1", "down 2")
    assert (tops(game.up), tops(game.down)) == ("8C", "7C")


def test_nothing_is_sealed_without_twos_aces() -> None:
    game = at("7C | 8C", up="6C", down="8C")
    fine(game, "up 1", "up 2")
    assert tops(game.up) == "8C"


# ------------------------------------------------------------------ at once


@pytest.mark.parametrize("text", ["deal", "turn 1", "lift 1", "pass 1", "build 1 2", "up 1"])
def test_at_once_bars_everything_else(text: str) -> None:
    stock = "9D" if text == "deal" else ""
    game = at("5C 3C | 4C | 6D AH", up="2C", stock=stock)
    assert why(game, text) == "AH on place 3 must start its up pile first (found=at-once)"
    free = at("5C 3C | 4C | 6D AH", up="2C", stock=stock, found="free")
    assert free.objection(move(text)) is None or text == "turn 1"


def test_at_once_leaves_every_start_as_a_choice() -> None:
    assert shorts(at("AC | 5D AC | KH", stock="9D")) == ["up 1", "up 2", "down 3"]
    assert shorts(at("AC | 2D | KH", stock="9D", game=IZNANKA)) == ["up 2", "down 1"]
    assert shorts(at("AC | 2D | KH", stock="9D", bases="aces")) == ["up 1"]


def test_at_once_forces_only_what_starts() -> None:
    fine(at("AC | KC", up="AC", down="KC", stock="9D"), "deal")


def test_at_once_a_lifted_card_forces_nothing_but_what_it_bares_does() -> None:
    game = at("KH AC 9S | KC", up="AS", down="KC")
    fine(game, "lift 1")
    assert "AC on place 1 must start" in why(game, "return 1")
    fine(game, "up 1")
    assert shorts(game) == ["down 1"]
    aside = at("5H 9S | 6D")
    aside.aside, aside.piles[0] = (parse_card("AC"), 1), [parse_card("5H")]
    fine(aside, "return 1")


# ------------------------------------------------------------------ build


def test_build_values() -> None:
    for build, lower, higher in (
        ("updown", True, True),
        ("down", True, False),
        ("up", False, True),
        ("none", False, False),
    ):
        game = at("5C | 6C", build=build)
        assert (game.objection(move("build 1 2")) is None) is lower
        assert (game.objection(move("build 2 1")) is None) is higher
    assert "one rank higher (build=up)" in why(at("5C | 6C", build="up"), "build 1 2")
    assert "one rank lower (build=down)" in why(at("5C | 6C", build="down"), "build 2 1")
    assert "higher or lower (build=updown)" in why(at("5C | 7C"), "build 1 2")
    assert "build=none" in why(at("5C | 6C", build="none"), "build 1 2")


def test_build_suits() -> None:
    for suit, same, other, red in (
        ("same", True, False, False),
        ("any", True, True, True),
        ("alternate", False, False, True),
    ):
        game = at("5C | 6C | 6S | 6H", suit=suit)
        legal = [game.objection(move(f"build 1 {to}")) is None for to in (2, 3, 4)]
        assert legal == [same, other, red]
    assert "in suit (suit=same)" in why(at("5C | 6H"), "build 1 2")
    assert "colours must alternate" in why(at("5C | 6S", suit="alternate"), "build 1 2")


def test_build_order_follows_bases_and_never_wraps() -> None:
    high = at("AC | KC | 2C", game=IZNANKA, found="free")
    assert [text for text in shorts(high) if "build" in text] == ["build 1 2", "build 2 1"]
    low = at("AC | KC | 2C", game=IZNANKA, bases="aces-kings", found="free")
    assert [text for text in shorts(low) if "build" in text] == ["build 1 3", "build 3 1"]


def test_build_takes_the_top_card_of_another_place() -> None:
    game = at("5C 9H | 6C | ")
    assert "does not go on" in why(game, "build 1 2")
    assert "its own place" in why(game, "build 2 2")
    assert why(game, "build 3 1") == "place 3 is empty"
    assert why(game, "build 2 3").startswith("place 3 is empty and is filled only by dealing")
    assert why(game, "build 1 2 5C") == "the top card of place 1 is 9H, not 5C"


def test_build_when_dealing_ends_with_the_stock() -> None:
    fine(at("5C | 6C", stock="9D", build_when="dealing"), "build 1 2")
    assert "build_when=dealing" in why(at("5C | 6C", build_when="dealing"), "build 1 2")


def test_spaces_any_takes_any_top_whatever_building_says() -> None:
    game = at("5C 9H | | ", spaces="any", build="none", build_when="dealing")
    assert [text for text in shorts(game) if "build" in text] == ["build 1 2", "build 1 3"]
    fine(game, "build 1 2 9H", "build 1 3 5C")
    assert game.piles == [[], [parse_card("9H")], [parse_card("5C")]]
    fine(game, "build 3 1")  # a lone card may change place


# ------------------------------------------------------------------ deal


def test_deal_a_row_and_a_short_last_row() -> None:
    game = Game(VOSEM | {"ranks": "4", "piles": "5", "found": "free"}, packs(4))
    fine(game, "deal")
    assert [len(pile) for pile in game.piles] == [2] * 5
    assert game.piles[0] == [0, 13 * 1 + 1]
    fine(game, "deal", "deal", "deal", "deal", "deal")
    assert [len(pile) for pile in game.piles] == [7, 7, 6, 6, 6]
    assert game.row == 7
    assert why(game, "deal") == "the stock is out: there is nothing to deal"


def test_deal_fills_empty_places() -> None:
    game = at("5C | ", stock="9D 8D")
    fine(game, "deal")
    assert game.piles[1] == [parse_card("8D")]


def test_deal_card_by_card_goes_round() -> None:
    game = Game(VOSEM | {"ranks": "3", "piles": "5", "pause": "card", "found": "free"}, packs(3))
    sizes = []
    for _ in range(6):
        fine(game, "deal")
        sizes.append([len(pile) for pile in game.piles])
    assert sizes[0] == [2, 1, 1, 1, 1]
    assert sizes[5] == [3, 2, 2, 2, 2]
    assert game.row == 3


# ------------------------------------------------------------------ lift


def test_lift_ordered_place_by_place() -> None:
    game = at("5C 9H | 6D | 4S 8D")
    assert game.next_lift == 1
    assert why(game, "lift 3") == "place 1 is next to be lifted or passed, not place 3"
    assert "place 1 is next" in why(game, "pass 2")
    assert why(game, "turn 1") == "place 1 must be lifted or passed before any pile is turned"
    assert why(game, "return 1") == "no card is aside to be returned"
    fine(game, "lift 1")
    assert game.aside == (parse_card("9H"), 1)
    fine(game, "return 1")
    assert game.next_lift == 2
    assert why(game, "lift 2") == "a lift needs two cards or more, and place 2 has 1 card"
    fine(game, "pass 2", "pass 3")
    assert why(game, "lift 3") == "every place has been lifted or passed (lift=ordered)"
    assert "every place" in why(game, "pass 3")
    fine(game, "turn 1")


def test_lift_waits_for_the_stock() -> None:
    game = at("5C 9H | 6D", stock="9D 8D")
    assert why(game, "lift 1") == "no lift before the stock is out: 2 cards left"
    assert why(game, "pass 1") == "no pass before the stock is out: 2 cards left"


def test_while_aside_only_that_pile_plays() -> None:
    game = at("6S 5C 9H | 6C | 7C | 4S 8D")
    fine(game, "lift 1")
    assert why(game, "build 2 3") == (
        "only the pile under the lifted card may play while 9H is aside: "
        "that is place 1, not 2 (lift_scope=pile)"
    )
    assert "no lift while 9H is aside" in why(game, "lift 4")
    assert "no pass while 9H is aside" in why(game, "pass 2")
    assert "no turn while 9H is aside" in why(game, "turn 1")
    assert "no deal while 9H is aside" in why(game, "deal")
    assert why(game, "return 2") == "9H returns to place 1, where it was lifted, not 2"
    assert shorts(game) == ["build 1 2", "return 1"]
    fine(game, "build 1 2", "return 1")
    assert game.piles[0] == [parse_card("6S"), parse_card("9H")]
    assert game.lifted == {1}
    assert "does not go on" in why(game, "build 2 3")  # ordinary play again
    fine(game, "pass 2")


def test_lift_scope_all_lets_others_play_but_not_on_that_place() -> None:
    game = at("6C 9H | 5C | 7C | 8C", lift_scope="all")
    fine(game, "lift 1")
    assert why(game, "build 2 1") == "nothing may be put on place 1 while its card 9H is aside"
    assert shorts(game) == ["build 1 2", "build 1 3", "build 3 4", "build 4 3", "return 1"]
    fine(game, "build 1 3", "return 1")
    assert game.piles[0] == [parse_card("9H")]


def test_lift_an_emptied_place_stays_closed_to_others() -> None:
    game = at("6C 9H | 5C | | 8D", lift_scope="all", spaces="any")
    fine(game, "lift 1", "build 1 3")
    assert "nothing may be put on place 1" in why(game, "build 4 1")
    fine(game, "return 1")


def test_lift_any_each_pile_once_and_never_after_a_turn() -> None:
    game = at("5C 9H | 6D | 4S 8D", lift="any")
    assert game.next_lift is None
    assert "there is no pass" in why(game, "pass 1")
    assert "needs two cards" in why(game, "lift 2")
    fine(game, "lift 3", "return 3")
    assert why(game, "lift 3") == "place 3 has been lifted already (lift=any)"
    assert "lifted: 3" in board_text(game)
    fine(game, "turn 1")
    assert why(game, "lift 1") == "no lift once a pile has been turned (lift=any)"


def test_lift_none() -> None:
    game = at("5C 9H | 6D", lift="none")
    assert "lift=none" in why(game, "lift 1")
    assert "lift=none" in why(game, "pass 1")
    assert "no card is aside" in why(game, "return 1")


def test_build_when_dealing_holds_while_a_card_is_aside() -> None:
    game = at("6S 5C 9H | 6C", build_when="dealing")
    fine(game, "lift 1")
    assert shorts(game) == ["return 1"]


# ------------------------------------------------------------------ turn


def test_turn_ordered() -> None:
    game = at("5C 9H 3S | | 4S 8D", game=IZNANKA)
    assert game.next_turn == 1
    assert why(game, "turn 2") == "place 1 is next to be turned, not place 2"
    fine(game, "turn 1")
    assert [card_text(card) for card in game.piles[0]] == ["3S", "9H", "5C"]
    fine(game, "turn 2", "turn 3")  # an empty pile counts
    assert why(game, "turn 3") == "every place has been turned"
    assert game.next_turn is None
    assert game.turned == {1, 2, 3}


def test_turn_waits_for_the_stock() -> None:
    game = at("5C 9H | 4S", stock="9D", game=IZNANKA)
    assert why(game, "turn 1") == "no turn before the stock is out: 1 card left"


def test_turn_any() -> None:
    game = at("5C 9H | 7S | 4S 8D", game=IZNANKA, turn="any")
    assert why(game, "turn 2") == (
        "a turn needs two cards or more, and place 2 has 1 card (turn=any)"
    )
    fine(game, "turn 3")
    assert why(game, "turn 3") == "place 3 has been turned already (turn=any)"
    assert "turned: 3" in board_text(game)
    lifts_first = at("5C 9H | 7S 8D", turn="any")
    assert "place 1 must be lifted or passed" in why(lifts_first, "turn 2")


def test_turn_none() -> None:
    assert "turn=none" in why(at("5C 9H | 7S", game=IZNANKA, turn="none"), "turn 1")
