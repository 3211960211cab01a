"""A line of play that was kept, judged anew by the referee from its deal on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cli.kept import Kept
from cli.words import heard, say
from solver.deals import duel_deal, patience_deal
from solver.variants import Variant, quote

if TYPE_CHECKING:
    from solver.patience.lines import Move


class LineError(ValueError):
    """Bytes that are no line of play; the message says which move cannot be read."""


def moves_of(line: bytes) -> list[Move]:
    """The moves, without cards, of a line that was kept.

    Raises:
        LineError: it is none.
    """
    from solver.patience.lines import BUILD, from_bytes

    try:
        return from_bytes(line)
    except (IndexError, StopIteration):  # no such kind of move; a build without its end
        number, rest = 1, iter(line)
        for byte in rest:
            if byte >> 4 > 7 or (byte >> 4 == BUILD and next(rest, None) is None):
                break
            number += 1
        raise LineError(say("move {number} cannot be read", number=number)) from None


def fault(variant: Variant, clairvoyant: bool, kept: Kept) -> str:
    """What is wrong with a kept line; empty where it is what the database tells of it."""
    judged = _patience_fault if variant.game.seats == 1 else _duel_fault
    return judged(variant, clairvoyant, kept)


def _patience_fault(variant: Variant, clairvoyant: bool, kept: Kept) -> str:
    from solver.patience.referee import judge

    try:
        moves = moves_of(kept.line)
    except LineError as error:
        return str(error)
    faces = patience_deal(kept.deal, int(variant.rules["ranks"]))
    found = judge(variant.rules, faces, moves)
    if found.at:
        return say("move {number}: {why}", number=found.at, why=heard(found.reason))
    if clairvoyant and not found.ok:
        return heard(found.reason)
    given = "solvable" if clairvoyant else "won" if found.ok else "lost"
    return _differs("verdict", kept.outcome, given) or _differs("moves", kept.moves, len(moves))


def _duel_fault(variant: Variant, clairvoyant: bool, kept: Kept) -> str:
    from solver.duel.family import family_of
    from solver.duel.kept import RecordError, to_plain_actions
    from solver.duel.outcomes import OUTCOMES

    family, packs = family_of(variant.game.family), duel_deal(kept.deal)
    try:
        actions = to_plain_actions(variant.game.family, kept.line)
    except RecordError as error:
        return heard(str(error))
    first = family.first_seat(variant.rules, packs, kept.deal) or 0
    ruling = family.judge(variant.rules, packs, first, actions)
    if ruling.reason:
        why = heard(ruling.reason)
        return say("action {number}: {why}", number=ruling.at, why=why) if ruling.at else why
    given = {"first": first, "actions": len(actions), **(ruling.tally or {})}
    return (
        _differs("verdict", kept.outcome, OUTCOMES[ruling.outcome])
        or _differs("moves", kept.moves, len(actions))
        or _tally_differs(family.tally, kept.tally or b"", given)
    )


def _tally_differs(names: tuple[str, ...], tally: bytes, given: dict[str, int]) -> str:
    if len(tally) != 4 * len(names):
        return say("what was counted in the game cannot be read")
    figures = zip(names, np.frombuffer(tally, "<i4").tolist(), strict=True)
    return next(filter(None, (_differs(name, told, given[name]) for name, told in figures)), "")


def _differs(name: str, told: object, given: object) -> str:
    """What to say where the database tells one thing and the line gives another."""
    if told == given:
        return ""
    text = '"{name}" is {told} in the database; the line gives {given}'
    return say(text, name=name, told=quote(str(told)), given=given)
