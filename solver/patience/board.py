"""The table of a patience: what the referee starts from, what can be seen, and its picture.

Plain Python; it knows the setup (RULES.md, "The two patiences") but no move.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Final, Self

from solver.cards import card_text, rank_of

SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "bases": ("twos-aces", "aces-kings", "aces"),
    "seal": ("closed", "open"),
    "found": ("at-once", "free"),
    "build": ("updown", "down", "up", "none"),
    "suit": ("same", "any", "alternate"),
    "build_when": ("always", "dealing"),
    "pause": ("row", "card"),
    "spaces": ("deal", "any"),
    "lift": ("ordered", "none", "any"),
    "lift_scope": ("pile", "all"),
    "turn": ("ordered", "any", "none"),
    "ranks": tuple(str(n) for n in range(3, 14)),
    "piles": tuple(str(n) for n in range(2, 13)),
}
"""Every option the referee judges by, with the values it knows."""


# ------------------------------------------------------------------ words


def shown(value: object) -> str:
    """A short picture of a junk value for a sentence."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str):
        return repr(value if len(value) <= 20 else value[:20] + "…")
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 24 else f"a {type(value).__name__}"


def count_text(cards: int) -> str:
    """``no cards``, ``1 card``, ``2 cards``."""
    return f"{cards or 'no'} card{'' if cards == 1 else 's'}"


# ------------------------------------------------------------------ what cannot be a game


def check_options(options: Mapping[str, str]) -> dict[str, str]:
    """A copy of the full option table.

    Raises:
        ValueError: an option is missing, unknown, or has a value the referee does not know.
    """
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"the referee knows no option {shown(name)}")
    for name, values in OPTIONS.items():
        if name not in options:
            raise ValueError(f"option {name!r} is missing")
        if options[name] not in values:
            known = ", ".join(values)
            raise ValueError(f"option {name!r} is one of {known}, not {shown(options[name])}")
    return dict(options)


def check_deal(deal: Sequence[int], ranks: int) -> list[int]:
    """The cards of the deal as a list (RULES.md, *Cards*: two packs, every face twice).

    Raises:
        ValueError: something that is no face, a rank above ``ranks``, a face not there twice.
    """
    try:
        cards = [index(card) for card in deal]
    except TypeError:
        raise ValueError("a deal must be a sequence of faces (whole numbers 0 to 51)") from None
    for card in cards:
        if not 0 <= card < 52:
            raise ValueError(f"{shown(card)} in the deal is no face: faces are 0 to 51")
        if rank_of(card) > ranks:
            raise ValueError(f"{card_text(card)} does not belong to packs of {ranks} ranks a suit")
    count = Counter(cards)
    for card in (13 * suit + rank for suit in range(4) for rank in range(ranks)):
        if count[card] != 2:
            raise ValueError(f"the deal has {card_text(card)} {count[card]} times, not twice")
    return cards


# ------------------------------------------------------------------ the table


@dataclass
class BasePile:
    """One base pile: its cards in the order played, and whether it is sealed."""

    cards: list[int] = field(default_factory=list)
    closed: bool = False

    @property
    def top(self) -> int:
        """The face last played."""
        return self.cards[-1]


def _copied(side: list[list[BasePile]]) -> list[list[BasePile]]:
    return [[BasePile(base.cards.copy(), base.closed) for base in suit] for suit in side]


class Board:
    """The table of a game. Read its attributes; only a referee changes them.

    ``piles``: the places, each bottom to top. ``stock``: faces still to be dealt, in order.
    ``up``, ``down``: for each suit the list of its :class:`BasePile`. ``aside``: None or (face,
    place from 1). ``lifted``: places (from 1) passed, or lifted and returned. ``turned``: places
    (from 1) turned.

    Raises:
        ValueError: as :func:`check_options` and :func:`check_deal`.
    """

    def __init__(self, options: Mapping[str, str], deal: Sequence[int]) -> None:
        self.options = check_options(options)
        self.ranks = int(options["ranks"])
        cards = check_deal(deal, self.ranks)
        places = int(options["piles"])
        # §1 Setup: one card to each place, left to right; the rest is the stock.
        self.piles: list[list[int]] = [[card] for card in cards[:places]]
        self.stock: list[int] = cards[places:]
        self.up: list[list[BasePile]] = [[] for _ in range(4)]
        self.down: list[list[BasePile]] = [[] for _ in range(4)]
        self.aside: tuple[int, int] | None = None
        self.lifted: set[int] = set()
        self.turned: set[int] = set()

    def side(self, kind: str, suit: int) -> list[BasePile]:
        """The ``up`` or ``down`` piles of a suit."""
        return self.up[suit] if kind == "up" else self.down[suit]

    def copy(self) -> Self:
        """An independent copy, to try moves on."""
        twin = copy.copy(self)
        twin.piles, twin.stock = [pile.copy() for pile in self.piles], self.stock.copy()
        twin.up, twin.down = _copied(self.up), _copied(self.down)
        twin.lifted, twin.turned = self.lifted.copy(), self.turned.copy()
        return twin

    @property
    def won(self) -> bool:
        """§1 End: won as soon as all cards are on base piles."""
        return not self.stock and self.aside is None and not any(self.piles)

    @property
    def row(self) -> int:
        """Rows dealt so far, the start row and a begun row included."""
        dealt = 8 * self.ranks - len(self.stock)
        return -(-dealt // len(self.piles))

    @property
    def next_lift(self) -> int | None:
        """With lift=ordered and the stock out: the place whose turn it is, from 1, else None."""
        if self.options["lift"] != "ordered" or self.stock or len(self.lifted) == len(self.piles):
            return None
        return len(self.lifted) + 1

    @property
    def next_turn(self) -> int | None:
        """With turn=ordered, once turning has begun: the next place to turn, from 1, else None."""
        if self.options["turn"] != "ordered" or self.stock or self.next_lift is not None:
            return None
        return len(self.turned) + 1 if len(self.turned) < len(self.piles) else None


# ------------------------------------------------------------------ its picture


def _tops(piles: list[BasePile], closed: bool, symbols: bool) -> list[str]:
    """The top cards of the closed (or the open) piles, lowest first, an ace last if sealed."""
    tops = sorted(
        (b.top for b in piles if b.closed == closed),
        key=lambda card: 14 if closed and rank_of(card) == 1 else rank_of(card),
    )
    return [card_text(card, symbols) for card in tops]


def pair_texts(game: Board, suit: int, symbols: bool = False) -> list[str]:
    """The closed pairs of a suit, up top before down top: ``7C/8C`` (in order they match)."""
    ups = _tops(game.up[suit], True, symbols)
    downs = _tops(game.down[suit], True, symbols)
    return [f"{up}/{down}" for up, down in zip(ups, downs, strict=True)]


def _base_lines(game: Board, symbols: bool) -> list[str]:
    """A heading and a line a suit: tops of up and down piles, closed pairs; ``-`` for none."""
    bases, seal = game.options["bases"], game.options["seal"]
    rows = [["", "up", "down", "closed"]]
    for suit in range(4):
        up, down = (_tops(side[suit], False, symbols) for side in (game.up, game.down))
        pairs = pair_texts(game, suit, symbols)
        label = card_text(13 * suit, symbols)[-1]
        rows.append([label, *(" ".join(cell) or "-" for cell in (up, down, pairs))])
    used = 2 if bases == "aces" else 4 if bases == "twos-aces" and seal == "closed" else 3
    rows = [row[:used] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _place_lines(game: Board, symbols: bool) -> list[str]:
    """A line a place, cards bottom to top in columns; ``-`` for an empty place."""
    rows = [[card_text(card, symbols) for card in pile] for pile in game.piles]
    width = max((len(text) for row in rows for text in row), default=0)
    label = len(str(len(rows)))
    return [
        f"{place:>{label}}: {' '.join(text.rjust(width) for text in row) or '-'}"
        for place, row in enumerate(rows, 1)
    ]


def _state_lines(game: Board, symbols: bool) -> list[str]:
    """Stock, card aside, and whose turn it is to be lifted or turned."""
    lines = [f"stock: {count_text(len(game.stock))}, row {game.row} dealt"]
    if game.aside is not None:
        lines.append(f"aside: {card_text(game.aside[0], symbols)} from place {game.aside[1]}")
    elif game.next_lift is not None:
        lines.append(f"next to lift or pass: place {game.next_lift}")
    if game.next_turn is not None:
        lines.append(f"next to turn: place {game.next_turn}")
    for mode, done, word in (("lift", game.lifted, "lifted"), ("turn", game.turned, "turned")):
        if game.options[mode] == "any" and done:
            lines.append(f"{word}: {' '.join(str(place) for place in sorted(done))}")
    return lines


def board_text(game: Board, symbols: bool = False) -> str:
    """The whole position: base piles, places, stock, the card aside, what is next.

    Base piles show their top cards, a sealed pair as ``7C/8C``. With ``symbols`` the suits are
    signs. No trailing newline.
    """
    parts = (_base_lines(game, symbols), _place_lines(game, symbols), _state_lines(game, symbols))
    return "\n".join(line for part in parts for line in part)
