"""The option table of the pair-matching game and its presets."""

from __future__ import annotations

from collections.abc import Mapping

from solver.duel.options import STARTER
from solver.options import Game, Option


def _no_thirteenth(options: Mapping[str, str]) -> bool:
    return options["thirteenth"] == "none"


def _warning(rules: Mapping[str, str]) -> str:
    odd = {"match": "rank", "scope": "cross", "refill": "mover"}
    if all(rules[name] == value for name, value in odd.items()):
        told = ",".join(f"{name}={value}" for name, value in odd.items())
        return f"{told} contradicts the text of the game: it practically never completes"
    return ""


PAIRS_OPTIONS = (
    STARTER,
    Option(
        "match",
        ("exact", "rank"),
        "what makes a pair: the same rank and suit, or the same rank",
    ),
    Option(
        "scope",
        ("any", "cross"),
        "a pair is any two visible cards, or one of each row",
        idle=lambda options: options["match"] == "exact" and options["refill"] == "owner",
    ),
    Option(
        "take",
        ("all", "one", "optional"),
        "what a turn takes: all pairs in sight, one, or one and as many more as the player likes",
    ),
    Option(
        "chain",
        ("no", "yes"),
        "yes: pairs made by the refill may be taken in the same turn",
        idle=lambda options: options["take"] == "one",
    ),
    Option(
        "refill",
        ("mover", "owner"),
        "gaps are filled from the taker's deck, or each row from its own",
    ),
    Option(
        "thirteenth",
        ("auto", "optional", "none"),
        "once, when no pair is in sight, each seat lays a 13th card, or may lay it",
    ),
    Option(
        "after13",
        ("mover", "other"),
        "who moves after the 13th cards: the seat that found no pair, or the other",
        idle=_no_thirteenth,
    ),
)

PAIRS = (
    Game(
        id="pairs",
        family="pairs",
        title="без названия",
        about="for two: who finds more pairs in two rows of twelve cards",
        table=PAIRS_OPTIONS,
        own={},
        seats=2,
        warning=_warning,
        presets={
            "text": {},
            "owner": {"refill": "owner"},
            "rank": {"match": "rank"},
            "rank-owner": {"match": "rank", "refill": "owner"},
        },
    ),
)
