"""Random games as pages."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from cli.page.document import document, write_page
from cli.page.patience import replay
from solver.deals import patience_deal
from solver.patience.lines import Move
from solver.patience.referee import Game
from solver.variants import parse

VARIANTS = [
    "iznanka",
    "vosem",
    "vosem:free",
    "iznanka:fill,lift=ordered,lift_scope=all,seal=open",
    "iznanka:bycard,bases=aces,piles=12,turn=any",
    "vosem,bases=twos-aces,lift=any,piles=3,ranks=5",
]
"""Every way of base piles, lifts and turns."""


def random_game(
    text: str, number: int, plies: int, first_kinds: Sequence[str] = ("up", "down")
) -> tuple[Game, list[Move]]:
    """A start position and so many moves of random play at most, some kinds of moves first."""
    variant, chance = parse(text), random.Random(text)
    first = Game(variant.rules, patience_deal(number, int(variant.rules["ranks"])))
    game, moves = first.copy(), list[Move]()
    while len(moves) < plies and (legal := game.legal_moves()):
        chosen = chance.choice([one for one in legal if one["move"] in first_kinds] or legal)
        game.play(chosen)
        moves.append({name: one for name, one in chosen.items() if isinstance(one, int | str)})
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
