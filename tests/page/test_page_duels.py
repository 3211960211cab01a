"""The pages of games for two against their referees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import Shown
from running import told
from selenium.webdriver import Chrome

from cli.page.duel import played
from solver.cards import card_text
from solver.deals import duel_deal
from solver.duel.bank.referee import Game as BankGame
from solver.duel.bank.table import CELLS
from solver.duel.double.referee import Board as DoubleBoard
from solver.duel.outcomes import GOING
from solver.duel.pairs.referee import Board as PairsBoard
from solver.variants import parse


def cards(pile: list[int]) -> str:
    return " ".join(card_text(card, symbols=True) for card in pile)


def pairs_lines(board: PairsBoard) -> list[str]:
    """What the page must tell of the rows, of 13 places from the start, and of the decks."""
    lines = []
    for seat, row, deck in zip("AB", board.rows, board.decks, strict=True):
        told_row = ["-" if card is None else cards([card]) for card in row]
        count = f"{len(deck)} card{'' if len(deck) == 1 else 's'} face down" if deck else "-"
        lines += [
            f"row {seat}: {' '.join(told_row + ['-'] * (13 - len(row)))}",
            f"deck {seat}: {count}",
        ]
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


def bank_lines(game: BankGame) -> list[str]:
    """What the page must tell of base piles, cells and each seat's own piles."""
    bases = [cards([face for _, face in pile]) for pile in game.bases]
    lines = [f"base piles: {' '.join([*bases, *'-' * (8 - len(bases))])}"]
    for number, cell in enumerate(CELLS, 1):
        lines.append(f"cell {number}: {cards([face for _, face in game.pile(cell, 0)]) or '-'}")
    for seat, name in enumerate("AB"):
        magazine = [face for _, face in game.magazine[seat]]
        covered = [down(len(magazine) - 1), cards(magazine[-1:])] if magazine else []
        lines += [
            f"magazine {name}: {', '.join(filter(None, covered)) or '-'}",
            f"deck {name}: {down(len(game.deck[seat])) or '-'}",
            f"opened by {name}: {cards([face for _, face in game.pile('hand', seat)]) or '-'}",
            f"talon {name}: {cards([face for _, face in game.talon[seat]]) or '-'}",
        ]
    return lines


def down(count: int) -> str:
    """So many cards that nobody sees."""
    return f"{count} card{'' if count == 1 else 's'} face down" if count else ""


@pytest.mark.parametrize("text", ["zevaki", "rusbank:published-forced,attention=0.4"])
def test_russian_banks(text: str, chrome: Chrome, tmp_path: Path) -> None:
    record = told("play", text, "--deal", "7", "--players", "random,greedy", "--html", "game.html")
    first = "AB".index(record["first"])
    game = BankGame(parse(text).rules, duel_deal(7), first)
    shown = Shown(chrome, tmp_path / "game.html", width=360)
    texts = shown.texts()
    assert len(texts) == len(record["actions"]) + 1 > 10
    for at, text_now in enumerate(texts):
        over = game.outcome != GOING
        mover = "the game is over" if over else f"to move: {'AB'[game.mover]}"
        assert text_now.splitlines() == [*sorted_as(text_now, bank_lines(game)), mover]
        if at < len(record["actions"]):
            game.play(record["actions"][at])
    assert any(action["action"] == "claim" for action in record["actions"]) == ("0.4" in text)
    shown.click("#language")
    moves = shown.run("return document.getElementById('list').textContent")
    assert "→" in moves and not re.search("[C-Za-z]", moves)
    assert shown.run("return document.documentElement.scrollWidth") <= 360
    assert not shown.complaints()


def sorted_as(text: str, lines: list[str]) -> list[str]:
    """Lines in the order in which the page tells of them."""
    heads = [line.partition(":")[0] for line in text.splitlines()]
    return sorted(lines, key=lambda line: heads.index(line.partition(":")[0]))


def expected_lines(board: PairsBoard | DoubleBoard) -> set[str]:
    """What the page must tell of a position."""
    pairs = isinstance(board, PairsBoard)
    lines = pairs_lines(board) if isinstance(board, PairsBoard) else double_lines(board)
    mover = "AB"[board.seat if isinstance(board, PairsBoard) else board.mover]
    assert pairs or len(lines) == 11
    return {*lines, "the game is over" if board.over else f"to move: {mover}"}


@pytest.mark.parametrize(
    "text", ["pairs:rank", "pairs:rank,thirteenth=optional", "double:fourbases"]
)
def test_games_for_two(text: str, chrome: Chrome, tmp_path: Path) -> None:
    record = told("play", text, "--deal", "4", "--players", "random,greedy", "--html", "game.html")
    variant, packs, first = parse(text), duel_deal(4), "AB".index(record["first"])
    pairs = variant.game.family == "pairs"
    board = (PairsBoard if pairs else DoubleBoard)(variant.rules, packs, first)
    shown = Shown(chrome, tmp_path / "game.html", width=360)
    texts = shown.texts()
    assert len(texts) == len(record["actions"]) + 1 > 10
    for at, text_now in enumerate(texts):
        assert expected_lines(board) <= set(text_now.splitlines())
        if at < len(record["actions"]):
            board.play(record["actions"][at])
    if pairs:
        taken = re.findall("(?m)^taken by A: (.*)$", texts[-1])[0].split()
        assert len(taken) == 2 * record["result"]["pairs_a"]
    first_heading = "return document.querySelector('#list h3').textContent"
    assert shown.run(first_heading) == "Start"
    shown.click("#language")
    assert "начинает" in shown.text("about") and shown.run(first_heading) == "Начало"
    assert shown.run("return document.documentElement.scrollWidth") <= 360
    assert not shown.complaints()


def test_played_pages_hold_what_the_record_holds() -> None:
    record = told("play", "double", "--deal", "2", "--players", "random,random")
    page = played(parse("double"), duel_deal(2), record)
    assert [one["move"] for one in page["steps"]] == record["actions"]
    headings = [one["group"][2] for one in page["steps"] if "group" in one]
    assert headings == list(range(1, headings[-1] + 1))
    assert headings[-1] in (record["result"]["turns"], record["result"]["turns"] - 1)
