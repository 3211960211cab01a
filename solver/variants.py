"""Variants: ``ID[:PRESET][,OPTION=VALUE...]`` -> the rules of a game.

One option table per family of games drives everything: parsing, defaults, presets,
``pasyans games``, the digest, the integers that the kernels read, and the tables in RULES.md.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class VariantError(ValueError):
    """A variant text that names no rules; the message says what is valid instead."""


class Option(NamedTuple):
    """One rule that can be chosen. ``values[0]`` is the family's plain reading."""

    name: str
    values: tuple[str, ...]
    note: str
    idle: Callable[[Mapping[str, str]], bool] = lambda options: False
    """True where the rest of the rules leaves this option without effect."""
    default: str = ""
    """The plain reading where it is not ``values[0]`` (numbers)."""
    looser: tuple[tuple[str, str], ...] = ()
    """Pairs (stricter, looser): whoever wins a deal under the first wins it under the second, all
    else being equal (order.py). Values that no chain of pairs connects are not comparable."""
    looser_if: tuple[str, str] | None = None
    """The option and its value under which alone ``looser`` holds."""

    @property
    def plain(self) -> str:
        """The value that the family takes unless a game or preset says otherwise."""
        return self.default or self.values[0]

    @property
    def span(self) -> str:
        """The valid values as a person reads them."""
        if self.default:
            return f"{self.values[0]} … {self.values[-1]}"
        return ", ".join(self.values)


@dataclass(frozen=True)
class Game:
    """A game of a family: its titles, its own defaults and its presets."""

    id: str
    family: str
    title: str
    about: str
    table: tuple[Option, ...] = field(repr=False)
    own: Mapping[str, str]
    presets: Mapping[str, Mapping[str, str]]

    def defaults(self, preset: str = "") -> dict[str, str]:
        """Every option's value under ``preset``, in table order."""
        chosen = {**self.own, **self.presets.get(preset, {})}
        return {option.name: chosen.get(option.name, option.plain) for option in self.table}


def _numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(low, high + 1))


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
    Option("ranks", _numbers(3, 13), "cards a suit in each pack", default="13"),
    Option("piles", _numbers(2, 12), "places in the row", default="8"),
)

_PATIENCE_PRESETS: Mapping[str, Mapping[str, str]] = {
    "text": {},
    "noturn": {"turn": "none"},
    "nobuild": {"build": "none"},
    "free": {"found": "free", "seal": "open", "turn": "any", "lift_scope": "all"},
    "bycard": {"pause": "card"},
    "fill": {"spaces": "any"},
    "strict": {"build": "none", "turn": "none", "lift": "none"},
}

GAMES = {
    game.id: game
    for game in (
        Game(
            id="iznanka",
            family="patience",
            title="На лицо и на изнанку",
            about="two-deck patience; once the stock is out the piles are turned over",
            table=PATIENCE_OPTIONS,
            own={},
            presets=_PATIENCE_PRESETS,
        ),
        Game(
            id="vosem",
            family="patience",
            title="Сосчитанные восемь",
            about="two-deck patience; top cards are lifted, then the piles are turned over",
            table=PATIENCE_OPTIONS,
            own={"bases": "aces-kings", "lift": "ordered"},
            presets=_PATIENCE_PRESETS,
        ),
    )
}


@dataclass(frozen=True)
class Variant:
    """A game with every option settled.

    ``text`` is the shortest spelling (preset kept, defaults left out); ``options`` holds every
    option as written; ``rules`` the same with options without effect at their plain value.
    """

    game: Game
    text: str
    options: Mapping[str, str]

    @property
    def rules(self) -> dict[str, str]:
        """The effective rules, in table order."""
        return {
            option.name: option.plain if option.idle(self.options) else self.options[option.name]
            for option in self.game.table
        }

    @property
    def digest(self) -> str:
        """16 hex digits of the effective rules: equal for variants that play alike.

        Only values that differ from the family's plain reading are hashed, so an option added
        later with its old behaviour as plain value changes no digest.
        """
        plain = {option.name: option.plain for option in self.game.table}
        told = sorted(f"{k}={v}" for k, v in self.rules.items() if v != plain[k])
        return hashlib.sha256("\n".join([self.game.family, *told]).encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return self.text


def quote(text: str, limit: int = 40) -> str:
    """``text`` in quotes for a message, cut to ``limit`` characters, control characters shown."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return repr(shown)


def nearest(word: str, valid: Iterable[str]) -> str:
    """A hint that names the valid words nearest to ``word``, or all where none is near."""
    words = list(valid)
    near = difflib.get_close_matches(word[:40], words, n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"valid: {', '.join(words)}"


def parse(text: str) -> Variant:
    """The variant that ``text`` names.

    Raises:
        VariantError: unknown game, preset, option or value, an option twice, an empty preset.
    """
    head, *assignments = text.strip().split(",")
    game_id, colon, preset = head.partition(":")
    game = GAMES.get(game_id)
    if game is None:
        raise VariantError(f"unknown game {quote(game_id)}; {nearest(game_id, GAMES)}")
    if colon and not preset:
        raise VariantError(f"empty preset after {game_id + ':'!r}; {nearest('', game.presets)}")
    if preset and preset not in game.presets:
        raise VariantError(
            f"unknown preset {quote(preset)} of {game_id}; {nearest(preset, game.presets)}"
        )
    chosen = _assignments(game, assignments)
    options = {**game.defaults(preset), **chosen}
    return Variant(game, _spell(game, preset, options), options)


def _assignments(game: Game, texts: list[str]) -> dict[str, str]:
    by_name = {option.name: option for option in game.table}
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.strip().partition("=")
        option = by_name.get(name)
        if option is None:
            raise VariantError(
                f"unknown option {quote(name)} of {game.id}; {nearest(name, by_name)}"
            )
        if not equals:
            raise VariantError(f"option {name} needs a value: {name}={option.plain}")
        if value not in option.values:
            hint = f"valid: {option.span}" if option.default else nearest(value, option.values)
            raise VariantError(f"unknown value {quote(value)} of {name}; {hint}")
        if name in chosen:
            raise VariantError(f"option {name} is given twice")
        chosen[name] = value
    return chosen


def _spell(game: Game, preset: str, options: Mapping[str, str]) -> str:
    preset = "" if preset == "text" else preset
    defaults = game.defaults(preset)
    told = [f"{name}={value}" for name, value in options.items() if value != defaults[name]]
    return ",".join([f"{game.id}:{preset}" if preset else game.id, *told])


def options_table(family: str) -> str:
    """The family's options as a Markdown table, as it stands in RULES.md."""
    games = [game for game in GAMES.values() if game.family == family]
    lines = [
        "| option | values | " + " | ".join(f"`{g.id}`" for g in games) + " | meaning |",
        "|---|---|" + "---|" * len(games) + "---|",
    ]
    for option in games[0].table:
        own = " | ".join(game.defaults()[option.name] for game in games)
        lines.append(f"| `{option.name}` | {option.span} | {own} | {option.note} |")
    return "\n".join(lines)


def presets_table(family: str) -> str:
    """The family's presets as a Markdown table, as it stands in RULES.md."""
    presets = next(game for game in GAMES.values() if game.family == family).presets
    lines = ["| preset | what it sets |", "|---|---|"]
    for name, overrides in presets.items():
        told = ", ".join(f"{k}={v}" for k, v in overrides.items()) or "the defaults"
        lines.append(f"| `:{name}` | {told} |")
    return "\n".join(lines)
