"""What a match of two players on the same deals comes to; as JSON, CSV or text."""

from __future__ import annotations

from typing import Any

from cli.batch_options import Plan
from cli.comparison import pair_of
from cli.grid import Grid
from cli.output import columns
from cli.players import player_text
from cli.schema import PLAYED, SOLVABLE, UNDECIDED, UNSOLVABLE
from cli.summary import CONFIDENCE, csv_text, many_deals, named
from cli.words import say, word
from solver.patience.players.names import Entrant
from solver.stats import win_rate


def match_summary(grid: Grid, run: dict[str, float]) -> dict[str, Any]:
    """The object of ``match --json``; all but ``run`` follows from the games."""
    count, job = grid.complete(), grid.jobs[0]
    pair = pair_of(grid, 0, 1)
    del pair["first"], pair["second"]  # who is who is told by ``players``
    return {
        "game": job.variant.game.id,
        "variant": job.variant.text,
        "digest": job.variant.digest,
        "version": job.series.asked.version,
        "deals": count,
        "first": int(grid.selection.numbers[0]) if count else None,
        "confidence": CONFIDENCE,
        "players": [_player(grid, index, count) for index in range(2)],
        **pair,
        "run": run,
    }


def _player(grid: Grid, index: int, count: int) -> dict[str, Any]:
    """A player's games; deals that the search leaves undecided are neither won nor lost."""
    job, found = grid.jobs[index], grid.found[index][:count]
    won, lost, open_ = (
        int((found == verdict).sum()) for verdict in (SOLVABLE, UNSOLVABLE, UNDECIDED)
    )
    rate = win_rate(won, open_, count, CONFIDENCE)
    return {
        "player": job.entrant.name,
        "strength": job.entrant.strength or None,
        "counts": dict(zip(PLAYED, (won, lost), strict=True)) | {"undecided": open_},
        "rate": {"low": rate.low, "high": rate.high, "confidence": CONFIDENCE},
        "budget": job.series.asked.limits.nodes or None,
        "search": job.series.asked.digest,
    }


def _name(one: dict[str, Any]) -> str:
    """A player of a summary, with the strength."""
    return str(Entrant(one["player"], one["strength"] or 0))


def match_csv(told: dict[str, Any]) -> str:
    """One line of CSV."""
    row: dict[str, Any] = {"variant": told["variant"], "deals": told["deals"]}
    for side, one in zip(("first", "second"), told["players"], strict=True):
        row |= {side: _name(one), f"won_{side}": one["counts"]["won"]}
        row |= {f"only_{side}": len(told[f"only_{side}"])}
    row |= {f"difference_{end}": told["difference"][end] for end in ("low", "high")}
    return csv_text([row | {"open": told["open"], "p": told["p"]["high"]}])


def match_text(told: dict[str, Any], plan: Plan) -> str:
    """The match for a person."""
    if not told["deals"]:
        return say("no deal was played by both")
    rows = [[say("player"), word("verdict", "won"), say("only this one"), say("rate, 95 %")]]
    sides = zip(("first", "second"), told["players"], strict=True)
    names = {side: player_text(_name(one)) for side, one in sides}
    for side, one in zip(("first", "second"), told["players"], strict=True):
        rate = win_rate(one["counts"]["won"], one["counts"]["undecided"], told["deals"])
        low, high = rate.percent()
        only = say("{count:,}", count=len(told[f"only_{side}"]))
        won = say("{count:,}", count=one["counts"]["won"])
        rows.append([names[side], won, only, say("{low:.3f} … {high:.3f} %", low=low, high=high)])
    low, high = (100 * told["difference"][end] for end in ("low", "high"))
    lines = [f"{told['variant']}, {many_deals(told['deals'], plan)}", "", *columns(rows), ""]
    lines.append(
        say(
            "{first} − {second}: {low:+.3f} … {high:+.3f} % (95 % interval), p = {p:.2g}",
            **names,
            low=low,
            high=high,
            p=told["p"]["high"],
        )
    )
    for side, other in (("first", "second"), ("second", "first")):
        if deals := told[f"only_{side}"]:
            text = "won by {one}, not by {other}: {deals}"
            lines.append(say(text, one=names[side], other=names[other], deals=named(deals)))
    return "\n".join(lines)
