"""Two calls for programs: is a deal solvable, and how often is one?

    from solver import estimate, solve

    solve("vosem", 3).verdict               # "solvable"
    estimate("iznanka", 1000).rate          # Interval(low=..., high=1.0)

The first call of a process loads the compiled kernels, or compiles them once for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from numbers import Integral
from typing import NamedTuple

import numpy as np

from solver.deals import DealError, patience_deal, patience_pack
from solver.patience.batch import Batch, check_line
from solver.patience.limits import Limits
from solver.patience.lines import Move, to_moves
from solver.patience.players.batch import WON, Games
from solver.patience.players.names import parse as parse_player
from solver.patience.rules import compile_rules, to_codes
from solver.patience.solve import SOLVABLE, UNDECIDED, Solver
from solver.stats import Interval, win_rate
from solver.variants import Variant, VariantError, parse

BUDGET = 10_000_000
MEMORY = 2 << 30


class Solution(NamedTuple):
    """What a search found out about a deal."""

    verdict: str
    """solvable, unsolvable or undecided."""
    moves: list[Move]
    """The line of play, which has passed the referee; empty unless solvable."""
    method: str
    """What decided, or what ended the search undecided."""
    nodes: int
    """Positions searched."""
    seconds: float


class Estimate(NamedTuple):
    """How often numbered deals are solvable, or won by a player."""

    counts: Mapping[str, int]
    """Deals a verdict: solvable, unsolvable, undecided; or won, lost."""
    rate: Interval
    """95 %, with the undecided as lost at the low end and as won at the high end."""


def solve(
    variant: str,
    deal: int | Sequence[int],
    *,
    budget: int = BUDGET,
    seconds: float = inf,
    memory: int = MEMORY,
) -> Solution:
    """Search a deal of a patience with full knowledge of its stock.

    ``variant`` is as on the command line (``iznanka:strict``); ``deal`` a deal number, or the faces
    (cards.py) in dealing order, as ``dealfiles.parse_deal`` reads them; ``budget`` the positions
    searched, ``memory`` the bytes of tables.

    Raises:
        VariantError: the text names no variant of a patience.
        DealError: no deal has such a number, or the faces are not those of the pack.
        TypeError: the variant is no text, the deal neither a number nor faces.
        ValueError: too little memory.
    """
    told = _patience(variant)
    faces = _faces(deal, int(told.rules["ranks"]))
    rules = compile_rules(told.rules)
    solver = Solver(rules, Limits(budget, seconds, memory))
    outcome = solver.solve(np.array(to_codes(rules, faces), dtype=np.int64))
    moves = to_moves(rules, outcome.line)
    if moves:
        check_line(told, faces, moves)
    return Solution(outcome.verdict, moves, outcome.method, outcome.nodes, outcome.seconds)


def estimate(
    variant: str,
    deals: int,
    *,
    first: int = 1,
    player: str = "clairvoyant",
    budget: int = BUDGET,
    memory: int = MEMORY,
) -> Estimate:
    """Search, or let a player play, the patience deals ``first`` ... ``first + deals - 1``.

    One thread, no database; `pasyans estimate` has both. Every line is replayed by other code.

    Raises:
        VariantError: the text names no variant of a patience.
        PlayerError: the text names no player.
        ValueError: too little memory, or fewer deals than 1.
    """
    if deals < 1:
        raise ValueError(f"{deals} deals tell no rate; give 1 or more")
    told, limits = _patience(variant), Limits(budget, inf, memory)
    entrant = parse_player(player).under(told)
    decider = Batch(told, limits) if entrant.clairvoyant else Games(told, entrant, limits)
    counts = Counter(
        decider.decide(number, lambda: False).verdict for number in range(first, first + deals)
    )
    won = counts[SOLVABLE] + counts[WON]
    return Estimate(dict(counts), win_rate(won, counts[UNDECIDED], deals))


def _faces(deal: int | Sequence[int], ranks: int) -> list[int]:
    """The faces of a deal that is told as a number or as they are."""
    if isinstance(deal, Integral) and not isinstance(deal, bool):
        return patience_deal(int(deal), ranks)
    if isinstance(deal, str | bool) or not isinstance(deal, Iterable):
        raise TypeError(f"a deal is a number or a sequence of faces, not {deal!r}")
    faces = list(deal)
    if Counter(faces) != Counter(patience_pack(ranks)):
        raise DealError(f"the faces are not those of two packs of {ranks} ranks, each card twice")
    return faces


def _patience(text: str) -> Variant:
    if not isinstance(text, str):
        raise TypeError(f"a variant is a text such as 'iznanka:strict', not {text!r}")
    variant = parse(text)
    if variant.game.seats != 1:
        raise VariantError(f"{text} is a game for two, which nobody solves")
    return variant
