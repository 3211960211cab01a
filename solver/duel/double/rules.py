"""The effective rules of «Двойной пасьянс» as integers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solver.duel.options import STARTERS


class Rules(NamedTuple):
    """The rules as the kernels read them: plain ints, run-time arguments, one signature."""

    starter: int
    bases: int
    """Common base piles."""
    many: int
    """1 where a turn may open several deck cards."""
    fit_must: int
    """1 where an opened card that fits may not go to a talon."""
    magazine_must: int
    """1 where a fitting magazine card is played before anything else."""
    down: int
    """1 where a talon takes a lower card only, while there is one that can."""


def compile_rules(rules: Mapping[str, str]) -> Rules:
    """The kernels' integers for effective rules (``Variant.rules``)."""
    return Rules(
        starter=STARTERS.index(rules["starter"]),
        bases=int(rules["bases"]),
        many=int(rules["deck_per_turn"] == "many"),
        fit_must=int(rules["fit"] == "must"),
        magazine_must=int(rules["magazine"] == "must"),
        down=int(rules["talon_build"] == "down"),
    )
