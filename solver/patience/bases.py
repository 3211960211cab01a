"""The base piles of a patience for the referee: what starts them, continues them, closes them.

Plain Python over a :class:`Board`, after RULES.md, "The two patiences" (§1). ``kind`` is ``up`` or
``down`` throughout, a card a face.
"""

from __future__ import annotations

from solver.cards import card_text, rank_of, suit_of
from solver.patience.board import SUIT_NAMES, BasePile, Board, pair_texts


def height(board: Board, card: int) -> int:
    """§1 *bases*: 2 < 3 < … < R < A with twos-aces, else A < 2 < … < R; no wrapping."""
    rank = rank_of(card)
    return board.ranks + 1 if rank == 1 and board.options["bases"] == "twos-aces" else rank


def starts(board: Board, card: int, kind: str) -> bool:
    """§1 *bases*: does the card begin an up (or a down) pile of its suit now?"""
    rank, bases = rank_of(card), board.options["bases"]
    if bases == "twos-aces":  # all eight twos begin up piles, all eight aces down piles
        return rank == (2 if kind == "up" else 1)
    if bases == "aces":  # all eight aces begin up piles; nothing goes down
        return kind == "up" and rank == 1
    # aces-kings: only the first ace and the first king (highest rank) of the suit
    first = not board.side(kind, suit_of(card))
    return first and rank == (1 if kind == "up" else board.ranks)


def _continued(board: Board, card: int, kind: str) -> BasePile | None:
    """§1 *bases*: an open pile of the card's suit that takes it next, or None."""
    if board.options["bases"] == "twos-aces" and rank_of(card) <= 2:
        return None  # aces and twos only start piles
    below = height(board, card) - (1 if kind == "up" else -1)
    for base in board.side(kind, suit_of(card)):
        if not base.closed and height(board, base.top) == below:
            return base
    return None


def base_objection(board: Board, card: int, kind: str) -> str | None:
    """§1.1 *up / down*: to a base pile that the card starts or continues, else a sentence."""
    if starts(board, card, kind) or _continued(board, card, kind):
        return None
    text, suit, bases = card_text(card), suit_of(card), board.options["bases"]
    if bases == "aces" and kind == "down":
        return "there are no down piles (bases=aces)"
    if bases == "twos-aces" and rank_of(card) <= 2:
        other = "a down" if kind == "up" else "an up"
        return f"{text} only starts {other} pile, it does not go {kind} (bases=twos-aces)"
    if bases == "aces-kings" and rank_of(card) == (1 if kind == "up" else board.ranks):
        ends = "down" if kind == "up" else "up"
        return f"the first {text} was played: this one can only end the {ends} pile"
    tops = [f"at {card_text(b.top)}" for b in board.side(kind, suit) if not b.closed]
    standing = tops + [f"the closed pair {pair}" for pair in pair_texts(board, suit)]
    where = f"they stand {' and '.join(standing)}" if standing else "none has begun"
    return f"{text} does not continue any open {kind} pile of {SUIT_NAMES[suit]}: {where}"


def put_on_base(board: Board, card: int, kind: str) -> None:
    """§1.1: put the card on a pile it continues, or begin one, then seal what now meets."""
    base, suit = _continued(board, card, kind), suit_of(card)
    if base is None:
        board.side(kind, suit).append(BasePile([card]))
    else:
        base.cards.append(card)
    if board.options["bases"] == "twos-aces" and board.options["seal"] == "closed":
        _seal(board, suit)


def _seal(board: Board, suit: int) -> None:
    """§1 *Sealing*: an open up pile at r and an open down pile at r+1 (R meets A) close."""
    for up in board.up[suit]:
        for down in board.down[suit]:
            meet = height(board, up.top) + 1 == height(board, down.top)
            if meet and not up.closed and not down.closed:
                up.closed = down.closed = True
