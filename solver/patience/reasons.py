"""Why a move? In words: what it plays, brings together, uncovers and makes possible.

Facts about the next position alone, found with the referee; which move is best is told elsewhere.
"""

from __future__ import annotations

from solver.cards import card_text, parse_card, suit_of
from solver.patience.bases import height, starts
from solver.patience.board import count_text
from solver.patience.lines import Move
from solver.patience.referee import Game
from solver.patience.situation import Situation

_LISTED = 3
"""So many cards that can follow are named."""


def reason(situation: Situation, move: Move, symbols: bool = False) -> str:
    """What a legal move does, in a few words."""
    game, kind = situation.game, str(move["move"])
    parts: list[str]
    if kind == "deal":
        parts = [_of_deal(game)]
        if not situation.known:
            return parts[0]
    elif kind == "pass":
        parts = [f"leaves place {move['pile']} as it lies"]
    elif kind == "turn":
        parts = [_of_turn(game, int(move["pile"]), symbols)]
    else:
        parts = _of_card(game, move, symbols)
    after = game.copy()
    after.play(move)
    if after.won:
        return "wins: all cards are on base piles"
    if follow := _news(game, after, symbols):
        parts.append(f"then {follow} can go to base")
    return "; ".join(parts)


def _of_deal(game: Game) -> str:
    count = 1 if game.options["pause"] == "card" else min(len(game.piles), len(game.stock))
    return f"brings {count_text(count)}, {len(game.stock) - count} stay in the stock"


def _of_turn(game: Game, place: int, symbols: bool) -> str:
    pile = game.piles[place - 1]
    if len(pile) < 2:
        return "changes nothing, but the next place may be turned"
    top, bottom = (card_text(card, symbols) for card in (pile[-1], pile[0]))
    return f"brings {bottom} to the top and {top} to the bottom"


def _of_card(game: Game, move: Move, symbols: bool) -> list[str]:
    """A base play, build, lift or return."""
    kind, place = str(move["move"]), int(move["pile"])
    pile = game.piles[place - 1]
    if kind == "return":
        assert game.aside is not None
        onto = f"onto {card_text(pile[-1], symbols)}" if pile else "to its empty place"
        return [f"puts {card_text(game.aside[0], symbols)} back {onto}; place {place} is done"]
    card = pile[-1]
    if kind == "lift":
        parts = [f"sets {card_text(card, symbols)} aside for a while"]
    elif kind == "build":
        parts = [_of_build(game, card, int(move["to"]), symbols)]
    else:
        verb = "starts" if starts(game, card, kind) else "continues"
        parts = [f"{verb} {'an' if kind == 'up' else 'a'} {kind} pile"]
    return [*parts, *_under(game, place, symbols)]


def _of_build(game: Game, card: int, to: int, symbols: bool) -> str:
    target = game.piles[to - 1]
    if not target:
        return f"uses the empty place {to}"
    return f"{_bond(game, card, target[-1])} {card_text(target[-1], symbols)}"


def _bond(game: Game, card: int, other: int) -> str:
    near = abs(height(game, card) - height(game, other)) == 1
    return "joins its neighbour" if near and suit_of(card) == suit_of(other) else "lies on"


def _under(game: Game, place: int, symbols: bool) -> list[str]:
    """What a card that leaves its place does to the card under it."""
    pile = game.piles[place - 1]
    if len(pile) == 1:
        return [f"empties place {place}"]
    under = card_text(pile[-2], symbols)
    if _bond(game, pile[-1], pile[-2]) == "lies on":
        return [f"frees {under}"]
    return [f"leaves its neighbour {under}"]


def _news(before: Game, after: Game, symbols: bool) -> str:
    """Cards on top that can go to a base pile after a move and could not before it."""
    news = _plays(after) - _plays(before)
    names = [card_text(card, symbols) for card in sorted(news)]
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return " ".join(names[:_LISTED]) + more


def _plays(game: Game) -> set[int]:
    return {
        parse_card(str(move["card"]))
        for move in game.legal_moves()
        if move["move"] in ("up", "down")
    }
