"""The option and the argument that name a player."""

from __future__ import annotations

from typing import Any

import click

from solver.patience.players.names import CLAIRVOYANT, Entrant, PlayerError, parse


class PlayerType(click.ParamType[Entrant]):
    """clairvoyant, random, greedy or planner[:STRENGTH]."""

    name = "player"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Entrant:
        if isinstance(value, Entrant):
            return value
        try:
            return parse(value)
        except PlayerError as error:
            self.fail(str(error), param, ctx)


player_option = click.option(
    "--player",
    "entrant",
    type=PlayerType(),
    default=CLAIRVOYANT,
    show_default=True,
    help="Who plays: random, greedy and planner[:STRENGTH] do not see the stock.",
)
