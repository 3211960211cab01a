"""``pasyans solve``: is this deal solvable, and how is it won?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.exits import INTERRUPTED, VERDICTS
from cli.options import (
    DEAL_NUMBER,
    json_option,
    quiet_option,
    read_text,
    search_options,
    source_name,
    symbols_option,
    variant_argument,
)
from cli.output import tell
from solver import __version__
from solver.cards import card_text
from solver.deals import DealError, patience_deal
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from solver.patience.lines import Move
    from solver.patience.solve import Outcome


@click.command()
@variant_argument
@click.option("--deal", "number", type=DEAL_NUMBER, help="A deal number.")
@click.option("--file", "path", help="A deal file, - for standard input.")
@search_options
@click.option("--show", is_flag=True, help="Print the position after each row, lift and turn.")
@click.option(
    "--check", is_flag=True, help="Exit code 0 if solvable, 10 if unsolvable, 20 if undecided."
)
@symbols_option
@json_option
@quiet_option
@click.pass_context
def solve(
    ctx: click.Context,
    variant: Variant,
    number: int | None,
    path: str | None,
    budget: int,
    seconds: float | None,
    memory: int,
    show: bool,
    check: bool,
    symbols: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Search a deal of VARIANT with full knowledge of the stock.

    A line of play that is printed has passed the referee; "unsolvable" is a finished exhaustive
    search; anything else is undecided.
    """
    faces = _faces(variant, number, path)
    from cli.interrupt import interruptible

    limits = Limits(budget, seconds or float("inf"), memory)
    with interruptible() as stopped:
        outcome, moves = _search(variant, faces, limits, quiet, stopped)
    if as_json:
        told = _object(variant, number, faces, outcome, moves, limits)
        tell(json.dumps(told, ensure_ascii=False))
    else:
        from cli.play import game_text

        text = _headline(variant, number, path, outcome)
        if outcome.line:
            text += "\n\n" + game_text(variant, faces, moves, show, symbols)
        tell(text)
    if outcome.method == "interrupt":
        ctx.exit(INTERRUPTED)
    if check:
        ctx.exit(VERDICTS[outcome.verdict])


def _faces(variant: Variant, number: int | None, path: str | None) -> list[int]:
    if (number is None) == (path is None):
        raise click.UsageError("give one of --deal N and --file F")
    ranks, piles = int(variant.rules["ranks"]), int(variant.rules["piles"])
    if path is None:
        assert number is not None
        return patience_deal(number, ranks)
    from solver.dealfiles import parse_deal

    try:
        return parse_deal(read_text(path), ranks, piles, source_name(path))
    except DealError as error:
        raise click.ClickException(str(error)) from None


def _search(
    variant: Variant, faces: Sequence[int], limits: Limits, quiet: bool, stopped: Stopped
) -> tuple[Outcome, list[Move]]:
    import numpy as np

    from cli.kernels import prepare
    from solver.patience.batch import KERNELS, Batch, check_line
    from solver.patience.lines import to_moves
    from solver.patience.rules import to_codes

    made: list[Batch] = []
    prepare(lambda: made.append(Batch(variant, limits)), stopped, quiet, *KERNELS)
    batch = made[0]
    codes = np.array(to_codes(batch.rules, faces), dtype=np.int64)
    outcome = batch.solver.solve(codes, stopped)
    moves = to_moves(batch.rules, outcome.line)
    if outcome.line:
        check_line(variant, faces, moves)
    return outcome, moves


def _headline(variant: Variant, number: int | None, path: str | None, outcome: Outcome) -> str:
    name = f"deal {number}" if path is None else source_name(path)
    told = f"{variant} «{variant.game.title}», {name}: {outcome.verdict}"
    if outcome.line:
        told += f" in {len(outcome.line)} moves"
    elif outcome.verdict == "unsolvable":
        told += f" (exhaustive search, {outcome.stored:,} positions)"
    else:
        told += f" ({REASONS[outcome.method]})"
    unit = "position" if outcome.nodes == 1 else "positions"
    return f"{told}\n{outcome.nodes:,} {unit} searched in {outcome.seconds:.2f} s"


REASONS = {
    "nodes": "the budget of positions is spent; a larger --budget searches on",
    "seconds": "the time is up; a longer --time searches on",
    "memory": "the memory is full; a larger --memory searches on",
    "interrupt": "interrupted",
}


def _object(
    variant: Variant,
    number: int | None,
    faces: Sequence[int],
    outcome: Outcome,
    moves: list[Move],
    limits: Limits,
) -> dict[str, object]:
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "rules": variant.rules,
        "digest": variant.digest,
        "version": __version__,
        "deal": {"number": number, "cards": [card_text(face) for face in faces]},
        "verdict": outcome.verdict,
        "moves": moves,
        "search": {
            "method": outcome.method,
            "nodes": outcome.nodes,
            "stored": outcome.stored,
            "seconds": round(outcome.seconds, 6),
            "budget": limits.nodes,
            "memory": limits.memory,
        },
    }
