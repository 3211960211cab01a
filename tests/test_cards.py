"""Faces and their names: every notation both ways, and every refusal with its reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import (
    SUIT_SYMBOLS,
    SUITS,
    CardError,
    card_text,
    face,
    parse_card,
    quoted,
    rank_of,
    suit_of,
)

LATIN_RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
RUSSIAN_RANKS = ["Т", *map(str, range(2, 11)), "В", "Д", "К"]
EMOJI_STYLE = "\ufe0f"

faces = st.integers(0, 51)


def spellings(card: int) -> list[str]:
    """Every accepted way to write a card, apart from letter case."""
    latin, russian = LATIN_RANKS[card % 13], RUSSIAN_RANKS[card % 13]
    ranks = [latin, russian, *(["T"] if latin == "10" else [])]
    signs = ["♣♦♥♠"[card // 13], "♧♢♡♤"[card // 13]]
    signs += [sign + EMOJI_STYLE for sign in signs]
    with_letters = [latin + "CDHS"[card // 13], russian + "тбчп"[card // 13]]
    if latin == "10":
        with_letters.append("T" + "CDHS"[card // 13])
    return with_letters + [rank + sign for rank in ranks for sign in signs]


def test_faces_count_suits_then_ranks() -> None:
    assert [face(s, r) for s in range(4) for r in range(1, 14)] == list(range(52))
    assert [card_text(f) for f in (0, 9, 12, 13, 26, 51)] == ["AC", "10C", "KC", "AD", "AH", "KS"]
    assert [card_text(f, symbols=True) for f in (0, 22, 38, 39)] == ["A♣", "10♦", "K♥", "A♠"]
    assert (SUITS, SUIT_SYMBOLS) == ("CDHS", "♣♦♥♠")


@given(faces)
def test_parts_make_the_face(card: int) -> None:
    assert face(suit_of(card), rank_of(card)) == card


@given(faces, st.booleans())
def test_printed_cards_read_back(card: int, symbols: bool) -> None:
    assert parse_card(card_text(card, symbols)) == card


@pytest.mark.parametrize("card", range(52))
def test_every_notation(card: int) -> None:
    for text in spellings(card):
        for cased in (text, text.lower(), text.upper(), f" {text}\t"):
            assert parse_card(cased) == card, cased


def test_notations_differ_between_cards() -> None:
    written = [text for card in range(52) for text in set(spellings(card))]
    assert len(written) == len(set(written))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("T♣", "10C"),  # Latin
        ("Т♣", "AC"),  # Cyrillic
        ("tc", "10C"),
        ("тт", "AC"),
        ("ТП", "AS"),
        ("кЧ", "KH"),
        ("дб", "QD"),
        ("В♠", "JS"),
        ("10П", "10S"),
        ("7♥", "7H"),
        ("10♢\ufe0f", "10D"),
    ],
)
def test_chosen_cards(text: str, card: str) -> None:
    assert card_text(parse_card(text)) == card


BAD_CARDS = [
    ("", "'' is not a card: it is empty; write a rank and a suit, such as 10C or A♣"),
    (" \n", "it is empty"),
    ("1C", "'1C' is not a card: '1' is no rank; write A for the ace (Т in Russian) or 10"),
    ("1♠", "'1' is no rank; write A for the ace"),
    ("11D", "write J for the jack (В in Russian)"),
    ("12h", "write Q for the queen"),
    ("13s", "write K for the king"),
    ("14S", "'14' is no rank; ranks are A 2 ... 10 J Q K, or Т 2 ... 10 В Д К in Russian"),
    ("0C", "'0' is no rank"),
    ("02C", "'02' is no rank"),
    ("XC", "'X' is no rank"),
    ("7x", "'x' is no suit; suits are C D H S, т б ч п or ♣ ♦ ♥ ♠"),
    ("7я", "'я' is no suit"),
    ("10", "'10' is not a card: the suit is missing"),
    ("T", "the suit is missing"),
    ("Т", "the suit is missing"),
    ("7", "the suit is missing; add C, D, H or S (т, б, ч or п in Russian) or a suit sign"),
    ("D", "the rank is missing; write it first, as in 10C"),
    ("♣", "the rank is missing"),
    ("♥\ufe0f", "the rank is missing"),
    ("C10", "the rank goes first; write 10C"),
    ("♠7", "the rank goes first; write 7♠"),
    ("бК", "the rank goes first; write Кб"),
    # Latin and Cyrillic letters in one card
    ("ТC", "C is a Latin letter and Т a Cyrillic one (Latin T is the ten, Cyrillic Т the ace)"),
    ("Tт", "T is a Latin letter and т a Cyrillic one"),
    ("AС", "A is a Latin letter and С a Cyrillic one"),
    ("Кs", "s is a Latin letter and К a Cyrillic one"),
    # Cyrillic letters that look like Latin ones
    ("А♣", "'А♣' is not a card: А is Cyrillic; the ace is Т in Russian and A in Latin letters"),
    ("а♠", "А is Cyrillic; the ace is Т"),
    ("АС", "А is Cyrillic; the ace is Т"),
    ("Ј♦", "Ј is Cyrillic; the jack is В in Russian and J"),
    ("Ԛ♥", "Ԛ is Cyrillic; the queen is Д in Russian and Q"),
    ("7С", "С is Cyrillic; clubs are т in Russian and C in Latin letters"),
    ("10Ԁ", "Ԁ is Cyrillic; diamonds are б in Russian and D"),
    ("10н", "Н is Cyrillic; hearts are ч in Russian and H"),
    ("КЅ", "Ѕ is Cyrillic; spades are п in Russian and S"),
    # letters that case folding would turn into good ones, and other digits
    ("7ſ", "'ſ' is no suit"),
    ("\u212aC", "is no rank"),
    ("\uff17C", "is no rank"),
    ("٧C", "is no rank"),
    ("7♥\ufe0e", "is not a card"),
    ("7C\ufe0f", "is not a card"),
    ("7 C", "is no rank"),
    ("10CC", "'10CC' is not a card: it is too long; a card is a rank and a suit"),
    ("x" * 1_000_000, "'xxxxxxxxxxxxxxxxxxxx…' is not a card: it is too long"),
    ("\x1b[31m7C", r"'\x1b[31m7C' is not a card: it is too long"),
    ("7\n", "'7' is not a card: the suit is missing"),
    ("\ud8007", r"'\ud8007' is not a card"),
]


@pytest.mark.parametrize(("text", "message"), BAD_CARDS, ids=range(len(BAD_CARDS)))
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    said = str(caught.value)
    assert message in said
    assert len(said) < 200 and said.isprintable()


@given(st.text(max_size=6) | st.text("ACDHSTtКТАВ10♣♥\ufe0f 'тбч", max_size=4))
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    try:
        card = parse_card(text)
    except CardError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert text.strip().casefold() in {spelt.casefold() for spelt in spellings(card)}


def test_errors_are_value_errors() -> None:
    assert issubclass(CardError, ValueError)


@pytest.mark.parametrize(("suit", "rank"), [(-1, 1), (4, 1), (0, 0), (0, 14)])
def test_face_refuses(suit: int, rank: int) -> None:
    with pytest.raises(CardError, match=r"suits are 0\.\.3, ranks 1\.\.13"):
        face(suit, rank)


@pytest.mark.parametrize("number", [-1, 52])
def test_card_text_refuses(number: int) -> None:
    with pytest.raises(CardError, match=r"faces are 0\.\.51"):
        card_text(number)


def test_quoted_is_short_and_safe() -> None:
    assert quoted("7C") == "'7C'"
    assert quoted("abcdef", limit=3) == "'abc…'"
    assert quoted("\u202e\x00") == r"'\u202e\x00'"
