"""The effective rules of the pair-matching game as integers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solver.duel.options import STARTERS

TAKE_ALL, TAKE_ONE, TAKE_OPTIONAL = range(3)
LAY_AUTO, LAY_OPTIONAL, LAY_NONE = range(3)


class Rules(NamedTuple):
    """The rules as the kernels read them: plain ints, run-time arguments, one signature."""

    starter: int
    by_rank: int
    """1 where equal ranks make a pair."""
    cross: int
    """1 where a pair is one card of each row."""
    take: int
    chain: int
    """1 where pairs made by the refill may be taken in the same turn."""
    by_owner: int
    """1 where each row is refilled from its own deck."""
    thirteenth: int
    other_after: int
    """1 where the other seat moves after the 13th cards."""
    choice: int
    """1 where there is anything to decide."""


def compile_rules(rules: Mapping[str, str]) -> Rules:
    """The kernels' integers for effective rules (``Variant.rules``)."""
    take = ("all", "one", "optional").index(rules["take"])
    thirteenth = ("auto", "optional", "none").index(rules["thirteenth"])
    by_rank, by_owner = int(rules["match"] == "rank"), int(rules["refill"] == "owner")
    cross = int(rules["scope"] == "cross")
    whose_card = by_rank and by_owner and not cross
    return Rules(
        starter=STARTERS.index(rules["starter"]),
        by_rank=by_rank,
        cross=cross,
        take=take,
        chain=int(rules["chain"] == "yes"),
        by_owner=by_owner,
        thirteenth=thirteenth,
        other_after=int(rules["after13"] == "other"),
        choice=int(take != TAKE_ALL or thirteenth == LAY_OPTIONAL or whose_card),
    )
