"""A game of a player over a numbered deal, which alone here knows the order of the stock."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from solver.patience.keys import Ints
from solver.patience.lines import DEAL
from solver.patience.players.view import Player, own_stream, view_of
from solver.patience.position import FRAME, PLACED, make, new_position, start
from solver.patience.rules import Rules


class Played(NamedTuple):
    """A finished game."""

    won: bool
    line: tuple[int, ...]
    """Every packed move, up to the win or to where the player gave up."""


def play_game(
    rules: Rules,
    deal: Ints,
    player: Player,
    number: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Played | None:
    """Let a player play deal ``number`` (its codes in dealing order); None once ``stopped``.

    Raises:
        ValueError: the player goes on after a deal without having seen it.
    """
    pos, trail, line = new_position(), np.zeros(FRAME, np.int64), list[int]()
    start(rules, deal, pos)
    player.begin(own_stream(number, player.name))
    while pos[PLACED] < rules.cards and (moves := player.play(view_of(rules, pos, deal))):
        if any(move >> 16 == DEAL for move in moves[:-1]):
            raise ValueError(f"{player.name} plays on without a look at the cards dealt")
        if stopped():  # what was thought in haste is not played
            return None
        for move in moves:
            make(rules, deal, pos, trail, 0, move)
        line += moves
    return Played(bool(pos[PLACED] == rules.cards), tuple(line))
