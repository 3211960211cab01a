"""No message goes round the catalogue or lacks there: from the sources."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from running import ROOT

from cli import words
from cli.catalogue import HEARD, Entry, Key, read_catalogue
from cli.duel.plots import MEASURES
from cli.duel.report import HEADS
from cli.main import pasyans
from cli.schema import PLAYED, VERDICTS
from cli.tables import COLUMNS
from cli.translated import helpful, paragraphs, translate_help
from solver.cards import _RANK_TWINS, _SUIT_TWINS
from solver.duel.family import family_of
from solver.duel.outcomes import DRAWS
from solver.patience.players.names import CLAIRVOYANT, PLAYERS
from solver.variants import GAMES

CATALOGUE = read_catalogue((ROOT / "cli" / "locale" / "ru.po").read_text(encoding="utf-8"))
HEARD_ENTRIES = {key: entry for key, entry in CATALOGUE.items() if key[0] == HEARD}
CLI = [path for path in sorted((ROOT / "cli").rglob("*.py")) if path.name != "catalogue.py"]
SOLVER = sorted((ROOT / "solver").rglob("*.py"))
PROSE = re.compile(r"[A-Za-z]{2,}[,;:.]? +[a-z]{2,}")
"""Two words: what a person reads, and not a key."""
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


def test_what_is_heard_loses_nothing() -> None:
    for key, entry in HEARD_ENTRIES.items():
        wanted = set(map(str, range(key[1].count("{}"))))
        left_out = {"1"} if key[1].startswith("{} card{}") else set()  # the s of the plural
        for form in entry.forms:
            assert set(re.findall(r"\{(\d)\}", form)) == wanted - left_out, key


# ------------------------------------------------------------------ the sources


def docstrings(tree: ast.AST) -> set[int]:
    """The nodes of texts that stand alone: documentation."""
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    return {
        id(line.value)
        for body in bodies
        if isinstance(body, list)
        for line in body
        if isinstance(line, ast.Expr)
    }


def called(node: ast.AST) -> str:
    """The name of the function that a node calls."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def text_of(node: ast.AST) -> str | None:
    """The template that a literal is; its gaps as ``{}``."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values
        )
    return None


def literals(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """All literal texts but documentation, each f-string as a whole."""
    left_out = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for one in node.values for part in [one, *ast.walk(one)]
                         if isinstance(part, ast.Constant) and part in node.values}  # fmt: skip
            for one in node.values:
                if isinstance(one, ast.FormattedValue) and one.format_spec:
                    left_out |= {id(part) for part in ast.walk(one.format_spec)}
    for node in ast.walk(tree):
        text = text_of(node)
        if text is not None and id(node) not in left_out:
            yield node, text


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


# ------------------------------------------------------------------ what solver/ says

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
