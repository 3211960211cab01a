"""Lines of play: the moves of the kernels as one int each, and as the objects of the contract.

A move is ``kind << 16 | code << 8 | place << 4 | target``: the kind (below), the code of the card
that moves, is lifted or is returned (rules.py; 0 for deal, pass and turn), its place and, for a
build, the place it goes to, both counted from 0. In JSON a move is
``{"move": "build", "pile": 3, "to": 5, "card": "6C"}`` with piles counted from 1.

For keeping, a move is a byte ``kind << 4 | place``, and another for the target of a build: the
cards follow from the deal.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import card_text
from solver.patience.rules import Rules, to_face

Move = dict[str, str | int]

# The kinds of move, from the most patient to the most eager.
DEAL, TURN, PASS, LIFT, RETURN, BUILD, PLAY_DOWN, PLAY_UP = range(8)
KINDS = ("deal", "turn", "pass", "lift", "return", "build", "down", "up")


def to_move(rules: Rules, packed: int) -> Move:
    """The JSON object of a packed move."""
    kind, code, place, target = packed >> 16, packed >> 8 & 63, packed >> 4 & 15, packed & 15
    move: Move = {"move": KINDS[kind]}
    if kind != DEAL:
        move["pile"] = place + 1
    if kind == BUILD:
        move["to"] = target + 1
    if kind >= BUILD:
        move["card"] = card_text(to_face(rules, code))
    return move


def to_moves(rules: Rules, line: Iterable[int]) -> list[Move]:
    """The JSON objects of a line of packed moves."""
    return [to_move(rules, int(packed)) for packed in line]


def to_bytes(line: Iterable[int]) -> bytes:
    """A line of packed moves in one or two bytes a move."""
    kept = bytearray()
    for packed in line:
        kept.append(packed >> 16 << 4 | packed >> 4 & 15)
        if packed >> 16 == BUILD:
            kept.append(packed & 15)
    return bytes(kept)


def from_bytes(kept: bytes) -> list[Move]:
    """The JSON objects, without cards, of a line that was kept."""
    moves: list[Move] = []
    told = iter(kept)
    for byte in told:
        move: Move = {"move": KINDS[byte >> 4]}
        if byte >> 4 != DEAL:
            move["pile"] = (byte & 15) + 1
        if byte >> 4 == BUILD:
            move["to"] = next(told) + 1
        moves.append(move)
    return moves
