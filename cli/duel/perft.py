"""``pasyans perft`` for a game for two."""

from __future__ import annotations

from typing import Any

import click

from cli.interrupt import Stopped
from cli.words import heard
from solver.deals import duel_deal
from solver.variants import Variant


def count_duel(
    variant: Variant, number: int, depth: int, unique: bool, split: bool, stopped: Stopped
) -> Any:
    """Counts by depth, or below each first action.

    Raises:
        click.UsageError: the game has none.
        KeyboardInterrupt: the user wants to stop.
    """
    from solver.duel.family import NotCounted, family_of

    def tick() -> None:
        if stopped():
            raise KeyboardInterrupt

    family = family_of(variant.game.family)
    try:
        counter = family.counter(variant.rules, duel_deal(number))
    except NotCounted as error:
        raise click.UsageError(heard(str(error))) from None
    return (counter.split if split else counter.counts)(depth, unique, tick)
