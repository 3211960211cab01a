"""Replay pages in a real browser, against the referee; and what needs no browser."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from browser import Shown, started
from click.testing import CliRunner
from running import invoke, told
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from cli.main import pasyans
from cli.page.document import document, write_page
from cli.page.duel import played
from cli.page.patience import replay, solved, view
from cli.play import move_text
from solver.cards import card_text
from solver.deals import duel_deal, patience_deal
from solver.duel.double.referee import Board as DoubleBoard
from solver.duel.pairs.referee import Board as PairsBoard
from solver.patience.board import board_text
from solver.patience.lines import Move
from solver.patience.referee import Game
from solver.variants import parse

WORDS = json.loads((files("cli.page") / "static" / "words.json").read_text(encoding="utf-8"))
VARIANTS = [
    "iznanka",
    "vosem",
    "vosem:free",
    "iznanka:fill,lift=ordered,lift_scope=all,seal=open",
    "iznanka:bycard,bases=aces,piles=12,turn=any",
    "vosem,bases=twos-aces,lift=any,piles=3,ranks=5",
]
"""Every way of base piles, lifts and turns."""


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with started(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


def random_game(text: str, number: int, plies: int) -> tuple[Game, list[Move]]:
    """A start position and so many moves of random play, base plays first."""
    variant, chance = parse(text), random.Random(text)
    first = Game(variant.rules, patience_deal(number, int(variant.rules["ranks"])))
    game, moves = first.copy(), []
    while len(moves) < plies and (legal := game.legal_moves()):
        bases = [move for move in legal if move["move"] in ("up", "down")]
        move = {
            name: str(told) if name == "card" else told
            for name, told in chance.choice(bases or legal).items()
        }
        game.play(move)
        moves.append({name: one for name, one in move.items() if isinstance(one, int | str)})
    return first, moves


def games_of(first: Game, moves: list[Move]) -> list[Game]:
    """All positions of a game."""
    games = [first.copy()]
    for move in moves:
        games.append(games[-1].copy())
        games[-1].play(move)
    return games


def page_of(text: str, number: int, plies: int, path: Path) -> list[Game]:
    """Write the page of a random game; its positions."""
    first, moves = random_game(text, number, plies)
    write_page(path, document(parse(text), number, replay(first, moves)))
    return games_of(first, moves)


def russian(text: str) -> str:
    """Cards of an English text in Russian letters."""
    letters = dict(zip("AJQK", "ТВДК", strict=True))
    return re.sub(r"[AJQK](?=[♣♦♥♠])", lambda card: letters[card[0]], text)


# ------------------------------------------------------------------ against the referee


@pytest.mark.parametrize("text", VARIANTS)
def test_every_position_is_the_referees(text: str, chrome: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    games = page_of(text, 11, 170, path)
    shown = Shown(chrome, path)
    assert shown.texts() == [board_text(game, symbols=True) for game in games]
    places = int(parse(text).rules["piles"])
    shown.click("#language")
    for russian_text, game in zip(shown.texts(), games, strict=True):
        lines = board_text(game, symbols=True).splitlines()
        rows = len(lines) - 1 if lines[-1].startswith("stock") else len(lines)
        first = next(at for at, line in enumerate(lines) if line.lstrip().startswith("1:"))
        assert rows and russian_text.splitlines()[first : first + places] == [
            russian(line) for line in lines[first : first + places]
        ]
        assert not re.search("[a-z]", russian_text)
    assert not shown.complaints()


@pytest.mark.parametrize("text", VARIANTS[:4])
def test_drawn_cards_are_the_positions(text: str, chrome: Chrome, tmp_path: Path) -> None:
    """Step by step, back, and in jumps, each card lies where it belongs and on what it covers."""
    path, chance = tmp_path / "game.html", random.Random(1)
    games = page_of(text, 12, 150, path)
    shown = Shown(chrome, path)
    for at in [*range(40), 39, 38, *chance.sample(range(len(games)), 25)]:
        if at == shown.at + 1:
            shown.click("#forward")
        elif at == shown.at - 1:
            shown.click("#back")
        else:
            shown.slide(at)
        assert shown.at == at
        expected = {key: pile for key, pile in view(games[at]).piles.items() if pile}
        stock = expected.pop("stock", [])
        drawn = shown.piles()
        assert len(drawn.pop("stock", [])) == min(2, len(stock))
        assert drawn == expected
    assert not shown.complaints()


@pytest.mark.parametrize("text", VARIANTS)
def test_moves_are_told_as_in_a_terminal(text: str, chrome: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    first, moves = random_game(text, 3, 200)
    write_page(path, document(parse(text), 3, replay(first, moves)))
    shown = Shown(chrome, path)
    script = "return [...document.querySelectorAll('#list li button')].map(b => b.textContent)"
    expected = [
        f"{number}{' '.join(move_text(game, move, symbols=True).split())}"
        for number, (game, move) in enumerate(zip(games_of(first, moves), moves, strict=False), 1)
    ]
    assert shown.run(script) == ["0start", *expected]
    shown.click("#language")
    told_moves = shown.run(script)
    assert len(told_moves) == len(moves) + 1 and not re.search("[A-Za-z]", "".join(told_moves))


# ------------------------------------------------------------------ games for two


def cards(pile: list[int]) -> str:
    return " ".join(card_text(card, symbols=True) for card in pile)


def pairs_lines(board: PairsBoard) -> list[str]:
    """What the page must tell of the rows and decks."""
    rows = [" ".join("-" if c is None else cards([c]) for c in row) for row in board.rows]
    lines = []
    for seat, row, deck in zip("AB", rows, board.decks, strict=True):
        count = f"{len(deck)} card{'' if len(deck) == 1 else 's'} face down" if deck else "-"
        lines += [f"row {seat}: {row}", f"deck {seat}: {count}"]
    return lines


def double_lines(board: DoubleBoard) -> list[str]:
    """What the page must tell of talons, magazines and the opened card."""
    lines = [f"opened: {'-' if board.hand is None else cards([board.hand])}"]
    for name, seat in zip("AB", board.seats, strict=True):
        lines += [
            f"talon {name}{number}: {cards(talon) or '-'}"
            for number, talon in enumerate(seat.talons, 1)
        ]
        top = cards(seat.magazine[-1:])
        hidden = len(seat.magazine) - 1
        below = f"{hidden} card{'' if hidden == 1 else 's'} face down, " if hidden > 0 else ""
        lines.append(f"magazine {name}: {below}{top or '-'}")
    return lines


@pytest.mark.parametrize("text", ["pairs:owner", "pairs,thirteenth=optional", "double:fourbases"])
def test_games_for_two(text: str, chrome: Chrome, tmp_path: Path) -> None:
    record = told("play", text, "--deal", "4", "--players", "random,greedy", "--html", "game.html")
    variant, packs, first = parse(text), duel_deal(4), "AB".index(record["first"])
    pairs = variant.game.family == "pairs"
    board = (PairsBoard if pairs else DoubleBoard)(variant.rules, packs, first)
    shown = Shown(chrome, tmp_path / "game.html", width=360)
    texts = shown.texts()
    assert len(texts) == len(record["actions"]) + 1 > 10
    for text_now, action in zip(texts, [*record["actions"], None], strict=True):
        lines = text_now.splitlines()
        now = board.rows if isinstance(board, PairsBoard) else None
        expected = pairs_lines(board) if isinstance(board, PairsBoard) else double_lines(board)
        if now is not None:  # the page has 13 places from the start
            lines = [
                re.sub(r"^(row .: .*) -$", r"\1", line)
                if len(now["AB".index(line[4])]) == 12 and line.startswith("row")
                else line
                for line in lines
            ]
        assert set(expected) <= set(lines)
        mover = board.seat if isinstance(board, PairsBoard) else board.mover
        assert lines[-1] == ("the game is over" if board.over else f"to move: {'AB'[mover]}")
        if action is not None:
            board.play(action)
    counted = [line for line in texts[-1].splitlines() if line.startswith("taken")]
    if pairs:
        totals = {line[9]: len(line[12:].split()) for line in counted if line[12:] != "-"}
        assert totals.get("A", 0) == 2 * record["result"]["pairs_a"]
    shown.click("#language")
    assert "против" in shown.text("about")
    assert shown.run("return document.documentElement.scrollWidth") <= 360
    assert not shown.complaints()


# ------------------------------------------------------------------ what a reader does


@pytest.fixture
def shown(chrome: Chrome, tmp_path: Path) -> Shown:
    page_of("vosem", 7, 150, tmp_path / "game.html")
    return Shown(chrome, tmp_path / "game.html")


def press(shown: Shown, *keys: str) -> None:
    ActionChains(shown.driver).send_keys(*keys).perform()


def test_keys(shown: Shown) -> None:
    press(shown, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert shown.at == 3 and shown.text("status").startswith("3 of 150: ")
    press(shown, Keys.ARROW_LEFT)
    assert shown.at == 2
    press(shown, Keys.END, Keys.ARROW_RIGHT)
    assert shown.at == 150
    press(shown, Keys.HOME, Keys.ARROW_LEFT)
    assert shown.at == 0
    press(shown, Keys.PAGE_DOWN)
    group = shown.at
    assert (
        shown.run("return document.querySelector('[aria-current]').parentNode.previousSibling")
        is None
        and group > 0
    )  # the first move of its group
    press(shown, Keys.PAGE_DOWN, Keys.PAGE_UP)
    assert shown.at == group


def test_slider_buttons_and_clicks(shown: Shown) -> None:
    shown.slide(70)
    assert shown.text("status").startswith("70 of 150: ")
    shown.click("#list [data-at='33']")
    assert shown.at == 33
    assert shown.run("return document.querySelector('[aria-current=step]').dataset.at") == "33"
    for button, at in (("first", 0), ("forward", 1), ("last", 150), ("back", 149)):
        shown.click(f"#{button}")
        assert shown.at == at
    slider = shown.driver.find_element("id", "slider")
    slider.send_keys(Keys.ARROW_LEFT)
    assert shown.at == 148


def test_autoplay_runs_at_its_speed_and_stops_at_the_end(shown: Shown) -> None:
    shown.run("const s = document.getElementById('speed'); s.value = '200'")
    shown.slide(146)
    press(shown, " ")
    assert shown.run("return document.getElementById('play').title") == "Pause"
    deadline = time.monotonic() + 10
    while shown.at < 150 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert shown.at == 150
    assert shown.run("return document.getElementById('play').title") == "Play"
    shown.click("#play")  # from the start again
    shown.click("#play")
    assert shown.at <= 1


def test_theme(shown: Shown) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = shown.run(ground)
    shown.click("#theme")
    assert shown.run(ground) != light
    shown.click("#theme")
    assert shown.run(ground) == light


def test_languages_and_narrow_screens(chrome: Chrome, tmp_path: Path) -> None:
    """In Russian no English word is left; on a narrow screen nothing is cut or scrolls sideways."""
    page_of("iznanka", 7, 150, tmp_path / "game.html")
    shown = Shown(chrome, tmp_path / "game.html", width=360)
    for name in ("en", "ru"):
        assert shown.run("return document.documentElement.lang") == name
        for at in (0, 60, 150):
            shown.slide(at)
            assert shown.run("return document.documentElement.scrollWidth") <= 360
        shown.click("#language") if name == "en" else None
    labels = shown.run(
        "return [...document.querySelectorAll('[aria-label]')].map(n => n.ariaLabel + n.title)"
    )
    seen = shown.run("return document.body.innerText") + "".join(labels)
    known = r"In English|iznanka|pasyans|Page Up|Page Down|Home|End"
    assert not re.findall(r"[A-Za-z]+", re.sub(known, "", seen))
    assert shown.run("return document.querySelectorAll('#face12 text')[0].textContent") == "К"


def test_turned_lifted_and_closed_are_shown(chrome: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    games = page_of("vosem,bases=twos-aces", 5, 400, path)
    shown = Shown(chrome, path)
    lifted = next(at for at, game in enumerate(games) if game.aside)
    shown.slide(lifted)
    aside = games[lifted].aside
    assert aside and shown.piles()[f"aside{aside[1]}"] == [aside[0]]
    turned = next(at for at, game in enumerate(games) if len(game.turned) == 2)
    shown.slide(turned)
    heads = shown.run("return [...document.querySelectorAll('.head')].map(n => n.textContent)")
    assert [head.endswith("↻") for head in heads] == [True] * 2 + [False] * 6
    closed = {key for key in view(games[-1]).piles if key.startswith("closed-")}
    assert len(closed) >= 2
    shown.slide(len(games) - 1)
    assert closed <= set(shown.piles())


# ------------------------------------------------------------------ the commands


def test_pages_of_the_commands(chrome: Chrome, tmp_path: Path) -> None:
    """solve, review and advise write pages that say what the commands say."""
    deal = ("iznanka,ranks=5,piles=4", "--deal", "3")
    line = told("solve", *deal, "--html", "solved.html")
    (tmp_path / "game.json").write_text(json.dumps(line))
    shown = Shown(chrome, tmp_path / "solved.html")
    count = len(line["moves"])
    assert shown.text("about") == f"{deal[0]} · deal 3 · solvable in {count} moves"
    assert shown.texts()[-1].endswith("stock: no cards, row 10 dealt")

    options = ("--samples", "5", "--budget", "10000", "--html", "reviewed.html")
    steps = told("review", deal[0], "game.json", *options)["steps"]
    shown = Shown(chrome, tmp_path / "reviewed.html")
    bars = shown.run("return document.querySelectorAll('#chances .solvable').length")
    assert bars == len(steps) + 1
    shown.slide(1)
    assert "can be won" in shown.text("status")
    if "chance" in steps[0]["after"]:
        low = round(100 * steps[0]["after"]["chance"]["low"], 1)
        assert f"chance of winning {low}" in shown.text("status").replace(".0–", "–")

    advice = told("advise", deal[0], "--from", "3", "--samples", "5", "--html", "advised.html")
    shown = Shown(chrome, tmp_path / "advised.html")
    script = "return document.querySelectorAll('#advice li').length"
    assert shown.run(script) == len(advice["advice"])
    shown.click("#advice button")
    assert shown.text("status").startswith("after ")
    assert not shown.complaints()


def test_unsolvable_deals_have_a_page_too(chrome: Chrome, tmp_path: Path) -> None:
    invoke("solve", "iznanka:strict,ranks=3,piles=2", "--deal", "1", "--html", "lost.html")
    shown = Shown(chrome, tmp_path / "lost.html")
    assert "unsolvable" in shown.text("about") or "solvable in" in shown.text("about")
    assert shown.text("text").splitlines()[0].split() == ["up", "down", "closed"]


# ------------------------------------------------------------------ without a browser


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
    first, moves = random_game("vosem:free,pause=card", 1, 300)
    assert len(moves) == 300
    html = document(parse("vosem:free,pause=card"), 1, replay(first, moves))
    assert len(html.encode()) < 300_000
    assert not re.search(r"(src|href)=\"(?!#|data:)", html) and "http:" not in html
    assert "{{" not in html and "https:" not in html


def test_nothing_in_a_page_ends_its_data() -> None:
    game = Game(parse("vosem").rules, patience_deal(1))
    html = document(parse("vosem"), "</script><b>", solved(game, [], "undecided"))
    assert html.count("</script>") == 2 and "<b>" not in html


@pytest.mark.parametrize(
    ("where", "why"),
    [(".", "is a folder"), ("no/such.html", "there is no folder"), ("", "is a folder")],
)
def test_a_page_that_cannot_be_written_is_refused_at_once(where: str, why: str) -> None:
    done = CliRunner().invoke(pasyans, ["solve", "vosem", "--deal", "1", "--html", where])
    assert done.exit_code == 2 and why in done.output


def test_played_pages_hold_what_the_record_holds() -> None:
    record = told("play", "double", "--deal", "2", "--players", "random,random")
    page = played(parse("double"), duel_deal(2), record)
    assert [one["move"] for one in page["steps"]] == record["actions"]
    headings = [one["group"][2] for one in page["steps"] if "group" in one]
    assert headings == list(range(1, record["result"]["turns"] + 1))
