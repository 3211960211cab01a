"""The language of what people read: English templates, looked up in a catalogue for another one.

A message is a template and what fills it in: ``say("deal {number}", number=3)``. A name that is
data, such as a verdict, is a ``word`` of some kind. What solver/ says stays English there, for it
knows no language; ``heard`` recognises it by its template. ``locale/ru.po`` holds the Russian,
a test that nothing lacks there. JSON, CSV and databases are always in English.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

from solver.cards import SUIT_SYMBOLS, SUITS, card_text

LANGUAGES = ("en", "ru")
VARIABLE = "PASYANS_LANG"
"""The environment variable that chooses where ``--lang`` does not."""

HEARD = "heard"
"""The context of templates that solver/ or the system fills in; their gaps are written ``{}``,
and ``{0}``, ``{1}`` … in translations."""

Key = tuple[str, str]
"""Context and English text."""


class Entry(NamedTuple):
    """A message of a catalogue."""

    plural: str
    """The English plural; empty where there is one form."""
    forms: tuple[str, ...]
    """The translations, as many as there are plural forms."""


Catalogue = Mapping[Key, Entry]

_ENGLISH: Catalogue = {}
_asked, _chosen = "", _ENGLISH


def choose(language: str) -> None:
    """Speak a language from now on; English where ``language`` is empty."""
    global _asked, _chosen
    _asked, _chosen = language, _catalogue() if language == "ru" else _ENGLISH


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
    return entry.forms[_form(count)] if len(entry.forms) > 1 else entry.forms[0]


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


def _form(count: int) -> int:
    """Russian plural forms: 1, 21 …; 2, 3, 4, 22 …; the others."""
    if count % 10 == 1 and count % 100 != 11:
        return 0
    return 1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2


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
_CARD = re.compile(r"(?<![\w])(10|[2-9AJQK])([CDHS♣♦♥♠])(?![\w])")


def card(face: int, symbols: bool = False) -> str:
    """A card as the language names it: ``10C``, ``10т``, ``10♣``."""
    return respelled(card_text(face, symbols))


def respelled(text: str) -> str:
    """A text with its Latin cards as the language names them; they keep their width."""
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
    for pattern in _patterns():
        if found := pattern.text.fullmatch(text):
            gaps = zip(found.groups(), pattern.values, strict=True)
            return pattern.filled([part if value else heard(part) for part, value in gaps])
    return respelled(text)


class _Pattern(NamedTuple):
    """A template that a text may fit."""

    text: re.Pattern[str]
    values: tuple[bool, ...]
    """Which gaps hold the value of an option, which stays as it is."""
    forms: tuple[str, ...]

    def filled(self, parts: Sequence[str]) -> str:
        """The translation."""
        many = len(self.forms) > 1 and parts[0].isdecimal()
        form = self.forms[_form(int(parts[0])) if many else -1]
        return re.sub(r"\{(\d)\}", lambda gap: parts[int(gap[1])], form)


@functools.cache
def _patterns() -> list[_Pattern]:
    """The templates of solver/, those with the most text first."""
    told = [(english, entry) for (kind, english), entry in _chosen.items() if kind == HEARD]
    told += [(entry.plural, entry) for _, entry in told if entry.plural]
    told.sort(key=lambda one: -len(one[0].replace("{}", "")))
    return [_pattern(english, entry.forms) for english, entry in told]


def _pattern(english: str, forms: tuple[str, ...]) -> _Pattern:
    pieces = english.split("{}")
    text = re.compile("(.*?)".join(map(re.escape, pieces)), re.DOTALL)
    return _Pattern(text, tuple(piece.endswith("=") for piece in pieces[:-1]), forms)


# ------------------------------------------------------------------ the catalogue


@functools.cache
def _catalogue() -> Catalogue:
    return read_catalogue((files("cli") / "locale" / "ru.po").read_text(encoding="utf-8"))


def read_catalogue(text: str) -> dict[Key, Entry]:
    """The messages of a catalogue in the format of gettext (.po)."""
    found = {}
    for block in text.split("\n\n"):
        told = dict(_fields(block.splitlines()))
        forms = tuple(told[name] for name in sorted(told) if name.startswith("msgstr"))
        if told.get("msgid"):
            key = told.get("msgctxt", ""), told["msgid"]
            assert key not in found, key
            found[key] = Entry(told.get("msgid_plural", ""), forms)
    return found


def _fields(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name and text of every field of a message; a text may go on on further lines."""
    name, text = "", ""
    for line in (line for line in lines if line and not line.startswith("#")):
        if not line.startswith('"'):
            if name:
                yield name, text
            name, _, line = line.partition(" ")
            text = ""
        text += json.loads(line)
    if name:
        yield name, text
