"""The commands that write pages, and pages as text."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from browser import Shown
from click.testing import CliRunner
from pages import random_game
from running import invoke, told
from selenium.webdriver import Chrome

from cli.duel.play import action_text
from cli.main import pasyans
from cli.page.document import document
from cli.page.patience import replay, solved
from cli.words import speaking
from solver.deals import patience_deal
from solver.patience.referee import Game
from solver.stats import wilson
from solver.variants import parse

WORDS = json.loads((files("cli.page") / "static" / "words.json").read_text(encoding="utf-8"))


def test_pages_of_the_commands(chrome: Chrome, tmp_path: Path) -> None:
    """solve, review and advise write pages that say what the commands say."""
    deal = ("iznanka,ranks=5,piles=4", "--deal", "3")
    line = told("solve", *deal, "--html", "solved.html")
    (tmp_path / "game.json").write_text(json.dumps(line))
    shown = Shown(chrome, tmp_path / "solved.html")
    count = len(line["moves"])
    assert shown.text("about") == f"{deal[0]} · deal 3 · solvable in {count} moves"
    assert shown.texts()[-1].splitlines()[-2] == "stock: no cards, row 10 dealt"

    options = ("--samples", "5", "--budget", "10000", "--html", "reviewed.html")
    steps = told("review", deal[0], "game.json", *options)["steps"]
    shown = Shown(chrome, tmp_path / "reviewed.html")
    bars = shown.run("return document.querySelectorAll('#chances .solvable').length")
    assert bars == len(steps) + 1
    shown.slide(1)
    assert "can be won" in shown.text("status")
    if "chance" in steps[0]["after"]:
        after = steps[0]["after"]
        low, high = wilson(after["won"], after["games"]).percent(1)
        assert f"chance of winning {low:g}–{high:g}\u00a0%" in shown.text("status")

    advice = told("advise", deal[0], "--from", "3", "--samples", "5", "--html", "advised.html")
    shown = Shown(chrome, tmp_path / "advised.html")
    script = "return document.querySelectorAll('#advice li').length"
    assert shown.run(script) == len(advice["advice"])
    script = "return document.querySelector('#advice li small').textContent"
    assert shown.run(script).replace("\u2663", "C") and " pile" in shown.run(script)
    shown.click("#language")
    assert re.search("[а-я]", shown.run(script)) and not re.search("[A-Za-z]", shown.run(script))
    shown.click("#language")
    shown.click("#advice button")
    assert shown.text("status").startswith("after ")
    assert not shown.complaints()


def test_a_page_begins_in_the_language_asked_for(chrome: Chrome, tmp_path: Path) -> None:
    deal = ("solve", "iznanka,ranks=3,piles=2", "--deal", "3", "--html", "game.html")
    for language, button in (("ru", "In English"), ("en", "По-русски")):
        invoke(*deal, "--lang", language)
        assert Shown(chrome, tmp_path / "game.html").text("language") == button


UNTITLED = {"ru": "Пары (игра без названия)", "en": "Pairs (a game without a title)"}


@pytest.mark.parametrize("language", UNTITLED)
def test_a_page_of_a_game_without_a_title(language: str) -> None:
    invoke("play", "pairs", "--deal", "1", "--html", "game.html", "--lang", language)
    page = Path("game.html").read_text(encoding="utf-8")
    assert f"<title>{UNTITLED[language]} · pairs</title>" in page and '"title":null' in page


@pytest.mark.parametrize("language", UNTITLED)
def test_its_heading(language: str, chrome: Chrome, tmp_path: Path) -> None:
    invoke("play", "pairs", "--deal", "1", "--html", "game.html", "--lang", language)
    assert Shown(chrome, tmp_path / "game.html").text("title") == UNTITLED[language]


def test_cards_go_to_the_talon_in_the_same_words_as_in_a_terminal() -> None:
    discard = {"action": "discard", "to": "talon2", "card": "7C"}
    with speaking("ru"):
        assert action_text(discard).endswith("на талон 2")
    assert WORDS["ru"]["act.discard"].endswith("на талон {1}")
    assert WORDS["ru"]["act.bank.discard"].endswith("на талон")


def test_unsolvable_deals_have_a_page_too(chrome: Chrome, tmp_path: Path) -> None:
    invoke("solve", "iznanka:strict,ranks=3,piles=2", "--deal", "1", "--html", "lost.html")
    shown = Shown(chrome, tmp_path / "lost.html")
    assert "unsolvable" in shown.text("about") or "solvable in" in shown.text("about")
    assert shown.text("text").splitlines()[0].split() == ["up", "down", "closed"]


def test_words_are_complete_in_both_languages() -> None:
    assert WORDS["en"].keys() == WORDS["ru"].keys()
    for key, english in WORDS["en"].items():
        forms = [WORDS["ru"][key], english]
        holes = [
            {
                tuple(sorted(set(re.findall(r"\{\d\}", text))))
                for text in (form.values() if isinstance(form, dict) else [form])
                if "{" in text
            }
            for form in forms
        ]
        assert holes[0] == holes[1], key
        if isinstance(english, dict):
            assert {"one", "few", "many"} <= forms[0].keys()


def test_a_long_game_is_a_small_page_without_addresses(tmp_path: Path) -> None:
    text = "vosem:free,suit=any,piles=12"
    first, moves = random_game(text, 1, 300, first_kinds=["build"])
    assert len(moves) == 300
    html = document(parse("vosem:free,suit=any,piles=12"), 1, replay(first, moves))
    assert len(html.encode()) < 300_000
    assert not re.search(r"(src|href)=\"(?!#|data:)", html) and "http:" not in html
    assert "{{" not in html and "https:" not in html


def test_nothing_in_a_page_ends_its_data() -> None:
    game = Game(parse("vosem").rules, patience_deal(1))
    html = document(parse("vosem"), "</script><b>", solved(game, [], "undecided"))
    assert html.count("</script>") == 2 and "<b>" not in html


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (".", "is a folder"),
        ("no/such.html", "there is no folder"),
        ("", "is a folder"),
        ("-", "a page is written to a file; name one such as game.html"),
    ],
)
def test_a_page_that_cannot_be_written_is_refused_at_once(where: str, why: str) -> None:
    done = CliRunner().invoke(pasyans, ["solve", "vosem", "--deal", "1", "--html", where])
    assert done.exit_code == 2 and why in done.output
