"""``pasyans games``: the games, their options and presets, from the tables the code runs on."""

from __future__ import annotations

import json

import click

from cli.options import json_option
from cli.output import tell
from solver.variants import GAMES, Game, nearest, parse, quote


@click.command()
@click.argument("game", required=False)
@json_option
def games(game: str | None, as_json: bool) -> None:
    """List the games, or all options and presets of one GAME."""
    if game is not None and game not in GAMES:
        raise click.BadParameter(f"unknown game {quote(game)}; {nearest(game, GAMES)}")
    chosen = [GAMES[game]] if game else list(GAMES.values())
    if as_json:
        tell(json.dumps([_object(one) for one in chosen], ensure_ascii=False, indent=2))
        return
    tell("\n\n".join(_text(one) for one in chosen))


def _object(game: Game) -> dict[str, object]:
    return {
        "game": game.id,
        "title": game.title,
        "family": game.family,
        "about": game.about,
        "digest": parse(game.id).digest,
        "options": [
            {
                "name": option.name,
                "default": game.defaults()[option.name],
                "values": list(option.values),
                "meaning": option.note,
            }
            for option in game.table
        ],
        "presets": {name: dict(overrides) for name, overrides in game.presets.items()},
    }


def _text(game: Game) -> str:
    lines = [f"{game.id}  «{game.title}»", f"  {game.about}", "", "  options (default first)"]
    defaults = game.defaults()
    wide = max(11, *(len(option.name) for option in game.table))
    for option in game.table:
        own = defaults[option.name]
        others = [value for value in option.values if value != own]
        shown = f"{own}, of {option.span}" if option.default else " | ".join([own, *others])
        lines.append(f"    {option.name:<{wide}} {shown:<32} {option.note}")
    lines += ["", "  presets"]
    for name, overrides in game.presets.items():
        told = ", ".join(f"{k}={v}" for k, v in overrides.items()) or "the defaults"
        lines.append(f"    :{name:<{wide - 1}} {told}")
    return "\n".join(lines)
