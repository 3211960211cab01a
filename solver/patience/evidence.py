"""What an "unsolvable" rests on, and how anyone can find it again.

An exhaustive search that ends without a win has met every position that play can reach (up to a
permutation of interchangeable places where symmetry.py is in use). Which positions these are does
not depend on the order of the search, on the size of its table or on the machine: their number and
their digest are the evidence. :func:`search_again` finds both again; enumeration.py finds the
number without the kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from solver.patience.dfs import LIMIT
from solver.patience.keys import Ints
from solver.patience.searches import Exhaustive

SLICE = 1 << 18
"""Nodes between two looks at whether to stop."""


class Evidence(NamedTuple):
    """What an exhaustive search leaves behind."""

    stored: int
    """Distinct positions met."""
    slots: int
    """Slots of its table, which depend on the memory allowed."""
    digest: str
    """32 hex digits over the positions met."""


def evidence_of(search: Exhaustive) -> Evidence:
    """The evidence of a search that is exhausted."""
    return Evidence(search.stored, search.slots, search.digest)


class Again(NamedTuple):
    """How a search that was done again ended: a code of dfs.py, LIMIT where it was cut short."""

    end: int
    evidence: Evidence


def search_again(
    search: Exhaustive,
    deal: Ints,
    most: int = 2**62,
    stopped: Callable[[], bool] = lambda: False,
) -> Again:
    """Search a deal (codes in dealing order) exhaustively, whatever it takes.

    Ends early once ``stopped``, or when more than ``most`` positions have been met.
    """
    search.begin(deal)
    end = LIMIT
    while end == LIMIT and search.stored <= most and not stopped():
        end = search.run(SLICE, SLICE)
    return Again(end, evidence_of(search))


def evidence_for(search: Exhaustive, deal: Ints, method: str) -> Evidence:
    """The evidence of an unsolvable deal just found: by this search, or by another ``method``."""
    return evidence_of(search) if method == search.name else search_again(search, deal).evidence
