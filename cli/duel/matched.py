"""What a match of two players (solver/duel/match.py) comes to; as JSON, CSV or text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cli.batch_options import Plan
from cli.duel.sides import Sides
from cli.output import columns
from cli.players import player_text
from cli.summary import CONFIDENCE, csv_text, many_deals
from cli.until import looks
from cli.words import counted, say, word
from solver.duel.match import Floats, Match, SeatA
from solver.duel.names import Pairing
from solver.elo import bounds, elo_of, log_likelihood_ratio, score_of
from solver.stats import mean_interval, share_interval
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.duel.match import Sprt


def match_of(sides: Sides) -> Match:
    """The match over the deals that all four sides have played."""
    games = [sides.games(side) for side in range(4)]
    return Match.of([SeatA(one.points(0), one.column("margin"), one.whole) for one in games])


def match_summary(
    variant: Variant, pairing: Pairing, sides: Sides, sprt: Sprt | None
) -> dict[str, Any]:
    """The object of ``match --json``; all but ``run`` follows from the games."""
    found, asked = match_of(sides), sides.jobs[0].series.asked
    decided = decided_after(found, sprt) if sprt else None
    if decided is not None:
        found = found._replace(points=found.points[:decided], margins=found.margins[:decided])
    used = len(found.points) + found.broken
    numbers = sides.jobs[0].selection.numbers
    score = share(found.points.mean(axis=1))
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": asked.version,
        "players": [str(pairing.a), str(pairing.b)],
        "deals": used,
        "first": int(numbers[0]) if sides.deals else None,
        "confidence": CONFIDENCE,
        "games": found.points.size,
        "counts": {
            name: int((found.points == points).sum())
            for name, points in (("won", 1.0), ("drawn", 0.5), ("lost", 0.0))
        }
        | {"aborted_deals": found.broken},
        "won": share(found.share(1.0)),
        "drawn": share(found.share(0.5)),
        "lost": share(found.share(0.0)),
        "score": score,
        "elo": {name: elo_of(score[end]) for name, end in _ELO},
        "margin": interval(found.margins.mean(axis=1)),
        "first_mover": advantage(found.advantage),
        **_pairs(found),
        **({"sprt": _sprt(found, sprt, decided is not None)} if sprt else {}),
        "seconds": sides.seconds,
        "search": asked.digest,
        "run": sides.run.told(),
    }


_ELO = (("elo", "mean"), ("low", "low"), ("high", "high"))


def interval(values: Floats) -> dict[str, float]:
    """The mean over deals with its interval, for JSON."""
    return dict(mean_interval(values, CONFIDENCE)._asdict())


def share(values: Floats) -> dict[str, float]:
    """The same of shares, 0 .. 1."""
    return dict(share_interval(values, CONFIDENCE)._asdict())


def advantage(values: Floats) -> dict[str, float]:
    """The same of differences of shares, -1 .. 1."""
    told = mean_interval(values, CONFIDENCE)
    return {"mean": told.mean, "low": max(-1.0, told.low), "high": min(1.0, told.high)}


def _pairs(found: Match) -> dict[str, Any]:
    """How the pairs went: 0, 1/2, 1, 3/2 or 2 points for P, and how many diverged."""
    pairs = found.pairs
    often = np.bincount((2 * pairs).astype(np.int64).ravel(), minlength=5).tolist()
    return {
        "pentanomial": dict(zip(("0", "0.5", "1", "1.5", "2"), often, strict=True)),
        "divergent": share(np.asarray((pairs != 1).mean(axis=1))),
    }


SCORES = tuple(eighth / 8 for eighth in range(9))
"""A deal's share of points: both pairs together, for they are not independent."""


def decided_after(found: Match, sprt: Sprt) -> int | None:
    """After how many deals, in their order, a sequential test has decided; None: not yet.

    It looks at every deal at first, then each percent (until.looks).
    """
    of_deal = np.rint(2 * found.points.sum(axis=1)).astype(np.int64)
    counts, (low, high) = np.zeros(len(SCORES), np.int64), bounds()
    for n, eighths in enumerate(of_deal.tolist(), 1):
        counts[eighths] += 1
        if looks(n) and not low < _ratio(counts, sprt) < high:
            return n
    return None


def _ratio(counts: NDArray[np.int64], sprt: Sprt) -> float:
    return log_likelihood_ratio(counts, SCORES, score_of(sprt.elo0), score_of(sprt.elo1))


def _sprt(found: Match, sprt: Sprt, decided: bool) -> dict[str, Any]:
    of_deal = np.rint(2 * found.points.sum(axis=1)).astype(np.int64)
    low, high = bounds()
    ratio = _ratio(np.bincount(of_deal, minlength=len(SCORES)), sprt)
    verdict = ("H1" if ratio >= high else "H0") if decided else "open"
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "llr": ratio,
        "low": low,
        "high": high,
        "verdict": verdict,
    }


def match_csv(told: dict[str, Any]) -> str:
    """One line of CSV."""
    row = {name: told[name] for name in ("variant", "deals", "games")}
    row |= dict(zip(("first", "second"), told["players"], strict=True)) | told["counts"]
    for name in ("score", "margin", "first_mover", "divergent"):
        row |= {f"{name}_{end}": told[name][end] for end in ("mean", "low", "high")}
    row |= {f"elo_{name}" if name != "elo" else name: each for name, each in told["elo"].items()}
    row |= {"seconds": told["seconds"]}
    return csv_text([row | {f"sprt_{name}": each for name, each in told.get("sprt", {}).items()}])


def match_text(told: dict[str, Any], plan: Plan) -> str:
    """The match for a person."""
    if not told["games"]:
        return say("no deal was played four times")
    one, other = map(player_text, told["players"])
    advantage = _signed(told["first_mover"], 100)
    lines = [
        say(
            "{variant}, {one} against {other}, {deals}, four games a deal",
            variant=told["variant"],
            one=one,
            other=other,
            deals=many_deals(told["deals"], plan),
        ),
        "",
        *columns(_rows(told, one)),
        "",
        say(
            "{one} − {other}: {elo:+.1f} Elo ({low:+.1f} … {high:+.1f}), "
            "margin {margin} points a game",
            one=one,
            other=other,
            margin=_signed(told["margin"], 1),
            **told["elo"],
        ),
        say("who begins scores {advantage} % more than when not", advantage=advantage),
        say(
            "pairs with the seats swapped that diverge: {share}", share=_percent(told["divergent"])
        ),
    ]
    if broken := told["counts"]["aborted_deals"]:
        lines.append(
            counted(
                "left out: {count:,} deal with games broken off",
                "left out: {count:,} deals with games broken off",
                broken,
            )
        )
    if "sprt" in told:
        lines.append(_sprt_text(told["sprt"]))
    return "\n".join(lines)


def _rows(told: dict[str, Any], one: str) -> list[list[str]]:
    """How often the first player won, and so on."""
    head = counted(
        "{player}, of {count:,} game", "{player}, of {count:,} games", told["games"], player=one
    )
    rows = [[head, say("games"), say("95 % interval")]]
    for name in ("won", "drawn", "lost"):
        count = say("{count:,}", count=told["counts"][name])
        rows.append([word("verdict", name), count, _percent(told[name])])
    return [*rows, [say("score"), "", _percent(told["score"])]]


def _sprt_text(told: dict[str, Any]) -> str:
    meaning = {
        "H0": say("{elo:g} Elo or less", elo=told["elo0"]),
        "H1": say("{elo:g} Elo or more", elo=told["elo1"]),
        "open": say("not decided"),
    }
    return say(
        "sequential test of {elo0:g} against {elo1:g} Elo: {meaning} "
        "(log-likelihood ratio {llr:.2f}, bounds {low:.2f} and {high:.2f})",
        meaning=meaning[told["verdict"]],
        **{name: told[name] for name in ("elo0", "elo1", "llr", "low", "high")},
    )


def _percent(told: dict[str, float]) -> str:
    ends = {name: 100 * told[name] for name in ("mean", "low", "high")}
    return say("{mean:.3f} ({low:.3f} … {high:.3f}) %", **ends)


def _signed(told: dict[str, float], scale: int) -> str:
    ends = {name: scale * told[name] for name in ("mean", "low", "high")}
    return say("{mean:+.3f} ({low:+.3f} … {high:+.3f})", **ends)
