"""The options and arguments that name players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from cli.words import heard, say, word
from solver.duel import names as duel
from solver.duel.names import Pairing
from solver.patience.players.names import CLAIRVOYANT, Entrant, PlayerError, parse
from solver.variants import Variant

Who = Entrant | Pairing
"""Whose results are kept: the search, a player of a patience, or the two of a game for two."""


def player_text(player: object) -> str:
    """A player, or both of a game for two, as a person reads them."""
    told = (one.partition(":") for one in str(player).split(","))
    return ",".join(word("player", name) + colon + strength for name, colon, strength in told)


def pairing_text(players: Mapping[str, str]) -> str:
    """Who sits where."""
    a, b = (player_text(players[seat]) for seat in "AB")
    return say("{a} (A) against {b} (B)", a=a, b=b)


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
            self.fail(heard(str(error)), param, ctx)


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
            self.fail(heard(str(error)), param, ctx)


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


def _limit_given() -> str:
    """The limit of searches on the command line; empty if there is none."""
    given = click.get_current_context().get_parameter_source
    for name, option in (("budget", "--budget"), ("seconds", "--time")):
        if given(name) is click.core.ParameterSource.COMMANDLINE:
            return option
    return ""


def check_limits(*entrants: Entrant) -> None:
    """Refuse limits of searches where nobody searches.

    Raises:
        click.UsageError: there is one, and all players of a patience are random or greedy.
    """
    searching = any(one.clairvoyant or one.name == "planner" for one in entrants)
    if not searching and (option := _limit_given()):
        told = "{option} is for searches and the planner; {player} searches nothing"
        raise click.UsageError(say(told, option=option, player=player_text(entrants[0])))


def pairing_for(variant: Variant, pairing: Pairing | None) -> Pairing:
    """The players of a game for two, greedy ones where none are named.

    Raises:
        click.UsageError: a strength for a player who has none in this game, or a limit of searches.
    """
    usual = duel.Seated("greedy")
    if option := _limit_given():
        told = "{option} is for patiences: nothing is searched in a game for two"
        raise click.UsageError(say(told, option=option))
    try:
        return (pairing or Pairing(usual, usual)).under(variant.game)
    except duel.PlayerError as error:
        raise click.UsageError(heard(str(error))) from None


def pairing_of(variant: Variant, one: Entrant, other: Entrant) -> Pairing:
    """The players of a match of a game for two.

    Raises:
        click.UsageError: one who plays patiences only, or a strength for one who has none.
    """
    if one.clairvoyant or other.clairvoyant:
        told = "nobody is clairvoyant in {game}, a game for two"
        raise click.UsageError(say(told, game=variant.game.id))
    return pairing_for(variant, Pairing(duel.Seated(*one), duel.Seated(*other)))


def who_plays(variant: Variant, entrant: Entrant, pairing: Pairing | None) -> Who:
    """What --player and --players name for a variant.

    Raises:
        click.UsageError: --players for a patience, --player for a game for two, limits of
            searches where nobody searches.
    """
    if variant.game.seats == 1:
        if pairing:
            told = "{game} is a patience: give --player, not --players"
            raise click.UsageError(say(told, game=variant.game.id))
        check_limits(entrant)
        return entrant.under(variant)
    if not entrant.clairvoyant:
        told = "{game} is a game for two: give --players {player},Q"
        raise click.UsageError(say(told, game=variant.game.id, player=entrant))
    return pairing_for(variant, pairing)
