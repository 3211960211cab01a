"""Deal files: they read back as printed, and every fault is named with its place."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import card_text
from solver.dealfiles import format_deal, format_duel_deal, parse_deal, parse_duel_deal
from solver.deals import DealError, DealFileError, duel_deal, pack, patience_deal, patience_pack

SMALL = patience_deal(5, ranks=3)
"""24 cards; three ranks keep the files of these tests short."""

TEXT = format_deal(SMALL)
"""Three lines of eight cards."""

per_lines = st.integers(1, 120)


@st.composite
def deals(draw: st.DrawFn) -> tuple[list[int], int]:
    ranks = draw(st.integers(3, 13))
    return draw(st.permutations(patience_pack(ranks))), ranks


def words(faces: list[int]) -> list[str]:
    return [card_text(face) for face in faces]


def solvitaire_json(faces: list[int], piles: int) -> dict[str, object]:
    names = words(faces)
    return {"tableau piles": [[c] for c in names[:piles]], "stock": names[piles:][::-1]}


# What is printed reads back


@given(deals(), per_lines, st.booleans())
def test_deals_read_back(deal: tuple[list[int], int], per_line: int, symbols: bool) -> None:
    faces, ranks = deal
    assert parse_deal(format_deal(faces, per_line, symbols), ranks) == faces


@given(st.permutations(pack()), st.permutations(pack()), per_lines, st.booleans())
def test_duel_deals_read_back(a: list[int], b: list[int], per_line: int, symbols: bool) -> None:
    assert parse_duel_deal(format_duel_deal(a, b, per_line, symbols)) == (a, b)


@given(deals(), st.integers(2, 12))
def test_json_deals_read_back(deal: tuple[list[int], int], piles: int) -> None:
    faces, ranks = deal
    assert parse_deal(json.dumps(solvitaire_json(faces, piles)), ranks, piles) == faces


def test_layout() -> None:
    assert format_deal([0, 9, 51], per_line=2) == "AC 10C\nKS\n"
    assert format_deal([0, 9, 51], symbols=True) == "A♣ 10♣ K♠\n"
    assert format_deal([]) == ""
    assert format_duel_deal([0, 1], [51], per_line=1) == "A:\nAC\n2C\nB:\nKS\n"


def test_layout_refuses() -> None:
    with pytest.raises(ValueError, match="at least one card, not 0"):
        format_deal([0], per_line=0)
    with pytest.raises(ValueError, match=r"faces are 0\.\.51"):
        format_deal([52])


# What people may write


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + TEXT,
        "\n\n  " + TEXT.replace(" ", "\t"),
        TEXT.replace(" ", ",").replace("\n", ",\n"),
        TEXT.replace(" ", " , "),
        TEXT.replace(" ", ",,"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        TEXT.replace(" ", "\u00a0"),
        TEXT.replace("\n", "\n\ufeff", 1),
        TEXT.replace("\n", "# no card: 7X {\n"),
        "# {\n" + TEXT,
        TEXT.lower(),
        TEXT.rstrip(),
        TEXT.replace("AC", "Т♣").replace("2S", "2п").replace("3H", "3♡"),
    ],
)
def test_free_form(text: str) -> None:
    assert parse_deal(text, ranks=3) == SMALL


@pytest.mark.parametrize(
    ("old", "new"),
    [("A:\n", "A: "), ("A:\n", "a:"), ("B:\n", "b :\n"), ("B:\n", "B:# second\n,\n")],
)
def test_free_form_sections(old: str, new: str) -> None:
    a, b = duel_deal(4)
    text = "# a game\n" + format_duel_deal(a, b).replace(old, new)
    assert parse_duel_deal(text) == (a, b)


def test_sections_in_either_order() -> None:
    a, b = duel_deal(4)
    assert parse_duel_deal(f"B:{format_deal(b)}A:{format_deal(a)}") == (a, b)


def test_json_cards_and_blank_keys() -> None:
    deal = solvitaire_json(SMALL, 8)
    text = json.dumps({**deal, "foundations": [], "waste": None, "reserve": [[], []], "hole": ""})
    assert parse_deal("\ufeff\n " + text, ranks=3) == SMALL
    assert parse_deal(text.replace("A", "1").lower(), ranks=3) == SMALL
    full = patience_deal(1)
    text = json.dumps(solvitaire_json(full, 8)).replace("J", "11").replace("Q", "12")
    assert parse_deal(text.replace("K", "13")) == full


def test_json_stock_is_dealt_from_its_end() -> None:
    text = """{"tableau piles": [["AC"], ["2C"]], "stock":
        ["3S", "AC", "2C", "3C", "3C", "AD", "2D", "2D", "3D", "3D", "AH",
         "AH", "2H", "2H", "3H", "3H", "AS", "AS", "2S", "2S", "3S", "AD"]}"""
    dealt = words(parse_deal(text, ranks=3, piles=2))
    assert (dealt[:4], dealt[-1]) == (["AC", "2C", "AD", "3S"], "3S")


# Faults


def without(text: str, *cards: str) -> str:
    for card in cards:
        assert card in text
        text = text.replace(card, "", 1)
    return text


BAD_DEALS = [
    ("", "f.txt: no cards; 24 are wanted, in dealing order"),
    ("\ufeff # nothing\n,\n", "f.txt: no cards; 24 are wanted"),
    (TEXT.replace("\n", "\n7X ", 1), "f.txt: line 2: '7X' is not a card: 'X' is no suit"),
    ("# first\r\n1C", "f.txt: line 2: '1C' is not a card: '1' is no rank; write A for the ace"),
    ("AC;2C", "f.txt: line 1: 'AC;2C' is not a card: it is too long"),
    ("AC 2С", "f.txt: line 1: '2С' is not a card: С is Cyrillic; clubs are т"),
    (TEXT + "4D", "f.txt: line 4: 4D is above the highest rank 3; take it out, or choose rules"),
    ("AC\n2C AC\n3C AC", "f.txt: line 3: AC for a third time, after line 1 and line 2\n5 cards in"),
    ("AC AC AC", "f.txt: line 1: AC for a third time, after line 1 and line 1"),
    (TEXT + "AC", "\n25 cards in all, 24 are wanted; missing: none"),
    (without(TEXT, "3D") + "AC", "\n24 cards in all, 24 are wanted; missing: 3D"),
    (
        without(TEXT, "2H", "3D", "2H"),
        "f.txt: 21 cards up to line 3, 24 are wanted; missing: 3D, 2H twice",
    ),
    (
        "\nAC",
        "f.txt: 1 card up to line 2, 24 are wanted; missing: AC, 2C twice, 3C twice, AD twice, 2D "
        + "twice, 3D twice, AH twice, 2H twice, and 8 more",
    ),
    ("A: AC", "f.txt: line 1: 'A:' starts a section; sections are for games for two"),
    ("AC\nB :AC", "f.txt: line 2: 'B:' starts a section"),
    ("9" * 100_000, "f.txt: line 1: '99999999999999999999…' is not a card: it is too long"),
    # JSON
    ("{", "f.txt: line 1, column 2: not JSON: Expecting property name"),
    ('\n{"stock":\n  [AC]}', "f.txt: line 3, column 4: not JSON: Expecting value"),
    ("{} AC", "f.txt: line 1, column 4: not JSON: Extra data"),
    ("{'stock': []}", "f.txt: line 1, column 2: not JSON"),
    ("{}", 'f.txt: "tableau piles" is missing'),
    ('{"tableau piles": [["AC"], ["2C"]]}', 'f.txt: "stock" is missing'),
    ('{"tableau piles": {}}', 'f.txt: "tableau piles" is an object; it must be an array'),
    ('{"tableau piles": null}', 'f.txt: "tableau piles" is null; it must be an array'),
    ('{"tableau piles": [["AC"]]}', 'f.txt: "tableau piles" holds 1 of 2 piles'),
    (
        '{"tableau piles": [["AC"], ["2C", "3C"]], "stock": []}',
        "f.txt: tableau pile 2: 2 cards; these games start with one card on each pile",
    ),
    ('{"tableau piles": [[], ["2C"]], "stock": []}', "f.txt: tableau pile 1: 0 cards"),
    (
        '{"tableau piles": ["AC", ["2C"]], "stock": []}',
        "f.txt: tableau pile 1: a text where an array of one card belongs",
    ),
    ('{"tableau piles": [["AC"], [7]]}', 'tableau pile 2: a number where a card as "10C" belongs'),
    ('{"tableau piles": [["AC"], [true]]}', "tableau pile 2: a truth value where a card"),
    (
        '{"tableau piles": [["AC"], ["2C"]], "stock": "3C"}',
        'f.txt: "stock" is a text; it must be an array',
    ),
    (
        '{"tableau piles": [["AC"], ["2C"]], "stock": ["3C", null]}',
        "f.txt: stock card 2: null where a card",
    ),
    (
        '{"tableau piles": [["AC"], ["2C"]], "stock": ["3C", "14C"]}',
        "f.txt: stock card 2: '14C' is not a card: '14' is no rank",
    ),
    (
        '{"tableau piles": [["AC"], ["2C"]], "stock": ["AC", "3C", "ac"]}',
        "f.txt: stock card 1: AC for a third time, after tableau pile 1 and stock card 3\n",
    ),
    (
        '{"tableau piles": [["AC"], ["2C"]], "stock": ["13D"]}',
        "f.txt: stock card 1: KD is above the highest rank 3",
    ),
    (
        '{"tableau piles": [["AC"], ["2C"]], "stock": []}',
        "f.txt: 2 cards on its piles and in its stock, 24 are wanted; missing: AC, 2C, 3C twice",
    ),
    ('{"waste": ["AC"]}', "f.txt: 'waste' is not empty; these games start with cards in"),
    ('{"foundations": [[], ["AC"]]}', "f.txt: 'foundations' is not empty"),
    ('{"stock": [], "stock": []}', "f.txt: the key 'stock' is there twice; keep one"),
    ('{"x": [{"y": 1, "y": 2}]}', "f.txt: the key 'y' is there twice"),
    ('{"' + "k" * 10_000 + '": 1}', "f.txt: 'kkkkkkkkkkkkkkkkkkkk…' is not empty"),
    ('{"stock": ' + "[" * 200_000, "f.txt: arrays nested too deeply"),
    ('{"stock": ' + '{"a":' * 200_000, "f.txt: arrays nested too deeply"),
    ('{"stock": ' + "9" * 10_000 + "}", "f.txt: a number too long to read"),
]


@pytest.mark.parametrize(("text", "message"), BAD_DEALS, ids=range(len(BAD_DEALS)))
def test_faulty_deals(text: str, message: str) -> None:
    with pytest.raises(DealFileError) as caught:
        parse_deal(text, ranks=3, piles=2, source="f.txt")
    said = str(caught.value)
    assert message in said
    assert said.startswith("f.txt: ") and len(said.splitlines()) <= 2 and len(said) < 320


A, B = (format_deal(seat) for seat in duel_deal(4))

BAD_DUEL_DEALS = [
    ("", "f.txt: section A: is missing; write A: and then its 52 cards"),
    (f"A:{A}", "f.txt: section B: is missing"),
    (f"b:{B}", "f.txt: section A: is missing"),
    ("\n7C A:", "f.txt: line 2: '7C' stands before the first section; write A: before"),
    ("A:\nC: 7C", "f.txt: line 2: 'C:' is no section; they are A: and B: (Latin letters)"),
    ("А: 7C", "f.txt: line 1: 'А:' is no section; they are A: and B: (Latin letters)"),
    ("A 7C", "f.txt: line 1: 'A' stands before the first section"),
    (f"A:\n{A}A:\n{A}", "f.txt: line 9: section A: again, after line 1; keep one of them"),
    ("A:\nB:\n", "f.txt: section A: no cards; 52 are wanted"),
    ("A:\n7С\n", "f.txt: section A: line 2: '7С' is not a card: С is Cyrillic"),
    (f"A:{A}B: 7C 8D\n7C", "f.txt: section B: line 9: 7C for a second time, after line 8\n3 cards"),
    (
        f"A:\n{without(A, '9H')}B:\n{B}",
        "f.txt: section A: 51 cards from line 1 on, 52 are wanted; missing: 9H",
    ),
    ('{"stock": []}', "f.txt: a Solvitaire JSON deal is a patience; a game for two needs A:"),
]


@pytest.mark.parametrize(("text", "message"), BAD_DUEL_DEALS, ids=range(len(BAD_DUEL_DEALS)))
def test_faulty_duel_deals(text: str, message: str) -> None:
    with pytest.raises(DealFileError) as caught:
        parse_duel_deal(text, source="f.txt")
    said = str(caught.value)
    assert message in said and said.startswith("f.txt: ") and len(said.splitlines()) <= 2


def test_wrong_ranks_are_a_deal_error() -> None:
    with pytest.raises(DealError, match=r"a pack has 1 \.\.\. 13 ranks, not 14"):
        parse_deal("AC", ranks=14)


@given(st.text(max_size=60) | st.text('{}[]",: #ACDHS23\n\ufeff10JQKТтбч♣', max_size=60))
def test_no_text_escapes_as_another_error(text: str) -> None:
    for parse in (parse_deal, parse_duel_deal):
        with pytest.raises(DealFileError):
            parse(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["AC", "2D", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["tableau piles", "stock", "waste"]), json_values),
    st.integers(0, 3),
)
def test_no_json_escapes_as_another_error(deal: dict[str, object], piles: int) -> None:
    with pytest.raises(DealFileError):
        parse_deal(json.dumps(deal), ranks=3, piles=piles)


@given(st.integers(0, 2**32), st.integers(1, 6))
def test_damaged_files(seed: int, edits: int) -> None:
    """A good file with letters lost, doubled or swapped: still the deal, or one clear fault."""
    dice, letters = random.Random(seed), list(TEXT)
    for _ in range(edits):
        i = dice.randrange(len(letters))
        letters[i] = dice.choice(["", letters[i] * 2, dice.choice(letters), "#", "{", ":"])
    try:
        assert sorted(parse_deal("".join(letters), ranks=3)) == sorted(SMALL)
    except DealFileError as error:
        assert len(str(error).splitlines()) <= 2


def test_long_lines_of_blanks_are_read_in_no_time() -> None:
    assert parse_deal(TEXT.replace(" ", " " * 100_000), ranks=3) == SMALL
