"""``pasyans games``: the games, their options and presets, from the tables the code runs on."""

from __future__ import annotations

import json

import click

from cli.options import json_option
from cli.output import hung, room, tell
from cli.words import heard, say, word
from solver.variants import GAMES, Game, nearest, parse, quote


@click.command()
@click.argument("game", required=False)
@json_option
def games(game: str | None, as_json: bool) -> None:
    """List the games, or all options and presets of one GAME."""
    if game is not None and game not in GAMES:
        raise click.BadParameter(heard(f"unknown game {quote(game)}; {nearest(game, GAMES)}"))
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
    about, heading = word("about", game.about), say("options (default first)")
    lines = [f"{game.id}  «{game.title}»", hung(f"  {about}", 2), "", f"  {heading}"]
    defaults = game.defaults()
    wide = max(11, *(len(option.name) for option in game.table))
    for option in game.table:
        own = defaults[option.name]
        others = [value for value in option.values if value != own]
        shown = " | ".join([own, *others])
        if option.default:
            shown = say("{own}, of {span}", own=own, span=option.span)
        note = word("note", option.note)
        line, indent = f"    {option.name:<{wide}} {shown:<32} {note}", wide + 5
        if len(line) > room():
            line = hung(line.removesuffix(note).rstrip(), indent)
            line += "\n" + hung(" " * indent + note, indent)
        lines.append(line)
    lines += ["", f"  {say('presets')}"]
    for name, overrides in game.presets.items():
        told = ", ".join(f"{k}={v}" for k, v in overrides.items()) or say("the defaults")
        lines.append(hung(f"    :{name:<{wide - 1}} {told}", wide + 5))
    return "\n".join(lines)
