"""Records of games for two: what `pasyans play --json` prints and `pasyans verify` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cli.duel.deal import cards_of
from cli.gamefile import face_of, refuse
from cli.words import counted, heard, say, word
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
        margin = abs(result["margin"])
        text = say("{winner} wins by {margin}", winner=result["winner"], margin=margin)
    elif result["draw"]:
        text = say("a draw ({cause})", cause=word("draw", result["draw"]))
    else:
        text = say("broken off")
    figures = ", ".join(
        f"{spelled(name)} {value}"
        for name, value in result.items()
        if value and name not in ("winner", "draw", "margin")
    )
    return f"{text}: {figures}"


def spelled(name: str) -> str:
    """A name of what is counted, for a person: "pairs A" for pairs_a."""
    *words, last = name.split("_")
    if last not in ("a", "b"):
        return word("tally", " ".join([*words, last]))
    return f"{word('tally', ' '.join(words))} {last.upper()}"


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
        text = '"actions" must be a list of actions such as {example}'
        refuse(say(text, example='{"action": "stop"}'))
    ruling = family.judge(variant.rules, packs, first, actions)
    if ruling.reason:
        why = heard(ruling.reason)
        refuse(say("action {number}: {why}", number=ruling.at, why=why) if ruling.at else why)
    result = result_of(ruling.outcome, ruling.tally or {})
    _check_result(told.get("result"), result)
    return counted(
        "valid: {variant} in {count} action, {result}",
        "valid: {variant} in {count} actions, {result}",
        len(actions),
        variant=variant,
        result=result_text(result),
    )


def _check_result(claimed: object, result: dict[str, Any]) -> None:
    if not isinstance(claimed, dict):
        refuse(say('"result" must be an object that tells "winner" and "draw"'))
    for name, told in claimed.items():
        if name not in result:
            refuse(say("the result has no {name}", name=quote(name)))
        if told != result[name] or type(told) is not type(result[name]):
            text = '"{name}" of the result is {claimed}; the game gives {value}'
            refuse(say(text, name=name, claimed=quote(str(told)), value=result[name]))
    for name in ("winner", "draw"):
        if name not in claimed:
            text = '"{name}" of the result is missing; the game gives {value}'
            refuse(say(text, name=name, value=json.dumps(result[name])))


def packs_of(told: dict[str, object]) -> tuple[Packs, int | None]:
    """Both packs of a record, and the number of its deal if it has one."""
    deal = told.get("deal")
    if not isinstance(deal, dict):
        refuse(say('"deal" must be an object with "cards" or "number"'))
    number, cards = deal.get("number"), deal.get("cards")
    if number is not None and (type(number) is not int or not 0 <= number < DEAL_NUMBERS):
        refuse(say('"number" of the deal must be 0 ... {last} or null', last=DEAL_NUMBERS - 1))
    numbered = None if number is None else duel_deal(number)
    if cards is None:
        if numbered:
            return numbered, number
        refuse(say('the deal has neither "cards" nor "number"'))
    if not isinstance(cards, dict) or set(cards) != {"A", "B"}:
        refuse(say('"cards" of the deal must be an object of two packs, "A" and "B"'))
    packs = _pack(cards["A"], "A"), _pack(cards["B"], "B")
    if numbered not in (None, packs):
        refuse(say("the cards are not those of deal {number}", number=number))
    return packs, number


def _pack(cards: object, seat: str) -> list[int]:
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        refuse(say("pack {seat} must be a list of cards", seat=seat))
    faces = [face_of(card, index) for index, card in enumerate(cards, 1)]
    if sorted(faces) != list(range(52)):
        refuse(say("pack {seat} does not hold each of 52 cards once", seat=seat))
    return faces


def _first_of(
    told: dict[str, object], variant: Variant, family: Family, packs: Packs, number: int | None
) -> int:
    """The seat that begins; refused where the rules say another."""
    first = told.get("first")
    if first not in ("A", "B"):
        refuse(say('"first" must be "A" or "B", the seat that begins'))
    seat = family.first_seat(variant.rules, packs, number)
    if seat is not None and first != SEATS[seat]:
        text = '"first" is {first}, but {seat} begins this deal'
        refuse(say(text, first=first, seat=SEATS[seat]))
    return SEATS.index(str(first))
