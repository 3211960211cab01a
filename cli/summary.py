"""What a batch of deals comes to: counts, rate with its interval, cost; as JSON, CSV or text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from solver import __version__
from solver.patience.batch import Row
from solver.patience.limits import Limits
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE
from solver.stats import win_rate
from solver.variants import Variant

CONFIDENCE = 0.95
VERDICTS = (SOLVABLE, UNSOLVABLE, UNDECIDED)
MOST_NAMED = 12
"""Deals of a kind that the text names one by one."""


def summary(
    variant: Variant, rows: Sequence[Row], first: int, limits: Limits, seconds: float
) -> dict[str, Any]:
    """The object of ``estimate --json``; the order of ``rows`` does not matter."""
    table = pd.DataFrame(rows, columns=list(Row._fields)).sort_values("deal")
    counts = {verdict: int((table["verdict"] == verdict).sum()) for verdict in VERDICTS}
    rate = win_rate(counts[SOLVABLE], counts[UNDECIDED], len(table), CONFIDENCE)
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": __version__,
        "player": "clairvoyant",
        "deals": len(table),
        "first": first,
        "counts": counts,
        "rate": {"low": rate.low, "high": rate.high, "confidence": CONFIDENCE},
        "nodes": int(table["nodes"].sum()),
        "seconds": round(seconds, 3),
        "budget": limits.nodes,
        "memory_a_search": limits.memory,
        "nodes_a_deal": _spread(table["nodes"]),
        "moves_a_line": _spread(table.loc[table["verdict"] == SOLVABLE, "moves"]),
        "unsolvable_deals": _deals(table, UNSOLVABLE),
        "undecided_deals": _deals(table, UNDECIDED),
    }


def _deals(table: pd.DataFrame, verdict: str) -> list[int]:
    return [int(deal) for deal in table.loc[table["verdict"] == verdict, "deal"]]


def _spread(values: pd.Series[int]) -> dict[str, float] | None:
    if values.empty:
        return None
    return {
        "mean": round(float(values.mean()), 1),
        "median": float(values.median()),
        "q99": float(values.quantile(0.99)),
        "most": int(values.max()),
    }


def summary_csv(told: dict[str, Any]) -> str:
    """The summary as a header and one line of CSV."""
    flat = {
        name: told[name]
        for name in ("game", "variant", "digest", "version", "player", "deals", "first")
    }
    flat |= told["counts"] | told["rate"]
    flat |= {
        name: told[name] for name in ("nodes", "seconds", "budget", "memory", "memory_a_search")
    }
    return str(pd.DataFrame([flat]).to_csv(index=False))


def summary_text(variant: Variant, told: dict[str, Any]) -> str:
    """The summary for a person."""
    deals, counts, first = told["deals"], told["counts"], told["first"]
    if not deals:
        return f"{variant} «{variant.game.title}»: no deal finished"
    last = first + deals - 1
    lines = [f"{variant} «{variant.game.title}», clairvoyant, {deals:,} deals from {first}"]
    if deals == 1:
        lines = [f"{variant} «{variant.game.title}», clairvoyant, deal {last}"]
    for verdict in VERDICTS:
        named = told.get(f"{verdict}_deals", [])
        lines.append(f"  {verdict:<10} {counts[verdict]:>12,}{_named(named)}")
    low, high = win_rate(counts[SOLVABLE], counts[UNDECIDED], deals, CONFIDENCE).percent()
    lines.append(f"  rate       {low:.3f} … {high:.3f} % solvable (95 % interval)")
    for title, name in (("positions", "nodes_a_deal"), ("moves", "moves_a_line")):
        spread = told[name]
        if spread:
            lines.append(
                f"  {title:<10} mean {spread['mean']:,.0f}, median {spread['median']:,.0f}, "
                f"99 % below {spread['q99']:,.0f}, most {spread['most']:,}"
            )
    pace = deals / told["seconds"] if told["seconds"] else 0
    lines.append(f"  time       {told['seconds']:.1f} s, {pace:,.0f} deals/s")
    return "\n".join(lines)


def _named(deals: Sequence[int]) -> str:
    if not deals:
        return ""
    told = ", ".join(str(deal) for deal in deals[:MOST_NAMED])
    return f"   deals {told}{', …' if len(deals) > MOST_NAMED else ''}"
