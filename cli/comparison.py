"""What a comparison of variants comes to: rates, paired differences; as JSON, CSV or text."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from cli.batch_options import Plan
from cli.grid import Grid
from cli.output import columns
from cli.players import player_text
from cli.schema import PLAYED, SOLVABLE, UNDECIDED, UNSOLVABLE, VERDICTS
from cli.summary import CONFIDENCE, csv_text, many_deals, named
from cli.verdicts import Verdicts
from cli.words import say, word
from solver.patience.players.names import Entrant
from solver.stats import Interval, holm, mcnemar_bounds, paired_difference_bounds, win_rate


def comparison(grid: Grid, plan: Plan, run: dict[str, float]) -> dict[str, Any]:
    """The object of ``compare --json``; all but ``run`` follows from the verdicts."""
    count = grid.complete()
    selection, asked = grid.selection.part(0, count), grid.jobs[0].series.asked
    pairs = [pair_of(grid, first, second) for first, second in _pairs(grid)]
    for pair, adjusted in zip(pairs, holm([pair["p"]["high"] for pair in pairs]), strict=True):
        pair["p_holm"] = float(adjusted)
    return {
        **_player(grid),
        "version": asked.version,
        "deals": count,
        "first": int(selection.numbers[0]) if count else None,
        "confidence": CONFIDENCE,
        "variants": [_variant(grid, index, count) for index in range(len(grid.jobs))],
        "pairs": pairs,
        "budget": plan.budget,
        "memory": plan.memory,
        "memory_a_search": asked.limits.memory,
        "search": asked.digest,
        "run": run,
    }


def _player(grid: Grid) -> dict[str, Any]:
    entrant = grid.jobs[0].entrant
    return {"player": entrant.name} | ({"strength": entrant.strength} if entrant.strength else {})


def _pairs(grid: Grid) -> list[tuple[int, int]]:
    return list(combinations(range(len(grid.jobs)), 2))


def _name(grid: Grid, index: int) -> str:
    """What tells a job from the others: its variant or, in a match, its player."""
    job = grid.jobs[index]
    same = all(one.variant.digest == job.variant.digest for one in grid.jobs)
    return str(job.entrant) if same else job.variant.text


def _variant(grid: Grid, index: int, count: int) -> dict[str, Any]:
    variant, found = grid.jobs[index].variant, grid.found[index][:count]
    names = VERDICTS if grid.jobs[index].entrant.clairvoyant else PLAYED
    counts = {name: int((found == verdict).sum()) for verdict, name in enumerate(names)}
    rate = _rate(counts, count)
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "counts": counts,
        "implied": int(grid.implied[index][:count].sum()),
        "rate": {"low": rate.low, "high": rate.high, "confidence": CONFIDENCE},
    }


def _rate(counts: dict[str, int], deals: int) -> Interval:
    """The interval of the first of the verdicts."""
    return win_rate(next(iter(counts.values())), counts.get("undecided", 0), deals, CONFIDENCE)


def pair_of(grid: Grid, first: int, second: int) -> dict[str, Any]:
    """How the first of two variants differs from the second: ``table[i][j]`` counts the deals
    that are i under the first and j under the second (solvable, unsolvable, undecided)."""
    count = grid.complete()
    ours, theirs = grid.found[first][:count], grid.found[second][:count]
    table = np.bincount(3 * ours.astype(np.int64) + theirs, minlength=9).reshape(3, 3).tolist()
    difference = paired_difference_bounds(table, CONFIDENCE)
    p = mcnemar_bounds(table)

    def deals(mine: Verdicts, other: Verdicts) -> list[int]:
        places = np.flatnonzero((mine == SOLVABLE) & (other == UNSOLVABLE))
        return [int(grid.selection.numbers[place]) for place in places.tolist()]

    return {
        "first": _name(grid, first),
        "second": _name(grid, second),
        "table": table,
        "only_first": deals(ours, theirs),
        "only_second": deals(theirs, ours),
        "open": int(((ours == UNDECIDED) | (theirs == UNDECIDED)).sum()),
        "difference": {"low": difference.low, "high": difference.high},
        "p": {"low": p.low, "high": p.high},
    }


def comparison_csv(told: dict[str, Any]) -> str:
    """A line of CSV for each pair of variants."""
    by_name = {one["variant"]: one for one in told["variants"]}
    rows = []
    for pair in told["pairs"]:
        row = {"first": pair["first"], "second": pair["second"], "deals": told["deals"]}
        for side in ("first", "second"):
            one = by_name[pair[side]]
            row |= {f"{side}_{name}": count for name, count in one["counts"].items()}
            row |= {f"{side}_{end}": one["rate"][end] for end in ("low", "high")}
        row |= {side: len(pair[side]) for side in ("only_first", "only_second")}
        row |= {f"difference_{end}": pair["difference"][end] for end in ("low", "high")}
        row |= {"open": pair["open"], "p_low": pair["p"]["low"], "p_high": pair["p"]["high"]}
        rows.append(row | {"p_holm": pair["p_holm"]})
    return csv_text(rows)


def comparison_text(told: dict[str, Any], plan: Plan) -> str:
    """The comparison for a person; the same however many runs it took."""
    if not told["deals"]:
        return say("no deal has a verdict under every variant yet")
    many = len(told["pairs"]) > 1
    names = list(told["variants"][0]["counts"])
    verdicts = [word("verdict", name) for name in names]
    head = [say("variant"), *verdicts, say("implied"), say("rate, 95 %")]
    rates = [head, *(_rate_cells(one, told["deals"]) for one in told["variants"])]
    pairs = [_pair_head(many), *(_pair_cells(pair, many) for pair in told["pairs"])]
    player = player_text(Entrant(told["player"], told.get("strength", 0)))
    lines = [f"{player}, {many_deals(told['deals'], plan)}", ""]
    lines += [*columns(rates), "", *columns(pairs), ""]
    for pair in told["pairs"]:
        for side, other in (("first", "second"), ("second", "first")):
            if deals := pair[f"only_{side}"]:
                text = "{verdict} under {one}, not {other}: {deals}"
                sides = {"one": pair[side], "other": pair[other]}
                lines.append(say(text, verdict=verdicts[0], deals=named(deals), **sides))
    return "\n".join(lines).rstrip()


def _rate_cells(one: dict[str, Any], deals: int) -> list[str]:
    counts = one["counts"]
    low, high = _rate(counts, deals).percent()
    told = [say("{count:,}", count=count) for count in (*counts.values(), one["implied"])]
    return [one["variant"], *told, say("{low:.3f} … {high:.3f} %", low=low, high=high)]


def _pair_head(many: bool) -> list[str]:
    return [
        say("first − second"),
        say("only first"),
        say("only second"),
        say("open"),
        say("difference, 95 %"),
        say("p, Holm") if many else say("p"),
    ]


def _pair_cells(pair: dict[str, Any], many: bool) -> list[str]:
    low, high = paired_difference_bounds(pair["table"], CONFIDENCE).percent()
    p = pair["p_holm"] if many else pair["p"]["high"]
    counts = [len(pair["only_first"]), len(pair["only_second"]), pair["open"]]
    told = [say("{count:,}", count=count) for count in counts]
    shown = say("{p:.2g}", p=p) if p >= 1e-4 else f"{p:.0e}"
    ends = say("{low:+.3f} … {high:+.3f} %", low=low, high=high)
    return [f"{pair['first']} − {pair['second']}", *told, ends, shown]
