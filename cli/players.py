"""The options and arguments that name players."""

from __future__ import annotations

from typing import Any

import click

from solver.duel import names as duel
from solver.duel.names import Pairing
from solver.patience.players.names import CLAIRVOYANT, Entrant, PlayerError, parse
from solver.variants import Variant

Who = Entrant | Pairing
"""Whose results are kept: the search, a player of a patience, or the two of a game for two."""


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


class PairingType(click.ParamType[Pairing]):
    """P,Q: who plays seat A and who plays seat B."""

    name = "players"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Pairing:
        if isinstance(value, Pairing):
            return value
        try:
            return duel.parse_pairing(value)
        except duel.PlayerError as error:
            self.fail(str(error), param, ctx)


players_option = click.option(
    "--players",
    "pairing",
    metavar="P,Q",
    type=PairingType(),
    help="A game for two: who plays seat A and seat B: random, greedy, planner[:STRENGTH].  "
    "[default: greedy,greedy]",
)
player_option = click.option(
    "--player",
    "entrant",
    type=PlayerType(),
    default=CLAIRVOYANT,
    show_default=True,
    help="Who plays: random, greedy and planner[:STRENGTH] do not see the stock.",
)


def pairing_for(variant: Variant, pairing: Pairing | None) -> Pairing:
    """The players of a game for two, greedy ones where none are named.

    Raises:
        click.UsageError: a strength for a player who has none in this game, or a limit of searches.
    """
    usual = duel.Seated("greedy")
    context = click.get_current_context()
    for name, option in (("budget", "--budget"), ("seconds", "--time")):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{option} is for patiences: nothing is searched in a game for two"
            )
    try:
        return (pairing or Pairing(usual, usual)).under(variant.game)
    except duel.PlayerError as error:
        raise click.UsageError(str(error)) from None


def pairing_of(variant: Variant, one: Entrant, other: Entrant) -> Pairing:
    """The players of a match of a game for two.

    Raises:
        click.UsageError: one who plays patiences only, or a strength for one who has none.
    """
    if one.clairvoyant or other.clairvoyant:
        raise click.UsageError(f"nobody is {CLAIRVOYANT} in {variant.game.id}, a game for two")
    return pairing_for(variant, Pairing(duel.Seated(*one), duel.Seated(*other)))


def who_plays(variant: Variant, entrant: Entrant, pairing: Pairing | None) -> Who:
    """What --player and --players name for a variant.

    Raises:
        click.UsageError: --players for a patience, --player for a game for two.
    """
    if variant.game.seats == 1:
        if pairing:
            raise click.UsageError(f"{variant.game.id} is a patience: give --player, not --players")
        return entrant.under(variant)
    if not entrant.clairvoyant:
        raise click.UsageError(f"{variant.game.id} is a game for two: give --players {entrant},Q")
    return pairing_for(variant, pairing)
