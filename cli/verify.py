"""``pasyans verify``: is what a solution file claims true?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NoReturn

import click

from cli.options import memory_option, read_text
from cli.output import tell
from solver.cards import CardError, parse_card
from solver.deals import DEAL_NUMBERS, patience_deal
from solver.variants import Variant, VariantError, parse, quote


@click.command()
@click.argument("path", metavar="FILE")
@memory_option("Bytes of the table where an exhaustive search is done again.")
def verify(path: str, memory: int) -> None:
    """Check a solution, the object that `pasyans solve --json` prints (- for standard input).

    A line of play: the referee plays the moves from the deal by the rules of the variant, in plain
    Python that shares no rules code with the search, and says which move is wrong and why.

    An unsolvable deal with a proof: plain Python checks every step of the proof. Without one: the
    exhaustive search is done again and must meet the same positions, by number and digest; up to
    5,000 positions the referee's rules are played out as well.
    """
    told = _read(path)
    variant = _variant(told)
    faces = _faces(told, variant)
    verdict = told.get("verdict", "solvable")
    if verdict == "solvable":
        _check_line(told, variant, faces)
    elif verdict == "unsolvable" and "proof" in told:
        _check_proof(told, variant, faces)
    elif verdict == "unsolvable":
        _check_search(told, variant, faces, memory)
    else:
        _refuse(
            f"the verdict is {quote(str(verdict))}: there is nothing to check; "
            f"`pasyans solve {variant}` searches the deal again"
        )


def _check_line(told: dict[str, object], variant: Variant, faces: Sequence[int]) -> None:
    from solver.patience.referee import judge

    if "moves" not in told:
        _refuse('"moves" is missing')
    found = judge(variant.rules, faces, told.get("moves"))
    if not found.ok:
        _refuse(f"move {found.at}: {found.reason}" if found.at else found.reason)
    moves = told["moves"]
    assert isinstance(moves, list)
    tell(f"valid: {variant} is won in {len(moves)} moves")


def _check_proof(told: dict[str, object], variant: Variant, faces: Sequence[int]) -> None:
    from solver.patience.certificates import check

    if told.get("moves", []) != []:
        _refuse('"moves" must be empty where the verdict is unsolvable')
    if wrong := check(variant.rules, faces, told["proof"]):
        _refuse(wrong)
    tell(f"valid: {variant} is unsolvable, every step of the proof holds")


def _check_search(
    told: dict[str, object], variant: Variant, faces: Sequence[int], memory: int
) -> None:
    from cli import evidence
    from cli.interrupt import interruptible

    try:
        claim = evidence.read_claim(told)
        with interruptible() as stopped:
            evidence.search_once_more(variant, faces, claim, memory, stopped)
            played_out = evidence.play_out(variant, faces, claim, stopped)
    except evidence.Refused as refused:
        _refuse(str(refused))
    how = "searched again" + (" and played out by the referee" if played_out else "")
    tell(f"valid: {variant} is unsolvable, {claim.stored:,} positions {how}, digest {claim.digest}")


def _refuse(reason: str) -> NoReturn:
    raise click.ClickException(f"not valid: {reason}")


def _read(path: str) -> dict[str, object]:
    text = read_text(path)
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        _refuse(f"no JSON: {error.msg} (line {error.lineno}, column {error.colno})")
    except (RecursionError, ValueError):
        _refuse("no JSON that can be read")
    if not isinstance(told, dict):
        _refuse("the file holds no JSON object with variant, deal and moves")
    return told


def _variant(told: dict[str, object]) -> Variant:
    text = told.get("variant")
    if not isinstance(text, str):
        _refuse('"variant" must be a text such as "iznanka"')
    try:
        variant = parse(text)
    except VariantError as error:
        _refuse(str(error))
    for name, own in (("digest", variant.digest), ("game", variant.game.id)):
        if told.get(name, own) != own:
            _refuse(f'"{name}" is {quote(str(told[name]))}; that of {variant} is {own}')
    if told.get("rules", variant.rules) != variant.rules:
        _refuse(f'"rules" are not those of {variant}')
    return variant


def _faces(told: dict[str, object], variant: Variant) -> list[int]:
    from solver.patience.board import check_deal

    deal = told.get("deal")
    if not isinstance(deal, dict):
        _refuse('"deal" must be an object with "cards" or "number"')
    number, cards = deal.get("number"), deal.get("cards")
    ranks = int(variant.rules["ranks"])
    numbered = None
    if number is not None:
        if type(number) is not int or not 0 <= number < DEAL_NUMBERS:
            _refuse(f'"number" of the deal must be 0 ... {DEAL_NUMBERS - 1} or null')
        numbered = patience_deal(number, ranks)
    if cards is None:
        return numbered if numbered else _refuse('the deal has neither "cards" nor "number"')
    if not isinstance(cards, list):
        _refuse('"cards" of the deal must be a list of cards')
    faces = [_face(card, index) for index, card in enumerate(cards, 1)]
    try:
        check_deal(faces, ranks)
    except ValueError as error:
        _refuse(str(error))
    if numbered not in (None, faces):
        _refuse(f"the cards are not those of deal {number}")
    return faces


def _face(card: object, index: int) -> int:
    if not isinstance(card, str):
        _refuse(f"card {index} of the deal is no text")
    try:
        return parse_card(card)
    except CardError as error:
        _refuse(f"card {index} of the deal: {error}")
