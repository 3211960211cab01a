"""The option table of «Двойной пасьянс» and its presets."""

from __future__ import annotations

from solver.duel.options import STARTER
from solver.options import Game, Option

DOUBLE_OPTIONS = (
    STARTER,
    Option("bases", ("1", "2", "4"), "common base piles"),
    Option("deck_per_turn", ("one", "many"), "deck cards that a turn may open, one after another"),
    Option(
        "fit", ("must", "may"), "must: an opened card that fits a base pile may not go to a talon"
    ),
    Option(
        "magazine",
        ("must", "may"),
        "must: a magazine card that fits a base pile is played before anything else",
    ),
    Option(
        "talon_build",
        ("free", "down"),
        "what a talon takes: any card, or one below its top while there is such a talon",
    ),
)

DOUBLES = (
    Game(
        id="double",
        family="double",
        title="Двойной пасьянс",
        about="for two: common base piles without regard to suit, four talons each",
        table=DOUBLE_OPTIONS,
        own={},
        seats=2,
        presets={
            "text": {},
            "fourbases": {"bases": "4"},
            "relaxed": {"magazine": "may", "fit": "may"},
        },
    ),
)
