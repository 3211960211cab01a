"""Everything that knows a game: cards, deals, variants, search, referees; needs no CLI.

``from solver import solve, estimate`` gives the calls of api.py for patiences,
``from solver import play, play_many, match`` those of duel/api.py for games for two.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.api import Estimate, Solution, estimate, solve
    from solver.duel.api import Game, Match, Record, match, play, play_many

__version__ = "0.1.0"
__all__ = [
    "Estimate",
    "Game",
    "Match",
    "Record",
    "Solution",
    "__version__",
    "estimate",
    "match",
    "play",
    "play_many",
    "solve",
]
_OF_PATIENCES = ("Estimate", "Solution", "estimate", "solve")


def __getattr__(name: str) -> Any:
    """The calls of both api.py, loaded when first asked for: they bring numba along."""
    if name in __all__:
        home = "solver.api" if name in _OF_PATIENCES else "solver.duel.api"
        return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
