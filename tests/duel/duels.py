"""What tests of games for two share: tables, and rules drawn at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from solver.deals import duel_deal
from solver.duel.family import Packs, family_of
from solver.duel.names import parse_pairing
from solver.duel.table import Table
from solver.variants import GAMES, Variant, parse

Ints = NDArray[np.int64]


def table(variant: Variant, players: str) -> Table:
    """A table for the players "P,Q"."""
    pairing = parse_pairing(players).under(variant.game)
    return family_of(variant.game.family).table(variant.rules, pairing)


def some_rules(game: str, count: int, seed: int = 1) -> list[Variant]:
    """Variants with every option drawn at random."""
    chance = random.Random(seed)
    return [
        parse(",".join([game, *(f"{o.name}={chance.choice(o.values)}" for o in GAMES[game].table)]))
        for _ in range(count)
    ]


def judged(variant: Variant, number: int, players: str) -> int:
    """Play a deal, and let the referee say the same of it; how many actions it took."""
    played = table(variant, players).play(number)
    packs = duel_deal(number)
    ruling = family_of(variant.game.family).judge(
        variant.rules, packs, played.first, played.actions
    )
    assert not ruling.reason, (str(variant), number, ruling)
    assert ruling.outcome == played.outcome, (str(variant), number)
    assert ruling.tally and all(
        played.tally[name] == count for name, count in ruling.tally.items()
    ), (str(variant), number, ruling.tally, played.tally)
    return len(played.actions)


def rearranged(packs: Packs, shown: Sequence[Sequence[int]], chance: random.Random) -> Ints:
    """Both packs with the cards of all other places than those ``shown`` in another order."""
    told: list[int] = []
    for pack, places in zip(packs, shown, strict=True):
        hidden = [place for place in range(52) if place not in places]
        faces = [pack[place] for place in hidden]
        chance.shuffle(faces)
        new = list(pack)
        for place, face in zip(hidden, faces, strict=True):
            new[place] = face
        told += new
    return np.array(told, dtype=np.int64)
