"""Nothing is left untranslated: from the sources, and from what commands print."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from running import ROOT, invoke, start

from cli import demo, words
from cli.catalogue import HEARD, Entry, Key, read_catalogue
from cli.duel.report import _HEADS
from cli.main import pasyans
from cli.schema import PLAYED, VERDICTS
from cli.tables import COLUMNS
from cli.translated import _helpful, paragraphs
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


@pytest.mark.parametrize("path", CLI, ids=lambda path: str(path.relative_to(ROOT)))
def test_messages_are_in_the_catalogue(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = (re.compile(r"\{[^}]*\}"), "")
    for key in said(tree):
        letters = re.search("[A-Za-z]", plain[0].sub(plain[1], key[1]))
        assert key in CATALOGUE or not letters, key
    known = {text for _, text in CATALOGUE} | {one.plural for one in CATALOGUE.values()}
    known |= {text for _, text in _help_texts()} | NO_MESSAGES
    for node, text in literals(tree):
        prose = PROSE.search(re.sub(r"--\w+", "", text)) and not SQL.search(text)
        if prose and not text.startswith(("pasyans ", "unknown game {}")):
            assert isinstance(node, ast.Constant), (
                f"{path}: an f-string cannot be looked up: {text}"
            )
            assert " ".join(text.split()) in {" ".join(one.split()) for one in known}, text


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


def _help_texts() -> set[Key]:
    words.choose("")
    texts = [thing.help for thing in _helpful(pasyans) if thing.help]
    return {("", one) for text in texts for one in paragraphs(text)}


def test_the_catalogue_has_nothing_that_is_not_said() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in CLI]
    written = {text for tree in trees for _, text in literals(tree)}
    helped = {text for _, text in _help_texts()}
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
        "head": {*_HEADS, *(column.head for column in COLUMNS)},
        "tally": counted - {"first", "margin"},
    }
    return {(kind, name) for kind, some in kinds.items() for name in some}


def test_names_and_help_are_in_the_catalogue() -> None:
    assert not {*names(), *_help_texts()} - set(CATALOGUE)


# ------------------------------------------------------------------ what solver/ says

INTERNAL = {
    "solver/__init__.py", "solver/stats.py", "solver/elo.py", "solver/duel/table.py",
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


# ------------------------------------------------------------------ numbers, plurals, cards


def test_numbers_and_plurals() -> None:
    deals = "{count:,} deal {where}", "{count:,} deals {where}"
    assert words.counted(*deals, 1000, where="") == "1,000 deals "
    with words.speaking("ru"):
        told = [words.counted("{count} card", "{count} cards", n) for n in (1, 2, 5, 11, 21, 104)]
        assert told == ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "104 карты"]
        assert words.say("{a:,} {b:.3f} {c}", a=12345, b=0.5, c="1.0") == "12\u00a0345 0,500 1.0"
    assert words.say("{a:,}", a=12345) == "12,345"


def test_cards() -> None:
    with words.speaking("ru"):
        assert words.respelled("AC 10D JH QS K♣ 2♥") == "Тт 10б Вч Дп К♣ 2♥"
        assert words.card(0) == "Тт" and words.card(51, symbols=True) == "К♠"
    assert words.card(0) == "AC"


def test_the_language_that_is_asked_for() -> None:
    asked = words.asked_language
    assert asked(["solve", "--lang", "ru"], {}) == asked(["--lang=ru", "solve"], {}) == "ru"
    assert asked(["solve"], {words.VARIABLE: "ru"}) == "ru"
    assert asked(["--lang", "en", "solve"], {words.VARIABLE: "ru"}) == "en"
    assert asked(["solve"], {}) == asked(["--lang"], {}) == asked(["--lang", "xx"], {}) == ""


# ------------------------------------------------------------------ what is printed

LATIN = re.compile(r"(?<![\w.:/=-])[A-Za-z]{2,}")


def english_words(text: str, *more: str) -> set[str]:
    """The Latin words of a text but names of variants, options and programs."""
    allowed = {*GAMES, *pasyans.commands, *more, "pasyans", "JSON", "CSV", "Solvitaire"}
    text = re.sub(r"[a-z]+:[a-z]+[\w,=-]*|\w+=[\w,-]+|--?\w[\w-]*|`[^`]*`|\b[A-Z_]{2,}\b", "", text)
    return set(LATIN.findall(text)) - allowed


def test_help_is_russian() -> None:
    for command in ([], *([name] for name in pasyans.commands), ["cache", "clear"]):
        shown = invoke(*command, "--help", "--lang", "ru").stdout
        assert "Использование:" in shown
        assert not english_words(
            shown, "variant", "deal", "moves", "random", "greedy", "planner", "clairvoyant",
            "en", "ru", "Markdown", "Python", "Dask", "tcp", "stock", "ELO", "clear", "show",
        ), command  # fmt: skip
    assert "Usage:" in invoke("--help").stdout and "Show this message" in invoke("--help").stdout


SMALL = "vosem:strict,ranks=3,piles=2"
SHOWN_COMMANDS = [
    "games",
    "games rusbank",
    "deal vosem 3",
    "deal vosem 3 --position --symbols",
    "deal pairs 3",
    "deal vosem 3 --solvitaire",
    "solve vosem,ranks=5,piles=3 --deal 3 --show",
    "solve vosem:strict,ranks=3,piles=2 --deal 98 --short --symbols",
    "solve iznanka:free,ranks=4,piles=3,lift=any --deal 1 --show",
    "solve iznanka:strict --deal 1",
    "solve iznanka,ranks=3,piles=2 --deal 98",
    "verify won.json",
    "verify lost.json",
    "verify game.json",
    "perft vosem,ranks=3,piles=2 --deal 3 --depth 6",
    "perft vosem,ranks=3,piles=2 --deal 3 --depth 2 --split",
    "perft zevaki --deal 3 --depth 1 --split",
    "estimate vosem:strict,ranks=3,piles=2 --deals 30",
    "estimate vosem:strict,ranks=3,piles=2 --deals 1000 --until 20%",
    "estimate vosem:strict,ranks=3,piles=2 --deals 20 --player greedy",
    "estimate pairs --deals 20",
    "estimate double --deals 10 --players random,greedy",
    "estimate pairs:owner --exact",
    "compare vosem:strict,ranks=3,piles=2 vosem:noturn,ranks=3,piles=2 --deals 20",
    "compare pairs pairs:owner --deals 20",
    "match vosem:strict,ranks=3,piles=2 greedy random --deals 20",
    "match double greedy random --deals 10 --sprt 0 50",
    "report",
    "report --markdown",
    "report --plot графики",
    "play pairs:rank --deal 3",
    "play zevaki --deal 3 --players random,greedy",
    "play double --deal 3",
    "play rusbank --deal 3",
    "advise vosem,ranks=3,piles=2 --from 3 --samples 4",
    "advise vosem,ranks=3,piles=2 --from 3 --see-stock",
    "advise zevaki --from 3 --samples 2 --top 2",
    "review vosem,ranks=3,piles=2 won.json --samples 2 --all",
    "cache show",
]
"""Of every command that prints a text, its kinds; in this order, for they share a database."""
FILES = {
    "won.json": "solve vosem,ranks=3,piles=2 --deal 3 --json",
    "lost.json": "solve iznanka:strict --deal 1 --json",
    "game.json": "play double --deal 3 --json",
}
CODES = {"A", "B", "aces", "up", "down", "stock", "aside", "from", "lifted", "turned"}
"""Seats, values of options, headings of position files."""


@pytest.mark.usefixtures("compiled")
def test_what_is_printed_is_russian(folder: Path) -> None:
    for name, command in FILES.items():
        Path(name).write_text(invoke(*command.split()).stdout, encoding="utf-8")
    lefts = {}
    options = [option for game in GAMES.values() for option in game.table]
    names = {option.name for option in options} | {one for each in options for one in each.values}
    written = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    for command in SHOWN_COMMANDS:
        done = invoke(*command.split(), "--lang", "ru")
        shown = re.sub(r"(/[\w.-]+)+|хеш \w+|:[a-z]+(-[a-z]+)?", "", done.stdout + done.stderr)
        if command.startswith("games"):
            shown = re.sub(rf"\b({written})\b", "", shown)
        if left := english_words(shown, *CODES):
            lefts[command] = left
    assert not lefts
    assert re.search("[а-я]", invoke("games", "--lang", "ru").stdout)


def test_json_and_csv_are_english(folder: Path) -> None:
    for kind in ("--json", "--csv"):
        command = ("estimate", SMALL, "--deals", "5", "--quiet", "--no-db", kind)
        russian = invoke(*command, "--lang", "ru").stdout
        assert re.findall("[a-z_]+", russian) == re.findall("[a-z_]+", invoke(*command).stdout)
        assert not re.search("[а-яё]", russian)
    solve = ("solve", "vosem,ranks=3,piles=2", "--deal", "3", "--json")
    assert '"move": "deal"' in invoke(*solve, "--lang", "ru").stdout


def test_the_demo_speaks_russian(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = demo.Scene("How is this deal won?", "pasyans solve vosem,ranks=3,piles=2 --deal 3", 5)
    monkeypatch.setattr(demo, "SCENES", (scene,))
    shown = invoke("demo", "--lang", "ru").stdout
    assert "Как выигрывается этот расклад?" in shown and "расклад 3: сходится за" in shown
    assert "deal 3" in invoke("demo").stdout


def test_errors_are_russian(folder: Path) -> None:
    Path("deal.txt").write_text("AC 7X", encoding="utf-8")
    wrong = {
        "solve vosm --deal 1": "нет игры 'vosm'; может быть, vosem?",
        "solve vosem": "задайте либо --deal N, либо --file F",
        "solve vosem --deal x": "'x' — не целое число",
        "solve vosem --file none.txt": "нет такого файла",
        "solve vosem --file deal.txt": "deal.txt: строка 1: '7X' — не карта",
        "slove": "Нет команды 'slove'",
        "solve --deal": "Параметру '--deal' нужно значение",
        "estimate vosem --deals 3 --player planer": "нет игрока 'planer'",
        "report": "базы данных 'pasyans.sqlite' нет",
    }
    for command, message in wrong.items():
        process = start(*command.split(), PASYANS_LANG="ru", PYTHONUTF8="1")
        _, told = process.communicate()
        assert process.returncode in (1, 2) and told.startswith("Ошибка: "), told
        assert message in told


def test_russian_files_are_read(folder: Path) -> None:
    variant = "vosem,ranks=5,piles=3"
    for name, options in (("deal.txt", ()), ("position.txt", ("--position",))):
        told = invoke("deal", variant, "3", *options, "--lang", "ru").stdout
        assert re.search("[тбчп]", told.splitlines()[-2])
        Path(name).write_text(told, encoding="utf-8")
    solved = json.loads(invoke("solve", variant, "--file", "deal.txt", "--json").stdout)
    dealt = json.loads(invoke("deal", variant, "3", "--json").stdout)
    assert solved["deal"]["cards"] == dealt["deal"]["cards"]
    advice = json.loads(
        invoke("advise", variant, "position.txt", "--samples", "2", "--json", "--lang", "ru").stdout
    )
    assert advice["stock"]["cards"] == 37 and re.search(
        " pile|place ", advice["advice"][0]["reason"]
    )
