"""The options of both Russian Banks, their defaults and presets."""

from __future__ import annotations

from collections.abc import Mapping

from solver.duel.options import STARTER
from solver.options import Game, Option

_SHARES = tuple(f"{n / 100:g}" for n in range(101))
"""Probabilities in steps of a hundredth: 0, 0.01 … 1."""


def _nothing_overlooked(options: Mapping[str, str]) -> bool:
    return options["forced"] == "no" or options["attention"] == "0"


OPTIONS = (
    STARTER,
    Option(
        "layout",
        ("first-turn", "both"),
        "when a seat lays out magazine and cells: as its first turn begins, or both before play",
    ),
    Option(
        "aux",
        ("suit", "alternate"),
        "cells are built down by one rank: in suit, or in alternate colours",
    ),
    Option(
        "series",
        ("tail", "whole", "single"),
        "cards that move together between cells: any tail, only a whole column onto a column, one",
    ),
    Option(
        "empty",
        ("any", "magazine-first", "magazine-only"),
        "what fills an empty cell: anything, only the magazine while it lasts, only the magazine",
    ),
    Option(
        "deck_to_empty",
        ("yes", "no"),
        "whether the opened card may fill an empty cell",
        idle=lambda options: options["empty"] == "magazine-only",
    ),
    Option(
        "load",
        ("both", "magazine", "none"),
        "where the opponent may be loaded: magazine and talon, magazine, nowhere",
    ),
    Option(
        "load_series",
        ("yes", "no"),
        "whether a tail of a cell may be loaded as a unit; its head must be one rank off in suit",
        idle=lambda options: options["load"] == "none",
    ),
    Option("own_talon", ("locked", "playable"), "whether the own talon's top card is in play"),
    Option("open", ("any", "start"), "when a card is opened: at any time, or as the turn begins"),
    Option(
        "hand",
        ("free", "must-place"),
        "while a card is open: all may be played, or only that card",
    ),
    Option(
        "deck_per_turn",
        ("many", "one"),
        "cards opened a turn; with one a turn may end by pass once its card has been placed",
    ),
    Option("forced", ("no", "yes"), "yes: a legal base play bars everything else"),
    Option(
        "attention",
        _SHARES,
        "probability that a seat overlooks all base plays at a decision",
        idle=lambda options: options["forced"] == "no",
        default="0",
    ),
    Option(
        "claim",
        _SHARES,
        "probability that the opponent claims an overlooked base play",
        idle=_nothing_overlooked,
        default="1",
    ),
    Option(
        "win_cells",
        ("none", "own", "all"),
        "cells that must be empty too in order to win: none, the seat's own four, all",
    ),
)

_ALTERNATE: Mapping[str, str] = {
    "layout": "both",
    "aux": "alternate",
    "series": "single",
    "load": "none",
    "load_series": "no",
    "open": "start",
    "win_cells": "own",
}

_PUBLISHED: Mapping[str, str] = {
    "load": "both",
    "win_cells": "none",
    "empty": "magazine-first",
}

BANKS = (
    Game(
        id="zevaki",
        family="bank",
        title="Русский банк, „Зеваки“",
        about="two players; Russian Bank in suit, the opponent's piles are loaded",
        table=OPTIONS,
        own={},
        seats=2,
        means={("starter", "rule"): "coin"},
        presets={
            "text": {},
            "both-layouts": {"layout": "both"},
            "strict-hand": {"hand": "must-place"},
            "noload": {"load": "none"},
        },
    ),
    Game(
        id="rusbank",
        family="bank",
        title="Русский банк",
        about="two players; Russian Bank in alternate colours",
        table=OPTIONS,
        own=_ALTERNATE,
        seats=2,
        presets={
            "text": {},
            "forced": {"forced": "yes"},
            "published": _PUBLISHED,
            "published-forced": {**_PUBLISHED, "forced": "yes"},
        },
    ),
)
