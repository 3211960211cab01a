"""``pasyans solve``: is this deal solvable, and how is it won?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.exits import INTERRUPTED, VERDICTS
from cli.options import (
    COUNT_SUFFIXES,
    DEAL_NUMBER,
    Whole,
    json_option,
    patience_argument,
    quiet_option,
    read_text,
    search_options,
    source_name,
    symbols_option,
)
from cli.output import tell
from cli.page.document import html_option, keep_input
from cli.solution import Found, headline, solution_object
from cli.words import heard, say
from solver.deals import DealError, patience_deal
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped


_SEARCHING = ("path", "budget", "seconds", "memory", "short", "effort")
"""Parameters that say what is searched, and how."""


@click.command()
@patience_argument
@click.option("--deal", "number", type=DEAL_NUMBER, help="A deal number.")
@click.option("--file", "path", help="A deal file, - for standard input.")
@click.option(
    "--db",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Take the line of play that this database keeps, and search nothing.",
)
@search_options
@click.option("--short", is_flag=True, help="Shorten the line of play that is found.")
@click.option(
    "--effort",
    type=Whole("moves", 1, 10**12, COUNT_SUFFIXES),
    default="20M",
    show_default=True,
    help="Moves that --short may try.",
)
@click.option("--show", is_flag=True, help="Print the position after each row, lift and turn.")
@click.option(
    "--check", is_flag=True, help="Exit code 0 if solvable, 10 if unsolvable, 20 if undecided."
)
@html_option
@symbols_option
@json_option
@quiet_option
@click.pass_context
def solve(
    ctx: click.Context,
    variant: Variant,
    number: int | None,
    path: str | None,
    db: Path | None,
    budget: int,
    seconds: float | None,
    memory: int,
    short: bool,
    effort: int,
    show: bool,
    check: bool,
    page: Path | None,
    symbols: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """Search a deal of VARIANT with full knowledge of the stock.

    A line of play that is printed has passed the referee; "unsolvable" is a finished exhaustive
    search or case analysis; anything else is undecided.
    """
    keep_input(ctx)
    if db is not None:
        _check_kept(ctx)
    faces = _faces(variant, number, path)
    from cli.interrupt import interruptible

    limits = Limits(budget, seconds or float("inf"), memory)
    if db is not None and number is not None:
        from cli.retold import kept_solution

        found, limits = kept_solution(db, variant, number)
    else:
        with interruptible() as stopped:
            found = _search(variant, faces, limits, effort if short else 0, quiet, stopped)
    outcome = found.outcome
    if page is not None:
        deal = number if number is not None else source_name(str(path))
        _write_page(page, variant, deal, faces, found)
    if as_json:
        told = solution_object(variant, number, faces, found, limits)
        tell(json.dumps(told, ensure_ascii=False))
    else:
        from cli.play import game_text

        text = headline(variant, number, path, found)
        if found.moves:
            text += "\n\n" + game_text(variant, faces, found.moves, show, symbols)
        tell(text)
    if outcome.method == "interrupt":
        ctx.exit(INTERRUPTED)
    if check:
        ctx.exit(VERDICTS[outcome.verdict])


def _faces(variant: Variant, number: int | None, path: str | None) -> list[int]:
    if (number is None) == (path is None):
        raise click.UsageError(say("give one of --deal N and --file F"))
    ranks, piles = int(variant.rules["ranks"]), int(variant.rules["piles"])
    if path is None:
        assert number is not None
        return patience_deal(number, ranks)
    from solver.dealfiles import parse_deal

    try:
        return parse_deal(read_text(path), ranks, piles, source_name(path))
    except DealError as error:
        raise click.ClickException(heard(str(error))) from None


def _check_kept(ctx: click.Context) -> None:
    """Refuse what means nothing where nothing is searched.

    Raises:
        click.UsageError: an option on the command line that is about files of deals or searches.
    """
    for each in ctx.command.params:
        source = ctx.get_parameter_source(each.name or "")
        if each.name in _SEARCHING and source is click.core.ParameterSource.COMMANDLINE:
            text = (
                "--db takes a line of play that is kept, and searches nothing: leave out {option}"
            )
            raise click.UsageError(say(text, option=each.opts[0]))


def _search(
    variant: Variant,
    faces: Sequence[int],
    limits: Limits,
    effort: int,
    quiet: bool,
    stopped: Stopped,
) -> Found:
    import numpy as np

    from cli.kernels import prepare
    from solver.patience.batch import check_line, search_kernels
    from solver.patience.evidence import evidence_for
    from solver.patience.lines import to_moves
    from solver.patience.rules import compile_rules, to_codes
    from solver.patience.searches import Exhaustive
    from solver.patience.shorten import SHORTENING, shorten
    from solver.patience.solve import Solver

    rules = compile_rules(variant.rules)
    codes = np.array(to_codes(rules, faces), dtype=np.int64)
    made: list[Solver] = []

    def make() -> None:
        made.append(Solver(rules, limits))
        if effort:
            shorten(rules, codes, ())

    prepare(make, stopped, quiet, *search_kernels(variant), *(SHORTENING if effort else ()))
    (solver,) = made
    outcome = solver.solve(codes, stopped)
    line, evidence, proof = outcome.line, None, None
    if outcome.line and effort:
        line = shorten(rules, codes, outcome.line, effort, stopped)
    if outcome.verdict == "unsolvable":
        proof = solver.proof
        if isinstance(solver.prover, Exhaustive):
            evidence = evidence_for(solver.prover, codes, outcome.method)
    moves = to_moves(rules, line)
    if moves:
        check_line(variant, faces, moves)
    return Found(outcome, moves, bool(effort), evidence, proof)


def _write_page(
    page: Path, variant: Variant, deal: int | str, faces: Sequence[int], found: Found
) -> None:
    from cli.page.document import document, write_page
    from cli.page.patience import solved
    from solver.patience.referee import Game

    game = Game(variant.rules, faces)
    write_page(page, document(variant, deal, solved(game, found.moves, found.outcome.verdict)))
