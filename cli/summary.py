"""What a batch of deals comes to: counts, rate with its interval, cost; as JSON, CSV or text."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cli.batch_options import Plan
from cli.output import labelled
from cli.schema import SOLVABLE, UNDECIDED, UNSOLVABLE, VERDICTS
from cli.search import Job
from cli.selection import Selection, unsigned
from cli.series import SEARCHED, Series
from cli.words import counted, say, word
from solver.stats import Interval, confidence_sequence, win_rate

CONFIDENCE = 0.95
MOST_NAMED = 12
"""Deals of a kind that the text names one by one."""


class Known(NamedTuple):
    """A job of which every deal has a row, or was being searched when the run was stopped."""

    job: Job
    in_flight: list[int]
    """What was being searched: undecided, unless a row of old says so already."""
    sequential: bool = False
    """Whether the verdicts decided when to stop, so that Wilson's interval would not hold."""


class Totals(NamedTuple):
    """Sums over the rows of a job."""

    counts: dict[str, int]
    others: int
    """Verdicts of another search than the asked one, whose nodes are not comparable."""
    nodes: int
    """Of the asked search."""
    seconds: float


def own(series: Series) -> str:
    """The SQL condition that the asked search, under whatever limits, made a row."""
    alike = series.store.rows("SELECT id FROM searches WHERE digest = ?", (series.asked.digest,))
    return f"search IN ({', '.join(str(row[0]) for row in alike)})"


def totals(known: Known) -> Totals:
    """Count the verdicts of a job and what they cost."""
    series, selection = known.job.series, known.job.selection
    mine = own(series)
    columns = f"verdict, COUNT(*), SUM({mine}), SUM(nodes * ({mine})), SUM(microseconds)"
    rows = series.find(columns, selection, SEARCHED, "GROUP BY verdict")
    counts = dict.fromkeys(VERDICTS, 0) | {VERDICTS[row[0]]: row[1] for row in rows}
    done = sum(row[1] for row in rows)
    counts[VERDICTS[UNDECIDED]] += len(selection) - done  # in flight
    return Totals(
        counts=counts,
        others=done - sum(row[2] for row in rows),
        nodes=sum(row[3] for row in rows),
        seconds=sum(row[4] for row in rows) / 1e6,
    )


def interval(counts: dict[str, int], sequential: bool) -> Interval:
    """The interval of the rate of solvable deals."""
    won, undecided = counts[VERDICTS[SOLVABLE]], counts[VERDICTS[UNDECIDED]]
    rate = confidence_sequence if sequential else win_rate
    return rate(won, undecided, sum(counts.values()), CONFIDENCE)


def summary(known: Known, plan: Plan, run: dict[str, float]) -> dict[str, Any]:
    """The object of ``estimate --json``; all but ``seconds`` and ``run`` follows from verdicts
    and nodes, however many runs it took to find them."""
    series, variant, selection, _ = known.job
    mine, total = own(series), totals(known)
    rate = interval(total.counts, known.sequential)
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": series.asked.version,
        "player": "clairvoyant",
        "deals": len(selection),
        "first": int(selection.numbers[0]) if len(selection) else None,
        "counts": total.counts,
        "rate": {
            "low": rate.low,
            "high": rate.high,
            "confidence": CONFIDENCE,
            "method": "confidence sequence" if known.sequential else "wilson",
        },
        "nodes": total.nodes,
        "seconds": round(total.seconds, 3),
        "budget": plan.budget,
        "memory": plan.memory,
        "memory_a_search": series.asked.limits.memory,
        "search": series.asked.digest,
        "other_searches": total.others,
        "nodes_a_deal": spread(series, selection, "nodes", mine),
        "moves_a_line": spread(series, selection, "moves", f"{mine} AND verdict = {SOLVABLE}"),
        "unsolvable_deals": _deals(known, UNSOLVABLE),
        "undecided_deals": sorted({*_deals(known, UNDECIDED), *_open(known)}),
        "run": run,
    }


def _deals(known: Known, verdict: int) -> list[int]:
    job = known.job
    rows = job.series.find("deal", job.selection, f"{SEARCHED} AND verdict = {verdict}")
    return sorted(unsigned(deal) for (deal,) in rows)


def _open(known: Known) -> list[int]:
    """The deals in flight that have no row of old."""
    series, selection = known.job.series, known.job.selection
    return [
        deal
        for deal in known.in_flight
        if deal in selection and not series.find("1", Selection(range(deal, deal + 1)), SEARCHED)
    ]


def spread(
    series: Series, selection: Selection, column: str, condition: str
) -> dict[str, float] | None:
    """Mean, median, 99th percentile and maximum of a column, from how often each value occurs."""
    tail = f"GROUP BY {column} ORDER BY {column}"
    rows = series.find(f"{column}, COUNT(*)", selection, f"{SEARCHED} AND {condition}", tail)
    if not rows:
        return None
    values, often = np.array(rows, dtype=np.int64).T
    last = np.cumsum(often) - 1  # the place of the last of each value in the sorted column

    def quantile(q: float) -> float:
        place = q * float(last[-1])
        low, high = (int(values[np.searchsorted(last, at)]) for at in (int(place), -(-place // 1)))
        return low + (high - low) * (place % 1)

    return {
        "mean": round(float(values @ often) / float(last[-1] + 1), 1),
        "median": quantile(0.5),
        "q99": quantile(0.99),
        "most": int(values[-1]),
    }


def summary_csv(told: dict[str, Any]) -> str:
    """The summary as a header and one line of CSV."""
    names = list(told)[: list(told).index("nodes_a_deal")]
    flat: dict[str, Any] = {}
    for name in names:
        flat |= told[name] if isinstance(told[name], dict) else {name: told[name]}
    return csv_text([flat])


def csv_text(rows: Sequence[dict[str, Any]]) -> str:
    """Rows with the same names as CSV, a header first."""
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def summary_text(known: Known, plan: Plan, told: dict[str, Any]) -> str:
    """The summary for a person; the same however many runs it took."""
    counts, variant = told["counts"], known.job.variant
    head = f"{variant} «{variant.game.title}»"
    if not told["deals"]:
        return say("{head}: no deal finished", head=head)
    lines = [f"{head}, {word('player', 'clairvoyant')}, {which_deals(told, plan)}"]
    for verdict in VERDICTS:
        lines.append(verdict_line(verdict, counts[verdict], told.get(f"{verdict}_deals", [])))
    low, high = interval(counts, known.sequential).percent()
    text = "{low:.3f} … {high:.3f} % solvable (95 % interval)"
    if known.sequential:
        text = "{low:.3f} … {high:.3f} % solvable (95 % confidence sequence)"
    lines.append(labelled(say("rate"), say(text, low=low, high=high)))
    for title, name in ((say("positions"), "nodes_a_deal"), (say("moves"), "moves_a_line")):
        if told[name]:
            lines.append(labelled(title, spread_text(told[name])))
    if told["other_searches"]:
        text = (
            "{count:>12,}   verdicts of another version of the search, not in the lines above "
            "on positions and moves"
        )
        lines.append(labelled(say("of old"), say(text, count=told["other_searches"])))
    return "\n".join(lines)


def which_deals(told: dict[str, Any], plan: Plan) -> str:
    """Which deals a summary is about: how many from where, or a single one."""
    if told["deals"] == 1:
        return say("deal {number}", number=told["first"])
    return many_deals(told["deals"], plan)


def many_deals(count: int, plan: Plan) -> str:
    """How many deals from where."""
    return counted("{count:,} deal {where}", "{count:,} deals {where}", count, where=plan.named)


def verdict_line(verdict: str, count: int, deals: Sequence[int]) -> str:
    """How often a verdict was found, and in which deals if these are to be named."""
    text = "   deals {deals}" if len(deals) > 1 else "   deal {deals}"
    shown = say(text, deals=named(deals)) if deals else ""
    return labelled(word("verdict", verdict), say("{count:>12,}", count=count) + shown)


def spread_text(spread: dict[str, float]) -> str:
    """A spread for a person."""
    return say(
        "mean {mean:,.0f}, median {median:,.0f}, 99 % at most {q99:,.0f}, most {most:,}", **spread
    )


def named(deals: Sequence[int]) -> str:
    """The first deals of a list; nothing for none."""
    told = ", ".join(str(deal) for deal in deals[:MOST_NAMED])
    return f"{told}, …" if len(deals) > MOST_NAMED else told
