"""The effective rules of a Russian Bank as integers for the kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from solver.duel.options import STARTERS

SERIES_TAIL, SERIES_WHOLE, SERIES_SINGLE = range(3)
EMPTY_ANY, EMPTY_MAGAZINE_FIRST, EMPTY_MAGAZINE_ONLY = range(3)
LOAD_BOTH, LOAD_MAGAZINE, LOAD_NONE = range(3)
CELLS_NONE, CELLS_OWN, CELLS_ALL = range(3)


class Rules(NamedTuple):
    """The rules as the kernels read them: plain ints, run-time arguments, one signature."""

    starter: int
    both_laid: int
    """1 where both seats have laid out before play begins."""
    alternate: int
    """1 where cells are built in alternate colours, 0 where in suit."""
    series: int
    empty: int
    deck_to_empty: int
    """1 where the opened card may fill an empty cell."""
    load: int
    load_series: int
    """1 where tails of a cell may be loaded."""
    own_talon: int
    """1 where the own talon's top card is in play."""
    open_start: int
    """1 where a turn begins with opening a card."""
    must_place: int
    """1 where only the opened card acts while there is one."""
    one_card: int
    """1 where a turn may open one card only."""
    forced: int
    """1 where a legal base play bars everything else."""
    attention: int
    """Hundredths: how probably a seat overlooks all base plays at a decision."""
    claim: int
    """Hundredths: how probably the opponent claims an overlooked base play."""
    win_cells: int


def compile_rules(rules: Mapping[str, str]) -> Rules:
    """The kernels' integers for effective rules (``Variant.rules``)."""
    return Rules(
        starter=STARTERS.index(rules["starter"]),
        both_laid=int(rules["layout"] == "both"),
        alternate=int(rules["aux"] == "alternate"),
        series=("tail", "whole", "single").index(rules["series"]),
        empty=("any", "magazine-first", "magazine-only").index(rules["empty"]),
        deck_to_empty=int(rules["deck_to_empty"] == "yes"),
        load=("both", "magazine", "none").index(rules["load"]),
        load_series=int(rules["load_series"] == "yes"),
        own_talon=int(rules["own_talon"] == "playable"),
        open_start=int(rules["open"] == "start"),
        must_place=int(rules["hand"] == "must-place"),
        one_card=int(rules["deck_per_turn"] == "one"),
        forced=int(rules["forced"] == "yes"),
        attention=round(100 * float(rules["attention"])),
        claim=round(100 * float(rules["claim"])),
        win_cells=("none", "own", "all").index(rules["win_cells"]),
    )
