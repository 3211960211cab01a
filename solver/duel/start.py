"""How a numbered deal begins, whatever the game: packs, the players' streams, who begins."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.duel.options import COIN, RULE
from solver.jit import njit
from solver.shuffle import deal_packs, own_stream

Ints = NDArray[np.int64]

EVEN = -1
"""Instead of a seat where the rules of a game leave it to the coin who begins."""


@njit
def deal_game(number: np.uint64, players: Ints, packs: Ints, streams: NDArray[np.uint64]) -> int:
    """Deal both packs and give each seat's player its own stream; the deal's coin."""
    coin = deal_packs(number, packs)
    for seat in range(2):
        streams[seat] = own_stream(number, seat, players[seat])
    return coin


@njit
def who_begins(starter: int, by_rule: int, coin: int) -> int:
    """The seat that begins under ``starter``; ``by_rule``: a seat or EVEN by the game's rules."""
    if starter == RULE:
        return coin if by_rule == EVEN else by_rule
    return coin if starter == COIN else starter - 1
