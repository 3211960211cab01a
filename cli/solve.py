"""``pasyans solve``: is this deal solvable, and how is it won?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.exits import INTERRUPTED, VERDICTS
from cli.notice import compiling
from cli.options import (
    DEAL_NUMBER,
    json_option,
    quiet_option,
    read_text,
    search_options,
    symbols_option,
    variant_argument,
)
from solver import __version__
from solver.cards import card_text
from solver.deals import DealError, patience_deal
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
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
    from solver.patience.solve import INTERRUPT

    limits = Limits(budget, seconds or float("inf"), memory)
    outcome, moves = _search(variant, faces, limits, quiet)
    if as_json:
        told = _object(variant, number, faces, outcome, moves, limits)
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        from cli.play import game_text

        click.echo(_headline(variant, number, path, outcome))
        if outcome.line:
            click.echo("\n" + game_text(variant, faces, moves, show, symbols))
    if outcome.method == INTERRUPT:
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

    source = "standard input" if path == "-" else path
    try:
        return parse_deal(read_text(path), ranks, piles, source)
    except DealError as error:
        raise click.ClickException(str(error)) from None


def _search(
    variant: Variant, faces: Sequence[int], limits: Limits, quiet: bool
) -> tuple[Outcome, list[Move]]:
    import numpy as np

    from cli.interrupt import interruptible
    from solver.patience.batch import check_line
    from solver.patience.beam import stage
    from solver.patience.dfs import search
    from solver.patience.lines import to_moves
    from solver.patience.restarts import restart
    from solver.patience.rules import compile_rules, to_codes
    from solver.patience.solve import Solver

    compiling(quiet, restart, search, stage)
    rules = compile_rules(variant.rules)
    with interruptible() as stopped:
        codes = np.array(to_codes(rules, faces), dtype=np.int64)
        outcome = Solver(rules, limits).solve(codes, stopped)
    moves = to_moves(rules, outcome.line)
    if outcome.line:
        check_line(variant, faces, moves)
    return outcome, moves


def _headline(variant: Variant, number: int | None, path: str | None, outcome: Outcome) -> str:
    name = f"deal {number}" if path is None else ("standard input" if path == "-" else path)
    told = f"{variant} «{variant.game.title}», {name}: {outcome.verdict}"
    if outcome.line:
        told += f" in {len(outcome.line)} moves"
    elif outcome.verdict == "unsolvable":
        told += f" (exhaustive search, {outcome.stored:,} positions)"
    else:
        told += f" ({REASONS[outcome.method]})"
    return f"{told}\n{outcome.nodes:,} positions searched in {outcome.seconds:.2f} s"


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
