"""What tests of the Russian Banks share: positions by text, as the kernels take them, and back."""

from __future__ import annotations

from typing import Any

from solver.duel.bank.actions import action_json, parse_action
from solver.duel.bank.apply import apply
from solver.duel.bank.moves import generate, new_actions
from solver.duel.bank.positionfile import parse_position
from solver.duel.bank.rules import Rules, compile_rules
from solver.duel.bank.situation import state_of
from solver.duel.bank.state import (
    BASES,
    CELL,
    DECK,
    DECK_AT,
    DECK_N,
    HAND,
    MAG,
    MAG_N,
    MOVER,
    STRIDE,
    TALON,
    TALON_N,
    Ints,
)
from solver.duel.bank.written import PositionFileError, Written
from solver.variants import Variant, parse

Told = dict[str, Any]


class Board:
    """A position of a variant by a text (positionfile.py), played by the kernels."""

    def __init__(self, variant: str, text: str) -> None:
        self.variant: Variant = parse(variant)
        self.rules: Rules = compile_rules(self.variant.rules)
        alternate = self.variant.rules["aux"] == "alternate"
        self.state: Ints = state_of(completed(text, alternate))

    def legal(self) -> list[Told]:
        """All legal actions."""
        return legal(self.rules, self.state)

    def play(self, *told: Told) -> Board:
        """Play actions, which must be legal."""
        for action in told:
            assert action in self.legal(), action
            apply(self.rules, self.state, parse_action(action))
        return self


def completed(text: str, alternate: bool) -> Written:
    """The position of a text in which a star stands for as many unseen cards as are left."""
    for left in range(60):
        try:
            return parse_position(text.replace("*", str(left)), alternate)
        except PositionFileError as error:
            if "are not named" not in str(error):
                raise
    raise AssertionError("no number of unseen cards is right")


def legal(rules: Rules, state: Ints) -> list[Told]:
    """All legal actions of a state as JSON."""
    actions = new_actions()
    count = generate(rules, state, actions)
    return [dict(action_json(action)) for action in actions[:count].tolist()]


def move(kind: str, source: str = "", to: str = "", count: int = 1) -> Told:
    """An action as JSON."""
    told: Told = {"action": kind}
    if source:
        told["from"] = source
    if to:
        told["to"] = to
        if source.startswith("cell"):
            told["count"] = count
    return told


def piles(state: Ints) -> list[list[int]]:
    """Magazines, decks and talons as lists of codes: A's and B's of each."""
    told = []
    for pile, first, number in (
        (MAG, None, MAG_N),
        (DECK, DECK_AT, DECK_N),
        (TALON, None, TALON_N),
    ):
        for seat in (0, 1):
            begin = 0 if first is None else int(state[first + seat])
            base = pile + STRIDE * seat
            told.append([int(code) for code in state[base + begin : base + state[number + seat]]])
    return told


def cards(state: Ints) -> list[int]:
    """Sizes of all places: eight cells, then magazines, decks, talons, and the hand."""
    columns = [int(state[CELL + cell]) & 15 for cell in range(8)]
    return [*columns, *map(len, piles(state)), int(state[HAND] > 0)]


def based(state: Ints) -> int:
    """Cards on base piles: a nibble a pile."""
    return sum(int(state[BASES]) >> 4 * pile & 15 for pile in range(8))


def mover(state: Ints) -> str:
    """The seat to move."""
    return "AB"[int(state[MOVER])]
