"""What many games for two come to: results, lengths, margins; as JSON, CSV or text."""

from __future__ import annotations

from typing import Any

import numpy as np

from cli.batch_options import Plan
from cli.duel.games import Games, Ints, load
from cli.duel.records import spelled
from cli.output import labelled
from cli.players import pairing_text
from cli.search import Job
from cli.selection import Selection
from cli.summary import CONFIDENCE, Known, csv_text, spread_text, which_deals
from cli.words import say, word
from solver.duel.names import Pairing
from solver.stats import mean_interval, wilson

PACK = 52


def rate(count: int, games: int) -> dict[str, float]:
    """The interval of a share, for JSON."""
    low, high = wilson(count, games, CONFIDENCE)
    return {"low": low, "high": high}


def spread(values: Ints) -> dict[str, float] | None:
    """Mean, median, 99th percentile and maximum, for JSON."""
    if not len(values):
        return None
    return {
        "mean": round(float(values.mean()), 3),
        "median": float(np.median(values)),
        "q99": float(np.quantile(values, 0.99)),
        "most": int(values.max()),
    }


def mean(values: Ints) -> dict[str, float]:
    """A mean with its interval, for JSON."""
    told = mean_interval(values, CONFIDENCE)
    return {"mean": told.mean, "low": told.low, "high": told.high}


def histogram(values: Ints) -> dict[str, int]:
    """How often each value occurs, for JSON."""
    found, often = np.unique(values, return_counts=True)
    return {str(value): count for value, count in zip(found.tolist(), often.tolist(), strict=True)}


def duel_summary(known: Known, plan: Plan, run: dict[str, float]) -> dict[str, Any]:
    """The object of ``estimate --json`` for a game for two."""
    job = known.job
    games = load(job.series, job.selection, job.variant.game.family)
    return {
        **heading(job),
        "deals": len(games.verdicts),
        "first": int(job.selection.numbers[0]) if len(job.selection) else None,
        **tell_games(games),
        "seconds": seconds(job, job.selection),
        "search": job.series.asked.digest,
        "run": run,
    }


def seconds(job: Job, selection: Selection) -> float:
    """Seconds of the processor that the games of some deals took."""
    spent = job.series.find("SUM(microseconds)", selection, job.series.final())[0][0] or 0
    return round(spent / 1e6, 3)


def heading(job: Job) -> dict[str, Any]:
    """What is played by whom."""
    variant, pairing = job.variant, job.entrant
    assert isinstance(pairing, Pairing)
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": job.series.asked.version,
        "players": {"A": str(pairing.a), "B": str(pairing.b)},
    }


def tell_games(games: Games) -> dict[str, Any]:
    """Results and all that was counted."""
    counts, finished = games.counts(), games.finished
    all_ = len(finished.verdicts)
    points, margin = finished.first_mover_points(), finished.column("margin")
    won, drawn = int((points == 1).sum()), int((points == 0.5).sum())
    told = {
        "counts": counts,
        "draws": games.draws(),
        "rates": {name: rate(counts[name], all_) for name in ("A", "draw", "B")}
        | {"confidence": CONFIDENCE},
        "first_mover": {
            "A": int((finished.column("first") == 0).sum()),
            "B": int((finished.column("first") == 1).sum()),
            "won": won,
            "drawn": drawn,
            "lost": all_ - won - drawn,
            "rate": rate(won, all_),
        },
        "length": {name: spread(finished.column(name)) for name in ("turns", "actions")},
        "margin": mean(margin) | {"histogram": histogram(margin)},
    }
    if "pairs_a" in games.own:
        return told | tell_pairs(finished)
    return told | {"counted": {name: mean(finished.column(name)) for name in games.own}}


def tell_pairs(games: Games) -> dict[str, Any]:
    """What only the pair-matching game is asked."""
    pairs = games.column("pairs_a") + games.column("pairs_b")
    complete = int((pairs == PACK).sum())
    return {
        "complete": complete,
        "complete_rate": rate(complete, len(pairs)),
        "pairs": mean(pairs) | {"histogram": histogram(pairs)},
    }


def duel_csv(told: dict[str, Any]) -> str:
    """The summary as a header and one line of CSV."""
    return csv_text([csv_row(told)])


def csv_row(told: dict[str, Any]) -> dict[str, Any]:
    """The summary as one row."""
    row = {name: told[name] for name in ("game", "variant", "digest", "version")}
    row |= {f"player_{seat}": told["players"][seat] for seat in "AB"}
    row |= {"deals": told["deals"], "first": told["first"]} | told["counts"] | told["draws"]
    for name in ("A", "draw", "B"):
        row |= {f"{name}_{end}": told["rates"][name][end] for end in ("low", "high")}
    row |= {f"first_mover_{name}": told["first_mover"][name] for name in ("won", "drawn", "lost")}
    row |= {f"mean_{name}": (each or {}).get("mean") for name, each in told["length"].items()}
    row["mean_margin"] = told["margin"]["mean"]
    if "pairs" in told:
        row |= {"complete": told["complete"], "mean_pairs": told["pairs"]["mean"]}
    return row | {f"mean_{name}": each["mean"] for name, each in told.get("counted", {}).items()}


def duel_text(known: Known, plan: Plan, told: dict[str, Any]) -> str:
    """The summary for a person; the same however many runs it took."""
    variant = known.job.variant
    head = f"{variant} «{variant.game.title}»"
    if not told["deals"]:
        return say("{head}: no game finished", head=head)
    lines = [f"{head}, {pairing_text(told['players'])}, {which_deals(told, plan)}"]
    return "\n".join([*lines, *result_lines(told), *counted_lines(told)])


def result_lines(told: dict[str, Any]) -> list[str]:
    """Who won how often."""
    causes = ", ".join(
        say("{cause} {count:,}", cause=word("draw", name), count=count)
        for name, count in told["draws"].items()
        if count
    )
    why = causes and f"   {causes}"
    rows = [("A wins", "A", ""), ("draws", "draw", why), ("B wins", "B", "")]
    lines = [
        labelled(word("outcome", title), _counted(told["counts"][name], told["rates"][name]) + more)
        for title, name, more in rows
    ]
    if broken := told["counts"]["aborted"]:
        text = say("{count:>12,}   in none of the figures", count=broken)
        lines.append(labelled(say("aborted"), text))
    first = told["first_mover"]
    text = "{figures} won, {drawn:,} drawn, {lost:,} lost; A began {A:,}, B {B:,}"
    values = {name: first[name] for name in ("drawn", "lost", "A", "B")}
    figures = say(text, figures=_counted(first["won"], first["rate"]), **values)
    return [*lines, labelled(say("who begins"), figures)]


def _counted(count: int, rate: dict[str, float]) -> str:
    """How often, and the interval of its share."""
    return say("{count:>12,}   {share}", count=count, share=percent(rate))


def counted_lines(told: dict[str, Any]) -> list[str]:
    """What else was counted."""
    lines = []
    if "pairs" in told:
        complete = _counted(told["complete"], told["complete_rate"])
        lines.append(labelled(word("outcome", "complete"), complete))
        lines.append(labelled(say("pairs"), interval(told["pairs"])))
    margin = say("{interval} for A", interval=interval(told["margin"]))
    lines.append(labelled(say("margin"), margin))
    for name, each in told["length"].items():
        if each:
            lines.append(labelled(word("tally", name), spread_text(each)))
    for name, each in told.get("counted", {}).items():
        if each["mean"]:  # what never happened says nothing
            lines.append(labelled(spelled(name), interval(each)))
    return lines


def percent(told: dict[str, float]) -> str:
    """An interval for a person."""
    return say("{low:.3f} … {high:.3f} %", low=100 * told["low"], high=100 * told["high"])


def interval(told: dict[str, float]) -> str:
    """A mean with its interval for a person."""
    ends = {name: told[name] for name in ("mean", "low", "high")}
    return say("mean {mean:.3f} ({low:.3f} … {high:.3f})", **ends)
