"""Everything that knows a game: cards, deals, variants, search, referees; needs no CLI.

``from solver import solve, estimate`` gives the two calls of api.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.api import Estimate, Solution, estimate, solve

__version__ = "0.1.0"
__all__ = ["Estimate", "Solution", "__version__", "estimate", "solve"]


def __getattr__(name: str) -> Any:
    """The calls of api.py, loaded when first asked for: they bring numba along."""
    if name in __all__:
        from solver import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
