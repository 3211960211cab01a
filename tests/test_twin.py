"""The naive twin itself: the rules' published counts, and each rule by a position made by hand."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from make_perft import CASES, FOLDER, Row, read
from twin import (
    VALUES,
    Move,
    Position,
    SuitBases,
    Twin,
    deal,
    layers,
    options,
    perft,
    search,
    solution,
    solvable,
    split,
    splitmix,
    unique,
)


def make(variant: str, number: int = 1) -> Twin:
    """The twin of a numbered deal."""
    rules = options(variant)
    return Twin(rules, deal(number, int(rules["ranks"])))


RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def face(name: str) -> int:
    """A card such as 10C or AS as a face."""
    return 13 * "CDHS".index(name[-1]) + RANKS.index(name[:-1])


def place(
    twin: Twin,
    piles: str,
    *,
    bases: dict[str, SuitBases] | None = None,
    stock: int = 0,
    lifted: int = 0,
    turned: int = 0,
    aside: tuple[int, str] | None = None,
) -> Position:
    """A position with the given piles, `2C KD / - / 3H` from bottom to top; other places empty."""
    given = [tuple(face(name) for name in pile.split() if name != "-") for pile in piles.split("/")]
    given += [()] * (twin.piles - len(given))
    return Position(
        len(twin.deal) - stock,
        tuple(given),
        tuple((bases or {}).get(suit, SuitBases()) for suit in "CDHS"),
        frozenset(range(lifted)),
        frozenset(range(turned)),
        None if aside is None else (aside[0], face(aside[1])),
    )


def kinds(moves: list[Move]) -> set[str]:
    """The kinds of moves among some."""
    return {move[0] for move in moves}


# --- published counts ---------------------------------------------------------------------------


def test_counts_of_iznanka() -> None:
    twin = make("iznanka:noturn,ranks=3,piles=3", 29)
    assert perft(twin, 11) == [3, 6, 6, 6, 12, 12, 24, 36, 48, 96, 120]


def test_counts_of_vosem() -> None:
    twin = make("vosem,ranks=3,piles=2", 3)
    assert perft(twin, 14) == [2, 2, 2, 2, 4, 6, 16, 26, 28, 36, 76, 160, 256, 390]
    assert unique(twin, 14) == [2, 1, 1, 1, 2, 3, 7, 10, 11, 15, 33, 63, 98, 147]


@pytest.mark.parametrize("number", [98, 353])
def test_rows_can_win_where_single_cards_cannot(number: int) -> None:
    assert solvable(make("vosem:strict,ranks=3,piles=2", number)) is True
    assert solvable(make("vosem:strict,ranks=3,piles=2,pause=card", number)) is False
    free = "vosem:strict,ranks=3,piles=2,pause=card,found=free"
    assert solvable(make(free, number)) is True


def test_deals() -> None:
    assert splitmix(0)[1] == 0xE220A8397B1DCDAF
    for ranks in (3, 13):
        cards = Counter(deal(5, ranks))
        assert cards == Counter({13 * s + r: 2 for s in range(4) for r in range(ranks)})
    assert deal(1) != deal(2)


# --- the counting itself ------------------------------------------------------------------------


def walk(twin: Twin, position: Position, depth: int) -> int:
    """Perft as it is defined: each sequence walked."""
    if depth == 0:
        return 1
    return sum(walk(twin, twin.play(position, m), depth - 1) for m in twin.moves(position))


@pytest.mark.parametrize(
    ("variant", "number", "depth"),
    [
        ("iznanka:fill,ranks=3,piles=4", 2, 7),
        ("vosem,lift=any,ranks=3,piles=3", 2, 11),
        ("vosem:free", 7, 5),
    ],
)
def test_counting_by_layers_is_counting_each_sequence(
    variant: str, number: int, depth: int
) -> None:
    twin = make(variant, number)
    counts = perft(twin, depth)
    assert counts == [walk(twin, twin.start(), d) for d in range(1, depth + 1)]
    parts = split(twin, depth)
    assert sum(parts.values()) == counts[-1]
    assert len(parts) == counts[0]


def test_a_split_with_dead_ends() -> None:
    twin = make("vosem:strict,ranks=3,piles=2", 1)
    end = next(depth for depth, layer in enumerate(layers(twin), 1) if not layer)
    assert sum(split(twin, end - 1).values()) == perft(twin, end)[-2] > 0
    assert set(split(twin, end).values()) == {0}


def test_split_names_places_from_one() -> None:
    assert set(split(make("vosem:free", 7), 1)) >= {"deal"}
    twin = make("iznanka:fill", 1)
    assert all(0 < int(word) <= 8 for text in split(twin, 1) for word in text.split()[1:])


# --- base piles ---------------------------------------------------------------------------------


def test_base_cards_of_each_reading() -> None:
    piles = "2C / AD / KH / 5S"
    assert make("iznanka").moves(place(make("iznanka"), piles)) == [
        ("up", 0, None),
        ("down", 1, None),
    ]
    assert make("vosem").moves(place(make("vosem"), piles)) == [("up", 1, None), ("down", 2, None)]
    aces = make("iznanka,bases=aces")
    assert aces.moves(place(aces, piles)) == [("up", 1, None)]


def test_at_once_bars_all_else_and_free_does_not() -> None:
    for stock, others in ((40, {"build", "deal"}), (0, {"build", "pass", "lift"})):
        at_once = make("vosem")
        position = place(at_once, "3C 5D / 6D AC / KC / 6D", stock=stock)
        assert at_once.moves(position) == [("up", 1, None), ("down", 2, None)]
        assert kinds(make("vosem,found=free").moves(position)) == {"up", "down"} | others
    turning = make("iznanka")
    position = place(turning, "2C 2C / 5S")
    assert turning.moves(position) == [("up", 0, None)]
    assert ("turn", 0, None) in make("iznanka,found=free").moves(position)


def test_copies_on_two_places_are_two_choices() -> None:
    twin = make("vosem")
    position = place(twin, "5C AD / 7C AD", stock=40)
    assert twin.moves(position) == [("up", 0, None), ("up", 1, None)]
    # Once the pile has begun, the second ace is an ordinary card.
    after = twin.play(position, ("up", 0, None))
    assert kinds(twin.moves(after)) == {"deal"}
    # All eight aces begin a pile where all are base cards.
    twin = make("iznanka")
    position = twin.play(place(twin, "5C AD / 7C AD", stock=40), ("down", 0, None))
    assert twin.moves(position) == [("down", 1, None)]


def test_the_second_ace_ends_the_down_pile_and_the_second_king_the_up_pile() -> None:
    twin = make("vosem:strict")
    position = place(twin, "AC / KC", bases={"C": SuitBases((12,), (2,))})
    assert twin.moves(position) == [("up", 1, None), ("down", 0, None)] or twin.moves(position) == [
        ("down", 0, None),
        ("up", 1, None),
    ]
    after = twin.play(twin.play(position, ("down", 0, None)), ("up", 1, None))
    assert after.bases[0] == SuitBases((13,), (1,))
    # An ace that can both begin one pile and end the other: at once it has to begin.
    both = place(twin, "AC", bases={"C": SuitBases((), (2,))})
    assert twin.moves(both) == [("up", 0, None)]
    assert make("vosem:strict,found=free").moves(both) == [("up", 0, None), ("down", 0, None)]


def test_aces_and_twos_never_end_a_pile() -> None:
    twin = make("iznanka:free,turn=none")
    position = place(twin, "AC / 2C", bases={"C": SuitBases((13,), (3,))})
    assert twin.moves(position) == [("down", 0, None), ("up", 1, None)]


def test_later_base_plays_are_optional() -> None:
    twin = make("iznanka")
    position = place(twin, "5C 3C", bases={"C": SuitBases((2,), ())}, stock=40)
    assert kinds(twin.moves(position)) == {"up", "deal"}


def test_equal_base_piles_are_one_choice() -> None:
    twin = make("iznanka:strict")
    position = place(twin, "5C 3C", bases={"C": SuitBases((2, 2), ())})
    assert twin.moves(position) == [("up", 0, None)]
    assert twin.play(position, ("up", 0, None)).bases[0] == SuitBases((2, 3), ())


def test_sealing() -> None:
    closed, opened = make("iznanka:strict"), make("iznanka:strict,seal=open")
    position = place(closed, "9C 8C / 8C", bases={"C": SuitBases((2, 7), (9, 14))})
    after = closed.play(position, ("up", 0, None))
    assert after.bases[0] == SuitBases((2,), (14,), 1)
    assert closed.moves(after) == []  # neither 8 nor 9 goes on a closed pair
    after = opened.play(position, ("up", 0, None))
    assert after.bases[0] == SuitBases((2, 8), (9, 14), 0)
    assert opened.moves(after) == [("up", 0, None), ("down", 1, None)]


def test_one_of_equal_pairs_is_sealed() -> None:
    twin = make("iznanka:strict")
    after = twin.play(
        place(twin, "8C 7C", bases={"C": SuitBases((6, 6), (8, 8))}), ("down", 0, None)
    )
    assert after.bases[0] == SuitBases((6,), (8,), 1)


@pytest.mark.parametrize(
    ("card", "before"),
    [
        ("KC", SuitBases((12,), (14,))),  # the king meets a lone ace
        ("3C", SuitBases((2,), (4,))),  # from above it would meet a lone two
        ("AC", SuitBases((13,), ())),  # an ace comes late
        ("2C", SuitBases((), (3,))),  # a two comes late
    ],
)
def test_sealing_at_either_end(card: str, before: SuitBases) -> None:
    twin = make("iznanka:strict")
    position = place(twin, card, bases={"C": before})
    for move in twin.moves(position):
        assert twin.play(position, move).bases[0] == SuitBases((), (), 1)


def test_nothing_is_sealed_where_kings_are_base_cards() -> None:
    twin = make("vosem:strict")
    position = place(twin, "8C / 8C", bases={"C": SuitBases((7,), (9,))})
    assert twin.play(position, ("up", 0, None)).bases[0] == SuitBases((8,), (9,))


def test_where_a_pair_met_does_not_matter() -> None:
    twin = make("iznanka:strict")
    low = place(twin, "3C", bases={"C": SuitBases((2,), (4,))})
    high = place(twin, "KC", bases={"C": SuitBases((12,), (14,))})
    assert twin.play(low, ("up", 0, None)) == twin.play(high, ("up", 0, None))
    assert hash(twin.play(low, ("up", 0, None))) == hash(twin.play(high, ("up", 0, None)))


# --- building -----------------------------------------------------------------------------------


def builds(variant: str, piles: str, stock: int = 40) -> set[tuple[int | None, int | None]]:
    """From where to where something may be built."""
    twin = make(variant)
    moves = twin.moves(place(twin, piles, stock=stock))
    return {(at, to) for kind, at, to in moves if kind == "build"}


def test_directions_and_suits_of_building() -> None:
    piles = "6C / 7C / 7D / 7S"
    assert builds("iznanka", piles) == {(0, 1), (1, 0)}
    assert builds("iznanka,build=down", piles) == {(0, 1)}
    assert builds("iznanka,build=up", piles) == {(1, 0)}
    assert builds("iznanka,build=none", piles) == set()
    assert builds("iznanka,build=down,suit=any", piles) == {(0, 1), (0, 2), (0, 3)}
    assert builds("iznanka,build=down,suit=alternate", piles) == {(0, 2)}
    assert builds("vosem,build=down,suit=alternate", "6D / 7C / 7D / 7H / 7S") == {(0, 1), (0, 4)}


def test_the_order_of_ranks_follows_the_base_cards_and_never_wraps() -> None:
    piles = "AC / 2C / KC"
    assert builds("iznanka,found=free", piles) == {(0, 2), (2, 0)}
    assert builds("vosem,found=free", piles) == {(0, 1), (1, 0)}
    assert builds("iznanka,found=free,bases=aces-kings", piles) == {(0, 1), (1, 0)}
    assert builds("iznanka,found=free,bases=aces", piles) == {(0, 1), (1, 0)}


def test_building_may_end_with_the_stock() -> None:
    for stock, after in ((1, {(0, 1), (1, 0)}), (0, set())):
        assert builds("vosem,build_when=dealing", "6C / 7C", stock) == after
        assert builds("vosem", "6C / 7C", stock) == {(0, 1), (1, 0)}


def test_empty_places_are_filled_only_where_the_rules_say_so() -> None:
    piles = "6C / - / 3H 9D"
    assert builds("iznanka,piles=4", piles) == set()
    every = {(0, 1), (0, 3), (2, 1), (2, 3)}
    assert builds("iznanka:fill,piles=4", piles) == every
    assert builds("iznanka:fill,piles=4,build=none", piles) == every
    assert builds("iznanka:fill,piles=4,build_when=dealing", piles, stock=0) == every
    twin = make("iznanka:fill,piles=4")
    after = twin.play(place(twin, piles), ("build", 0, 3))
    assert after == place(twin, "- / - / 3H 9D / 6C")


# --- dealing ------------------------------------------------------------------------------------


def test_a_row_fills_empty_places_and_a_short_row_the_first() -> None:
    twin = make("vosem:strict,piles=10,found=free")
    position = twin.start()
    assert position.dealt == 10
    assert all(len(pile) == 1 for pile in position.places)
    for _ in range(9):
        position = twin.play(position, ("deal", None, None))
    assert position.dealt == 100
    assert ("deal", None, None) in twin.moves(position)
    position = position._replace(places=((), *position.places[1:]))
    position = twin.play(position, ("deal", None, None))
    assert [len(pile) for pile in position.places] == [1, 11, 11, 11, *[10] * 6]
    assert [pile[-1] for pile in position.places[:4]] == list(twin.deal[100:])
    assert "deal" not in kinds(twin.moves(position))


def test_single_cards_go_round_the_places() -> None:
    twin = make("vosem:bycard,piles=3,found=free")
    position = twin.start()
    for count in range(4, 9):
        position = twin.play(position, ("deal", None, None))
        assert position.dealt == count
    assert position.places == (twin.deal[0:8:3], twin.deal[1:8:3], twin.deal[2:8:3])


def test_rows_and_single_cards_end_alike() -> None:
    row, card = make("iznanka,ranks=5,piles=7"), make("iznanka:bycard,ranks=5,piles=7")
    ends = []
    for twin in (row, card):
        position = twin.start()
        while position.dealt < len(twin.deal):
            position = twin.play(position, ("deal", None, None))
        ends.append(position)
    assert ends[0] == ends[1]


# --- lifting ------------------------------------------------------------------------------------


def test_lifting_in_order() -> None:
    twin = make("vosem:nobuild,piles=3")
    assert kinds(twin.moves(place(twin, "3C 9D / 5H", stock=1))) == {"deal"}
    position = place(twin, "3C 9D / 5H / 7S 4D")
    assert twin.moves(position) == [("pass", 0, None), ("lift", 0, None)]
    up = twin.play(position, ("lift", 0, None))
    assert up == place(twin, "3C / 5H / 7S 4D", aside=(0, "9D"))
    assert twin.moves(up) == [("return", 0, None)]
    back = twin.play(up, ("return", 0, None))
    assert back == place(twin, "3C 9D / 5H / 7S 4D", lifted=1)
    assert back == twin.play(position, ("pass", 0, None))
    assert twin.moves(back) == [("pass", 1, None)]  # one card cannot be lifted
    last = twin.play(back, ("pass", 1, None))
    assert twin.moves(last) == [("pass", 2, None), ("lift", 2, None)]
    # Not before the last place is done with may a pile be turned.
    assert twin.moves(twin.play(last, ("pass", 2, None))) == [("turn", 0, None)]


def test_what_moves_while_a_card_is_aside() -> None:
    bases = {"H": SuitBases((4,), ())}
    piles = "8C 3C / 4C / 5C / 5H"
    pile_only, all_piles = make("vosem,piles=4"), make("vosem,piles=4,lift_scope=all")
    position = place(pile_only, piles, bases=bases, aside=(0, "4D"))
    assert pile_only.moves(position) == [("build", 0, 1), ("return", 0, None)]
    assert all_piles.moves(position) == [
        ("up", 3, None),
        ("build", 0, 1),  # and 4C not on the 3C: nothing is put on this place
        ("build", 1, 2),
        ("build", 2, 1),
        ("return", 0, None),
    ]
    # And so on down the pile.
    after = pile_only.play(position, ("build", 0, 1))
    assert pile_only.moves(after) == [("return", 0, None)]
    after = all_piles.play(position, ("build", 0, 1))
    assert ("up", 3, None) in all_piles.moves(after)


def test_a_lifted_card_forces_nothing_but_the_one_below_does() -> None:
    twin = make("vosem,piles=3")
    assert twin.moves(place(twin, "9C 3C / 4C / 9H", aside=(0, "KD"))) == [
        ("build", 0, 1),
        ("return", 0, None),
    ]
    below = place(twin, "9C AC / 9D / 9H", aside=(0, "KC"))
    assert twin.moves(below) == [("up", 0, None)]
    # Back on its place the king is on top.
    back = twin.play(place(twin, "9C / 9D / 9H", aside=(0, "KC")), ("return", 0, None))
    assert twin.moves(back) == [("down", 0, None)]


def test_return_to_an_emptied_place() -> None:
    twin = make("vosem,piles=3")
    position = place(twin, "3C / 4C / 9H", aside=(0, "8D"))
    after = twin.play(position, ("build", 0, 1))
    assert twin.moves(after) == [("return", 0, None)]
    assert twin.play(after, ("return", 0, None)) == place(twin, "8D / 4C 3C / 9H", lifted=1)


def test_empty_places_while_a_card_is_aside() -> None:
    pile_only, all_piles = make("vosem:fill,piles=3"), make("vosem:fill,piles=3,lift_scope=all")
    position = place(pile_only, "3C / - / 9H", aside=(0, "8D"))
    assert pile_only.moves(position) == [("build", 0, 1), ("return", 0, None)]
    emptied = place(pile_only, "- / 3C / 9H", aside=(0, "8D"))
    assert pile_only.play(position, ("build", 0, 1)) == emptied
    assert pile_only.moves(emptied) == [("return", 0, None)]
    assert all_piles.moves(emptied) == [("return", 0, None)]  # the lifted card's place is barred


def test_lifting_in_any_order() -> None:
    twin = make("vosem:nobuild,lift=any,piles=3")
    position = place(twin, "3C 9D / 5H / 7S 4D")
    assert twin.moves(position) == [("lift", 0, None), ("lift", 2, None), ("turn", 0, None)]
    up = twin.play(position, ("lift", 2, None))
    assert twin.moves(up) == [("return", 2, None)]
    back = twin.play(up, ("return", 2, None))
    assert back.lifted == {2}
    assert back.places == position.places
    assert twin.moves(back) == [("lift", 0, None), ("turn", 0, None)]
    turned = twin.play(back, ("turn", 0, None))
    assert twin.moves(turned) == [("turn", 1, None)]


# --- turning ------------------------------------------------------------------------------------


def test_turning_in_order() -> None:
    twin = make("iznanka:nobuild,piles=3")
    position = place(twin, "- / 5H / 7S 4D 9C")
    assert kinds(twin.moves(position._replace(dealt=103))) == {"deal"}
    for turned in range(3):
        assert twin.moves(position) == [("turn", turned, None)]
        position = twin.play(position, ("turn", turned, None))
    assert position == place(twin, "- / 5H / 9C 4D 7S", turned=3)
    assert twin.moves(position) == []


def test_turning_in_any_order() -> None:
    twin = make("iznanka:nobuild,turn=any,piles=3")
    position = place(twin, "3C 9D / 5H / 7S 4D")
    assert twin.moves(position) == [("turn", 0, None), ("turn", 2, None)]
    position = twin.play(position, ("turn", 2, None))
    assert position.places[2] == (face("4D"), face("7S"))
    assert twin.moves(position) == [("turn", 0, None)]
    assert kinds(make("iznanka:noturn").moves(place(make("iznanka"), "3C 9D"))) == set()


def test_a_turned_pile_is_in_play_like_any_other() -> None:
    twin = make("iznanka,piles=3")
    position = twin.play(place(twin, "7S 9D / 5H / 6S"), ("turn", 0, None))
    assert twin.moves(position) == [("build", 0, 2), ("build", 2, 0), ("turn", 1, None)]


# --- the end ------------------------------------------------------------------------------------


def test_a_won_position_has_no_moves() -> None:
    for variant in ("iznanka", "vosem", "vosem:fill,turn=any"):
        twin = make(variant)
        won = place(twin, "-")
        assert twin.won(won)
        assert twin.moves(won) == []
        assert not twin.won(place(twin, "-", stock=1))
        assert not twin.won(place(twin, "-", aside=(0, "KC")))
        assert not twin.won(place(twin, "- / KC"))


def test_a_solution_can_be_replayed() -> None:
    twin = make("iznanka,ranks=4,piles=3", 4)
    line = solution(twin)
    assert line is not None
    position = twin.start()
    for move in line:
        assert move in twin.moves(position)
        position = twin.play(position, move)
    assert twin.won(position)


def test_a_search_can_be_left_undecided() -> None:
    assert solvable(make("iznanka"), 100) is None
    assert search(make("vosem"), 100) == (None, [])


def cards_of(twin: Twin, position: Position) -> Counter[int]:
    """All cards out of the stock, base piles included."""
    face_of = {(card // 13, height): card for card, height in twin.height.items()}
    cards = Counter(card for pile in position.places for card in pile)
    if position.aside is not None:
        cards[position.aside[1]] += 1
    for suit, bases in enumerate(position.bases):
        heights = [h for top in bases.up for h in range(twin.first_up, top + 1)]
        heights += [h for top in bases.down for h in range(top, twin.first_down + 1)]
        heights += list(range(2, twin.ranks + 2)) * bases.closed
        cards.update(face_of[suit, h] for h in heights)
    return cards


@pytest.mark.parametrize("variant", sorted({variant for _, variant, _ in CASES}))
def test_no_card_is_lost_or_made(variant: str) -> None:
    twin = make(variant, 6)
    chance = random.Random(variant)
    position = twin.start()
    for _ in range(300):
        moves = twin.moves(position)
        if not moves:
            break
        assert len(set(moves)) == len(moves)
        position = twin.play(position, chance.choice(moves))
        assert cards_of(twin, position) == Counter(twin.deal[: position.dealt])


@pytest.mark.parametrize(
    ("change", "unsolvable"),
    [
        ("", {66, 135, 346}),
        (",build=down", {135, 346}),
        (",build=up", {66, 135}),
        (",spaces=any", {346}),
        (",lift=ordered", {135}),
        (",turn=ordered", set()),
        (",found=free", set()),
        # The one change that is not a looser rule while base cards are forced.
        (",pause=card", {66, 98, 135, 346, 353}),
    ],
)
def test_looser_rules_lose_no_win(change: str, unsolvable: set[int]) -> None:
    variant = "vosem:strict,ranks=3,piles=2" + change
    verdicts = {number: solvable(make(variant, number)) for number in (66, 98, 135, 346, 353)}
    assert {number for number, verdict in verdicts.items() if verdict is False} == unsolvable


# --- options ------------------------------------------------------------------------------------


def test_options() -> None:
    assert options("iznanka") == options("iznanka:text") | {"lift": "none"}
    assert options("vosem:strict,ranks=3")["turn"] == "none"
    assert options("vosem")["bases"] == "aces-kings"
    assert options("vosem")["lift"] == "ordered"
    with pytest.raises(ValueError, match="unknown"):
        options("vosem,colour=red")
    with pytest.raises(ValueError, match="not one of"):
        options("vosem,piles=13")
    with pytest.raises(ValueError, match="twice"):
        Twin(options("vosem"), deal(1)[:-1])


# --- the perft files ----------------------------------------------------------------------------


def test_the_files_are_those_of_the_cases() -> None:
    assert {path.stem for path in FOLDER.glob("*.perft")} == {name for name, _, _ in CASES}


def test_the_cases_have_every_value_of_every_option() -> None:
    used = {pair for _, variant, _ in CASES for pair in options(variant).items()}
    wanted = {(name, value) for name, values in VALUES.items() for value in values}
    assert {name for name, _ in wanted - used} <= {"piles"}
    assert used >= {("piles", piles) for piles in ("2", "3", "4", "8", "12")}


@pytest.mark.parametrize(("name", "variant", "deals"), CASES, ids=[case[0] for case in CASES])
def test_the_files_hold_what_the_twin_counts(
    name: str, variant: str, deals: tuple[int, ...]
) -> None:
    said, tables = read(FOLDER / f"{name}.perft")
    assert (said, tuple(tables)) == (variant, deals)
    for number, rows in tables.items():
        assert [row.depth for row in rows] == list(range(1, len(rows) + 1))
        budget = 1_000
        for row, layer in zip(rows, layers(make(variant, number)), strict=False):
            budget -= row.unique
            if budget < 0:
                break
            assert row == Row(row.depth, sum(layer.values()), len(layer))
