"""``pasyans solve``: is this deal solvable, and how is it won?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
from cli.page.document import html_option
from cli.words import counted, heard, say, word
from solver import __version__
from solver.cards import card_text
from solver.deals import DealError, patience_deal
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from solver.patience.evidence import Evidence
    from solver.patience.lines import Move
    from solver.patience.solve import Outcome


@click.command()
@patience_argument
@click.option("--deal", "number", type=DEAL_NUMBER, help="A deal number.")
@click.option("--file", "path", help="A deal file, - for standard input.")
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
    faces = _faces(variant, number, path)
    from cli.interrupt import interruptible

    limits = Limits(budget, seconds or float("inf"), memory)
    with interruptible() as stopped:
        found = _search(variant, faces, limits, effort if short else 0, quiet, stopped)
    outcome = found.outcome
    if page is not None:
        deal = number if number is not None else source_name(str(path))
        _write_page(page, variant, deal, faces, found)
    if as_json:
        told = _object(variant, number, faces, found, limits)
        tell(json.dumps(told, ensure_ascii=False))
    else:
        from cli.play import game_text

        text = _headline(variant, number, path, found)
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


class Found(NamedTuple):
    """What there is to tell about a deal."""

    outcome: Outcome
    moves: list[Move]
    """A line that has passed the referee, the shortened one if that was asked for."""
    short: bool
    evidence: Evidence | None
    """Of an exhaustive search that found no win."""
    proof: dict[str, object] | None
    """Of an unsolvable deal, where it is a case analysis (certificates.py)."""


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
    from solver.patience.batch import Batch, check_line, kernels
    from solver.patience.evidence import evidence_for
    from solver.patience.lines import to_moves
    from solver.patience.rules import to_codes
    from solver.patience.searches import Exhaustive
    from solver.patience.shorten import SHORTENING, shorten

    made: list[Batch] = []

    def make() -> None:
        made.append(Batch(variant, limits))
        if effort:
            shorten(made[0].rules, made[0].codes(0), ())

    prepare(make, stopped, quiet, *kernels(variant), *(SHORTENING if effort else ()))
    solver, rules = made[0].solver, made[0].rules
    codes = np.array(to_codes(rules, faces), dtype=np.int64)
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


def _headline(variant: Variant, number: int | None, path: str | None, found: Found) -> str:
    outcome = found.outcome
    name = say("deal {number}", number=number) if path is None else source_name(path)
    verdict = word("verdict", outcome.verdict)
    return f"{variant} «{variant.game.title}», {name}: {verdict}{_how(found)}\n{_effort(outcome)}"


def _how(found: Found) -> str:
    """What a verdict rests on, in words that follow it."""
    outcome = found.outcome
    if found.moves:
        told = counted(" in {count} move", " in {count} moves", len(found.moves))
        before = len(outcome.line)
        return told + say(" ({count} before they were shortened)", count=before) * found.short
    if found.evidence is not None:
        return counted(
            " (exhaustive search, {count:,} position)",
            " (exhaustive search, {count:,} positions)",
            found.evidence.stored,
        )
    if outcome.verdict == "unsolvable":
        return counted(
            " (case analysis, {count:,} assumption refuted)",
            " (case analysis, {count:,} assumptions refuted)",
            outcome.stored,
        )
    return f" ({word('limit', REASONS[outcome.method])})"


def _effort(outcome: Outcome) -> str:
    """What the search has cost."""
    if outcome.method == "cases":
        return counted(
            "{count:,} relaxed game played in {seconds:.2f} s",
            "{count:,} relaxed games played in {seconds:.2f} s",
            outcome.nodes,
            seconds=outcome.seconds,
        )
    return counted(
        "{count:,} position searched in {seconds:.2f} s",
        "{count:,} positions searched in {seconds:.2f} s",
        outcome.nodes,
        seconds=outcome.seconds,
    )


REASONS = {
    "nodes": "the budget of positions is spent; a larger --budget searches on",
    "seconds": "the time is up; a longer --time searches on",
    "memory": "the memory is full; a larger --memory searches on",
    "interrupt": "interrupted",
}


def _object(
    variant: Variant, number: int | None, faces: Sequence[int], found: Found, limits: Limits
) -> dict[str, object]:
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "rules": variant.rules,
        "digest": variant.digest,
        "version": __version__,
        "deal": {"number": number, "cards": [card_text(face) for face in faces]},
        "verdict": found.outcome.verdict,
        "moves": found.moves,
        "search": _search_object(found, limits),
        **({} if found.proof is None else {"proof": found.proof}),
    }


def _search_object(found: Found, limits: Limits) -> dict[str, object]:
    outcome, evidence = found.outcome, found.evidence
    told: dict[str, object] = {
        "method": outcome.method,
        "nodes": outcome.nodes,
        "stored": outcome.stored,
        "seconds": round(outcome.seconds, 6),
        "budget": limits.nodes,
        "memory": limits.memory,
    }
    if evidence is not None:
        told |= {**evidence._asdict()}
    if found.moves and found.short:
        told["shortened"] = {"before": len(outcome.line), "after": len(found.moves)}
    return told
