"""``pasyans compare`` for games for two: the same players and deals under several rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from cli.batch_options import Plan
from cli.duel.games import Games
from cli.duel.sides import Sides, play_sides
from cli.duel.summary import rate, tell_games
from cli.exits import INTERRUPTED
from cli.output import columns, json_text, tell, warn
from cli.players import pairing_for, pairing_text
from cli.summary import CONFIDENCE, csv_text, many_deals
from cli.words import say, word
from solver.duel.names import Pairing
from solver.stats import holm, mcnemar_exact, mean_interval, paired_difference
from solver.variants import Variant

PACK = 52


def compare_duels(
    ctx: click.Context, variants: Sequence[Variant], pairing: Pairing | None, plan: Plan
) -> None:
    """Play all variants and tell how they differ."""
    from cli.interrupt import interruptible
    from cli.store import open_for_writing

    warn(variants, plan.quiet)
    sides = [(variant, pairing_for(variant, pairing)) for variant in variants]
    with interruptible() as stopped, open_for_writing(plan.db) as store:
        from cli.search import interruption

        played = play_sides(sides, plan, store, stopped)
        told = comparison(played)
        interrupted = stopped()
    if plan.as_json:
        tell(json_text(told))
    else:
        tell(comparison_csv(told) if plan.as_csv else comparison_text(told, plan))
    if not plan.quiet:
        click.echo(str(played.run), err=True)
    if interrupted:
        click.echo(interruption(told["deals"], plan, sides[0][1]), err=True)
        ctx.exit(INTERRUPTED)


def comparison(sides: Sides) -> dict[str, Any]:
    """The object of ``compare --json``; all but ``run`` follows from the games."""
    games = [sides.games(index) for index in range(len(sides.jobs))]
    first, numbers = sides.jobs[0], sides.jobs[0].selection.numbers
    pairing = first.entrant
    assert isinstance(pairing, Pairing)
    pairs = [
        {"first": sides.jobs[i].variant.text, "second": sides.jobs[j].variant.text}
        | {"measures": differences(games[i], games[j])}
        for i, j in combinations(range(len(games)), 2)
    ]
    _adjust(pairs)
    return {
        "players": {"A": str(pairing.a), "B": str(pairing.b)},
        "version": first.series.asked.version,
        "deals": sides.deals,
        "first": int(numbers[0]) if sides.deals else None,
        "confidence": CONFIDENCE,
        "variants": [
            {"game": job.variant.game.id, "variant": job.variant.text, "digest": job.variant.digest}
            | tell_games(one)
            for job, one in zip(sides.jobs, games, strict=True)
        ],
        "pairs": pairs,
        "search": first.series.asked.digest,
        "run": sides.run.told(),
    }


def measures(games: Games) -> dict[str, NDArray[np.bool_]]:
    """What is compared, a truth a deal."""
    points = games.first_mover_points()
    told = {"first_mover_won": points == 1, "drawn": points == 0.5, "A": games.points(0) == 1}
    if "pairs_a" in games.own:
        pairs = games.column("pairs_a") + games.column("pairs_b")
        told["complete"] = pairs == PACK
    return told


def differences(first: Games, second: Games) -> dict[str, Any]:
    """How the first of two rules differs from the second, measure by measure, on the same deals.

    Deals of which a game was broken off under either are left out.
    """
    stand = first.whole & second.whole
    ours, theirs = measures(first), measures(second)
    told: dict[str, Any] = {}
    for name in (name for name in ours if name in theirs):
        one, other = ours[name][stand], theirs[name][stand]
        only_first, only_second = int((one & ~other).sum()), int((other & ~one).sum())
        difference = paired_difference(only_first, only_second, int(stand.sum()), CONFIDENCE)
        told[name] = {
            "games": len(one),
            "counts": [int(one.sum()), int(other.sum())],
            "first": rate(int(one.sum()), len(one)),
            "second": rate(int(other.sum()), len(other)),
            "only_first": only_first,
            "only_second": only_second,
            "difference": {"low": difference.low, "high": difference.high},
            "p": mcnemar_exact(only_first, only_second),
        }
    margins = first.column("margin")[stand] - second.column("margin")[stand]
    return told | {"margin": dict(mean_interval(margins, CONFIDENCE)._asdict())}


def _adjust(pairs: list[dict[str, Any]]) -> None:
    """Correct the p values for their number (Holm)."""
    tests = [one for pair in pairs for one in pair["measures"].values() if "p" in one]
    for one, adjusted in zip(tests, holm([one["p"] for one in tests]), strict=True):
        one["p_holm"] = float(adjusted)


def comparison_csv(told: dict[str, Any]) -> str:
    """A line of CSV for each pair of variants; each measure has columns of its own."""
    rows = []
    for pair in told["pairs"]:
        measures = dict(pair["measures"])
        margin = measures.pop("margin")
        row = {key: pair[key] for key in ("first", "second")} | {"deals": told["deals"]}
        row |= {"games": measures["drawn"]["games"]}
        for name, one in measures.items():
            row |= {f"{name}_{side}": n for side, n in zip(_SIDES, one["counts"], strict=True)}
            row |= {f"{name}_only_{side}": one[f"only_{side}"] for side in _SIDES}
            row |= {f"{name}_{end}": one["difference"][end] for end in ("low", "high")}
            row |= {f"{name}_{key}": one[key] for key in ("p", "p_holm")}
        rows.append(row | {f"margin_{end}": margin[end] for end in ("mean", "low", "high")})
    return csv_text(rows)


_SIDES = ("first", "second")


NAMES = {"first_mover_won": "who begins wins", "drawn": "draw", "A": "A wins"}


def comparison_text(told: dict[str, Any], plan: Plan) -> str:
    """The comparison for a person; the same however many runs it took."""
    if not told["deals"]:
        return say("no deal was played under every variant yet")
    lines = [
        f"{pairing_text(told['players'])}, {many_deals(told['deals'], plan)}",
        "",
        *columns([*_rates(told)]),
    ]
    for pair in told["pairs"]:
        heads = say("only first"), say("only second"), say("difference, 95 %"), say("p, Holm")
        rows = [["", *heads]]
        for name, one in pair["measures"].items():
            if name != "margin":
                rows.append([word("outcome", NAMES.get(name, name)), *_cells(one)])
        lines += ["", f"{pair['first']} − {pair['second']}", *columns(rows)]
        ends = {end: pair["measures"]["margin"][end] for end in ("mean", "low", "high")}
        lines.append(say("margin of A {mean:+.3f} ({low:+.3f} … {high:+.3f})", **ends))
    return "\n".join(lines)


def _rates(told: dict[str, Any]) -> list[list[str]]:
    heads = ("variant", "A", "draw", "B", "aborted", "who begins wins, 95 %")
    rows = [[word("head", head) for head in heads]]
    for one in told["variants"]:
        low, high = (100 * one["first_mover"]["rate"][end] for end in ("low", "high"))
        counts = [say("{count:,}", count=count) for count in one["counts"].values()]
        rows.append([one["variant"], *counts, say("{low:.3f} … {high:.3f} %", low=low, high=high)])
    return rows


def _cells(one: dict[str, Any]) -> list[str]:
    low, high = (100 * one["difference"][end] for end in ("low", "high"))
    p = one["p_holm"]
    shown = f"{p:.0e}" if p >= 1e-300 else "< 1e-300"
    if p >= 1e-4:
        shown = say("{p:.2g}", p=p)
    counts = (say("{count:,}", count=one[side]) for side in ("only_first", "only_second"))
    return [*counts, say("{low:+.3f} … {high:+.3f} %", low=low, high=high), shown]
