"""«Двойной пасьянс» as the commands use it."""

from __future__ import annotations

from solver.duel.double.game import TALLY, new_work, play_many
from solver.duel.double.perft import Walk
from solver.duel.double.records import to_actions
from solver.duel.double.referee import judge, starter_by_rule
from solver.duel.double.rules import compile_rules
from solver.duel.family import Family
from solver.duel.table import Kernels
from solver.duel.tally import COMMON

FAMILY = Family(
    Kernels(compile_rules, new_work, play_many, to_actions, (*COMMON, *TALLY)),
    judge,
    starter_by_rule,
    Walk,
)
