"""A line of play as a person would play it: numbered moves, grouped by row, lift and turn."""

from __future__ import annotations

from collections.abc import Sequence

from solver.cards import card_text, parse_card
from solver.patience.board import board_text, count_text
from solver.patience.lines import Move
from solver.patience.referee import Game
from solver.variants import Variant

HEADINGS = ("deal", "lift", "turn")


def game_text(
    variant: Variant, faces: Sequence[int], moves: Sequence[Move], show: bool, symbols: bool
) -> str:
    """The whole line; with ``show`` the position after each row, lift and turn and at the end."""
    game = Game(variant.rules, faces)
    lines = [f"row 1: {_cards(faces[: len(game.piles)], symbols)}", *_board(game, symbols, show)]
    return "\n".join([*lines, *line_texts(game, moves, show, symbols)])


def line_texts(game: Game, moves: Sequence[Move], show: bool, symbols: bool) -> list[str]:
    """The lines of text of a line of play that wins from a position, which it changes."""
    lines = []
    for number, move in enumerate(moves, 1):
        text = move_text(game, move, symbols)
        game.play(move)
        if move["move"] in HEADINGS:
            lines += ["", f"{number:4}. {text}", *_board(game, symbols, show)]
        else:
            lines.append(f"{number:4}.   {text}")
    end = "won: all cards are on base piles"
    return [*lines, *_board(game, symbols, show), end]


def _board(game: Game, symbols: bool, show: bool) -> list[str]:
    if not show:
        return []
    return ["", *("        " + line for line in board_text(game, symbols).splitlines()), ""]


def _cards(faces: Sequence[int], symbols: bool) -> str:
    return " ".join(card_text(face, symbols) for face in faces)


def move_text(game: Game, move: Move, symbols: bool, known: bool = True) -> str:
    """A move in words, from the position before it; no card of a stock that is not ``known``."""
    kind = move["move"]
    if kind == "deal":
        before = len(game.stock)
        count = 1 if game.options["pause"] == "card" else min(len(game.piles), before)
        row = f"row {game.row + 1}: " if game.options["pause"] == "row" else ""
        cards = _cards(game.stock[:count], symbols) if known else count_text(count)
        return f"deal {row}{cards}"
    pile = int(move["pile"])
    if kind == "pass":
        return f"pass place {pile}"
    if kind == "turn":
        return f"turn place {pile} over"
    if kind == "lift":
        return f"lift {card_text(game.piles[pile - 1][-1], symbols)} off place {pile}"
    if kind == "return":
        assert game.aside is not None
        return f"return {card_text(game.aside[0], symbols)} to place {pile}"
    card = card_text(parse_card(str(move["card"])), symbols)
    if kind == "build":
        target = game.piles[int(move["to"]) - 1]
        onto = f"onto {card_text(target[-1], symbols)}" if target else "to the empty place"
        return f"{card:<4} {pile} → {move['to']} {onto}"
    return f"{card:<4} {pile} → base, {kind}"
