"""No message goes round the catalogue or lacks there: from the sources."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from literals import CATALOGUE, PROSE, called, literals, text_of
from running import ROOT

from cli import words
from cli.catalogue import HEARD, Entry, Key
from cli.duel.plots import MEASURES
from cli.duel.report import HEADS
from cli.main import pasyans
from cli.schema import PLAYED, VERDICTS
from cli.tables import COLUMNS
from cli.translated import helpful, paragraphs, translate_help
from solver.duel.family import family_of
from solver.duel.outcomes import DRAWS
from solver.patience.players.names import CLAIRVOYANT, PLAYERS
from solver.variants import GAMES

CLI = [path for path in sorted((ROOT / "cli").rglob("*.py")) if path.name != "catalogue.py"]
SQL = re.compile(
    r"\b(SELECT|FROM|WHERE|UPDATE|INSERT|WHEN|CREATE|COUNT|AND|BY|BETWEEN|RAISE|PRAGMA|ALTER)\b"
)
NO_MESSAGES = {
    "deal, verdict",  # columns of the database
    "deal, verdict, tally",
    "confidence sequence",  # in JSON
    "center left",  # matplotlib's
    "outside lower center",
}

# ------------------------------------------------------------------ the catalogue


def gaps(text: str) -> list[str]:
    """The names of what fills a template in."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def test_translations_are_filled_in_alike() -> None:
    for key, entry in CATALOGUE.items():
        assert len(entry.forms) == (3 if entry.plural else 1) and all(entry.forms), key
        if key[0] != HEARD:
            check_gaps(key, entry)


def check_gaps(key: Key, entry: Entry) -> None:
    """What fills a template in fills its translations in; they begin and end alike."""
    english = set(gaps(key[1])) | set(gaps(entry.plural))
    for form in entry.forms:
        lost = english - set(gaps(form))
        assert set(gaps(form)) <= english and (key[0] == "click" or lost <= {"count"}), key
        assert (form[:1].isspace(), form[-1:] == "\n") == (
            key[1][:1].isspace(),
            key[1][-1:] == "\n",
        )


# ------------------------------------------------------------------ the sources


def said(tree: ast.AST) -> Iterator[Key]:
    """The keys of all messages that a module looks up by a literal."""
    for node in ast.walk(tree):
        texts = [text_of(one) for one in node.args] if isinstance(node, ast.Call) else []
        if called(node) in ("say", "counted") and texts and texts[0]:
            yield "", texts[0]
        elif called(node) == "word" and texts[0] and texts[1]:
            yield texts[0], texts[1]


@functools.cache
def known() -> set[str]:
    """All texts that need no entry more: messages, help pages, and what is no message."""
    texts = {text for _, text in CATALOGUE} | {one.plural for one in CATALOGUE.values()}
    texts |= {text for _, text in help_texts()} | NO_MESSAGES
    return {" ".join(text.split()) for text in texts}


@pytest.mark.parametrize("path", CLI, ids=lambda path: str(path.relative_to(ROOT)))
def test_messages_are_in_the_catalogue(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for key in said(tree):
        letters = re.search("[A-Za-z]", re.sub(r"\{[^}]*\}", "", key[1]))
        assert key in CATALOGUE or not letters, key
    for node, text in literals(tree):
        prose = PROSE.search(re.sub(r"--\w+", "", text)) and not SQL.search(text)
        if prose and not text.startswith(("pasyans ", "unknown game {}")):
            assert isinstance(node, ast.Constant), f"an f-string cannot be looked up: {text}"
            assert " ".join(text.split()) in known(), text


SHOWN = {
    "echo", "secho", "tell", "refuse", "fail", "Finding", "labelled", "begin", "set_title",
    "set_xlabel", "set_ylabel", "ClickException", "UsageError", "BadParameter", "StoreError",
    "Refused", "RuntimeError", "contradiction",
}  # fmt: skip


def shown_texts(node: ast.AST) -> Iterator[str]:
    """The literal texts that an argument shows as they are, those in what is called left out."""
    text = text_of(node)
    if text is not None:
        yield text.replace("{}", "")
    if isinstance(node, ast.JoinedStr):
        for one in node.values:
            if isinstance(one, ast.FormattedValue):
                yield from shown_texts(one.value)
    elif isinstance(node, ast.IfExp):
        yield from (*shown_texts(node.body), *shown_texts(node.orelse))
    elif isinstance(node, ast.BinOp):
        yield from (*shown_texts(node.left), *shown_texts(node.right))


@pytest.mark.parametrize("path", CLI, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_is_shown_is_looked_up(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if called(node) in SHOWN and isinstance(node, ast.Call):
            for text in (text for argument in node.args for text in shown_texts(argument)):
                bare = re.sub(r"--\w+|pasyans|Python", "", text)
                assert not re.search("[A-Za-z]{2,}", bare), f"{path}:{node.lineno}: {text}"


@functools.cache
def help_texts() -> set[Key]:
    """All paragraphs of help pages."""
    words.choose("")
    translate_help(pasyans)  # back, if a test before had it in Russian
    texts = [thing.help for thing in helpful(pasyans) if thing.help]
    return {("", one) for text in texts for one in paragraphs(text)}


def test_the_catalogue_has_nothing_that_is_not_said() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in CLI]
    written = {text for tree in trees for _, text in literals(tree)}
    helped = {text for _, text in help_texts()}
    unsaid = {text for context, text in CATALOGUE if not context} - written - helped
    assert not unsaid
    kinds = {context for context, _ in CATALOGUE} - {"", "click", HEARD}
    looked_up = {key[0] for tree in trees for key in said(tree)} | {kind for kind, _ in names()}
    assert kinds - looked_up <= {"action", "from", "to", "value", "pile", "limit", "question"}


def names() -> set[Key]:
    """Names that commands look up as words of some kind."""
    games = list(GAMES.values())
    tallies = [family_of(game.family).tally for game in games if game.seats == 2]
    counted = {re.sub("_[ab]$", "", name).replace("_", " ") for one in tallies for name in one}
    kinds = {
        "about": {game.about for game in games},
        "note": {option.note for game in games for option in game.table},
        "verdict": {*VERDICTS, *PLAYED},
        "draw": {*DRAWS},
        "player": {*PLAYERS, CLAIRVOYANT},
        "head": {*HEADS, *(column.head for column in COLUMNS)},
        "measure": {label for _, label in MEASURES},
        "tally": counted - {"first", "margin"},
    }
    return {(kind, name) for kind, some in kinds.items() for name in some}


def test_names_and_help_are_in_the_catalogue() -> None:
    assert not {*names(), *help_texts()} - set(CATALOGUE)
