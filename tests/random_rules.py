"""Rules drawn at random from the option table, small enough for the naive twin."""

from __future__ import annotations

import random
from collections.abc import Iterator

from solver.patience.options import PATIENCE_OPTIONS, PATIENCES
from solver.variants import parse

GAMES = [game.id for game in PATIENCES]
RANKS, PILES = ("3", "4", "5"), ("2", "3", "4", "5")


def random_rules(seed: int, count: int) -> Iterator[str]:
    """``count`` variants that play differently, each option drawn evenly from its values."""
    chance, seen = random.Random(seed), set[str]()
    while len(seen) < count:
        values = {option.name: chance.choice(option.values) for option in PATIENCE_OPTIONS}
        values |= {"ranks": chance.choice(RANKS), "piles": chance.choice(PILES)}
        text = ",".join([chance.choice(GAMES), *(f"{k}={v}" for k, v in values.items())])
        variant = parse(text)
        if variant.digest not in seen:
            seen.add(variant.digest)
            yield variant.text
