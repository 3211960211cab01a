"""Records that a database keeps, as actions again: what the referees read, without any kernel.

(Apart from the records of each game, so that how players play keeps its digest: sources.py.)
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.duel.table import Action

WIDTH = 2
"""Bytes of an action (``Table.play_many``)."""


class RecordError(ValueError):
    """Bytes that are no record; the message says which action cannot be read."""


def to_plain_actions(family: str, record: bytes) -> list[Action]:
    """The actions of a record of a family of games (``Found.records``), without seats and cards.

    Raises:
        RecordError: it is none.
    """
    plain, whole = _plain(family), len(record) // WIDTH
    actions = []
    for packed in np.frombuffer(record, "<u2", whole).tolist():
        try:
            actions.append(plain(packed))
        except LookupError:
            raise RecordError(f"action {len(actions) + 1} cannot be read") from None
    if len(record) % WIDTH:
        raise RecordError(f"action {whole + 1} cannot be read")
    return actions


def _plain(family: str) -> Callable[[int], Action]:
    """What reads a packed action; raises a LookupError for what is none."""
    if family == "pairs":
        return _of_pairs
    if family == "bank":
        from solver.duel.bank.actions import action_json

        return action_json
    from solver.duel.double.records import plain

    return plain


def _of_pairs(packed: int) -> Action:
    from solver.duel.pairs.moves import TAKE
    from solver.duel.pairs.records import NAMES, place_name

    told = {"action": NAMES[packed >> 10]}
    if packed >> 10 != TAKE:
        return told
    return told | {"from": place_name(packed >> 5 & 31), "to": place_name(packed & 31)}
