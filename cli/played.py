"""What the games of a player who does not see the stock come to; as JSON, CSV or text."""

from __future__ import annotations

from typing import Any

from cli.batch_options import Plan
from cli.output import labelled
from cli.players import player_text
from cli.schema import ALL_VERDICTS, PLAYED, WON
from cli.selection import unsigned
from cli.summary import (
    CONFIDENCE,
    Known,
    csv_text,
    spread,
    spread_text,
    verdict_line,
    which_deals,
)
from cli.words import say
from solver.stats import Interval, confidence_sequence, win_rate


def played_summary(known: Known, plan: Plan, run: dict[str, float]) -> dict[str, Any]:
    """The object of ``estimate --json`` for a player; games that an interrupt ended are left out
    with all deals after the first of them."""
    series, variant, selection, entrant = known.job
    stand = series.final()
    rows = series.find("verdict, COUNT(*), SUM(microseconds), SUM(nodes)", selection, stand, _BY)
    counts = dict.fromkeys(PLAYED, 0) | {ALL_VERDICTS[row[0]]: row[1] for row in rows}
    rate = interval(counts, known.sequential)
    wins = series.find("deal", selection, f"{stand} AND verdict = {WON}")
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": series.asked.version,
        "player": entrant.name,
        "strength": entrant.strength or None,
        "deals": sum(counts.values()),
        "first": int(selection.numbers[0]) if len(selection) else None,
        "counts": counts,
        "rate": {
            "low": rate.low,
            "high": rate.high,
            "confidence": CONFIDENCE,
            "method": "confidence sequence" if known.sequential else "wilson",
        },
        "nodes": sum(row[3] for row in rows),
        "seconds": round(sum(row[2] for row in rows) / 1e6, 3),
        "budget": series.asked.limits.nodes or None,
        "search": series.asked.digest,
        "moves_a_game": spread(series, selection, "moves", stand),
        "won_deals": sorted(unsigned(deal) for (deal,) in wins),
        "run": run,
    }


_BY = "GROUP BY verdict"


def interval(counts: dict[str, int], sequential: bool) -> Interval:
    """The interval of the rate of games won."""
    rate = confidence_sequence if sequential else win_rate
    return rate(counts[PLAYED[0]], 0, sum(counts.values()), CONFIDENCE)


def played_csv(told: dict[str, Any]) -> str:
    """The summary as a header and one line of CSV."""
    flat: dict[str, Any] = {}
    for name in list(told)[: list(told).index("moves_a_game")]:
        flat |= told[name] if isinstance(told[name], dict) else {name: told[name]}
    return csv_text([flat])


def played_text(known: Known, plan: Plan, told: dict[str, Any]) -> str:
    """The summary for a person; the same however many runs it took."""
    counts, variant = told["counts"], known.job.variant
    head = f"{variant} «{variant.game.title}»"
    if not told["deals"]:
        return say("{head}: no game finished", head=head)
    lines = [f"{head}, {player_text(known.job.entrant)}, {which_deals(told, plan)}"]
    few = PLAYED[0] if counts[PLAYED[0]] <= counts[PLAYED[1]] else ""
    for verdict in PLAYED:
        deals = told["won_deals"] if verdict == few else []
        lines.append(verdict_line(verdict, counts[verdict], deals))
    low, high = interval(counts, known.sequential).percent()
    text = "{low:.3f} … {high:.3f} % won (95 % interval)"
    if known.sequential:
        text = "{low:.3f} … {high:.3f} % won (95 % confidence sequence)"
    lines.append(labelled(say("rate"), say(text, low=low, high=high)))
    lines.append(labelled(say("moves"), spread_text(told["moves_a_game"])))
    return "\n".join(lines)
