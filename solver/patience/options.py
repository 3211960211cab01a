"""The option table of the two-deck patiences and their presets."""

from __future__ import annotations

from collections.abc import Mapping

from solver.options import Game, Option, numbers

PATIENCE_OPTIONS = (
    Option("bases", ("twos-aces", "aces-kings", "aces"), "which cards start base piles"),
    Option(
        "seal",
        ("closed", "open"),
        "closed: an up and a down pile of a suit that meet take no more cards",
        idle=lambda options: options["bases"] != "twos-aces",
        looser=(("closed", "open"),),
    ),
    Option(
        "found",
        ("at-once", "free"),
        "at-once: while a base card can start a pile, only such plays are legal",
        looser=(("at-once", "free"),),
    ),
    Option(
        "build",
        ("updown", "down", "up", "none"),
        "how a top card may go onto another: down is one rank lower than the card it goes on",
        looser=(("none", "down"), ("none", "up"), ("down", "updown"), ("up", "updown")),
    ),
    Option(
        "suit",
        ("same", "any", "alternate"),
        "suits that build on each other (alternate: the other colour)",
        idle=lambda options: options["build"] == "none",
        looser=(("same", "any"), ("alternate", "any")),
    ),
    Option(
        "build_when",
        ("always", "dealing"),
        "dealing: no building once the stock is out",
        idle=lambda options: options["build"] == "none",
        looser=(("dealing", "always"),),
    ),
    Option(
        "pause",
        ("row", "card"),
        "what is dealt before play goes on: a row or one card",
        looser=(("row", "card"),),
        looser_if=("found", "free"),
    ),
    Option(
        "spaces",
        ("deal", "any"),
        "deal: only dealing fills an empty place; any: so does any top card in play",
        looser=(("deal", "any"),),
    ),
    Option(
        "lift",
        ("none", "ordered", "any"),
        "top cards set aside once the stock is out: place by place, or each pile of two once",
        looser=(("none", "ordered"), ("ordered", "any")),
    ),
    Option(
        "lift_scope",
        ("pile", "all"),
        "while a card is aside: only its pile plays, or the others too",
        idle=lambda options: options["lift"] == "none",
        looser=(("pile", "all"),),
    ),
    Option(
        "turn",
        ("ordered", "any", "none"),
        "piles turned over once the stock is out: place by place, or each pile of two once",
        looser=(("none", "ordered"), ("ordered", "any")),
    ),
    Option("ranks", numbers(3, 13), "cards a suit in each pack", default="13"),
    Option("piles", numbers(2, 12), "places in the row", default="8"),
)

_PRESETS: Mapping[str, Mapping[str, str]] = {
    "text": {},
    "noturn": {"turn": "none"},
    "nobuild": {"build": "none"},
    "free": {"found": "free", "seal": "open", "turn": "any", "lift_scope": "all"},
    "bycard": {"pause": "card"},
    "fill": {"spaces": "any"},
    "strict": {"build": "none", "turn": "none", "lift": "none"},
}

PATIENCES = (
    Game(
        id="iznanka",
        family="patience",
        title="На лицо и на изнанку",
        about="two-deck patience; once the stock is out the piles are turned over",
        table=PATIENCE_OPTIONS,
        own={},
        presets=_PRESETS,
    ),
    Game(
        id="vosem",
        family="patience",
        title="Сосчитанные восемь",
        about="two-deck patience; top cards are lifted, then the piles are turned over",
        table=PATIENCE_OPTIONS,
        own={"bases": "aces-kings", "lift": "ordered"},
        presets=_PRESETS,
    ),
)
