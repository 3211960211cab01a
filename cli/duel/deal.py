"""``pasyans deal`` for a game for two: both packs."""

from __future__ import annotations

import json

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
