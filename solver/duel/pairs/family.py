"""The pair-matching game as the commands use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from solver.duel.family import Family, NotCounted, Packs
from solver.duel.pairs.game import TALLY, new_work, play_many
from solver.duel.pairs.records import to_actions
from solver.duel.pairs.referee import judge, starter_by_rule
from solver.duel.pairs.rules import compile_rules
from solver.duel.table import Kernels
from solver.duel.tally import COMMON


def not_counted(rules: Mapping[str, str], packs: Packs) -> NoReturn:
    """There is no perft."""
    raise NotCounted("pairs has no perft: nearly all of it is chance")


FAMILY = Family(
    Kernels(compile_rules, new_work, play_many, to_actions, (*COMMON, *TALLY)),
    judge,
    starter_by_rule,
    not_counted,
)
