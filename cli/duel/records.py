"""Records of games for two: what `pasyans play --json` prints and `pasyans verify` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cli.duel.deal import cards_of
from cli.gamefile import face_of, refuse
from solver import __version__
from solver.deals import DEAL_NUMBERS, duel_deal
from solver.duel.family import Family, Packs, family_of
from solver.duel.names import Pairing
from solver.duel.outcomes import DRAWS, OUTCOMES, SEATS
from solver.duel.table import Played
from solver.variants import Variant, quote


def record_of(variant: Variant, number: int, pairing: Pairing, played: Played) -> dict[str, Any]:
    """A game as JSON."""
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "rules": variant.rules,
        "digest": variant.digest,
        "version": __version__,
        "deal": {"number": number, "cards": cards_of(duel_deal(number))},
        "players": {"A": str(pairing.a), "B": str(pairing.b)},
        "first": SEATS[played.first],
        "actions": played.actions,
        "result": result_of(played.outcome, played.tally),
    }


def result_of(outcome: int, tally: Mapping[str, int]) -> dict[str, Any]:
    """How a game ended: winner (A, B or none), cause of a draw, and what was counted."""
    name = OUTCOMES[outcome]
    counted = {key: value for key, value in tally.items() if key not in ("first", "actions")}
    return {
        "winner": name if name in SEATS else None,
        "draw": name if name in DRAWS else None,
        **counted,
    }


def result_text(result: Mapping[str, Any]) -> str:
    """The result for a person."""
    if result["winner"]:
        text = f"{result['winner']} wins by {abs(result['margin'])}"
    else:
        text = f"a draw ({result['draw']})" if result["draw"] else "broken off"
    counted = ", ".join(
        f"{spelled(name)} {value}"
        for name, value in result.items()
        if value and name not in ("winner", "draw", "margin")
    )
    return f"{text}: {counted}"


def spelled(name: str) -> str:
    """A name of what is counted, for a person: "pairs A" for pairs_a."""
    words = name.split("_")
    return " ".join(word.upper() if word in ("a", "b") else word for word in words)


def check_record(told: dict[str, object], variant: Variant) -> str:
    """What there is to say of a valid record.

    Raises:
        GameFileError: it is none.
    """
    family = family_of(variant.game.family)
    packs, number = packs_of(told)
    first = _first_of(told, variant, family, packs, number)
    actions = told.get("actions")
    if not isinstance(actions, list):
        refuse('"actions" must be a list of actions such as {"action": "stop"}')
    ruling = family.judge(variant.rules, packs, first, actions)
    if ruling.reason:
        refuse(f"action {ruling.at}: {ruling.reason}" if ruling.at else ruling.reason)
    result = result_of(ruling.outcome, ruling.tally or {})
    _check_result(told.get("result"), result)
    return f"valid: {variant} in {len(actions)} actions, {result_text(result)}"


def _check_result(claimed: object, result: dict[str, Any]) -> None:
    if not isinstance(claimed, dict):
        refuse('"result" must be an object that tells "winner" and "draw"')
    for name, value in result.items():
        if claimed.get(name, value) != value:
            refuse(f'"{name}" of the result is {quote(str(claimed[name]))}; the game gives {value}')
    for name in ("winner", "draw"):
        if name not in claimed:
            told = json.dumps(result[name])
            refuse(f'"{name}" of the result is missing; the game gives {told}')


def packs_of(told: dict[str, object]) -> tuple[Packs, int | None]:
    """Both packs of a record, and the number of its deal if it has one."""
    deal = told.get("deal")
    if not isinstance(deal, dict):
        refuse('"deal" must be an object with "cards" or "number"')
    number, cards = deal.get("number"), deal.get("cards")
    if number is not None and (type(number) is not int or not 0 <= number < DEAL_NUMBERS):
        refuse(f'"number" of the deal must be 0 ... {DEAL_NUMBERS - 1} or null')
    numbered = None if number is None else duel_deal(number)
    if cards is None:
        return (numbered, number) if numbered else refuse('the deal has no "cards" and no "number"')
    if not isinstance(cards, dict) or set(cards) != {"A", "B"}:
        refuse('"cards" of the deal must be an object of two packs, "A" and "B"')
    packs = _pack(cards["A"], "A"), _pack(cards["B"], "B")
    if numbered not in (None, packs):
        refuse(f"the cards are not those of deal {number}")
    return packs, number


def _pack(cards: object, seat: str) -> list[int]:
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        refuse(f"pack {seat} must be a list of cards")
    faces = [face_of(card, index) for index, card in enumerate(cards, 1)]
    if sorted(faces) != list(range(52)):
        refuse(f"pack {seat} does not hold each of 52 cards once")
    return faces


def _first_of(
    told: dict[str, object], variant: Variant, family: Family, packs: Packs, number: int | None
) -> int:
    """The seat that begins; refused where the rules say another."""
    first = told.get("first")
    if first not in ("A", "B"):
        refuse('"first" must be "A" or "B", the seat that begins')
    seat = family.first_seat(variant.rules, packs, number)
    if seat is not None and first != SEATS[seat]:
        refuse(f'"first" is {first}, but {SEATS[seat]} begins this deal')
    return SEATS.index(str(first))
