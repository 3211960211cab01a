"""``pasyans play``: a whole game for two, action by action."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import click

from cli.options import DEAL_NUMBER, duel_argument, json_option, quiet_option
from cli.output import tell, warn
from cli.players import pairing_for, players_option
from solver.duel.names import Pairing
from solver.variants import Variant


@click.command()
@duel_argument
@click.option("--deal", "number", type=DEAL_NUMBER, required=True, help="A deal number.")
@players_option
@json_option
@quiet_option
def play(
    variant: Variant, number: int, pairing: Pairing | None, as_json: bool, quiet: bool
) -> None:
    """Let two players play a numbered deal of a game for two and tell every action.

    With --json a record that `pasyans verify` replays.
    """
    warn([variant], quiet)
    from cli.interrupt import interruptible

    with interruptible() as stopped:
        from cli.duel.records import record_of
        from cli.kernels import prepare
        from solver.duel.family import family_of

        who, family = pairing_for(variant, pairing), family_of(variant.game.family)
        table = family.table(variant.rules, who)
        prepare(lambda: table.play(0), stopped, quiet, *family.kernels)
        told = record_of(variant, number, who, table.play(number))
    tell(json.dumps(told, ensure_ascii=False) if as_json else game_text(variant, told))


def game_text(variant: Variant, told: dict[str, Any]) -> str:
    """The game for a person, a turn a line."""
    from cli.duel.records import result_text

    players, number = told["players"], told["deal"]["number"]
    lines = [
        f"{variant} «{variant.game.title}», deal {number}: {players['A']} (A) against "
        f"{players['B']} (B), {told['first']} begins"
    ]
    for turn, (seat, actions) in enumerate(groupby(told["actions"], _seat), 1):
        lines.append(f"{turn:4}. {seat}  {', '.join(map(action_text, actions))}")
    return "\n".join([*lines, result_text(told["result"])])


def _seat(action: dict[str, Any]) -> str:
    return str(action["seat"])


def action_text(action: dict[str, Any]) -> str:
    """An action in words."""
    cards: Sequence[str] = action.get("cards") or [action.get("card", "")]
    words = [action["action"], *dict.fromkeys(filter(None, cards))]
    words += [f"from {action['from']}"] if "from" in action else []
    if "count" in action:
        words.append(f"({action['count']})")
    return " ".join([*words, *([f"to {action['to']}"] if "to" in action else [])])
