"""The pages of patiences, position by position, against the referee."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from browser import Shown
from pages import VARIANTS, games_of, page_of, random_game
from selenium.webdriver import Chrome

from cli.page.document import document, write_page
from cli.page.patience import replay, view
from cli.play import move_text
from solver.patience.board import board_text
from solver.variants import parse


def russian(text: str) -> str:
    """Cards of an English text in Russian letters."""
    letters = dict(zip("AJQK", "ТВДК", strict=True))
    return re.sub(r"[AJQK](?=[♣♦♥♠])", lambda card: letters[card[0]], text)


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
    order = [*range(40), 39, 38, *chance.sample(range(len(games)), 25)]
    for at, drawn in zip(order, shown.piles(order), strict=True):
        expected = {key: pile for key, pile in view(games[at]).piles.items() if pile}
        stock = expected.pop("stock", [])
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
