"""Games and positions made by hand for the referee, moves in short, and what tells games apart."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import pytest

from solver.cards import card_text, parse_card, suit_of
from solver.patience.board import BasePile
from solver.patience.referee import Game, IllegalMove

COMMON = {
    "seal": "closed",
    "found": "at-once",
    "build": "updown",
    "suit": "same",
    "build_when": "always",
    "pause": "row",
    "spaces": "deal",
    "lift_scope": "pile",
    "turn": "ordered",
    "ranks": "13",
    "piles": "8",
}
IZNANKA = COMMON | {"bases": "twos-aces", "lift": "none"}
VOSEM = COMMON | {"bases": "aces-kings", "lift": "ordered"}


def packs(ranks: int = 13) -> list[int]:
    """Two packs, unshuffled."""
    return [13 * suit + rank for _ in range(2) for suit in range(4) for rank in range(ranks)]


def at(
    places: str,
    *,
    stock: str = "",
    up: str = "",
    down: str = "",
    game: Mapping[str, str] = VOSEM,
    **options: str,
) -> Game:
    """A position by hand: places split by ``|``, base piles given by their top cards."""
    piles = [[parse_card(text) for text in place.split()] for place in places.split("|")]
    made = Game({**game, **options, "piles": str(len(piles))}, packs(int(options.get("ranks", 13))))
    made.piles = piles
    made.stock = [parse_card(text) for text in stock.split()]
    for tops, side in ((up, made.up), (down, made.down)):
        for card in map(parse_card, tops.split()):
            side[suit_of(card)].append(BasePile([card]))
    return made


def move(text: str) -> dict[str, object]:
    """``up 3``, ``build 3 5 6C``, ``deal``: a move in short."""
    kind, *rest = text.split()
    made: dict[str, object] = {"move": kind}
    if rest and not rest[-1].isdigit():
        made["card"] = rest.pop()
    return made | dict(zip(("pile", "to"), map(int, rest), strict=False))


def why(game: Game, text: str) -> str:
    """The objection to a move in short; it must exist, and playing must raise it."""
    reason = game.objection(move(text))
    assert reason is not None, f"{text} is legal"
    before = key(game)
    with pytest.raises(IllegalMove) as caught:
        game.play(move(text))
    assert str(caught.value) == reason
    assert key(game) == before
    return reason


def fine(game: Game, *texts: str) -> None:
    """Each move is legal; play them in turn."""
    for text in texts:
        assert game.objection(move(text)) is None
        game.play(move(text))


def shorts(game: Game) -> list[str]:
    """The legal moves in short, without cards."""
    return [
        " ".join(str(value) for name, value in legal.items() if name != "card")
        for legal in game.legal_moves()
    ]


def tops(piles: list[list[BasePile]]) -> str:
    return " ".join(card_text(base.top) for suit in piles for base in suit)


def key(game: Game) -> Hashable:
    """What tells two positions apart: base piles as multisets, a closed pair as just closed."""
    standing = tuple(
        tuple(sorted(base.top for base in suit if not base.closed))
        for side in (game.up, game.down)
        for suit in side
    )
    closed = tuple(sum(base.closed for base in suit) for suit in game.up)
    places = tuple(map(tuple, game.piles))
    pointers = (game.aside, frozenset(game.lifted), frozenset(game.turned))
    return len(game.stock), places, standing, closed, pointers
