"""What people read with --lang ru: numbers, plurals, cards, and what commands print."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from running import ROOT, invoke, start

from cli import demo, words
from cli.duel.play import action_text
from cli.main import pasyans
from solver.variants import GAMES

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


def test_help_has_both_its_names() -> None:
    code = "from cli.main import run; run({})"
    for arguments in (["-h"], ["solve", "-h"], ["cache", "clear", "-h"]):
        shown = subprocess.run(  # a process of its own: click keeps the option once it is made
            [sys.executable, "-c", code.format(arguments)],
            env=os.environ | {"PYTHONPATH": str(ROOT), words.VARIABLE: "ru"},
            capture_output=True,
            encoding="utf-8",
        )
        assert "Использование:" in shown.stdout and "-h, --help" in shown.stdout, shown


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


def test_moves_of_the_banks_read_well() -> None:
    fill = {"action": "fill", "from": "magazine", "to": "cell3", "card": "AC"}
    build = {"action": "build", "from": "cell1", "to": "cell2", "count": 2, "cards": ["3C", "2D"]}
    base = {"action": "base", "from": "hand", "card": "AC"}
    assert action_text(fill) == "fill AC from magazine to cell3"
    assert action_text(fill | {"count": 1}) == "fill AC from magazine (1) to cell3"
    with words.speaking("ru"):
        assert action_text(fill) == "Тт из магазина в пустую ячейку 3"
        assert action_text(build) == "перекладывает 3т 2б из ячейки 1 (2) на ячейку 2"
        assert action_text(base) == "на базу Тт из колоды"
        assert words.word("tally", "claims") == "замечено зевков"
        assert words.word("measure", "complete") == words.word("outcome", "complete")
