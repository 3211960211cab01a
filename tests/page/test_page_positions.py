"""The pages of patiences, position by position, against the referee."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from browser import Shown
from pages import VARIANTS, games_of, page_of, random_game
from selenium.webdriver import Chrome

from cli.board import board_text
from cli.page.document import document, write_page
from cli.page.patience import replay, view
from cli.play import move_text
from cli.words import LANGUAGES, speaking
from solver.variants import parse


@pytest.mark.parametrize("text", VARIANTS)
def test_every_position_is_the_referees(text: str, chrome: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    games = page_of(text, 11, 170, path)
    shown = Shown(chrome, path)
    for language in LANGUAGES:
        with speaking(language):
            assert shown.texts() == [board_text(game, symbols=True) for game in games]
        shown.click("#language")
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
    for language, start in zip(LANGUAGES, ("start", "начало"), strict=True):
        with speaking(language):
            texts = [
                " ".join(move_text(game, move, symbols=True).split())
                for game, move in zip(games_of(first, moves), moves, strict=False)
            ]
        expected = [f"{number}{told}" for number, told in enumerate([start, *texts])]
        assert shown.run(script) == expected
        shown.click("#language")
