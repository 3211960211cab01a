"""The catalogue of a language: messages in the format of gettext (locale/ru.po)."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

HEARD = "heard"
"""The context of templates that solver/ or the system fills in; their gaps are written ``{}``,
and ``{0}``, ``{1}`` … in translations."""

Key = tuple[str, str]
"""Context and English text."""


class Entry(NamedTuple):
    """A message."""

    plural: str
    """The English plural; empty where there is one form."""
    forms: tuple[str, ...]
    """The translations, as many as there are plural forms."""

    def form(self, count: int) -> str:
        """The translation for so many: 1, 21 …; 2, 3, 4, 22 …; the others (Russian)."""
        if len(self.forms) == 1 or (count % 10 == 1 and count % 100 != 11):
            return self.forms[0]
        return self.forms[1 if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14 else 2]


Catalogue = Mapping[Key, Entry]


@functools.cache
def russian() -> Catalogue:
    """The Russian one."""
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


# ------------------------------------------------------------------ what is heard


PLACE = "line {}: {}"
"""This is heard before any other template: the line of a mistake, and the mistake."""

TYPED = ("=", "one of ", "known are ", "it takes ", "valid: ")
"""What stands before a word that a person types."""


class Pattern(NamedTuple):
    """A template that a text may fit."""

    text: re.Pattern[str]
    values: tuple[bool, ...]
    """Which gaps hold what is typed, such as the value of an option: it stays as it is."""
    entry: Entry

    def filled(self, parts: Sequence[str]) -> str:
        """The translation."""
        counts = bool(self.entry.plural) and parts[0].isdecimal()
        form = self.entry.form(int(parts[0]) if counts else 0)
        return re.sub(r"\{(\d)\}", lambda gap: parts[int(gap[1])], form)


@functools.cache
def patterns() -> list[Pattern]:
    """What may be heard, the templates with the most text first."""
    told = [(english, entry) for (kind, english), entry in russian().items() if kind == HEARD]
    told += [(entry.plural, entry) for _, entry in told if entry.plural]
    told.sort(key=lambda one: (one[0] != PLACE, -len(one[0].replace("{}", ""))))
    return [_pattern(english, entry) for english, entry in told]


def _pattern(english: str, entry: Entry) -> Pattern:
    first, *pieces = english.split("{}")
    gaps = ["(.*?)" for _ in pieces]
    if gaps and not first:  # the place of a mistake before it is heard by itself
        gaps[0] = "((?:(?!: ).)*?)"
    text = "".join(gap + re.escape(piece) for gap, piece in zip(gaps, pieces, strict=True))
    values = tuple(
        _is_typed(english, before, after) for before, after in pairwise([first, *pieces])
    )
    return Pattern(re.compile(re.escape(first) + text, re.DOTALL), values, entry)


def _is_typed(english: str, before: str, after: str) -> bool:
    """Whether the gap between two pieces of a template holds a name that a person types."""
    if english.startswith("did you mean "):
        return True
    if english.startswith("unknown ") and after == "; ":
        return True  # the option or the game
    return before.endswith(TYPED) or after.startswith(": again")  # a heading
