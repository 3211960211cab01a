"""``pasyans deal`` for a game for two: both packs, or the start position."""

from __future__ import annotations

import json

import click

from cli.words import respelled, say
from solver.cards import card_text
from solver.dealfiles import format_duel_deal
from solver.deals import duel_deal
from solver.variants import Variant


def cards_of(packs: tuple[list[int], list[int]], symbols: bool = False) -> dict[str, list[str]]:
    """Both packs for JSON."""
    a, b = ([card_text(face, symbols) for face in pack] for pack in packs)
    return {"A": a, "B": b}


def duel_deal_text(variant: Variant, number: int, symbols: bool, as_json: bool) -> str:
    """A numbered deal as a deal file or as JSON."""
    packs = duel_deal(number)
    if as_json:
        deal = {"number": number, "cards": cards_of(packs, symbols)}
        told = {"game": variant.game.id, "variant": variant.text, "deal": deal}
        return json.dumps(told, ensure_ascii=False)
    head = say(
        "# {variant}, deal {number}: a pack of 52 cards for each seat, in dealing order",
        variant=variant,
        number=number,
    )
    return f"{head}\n{respelled(format_duel_deal(*packs, symbols=symbols))}"


def begun(variant: Variant, number: int) -> tuple[tuple[list[int], list[int]], int]:
    """Both packs of a numbered deal, and the seat that begins."""
    from solver.duel.family import family_of

    packs = duel_deal(number)
    first = family_of(variant.game.family).first_seat(variant.rules, packs, number)
    assert first is not None  # a deal with a number has a coin
    return packs, first


def duel_position_text(variant: Variant, number: int, symbols: bool) -> str:
    """The start position of a numbered deal, as ``advise`` reads it; no unseen card is named.

    Raises:
        click.UsageError: a game without advice.
    """
    if variant.game.family != "bank":
        raise click.UsageError(
            say(
                "--position prints a file for `pasyans advise`, and there is no advice for {game}",
                game=variant.game.id,
            )
        )
    from solver.duel.bank.positionfile import format_position
    from solver.duel.bank.situation import at_start

    text = (
        "# {variant}, deal {number}: a position; piles from bottom to top, base piles by their "
        "top cards,\n# magazine: how many cards nobody has seen, then those known; deck: those "
        "known, the next first,\n# then how many nobody has seen; pack: which of the cards seen "
        "are of that seat's pack; also\n# hand: the open card, opened: yes once this turn has "
        "opened one\n"
    )
    head = say(text, variant=variant, number=number)
    told = format_position(at_start(variant.rules, *begun(variant, number)), symbols)
    return head + respelled(told)
