"""Played games as files: the object that `pasyans solve --json` prints."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from cli.options import read_text
from cli.words import heard, say
from solver.cards import CardError, card_text, parse_card
from solver.deals import DEAL_NUMBERS, patience_deal
from solver.variants import Variant, VariantError, parse, quote

if TYPE_CHECKING:
    from solver.patience.lines import Move
    from solver.patience.referee import Game


class GameFileError(ValueError):
    """A file that is no game; the message says why."""


def refuse(reason: str) -> NoReturn:
    """Raise the error."""
    raise GameFileError(reason)


def read_json(path: str) -> object:
    """Whatever a file holds."""
    try:
        told: object = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        told = "no JSON: {why} (line {line}, column {column})"
        refuse(say(told, why=heard(error.msg), line=error.lineno, column=error.colno))
    except (RecursionError, ValueError):
        refuse(say("no JSON that can be read"))
    return told


def read_object(path: str) -> dict[str, object]:
    """The JSON object of a file."""
    told = read_json(path)
    if not isinstance(told, dict):
        refuse(say("the file holds no JSON object with variant, deal and moves"))
    return told


def variant_of(told: dict[str, object]) -> Variant:
    """The variant of a game."""
    text = told.get("variant")
    if not isinstance(text, str):
        refuse(say('"variant" must be a text such as "iznanka"'))
    try:
        variant = parse(text)
    except VariantError as error:
        refuse(heard(str(error)))
    for name, own in (("digest", variant.digest), ("game", variant.game.id)):
        if told.get(name, own) != own:
            text = '"{name}" is {told}; that of {variant} is {own}'
            refuse(say(text, name=name, told=quote(str(told[name])), variant=variant, own=own))
    if told.get("rules", variant.rules) != variant.rules:
        refuse(say('"rules" are not those of {variant}', variant=variant))
    return variant


def check_rules(told: dict[str, object], variant: Variant) -> None:
    """Refuse a game that was played by other rules."""
    own = variant_of(told)
    if own.digest != variant.digest:
        text = "the game was played by the rules of {own}, which are not those of {variant}"
        refuse(say(text, own=own, variant=variant))


def check_belongs(told: object, variant: Variant, number: int) -> None:
    """Refuse a game of another variant or deal; a mere list of moves does not tell whose it is."""
    if not isinstance(told, dict):
        return
    if "variant" in told:
        check_rules(told, variant)
    deal = told.get("deal")
    own_number = deal.get("number") if isinstance(deal, dict) else None
    if own_number not in (None, number):
        text = "the game is of deal {own}, not of deal {number}"
        refuse(say(text, own=str(own_number)[:20], number=number))


def faces_of(told: dict[str, object], variant: Variant) -> list[int]:
    """The cards of a game in dealing order."""
    from solver.patience.board import check_deal

    deal = told.get("deal")
    if not isinstance(deal, dict):
        refuse(say('"deal" must be an object with "cards" or "number"'))
    number, cards = deal.get("number"), deal.get("cards")
    ranks = int(variant.rules["ranks"])
    numbered = None
    if number is not None:
        if type(number) is not int or not 0 <= number < DEAL_NUMBERS:
            refuse(say('"number" of the deal must be 0 ... {last} or null', last=DEAL_NUMBERS - 1))
        numbered = patience_deal(number, ranks)
    if cards is None:
        return numbered if numbered else refuse(say('the deal has neither "cards" nor "number"'))
    if not isinstance(cards, list):
        refuse(say('"cards" of the deal must be a list of cards'))
    faces = [face_of(card, index) for index, card in enumerate(cards, 1)]
    try:
        check_deal(faces, ranks)
    except ValueError as error:
        refuse(heard(str(error)))
    if numbered not in (None, faces):
        refuse(say("the cards are not those of deal {number}", number=number))
    return faces


def face_of(card: object, index: int) -> int:
    """The face of a card of a deal, the ``index``-th from 1."""
    if not isinstance(card, str):
        refuse(say("card {index} of the deal is no text", index=index))
    try:
        return parse_card(card)
    except CardError as error:
        refuse(say("card {index} of the deal: {why}", index=index, why=heard(str(error))))


def moves_of(told: object) -> list[object]:
    """The moves of a game, or of a mere list of them."""
    moves = told.get("moves") if isinstance(told, dict) else told
    if not isinstance(moves, list):
        refuse(say('"moves" must be a list of moves such as {example}', example='{"move": "deal"}'))
    return moves


def replayed(game: Game, moves: Sequence[object], each: Callable[[Game], None]) -> list[Move]:
    """Play moves, which changes ``game``; ``each`` sees it before every move. The moves again."""
    played: list[Move] = []
    for number, move in enumerate(moves, 1):
        each(game)
        if objection := game.objection(move):
            refuse(say("move {number}: {why}", number=number, why=heard(objection)))
        piles = [list(pile) for pile in game.piles]
        game.play(move)
        assert isinstance(move, dict)
        played.append(_named(move, piles))
    return played


def _named(move: Move, piles: list[list[int]]) -> Move:
    """A move that was legal, with the card that it moved."""
    if move["move"] not in ("up", "down", "build"):
        return move
    return move | {"card": card_text(piles[int(move["pile"]) - 1][-1])}
