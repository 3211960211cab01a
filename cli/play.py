"""A line of play as a person would play it: numbered moves, grouped by row, lift and turn."""

from __future__ import annotations

from collections.abc import Sequence

from cli.board import board_text, count_text
from cli.words import card, heard, say
from solver.cards import parse_card
from solver.patience.lines import Move
from solver.patience.referee import Game
from solver.patience.situation import Situation
from solver.variants import Variant

HEADINGS = ("deal", "lift", "turn")


def game_text(
    variant: Variant, faces: Sequence[int], moves: Sequence[Move], show: bool, symbols: bool
) -> str:
    """The whole line; with ``show`` the position after each row, lift and turn and at the end."""
    game = Game(variant.rules, faces)
    first = _cards(faces[: len(game.piles)], symbols)
    lines = [say("row {row}: {cards}", row=1, cards=first), *_board(game, symbols, show)]
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
    return [*lines, *_board(game, symbols, show), say("won: all cards are on base piles")]


def _board(game: Game, symbols: bool, show: bool) -> list[str]:
    if not show:
        return []
    return ["", *("        " + line for line in board_text(game, symbols).splitlines()), ""]


def _cards(faces: Sequence[int], symbols: bool) -> str:
    return " ".join(card(face, symbols) for face in faces)


def move_text(game: Game, move: Move, symbols: bool, known: bool = True) -> str:
    """A move in words, from the position before it; no card of a stock that is not ``known``."""
    kind = move["move"]
    if kind == "deal":
        before = len(game.stock)
        count = 1 if game.options["pause"] == "card" else min(len(game.piles), before)
        cards = _cards(game.stock[:count], symbols) if known else count_text(count)
        if game.options["pause"] == "card":
            return say("deal {cards}", cards=cards)
        return say("deal row {row}: {cards}", row=game.row + 1, cards=cards)
    pile = int(move["pile"])
    if kind == "pass":
        return say("pass place {place}", place=pile)
    if kind == "turn":
        return say("turn place {place} over", place=pile)
    if kind == "lift":
        lifted = card(game.piles[pile - 1][-1], symbols)
        return say("lift {card} off place {place}", card=lifted, place=pile)
    if kind == "return":
        assert game.aside is not None
        back = card(game.aside[0], symbols)
        return say("return {card} to place {place}", card=back, place=pile)
    return _card_text(game, move, pile, symbols)


def _card_text(game: Game, move: Move, pile: int, symbols: bool) -> str:
    """A base play or a build."""
    to = int(move.get("to", 0))
    values = {"card": card(parse_card(str(move["card"])), symbols), "place": pile, "to": to}
    if move["move"] == "up":
        return say("{card:<4} {place} → base, up", **values)
    if move["move"] == "down":
        return say("{card:<4} {place} → base, down", **values)
    if not (target := game.piles[to - 1]):
        return say("{card:<4} {place} → {to} to the empty place", **values)
    return say("{card:<4} {place} → {to} onto {on}", on=card(target[-1], symbols), **values)


def reason_text(situation: Situation, move: Move, symbols: bool) -> str:
    """Why a move of a position."""
    from solver.patience.reasons import reason

    return "; ".join(map(heard, reason(situation, move, symbols).split("; ")))
