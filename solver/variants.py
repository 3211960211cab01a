"""Variants: ``ID[:PRESET][,OPTION=VALUE...]`` -> the rules of a game.

One option table per family of games drives everything: parsing, defaults, presets,
``pasyans games``, the digest, the integers that the kernels read, and the tables in RULES.md.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solver.duel.bank.options import BANKS
from solver.duel.double.options import DOUBLES
from solver.duel.pairs.options import PAIRS
from solver.options import Game as Game
from solver.options import Option as Option
from solver.patience.options import PATIENCES


class VariantError(ValueError):
    """A variant text that names no rules; the message says what is valid instead."""


GAMES = {game.id: game for game in (*PATIENCES, *PAIRS, *DOUBLES, *BANKS)}


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
        means = self.game.means
        told = {name: means.get((name, value), value) for name, value in self.options.items()}
        return {
            option.name: option.plain if option.idle(told) else told[option.name]
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
    near = difflib.get_close_matches(word[:40], words, n=3, cutoff=0.51)
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


def changed(variant: Variant, name: str, value: str) -> Variant:
    """A variant with one option set to another value (VariantError as in :func:`parse`)."""
    kept = [part for part in variant.text.split(",") if not part.startswith(f"{name}=")]
    return parse(",".join([*kept, f"{name}={value}"]))


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
    """The family's presets as a Markdown table, as it stands in RULES.md.

    Presets that are not those of all its games are told with their game.
    """
    games = [game for game in GAMES.values() if game.family == family]
    shared = all(game.presets == games[0].presets for game in games)
    lines = ["| preset | what it sets |", "|---|---|"]
    for game in games[:1] if shared else games:
        for name, overrides in game.presets.items():
            told = ", ".join(f"{k}={v}" for k, v in overrides.items()) or "the defaults"
            lines.append(f"| `{'' if shared else game.id}:{name}` | {told} |")
    return "\n".join(lines)
