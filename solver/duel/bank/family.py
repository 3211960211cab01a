"""Both Russian Banks as the commands use them."""

from __future__ import annotations

from solver.duel.bank.game import play_many
from solver.duel.bank.perft import BankCounter
from solver.duel.bank.records import to_actions
from solver.duel.bank.referee import judge, starter_by_rule
from solver.duel.bank.rules import compile_rules
from solver.duel.bank.work import TALLY, new_work
from solver.duel.family import Family
from solver.duel.table import Kernels
from solver.duel.tally import COMMON

FAMILY = Family(
    Kernels(compile_rules, new_work, play_many, to_actions, (*COMMON, *TALLY)),
    judge,
    starter_by_rule,
    BankCounter,
)
