"""The language of what people read: English templates, looked up in a catalogue for another one.

A message is a template and what fills it in: ``say("deal {number}", number=3)``. A name that is
data, such as a verdict, is a ``word`` of some kind. What solver/ says stays English there, for it
knows no language; ``heard`` recognises it by its template. A test finds what the catalogue
(catalogue.py) lacks. JSON, CSV and databases are always in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from string import Formatter
from typing import Any

from cli.catalogue import Catalogue, patterns, russian
from solver.cards import SUIT_SYMBOLS, SUITS, card_text

LANGUAGES = ("en", "ru")
VARIABLE = "PASYANS_LANG"
"""The environment variable that chooses where ``--lang`` does not."""

_ENGLISH: Catalogue = {}
_asked, _chosen = "", _ENGLISH


def choose(language: str) -> None:
    """Speak a language from now on; English where ``language`` is empty."""
    global _asked, _chosen
    _asked, _chosen = language, russian() if language == "ru" else _ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    before = _asked
    choose(language)
    try:
        yield
    finally:
        choose(before)


def asked() -> str:
    """The language that was chosen; empty where none was."""
    return _asked


def speaks_english() -> bool:
    """Whether nothing needs to be looked up."""
    return _chosen is _ENGLISH


def asked_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that a command line asks for, before click has looked at it; else empty.

    A bad one is left to click, which says so.
    """
    told = environment.get(VARIABLE, "")
    for place, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            told = value or next(iter(arguments[place + 1 :]), "")
    return told if told in LANGUAGES else ""


# ------------------------------------------------------------------ saying


def template(text: str, context: str = "") -> str:
    """A template in the language, unfilled."""
    entry = _chosen.get((context, text))
    return entry.forms[0] if entry else text


def plural(one: str, many: str, count: int, context: str = "") -> str:
    """The template for so many, unfilled."""
    entry = _chosen.get((context, one))
    if entry is None:
        return one if count == 1 else many
    return entry.form(count)


def say(text: str, /, **values: object) -> str:
    """A template filled in; numbers as the language writes them."""
    return _FILLER.vformat(template(text), (), values)


def counted(one: str, many: str, count: int, /, **values: object) -> str:
    """The same with the template for so many; ``{count}`` is their number."""
    return _FILLER.vformat(plural(one, many, count), (), {"count": count, **values})


def word(kind: str, name: str) -> str:
    """A name of some kind, such as a verdict; as it is where the catalogue lacks it."""
    return template(name, kind)


def numbered_word(kind: str, name: str) -> str:
    """A name that may end in a number, such as a place: cell3."""
    plain = name.rstrip("0123456789")
    if plain == name:
        return word(kind, name)
    return template(f"{plain}{{number}}", kind).format(number=name[len(plain) :])


class _Filler(Formatter):
    """In Russian a space groups digits and a comma begins decimals."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        text = super().format_field(value, format_spec)
        if isinstance(value, int | float) and not speaks_english():
            return text.translate(_RUSSIAN_NUMBERS)
        return text


_FILLER = _Filler()
_RUSSIAN_NUMBERS = str.maketrans({",": "\u00a0", ".": ","})


# ------------------------------------------------------------------ cards

_LATIN_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RUSSIAN_RANKS = dict(
    zip(
        _LATIN_RANKS,
        ("Т", "2", "3", "4", "5", "6", "7", "8", "9", "10", "В", "Д", "К"),
        strict=True,
    )
)
_RUSSIAN_SUITS = dict(zip(SUITS + SUIT_SYMBOLS, "тбчп" + SUIT_SYMBOLS, strict=True))
_SIGNS = dict(zip(SUITS + SUIT_SYMBOLS, SUIT_SYMBOLS * 2, strict=True))
_CARD = re.compile(r"(?<![\w])(10|[2-9AJQK])([CDHS♣♦♥♠])(?![\w])")


def card(face: int, symbols: bool = False) -> str:
    """A card as the language names it: ``10C``, ``10т``, ``10♣``."""
    return respelled(card_text(face, symbols))


def respelled(text: str, symbols: bool = False) -> str:
    """A text with its Latin cards as the language names them, suits as signs if ``symbols``; they
    keep their width."""
    if symbols:
        text = _CARD.sub(lambda told: told[1] + _SIGNS[told[2]], text)
    if speaks_english():
        return text
    return _CARD.sub(lambda told: _RUSSIAN_RANKS[told[1]] + _RUSSIAN_SUITS[told[2]], text)


# ------------------------------------------------------------------ what solver/ says


def heard(text: str) -> str:
    """What solver/ (or the system) says, in the language.

    The longest template that it fits is taken; what fills the gaps is heard in turn.
    """
    if speaks_english():
        return text
    for pattern in patterns():
        if found := pattern.text.fullmatch(text):
            gaps = zip(found.groups(), pattern.values, strict=True)
            return pattern.filled([part if value else heard(part) for part, value in gaps])
    return respelled(text)
