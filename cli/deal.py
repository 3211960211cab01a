"""``pasyans deal``: a numbered deal as a deal file."""

from __future__ import annotations

import json

import click

from cli.duel.deal import duel_deal_text, duel_position_text
from cli.options import DEAL_NUMBER, json_option, symbols_option, variant_argument
from cli.output import tell
from cli.words import heard, respelled, say
from solver.cards import card_text
from solver.dealfiles import format_deal
from solver.deals import DealError, patience_deal
from solver.variants import Variant


@click.command()
@variant_argument
@click.argument("number", type=DEAL_NUMBER)
@click.option(
    "--solvitaire",
    is_flag=True,
    help="NUMBER is a seed of the solver Solvitaire (its --random), not a deal number.",
)
@click.option(
    "--position", is_flag=True, help="Print its start position as a file for `pasyans advise`."
)
@symbols_option
@json_option
def deal(
    variant: Variant, number: int, solvitaire: bool, position: bool, symbols: bool, as_json: bool
) -> None:
    """Print deal NUMBER of a VARIANT as a deal file, in dealing order, a row a line."""
    if position and as_json:
        raise click.UsageError(say("give one of --position and --json"))
    if variant.game.seats == 2:
        if solvitaire:
            raise click.UsageError(say("--solvitaire is for patiences"))
        if position:
            tell(duel_position_text(variant, number, symbols))
        else:
            tell(duel_deal_text(variant, number, symbols, as_json))
        return
    ranks, piles = int(variant.rules["ranks"]), int(variant.rules["piles"])
    faces = _solvitaire(number, ranks, piles) if solvitaire else patience_deal(number, ranks)
    told_name = "Solvitaire seed {number}" if solvitaire else "deal {number}"
    name = say(told_name, number=number)
    if position:
        tell(_position(variant, faces, name, symbols))
        return
    if as_json:
        cards = [card_text(face, symbols) for face in faces]
        told = {"number": None if solvitaire else number, "cards": cards}
        tell(
            json.dumps(
                {"game": variant.game.id, "variant": variant.text, "deal": told}, ensure_ascii=False
            )
        )
        return
    head = say(
        "# {variant}, {deal}: {count} cards in dealing order, {piles} a row",
        variant=variant,
        deal=name,
        count=len(faces),
        piles=piles,
    )
    tell(f"{head}\n{respelled(format_deal(faces, piles, symbols))}")


def _position(variant: Variant, faces: list[int], name: str, symbols: bool) -> str:
    from solver.patience.positionfile import format_position
    from solver.patience.situation import at_start

    head = say(
        "# {variant}, {deal}: a position; piles from bottom to top, base piles by their top "
        "cards,\n# stock: how many cards are left in it, or which, in order; also, once it is out, "
        "such as\n# aside: 7C from 3, lifted: 1-2 (places lifted or passed), turned: 1\n",
        variant=variant,
        deal=name,
    )
    return head + respelled(format_position(at_start(variant, faces, known=False), symbols))


def _solvitaire(seed: int, ranks: int, piles: int) -> list[int]:
    from solver.solvitaire import solvitaire_deal

    try:
        return solvitaire_deal(seed, ranks, piles)
    except DealError as error:
        raise click.BadParameter(heard(str(error))) from None
