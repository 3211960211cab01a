"""What solver/ says is in the catalogue, and is recognised there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from literals import CATALOGUE, HEARD_ENTRIES, PROSE, literals
from running import ROOT

from cli import words
from cli.catalogue import HEARD
from solver.cards import _RANK_TWINS, _SUIT_TWINS

SOLVER = sorted((ROOT / "solver").rglob("*.py"))
INTERNAL = {
    "solver/__init__.py", "solver/stats.py", "solver/elo.py", "solver/duel/table.py",
    "solver/api.py", "solver/duel/api.py",
    "solver/patience/case_search.py", "solver/patience/players/game.py",
    "solver/patience/players/batch.py", "solver/patience/batch.py", "solver/patience/solve.py",
}  # fmt: skip
"""Modules whose messages tell of a mistake in the program, or of one that a program made."""
TWINS = [what for what, _, _ in (_RANK_TWINS | _SUIT_TWINS).values()]
WRITTEN_ELSEWHERE = {
    "a line needs at least one card, not {}": [],  # of a program
    "no card has suit {} and rank {}: suits are 0..3, ranks 1..13": [],
    "no card has the number {}: faces are 0..51": [],
    "below(k) needs 1 <= k <= 2**64, not {}": [],
    "a deal must be a sequence of faces (whole numbers 0 to 51)": [],
    "the referee knows no option {}": [],
    "option {} is missing": [],
    "option {} is one of {}, not {}": [],
    "all {} moves are legal and win the game": [],  # nobody shows it
    "tableau piles": [],  # a key of Solvitaire's
    "the defaults": [],  # in RULES.md
    "{} is Cyrillic; {} {} in Russian and {} in Latin letters": [
        f"{{}} is Cyrillic; {what} {{}} in Russian and {{}} in Latin letters"
        for what in TWINS
    ],
    **{what: [] for what in TWINS},
    "opened: yes": [],  # lines of position files
    "aside: {} from {}": [],
    "an up": [],
    "{} {} {} pile": ["starts an up pile", "starts a down pile", "continues an up pile",
                      "continues a down pile"],
    "{} only starts {} pile, it does not go {} (bases=twos-aces)": [
        "{} only starts an up pile, it does not go {} (bases=twos-aces)",
        "{} only starts a down pile, it does not go {} (bases=twos-aces)",
    ],
    "puts {} back {}; place {} is done": ["puts {} back {}", "place {} is done"],
    "joins its neighbour": ["joins its neighbour {}"],
    "lies on": ["lies on {}"],
    " and {} more": ["{} and {} more"],
    " with the one aside": ["{} with the one aside"],
    "place {} has {}{}, but only {} were dealt to it and none is ever put there (build=none)": [
        "place {} has {}, but only {} were dealt to it and none is ever put there (build=none)",
    ],
    "the stock has {}, but {} {} not on the table{}; a card is {}": [
        "the stock has {}, but {} is not on the table{}; a card is {}",
        "the stock has {}, but {} are not on the table{}; a card is {}",
    ],
    "{} {} piles of {} ({}), there {} at most {}; name each pile by its top card alone": [
        "{} {} piles of {} ({}), there is at most {}; name each pile by its top card alone",
        "{} {} piles of {} ({}), there are at most {}; name each pile by its top card alone",
    ],
    "nothing is lifted before the stock is out, and {} {} left; take the line out or mend stock:": [
        "nothing is lifted before the stock is out, and {} is left; take the line out or mend "
        "stock:",
        "nothing is lifted before the stock is out, and {} are left; take the line out or mend "
        "stock:",
    ],
    "no pile is turned before the stock is out, and {} {} left; take the line out or mend stock:": [
        "no pile is turned before the stock is out, and {} is left; take the line out or mend "
        "stock:",
        "no pile is turned before the stock is out, and {} are left; take the line out or mend "
        "stock:",
    ],
}  # fmt: skip
"""Templates whose gaps hold words that Russian bends: the catalogue has them filled in."""


@pytest.mark.parametrize("path", SOLVER, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_solver_says_is_in_the_catalogue(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    if name in INTERNAL or name.endswith("options.py"):
        return
    told = {text for context, text in CATALOGUE if context == HEARD}
    for _, text in literals(ast.parse(path.read_text(encoding="utf-8"))):
        if PROSE.search(text.replace("{}", "")) and not text.startswith("|"):
            assert all(one in told for one in WRITTEN_ELSEWHERE.get(text, [text])), text


@pytest.mark.parametrize(
    ("english", "russian"),
    [
        ("unknown game 'vosm'; did you mean vosem?", "нет игры 'vosm'; может быть, vosem?"),
        ("p.txt: line 3: 'pack' is no heading; did you mean A pack or B pack?",
         "p.txt: строка 3: 'pack' — не заголовок; может быть, A pack или B pack?"),
        ("unknown value 'x' of build; did you mean up or down or none?",
         "нет значения 'x' у build; может быть, up, down или none?"),
        ("p.txt: line 7: down: again, after line 2; keep one",
         "p.txt: строка 7: down: уже есть в строке 2; оставьте один"),
        (
            "deal.txt: line 3: '7X' is not a card: 'X' is no suit; suits are C D H S, т б ч п or "
            "♣ ♦ ♥ ♠",
            "deal.txt: строка 3: '7X' — не карта: 'X' — не масть; масти: т б ч п, C D H S или "
            "♣ ♦ ♥ ♠",
        ),
        ("a lift needs two cards or more, and place 3 has 1 card",
         "поднимают из двух карт или больше, а на месте 3 — 1 карта"),
        ("no lift before the stock is out: 22 cards left",
         "рано (снятие): колода ещё не выложена, осталось: 22 карты"),
        ("7C does not go on KH on place 2: it must be one rank lower (build=down)",
         "7т не ложится на Кч на месте 2: она должна быть на одно очко младше (build=down)"),
        (
            "my.txt: line 1: 2 up piles of hearts (2H, 3H), there is at most 1; name each pile by "
            "its top card alone",
            "my.txt: строка 1: баз 2 (вверх, червы: 2ч, 3ч), а бывает не больше 1; называйте "
            "каждую только верхней картой",
        ),
        (
            "f.txt: section B: line 9: 7C for a second time, after line 8\n3 cards in all, 52 are "
            "wanted; missing: AC, 2C twice, and 42 more",
            "f.txt: раздел B: строка 9: 7т второй раз, уже есть: строка 8\nкарт 3 (всего), нужно "
            "52; не хватает: Тт, 2т дважды и ещё 42",
        ),
        ("something else", "something else"),
    ],
)  # fmt: skip
def test_what_solver_says_is_recognised(english: str, russian: str) -> None:
    assert words.heard(english) == english
    with words.speaking("ru"):
        assert words.heard(english) == russian


def test_each_template_is_recognised_as_itself() -> None:
    for key, entry in HEARD_ENTRIES.items():
        parts = [str(5 + at) for at in range(key[1].count("{}"))]
        english = entry.plural or key[1]
        for part in parts:
            english = english.replace("{}", part, 1)
        expected = re.sub(r"\{(\d)\}", lambda gap: parts[int(gap[1])], entry.forms[-1])  # noqa: B023
        with words.speaking("ru"):
            assert words.heard(english) == expected


def test_what_is_heard_loses_nothing() -> None:
    for key, entry in HEARD_ENTRIES.items():
        wanted = set(map(str, range(key[1].count("{}"))))
        left_out = {"1"} if key[1].startswith("{} card{}") else set()  # the s of the plural
        for form in entry.forms:
            assert set(re.findall(r"\{(\d)\}", form)) == wanted - left_out, key
