"""``pasyans review``: which move of a played game threw the deal away?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from cli.exits import INTERRUPTED
from cli.gamefile import (
    GameFileError,
    check_rules,
    faces_of,
    moves_of,
    read_object,
    refuse,
    replayed,
)
from cli.options import (
    NODES,
    Whole,
    json_option,
    patience_argument,
    quiet_option,
    source_name,
    symbols_option,
)
from cli.output import hung, tell
from cli.page.document import html_option, keep_input
from cli.words import counted, say, word
from solver import __version__
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from solver.patience.lines import Move
    from solver.patience.referee import Game
    from solver.patience.review import Standing, Step

MEMORY = 1 << 30


class Record(NamedTuple):
    """A game as it was played."""

    games: list[Game]
    """Its positions, the first before any move."""
    moves: list[Move]


@click.command()
@patience_argument
@click.argument("path", metavar="FILE")
@click.option(
    "--samples",
    type=Whole("games", 1, 10**6),
    default=40,
    show_default=True,
    help="Orders of the stock over which each position is played on.",
)
@click.option(
    "--budget",
    type=NODES,
    default="1M",
    show_default=True,
    help="Positions searched a position of the game before it counts as undecided.",
)
@click.option("--all", "every", is_flag=True, help="Tell of every move.")
@html_option
@symbols_option
@json_option
@quiet_option
@click.pass_context
def review(
    ctx: click.Context,
    variant: Variant,
    path: str,
    samples: int,
    budget: int,
    every: bool,
    page: Path | None,
    symbols: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Where was the game of FILE thrown away? (- for standard input.)

    FILE holds variant, deal and moves as `pasyans solve --json` prints them, won or not. For each
    move: could the deal be won before and after it, the order of the stock being known, and how
    likely was a win for a player who does not know it?
    """
    keep_input(ctx)
    record = _read(path, variant)
    from cli.interrupt import interruptible

    with interruptible() as stopped:
        steps = _review(
            variant, record, Limits(nodes=budget, memory=MEMORY), samples, quiet, stopped
        )
        interrupted = stopped()
    if page is not None:
        _write_page(page, variant, source_name(path), record, steps)
    if as_json:
        told = _object(variant, steps) | {"samples": samples, "budget": budget}
        tell(json.dumps(told, ensure_ascii=False))
    else:
        tell(_text(variant, record, steps, every, symbols))
    if interrupted:
        ctx.exit(INTERRUPTED)


def _read(path: str, variant: Variant) -> Record:
    from solver.patience.referee import Game

    games: list[Game] = []
    try:
        told = read_object(path)
        check_rules(told, variant)
        game = Game(variant.rules, faces_of(told, variant))
        moves = moves_of(told)
        if not moves:
            refuse(say("no move was played, so there is nothing to review"))
        played = replayed(game, moves, lambda before: games.append(before.copy()))
    except GameFileError as error:
        raise click.ClickException(f"{source_name(path)}: {error}") from None
    return Record([*games, game], played)


def _review(
    variant: Variant, record: Record, limits: Limits, samples: int, quiet: bool, stopped: Stopped
) -> list[Step]:
    from cli.kernels import prepare
    from solver.patience.advice import KERNELS, Adviser
    from solver.patience.review import Reviewer

    made: list[Adviser] = []
    prepare(lambda: made.append(Adviser(variant, limits, samples)), stopped, quiet, *KERNELS)
    return Reviewer(made[0], stopped).review(record.games, record.moves)


def _write_page(page: Path, variant: Variant, deal: str, record: Record, steps: list[Step]) -> None:
    from cli.page.document import document, write_page
    from cli.page.patience import reviewed

    write_page(page, document(variant, deal, reviewed(record.games[0], steps)))


# ------------------------------------------------------------------ text


def _text(variant: Variant, record: Record, steps: list[Step], every: bool, symbols: bool) -> str:
    from cli.play import move_text

    rows = [(say("move"), "", word("verdict", "solvable"), say("chance"), "")]
    for step, game in zip(steps, record.games, strict=False):
        words = " ".join(move_text(game, step.move, symbols).split())
        if every or _matters(step):
            told = _change(*(word("verdict", one.verdict) for one in (step.before, step.after)))
            chance = _change(_chance(step.before), _chance(step.after))
            rows.append((f"{step.number}.", words, told, chance, _remark(step)))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    table = [
        f"{row[0]:>{widths[0]}} "
        + "  ".join(cell.ljust(wide) for cell, wide in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    moves = counted("{count} move", "{count} moves", len(steps))
    head = f"{variant} «{variant.game.title}», {moves}: {_summary(steps, record)}"
    return "\n".join([head, *(hung(line.rstrip(), widths[0] + 1) for line in table)])


def _matters(step: Step) -> bool:
    changed = step.before.verdict != step.after.verdict
    return changed or step.chance_changed or step.move["move"] == "deal"


def _change(before: str, after: str) -> str:
    return before if before == after else f"{before} → {after}"


def _chance(standing: Standing) -> str:
    from solver.stats import wilson

    games = standing.games
    if len(games) < 2:
        return "?" if not games else "100 %" if games[0] else "0 %"
    low, high = wilson(sum(games), len(games)).percent(0)
    return f"{low:.0f}–{high:.0f} %"


def _remark(step: Step) -> str:
    if step.threw_away:
        return say("thrown away here")
    if step.move["move"] != "deal" and step.chance_changed:
        gained = sum(step.after.games) > sum(step.before.games)
        return say("a better chance") if gained else say("a worse chance")
    return ""


def _summary(steps: list[Step], record: Record) -> str:
    if record.games[-1].won:
        return say("won")
    if thrown := [step.number for step in steps if step.threw_away]:
        return say("move {number} threw the deal away", number=thrown[0])
    first, last = steps[0].before.verdict, steps[-1].after.verdict
    if first == "unsolvable":
        return say("the deal could not be won")
    if last == "solvable":
        return say("not won yet, but it still can be")
    lost = [step.number for step in steps if step.after.verdict == "unsolvable"]
    safe = [step.number for step in steps if step.after.verdict == "solvable"]
    if lost and (safe or first == "solvable"):
        first_move = max(safe, default=0) + 1
        told = "thrown away by one of the moves {first} … {last}"
        return say(told, first=first_move, last=lost[0])
    return say("no search could tell where it was lost; try a larger --budget")


# ------------------------------------------------------------------ JSON


def _object(variant: Variant, steps: list[Step]) -> dict[str, object]:
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": __version__,
        "thrown_away": next((step.number for step in steps if step.threw_away), None),
        "steps": [
            {
                "number": step.number,
                "move": step.move,
                "before": _told(step.before),
                "after": _told(step.after),
                "chance_changed": step.chance_changed,
            }
            for step in steps
        ],
    }


def _told(standing: Standing) -> dict[str, object]:
    from solver.stats import wilson

    won, games = sum(standing.games), len(standing.games)
    told: dict[str, object] = {"verdict": standing.verdict, "won": won, "games": games}
    if games > 1:
        low, high = wilson(won, games)
        told["chance"] = {"low": low, "high": high, "confidence": 0.95}
    return told
