"""``pasyans advise`` for a game for two: the best ways through the turn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.duel.deal import begun
from cli.duel.play import action_text
from cli.exits import INTERRUPTED
from cli.gamefile import GameFileError, check_belongs, read_json, refuse
from cli.options import read_text, source_name
from cli.output import hung, tell
from cli.words import counted, heard, say, word
from solver import __version__
from solver.duel.outcomes import GOING, SEATS
from solver.variants import Variant

if TYPE_CHECKING:
    from solver.duel.bank.advice import Line
    from solver.duel.bank.written import Written


class Asked(NamedTuple):
    """What the command line asks for."""

    path: str | None
    number: int | None
    played: str | None
    after: int | None
    top: int
    samples: int
    symbols: bool
    as_json: bool
    quiet: bool


def advise_duel(ctx: click.Context, variant: Variant, asked: Asked, see_stock: bool) -> None:
    """Read the position, look for the best ways and tell them.

    Raises:
        click.UsageError: a game without advice, or an option that is for patiences.
    """
    if variant.game.family != "bank":
        raise click.UsageError(say("there is no advice for {game}", game=variant.game.id))
    if see_stock:
        raise click.UsageError(say("--see-stock is for patiences: both players see the same"))
    written = _written(variant, asked)
    from cli.interrupt import interruptible

    with interruptible() as stopped:
        from cli.kernels import prepare
        from solver.duel.bank.advice import KERNELS, Adviser

        adviser = Adviser(variant.rules)
        prepare(lambda: adviser.advise(written, 2, 1), stopped, asked.quiet, *KERNELS)
        if adviser.is_over(written):
            raise click.ClickException(say("the game is over"))
        lines = adviser.advise(written, asked.top, asked.samples, stopped=stopped)
        interrupted = stopped()
    if asked.as_json:
        tell(json.dumps(_object(variant, written, lines), ensure_ascii=False))
    else:
        tell(_text(variant, written, lines, asked.symbols))
    if interrupted:
        ctx.exit(INTERRUPTED)


# ------------------------------------------------------------------ the position


def _written(variant: Variant, asked: Asked) -> Written:
    from solver.duel.bank.positionfile import parse_position
    from solver.duel.bank.written import PositionFileError

    if asked.number is not None:
        return _from_deal(variant, asked.number, asked.played, asked.after)
    assert asked.path is not None
    alternate = variant.rules["aux"] == "alternate"
    try:
        return parse_position(read_text(asked.path), alternate, source_name(asked.path))
    except PositionFileError as error:
        raise click.ClickException(heard(str(error))) from None


def _from_deal(variant: Variant, number: int, played: str | None, after: int | None) -> Written:
    from solver.duel.bank.referee import Game
    from solver.duel.bank.situation import written_of

    game = Game(variant.rules, *begun(variant, number))
    if played is None and after is not None:
        raise click.UsageError(say("--after goes with --moves FILE"))
    if played is not None:
        try:
            record = read_json(played)
            check_belongs(record, variant, number)
            _replay(game, record, after)
        except GameFileError as error:
            raise click.ClickException(f"{source_name(played)}: {error}") from None
    if game.outcome != GOING:
        raise click.ClickException(say("the game is over"))
    return written_of(game)


def _replay(game: Any, told: object, after: int | None) -> None:
    actions = told.get("actions") if isinstance(told, dict) else told
    if not isinstance(actions, list):
        told = '"actions" must be a list of actions such as {example}'
        refuse(say(told, example='{"action": "open"}'))
    if after is not None and after > len(actions):
        told = counted(
            "--after {after}: there is only {count} action",
            "--after {after}: there are only {count} actions",
            len(actions),
            after=after,
        )
        raise click.UsageError(told)
    for number, action in enumerate(actions[:after], 1):
        if objection := game.objection(action):
            refuse(say("action {number}: {why}", number=number, why=heard(objection)))
        game.play(action)


# ------------------------------------------------------------------ what is told


def _chance(line: Line) -> tuple[float, float, float]:
    """Mean and interval of the chance of winning, draws as halves."""
    import numpy as np

    from solver.stats import mean_interval

    if line.wins:
        return 1.0, 1.0, 1.0
    told = mean_interval(np.array(line.chances), 0.95)
    return told.mean, max(told.low, 0.0), min(told.high, 1.0)


def _text(variant: Variant, written: Written, lines: list[Line], symbols: bool) -> str:
    seat, games = SEATS[written.mover], sum(len(line.chances) for line in lines)
    told = counted(
        "{seat} to move; chance of {seat} (95 % interval, draws as halves) from {count:,} game of "
        "greedy players",
        "{seat} to move; chance of {seat} (95 % interval, draws as halves) from {count:,} games of "
        "greedy players",
        games,
        seat=seat,
    )
    head = f"{variant} «{variant.game.title}»: {told}"
    rows = []
    for number, line in enumerate(lines, 1):
        _, low, high = _chance(line)
        worth = say("{low:.1f} … {high:.1f} %", low=100 * low, high=100 * high)
        worth = word("worth", "solvable") if line.wins else worth
        way = ", ".join(action_text(dict(action), symbols) for action in line.actions)
        rows.append(hung(f"{number:4}. {worth:<15}  {way}", 23))
    return "\n".join([head, *rows])


def _object(variant: Variant, written: Written, lines: list[Line]) -> dict[str, Any]:
    from solver.duel.bank.positionfile import format_position

    told = []
    for line in lines:
        mean, low, high = _chance(line)
        chance = {"mean": mean, "low": low, "high": high, "confidence": 0.95}
        told.append({"actions": line.actions, "games": len(line.chances), "chance": chance})
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": __version__,
        "position": format_position(written),
        "seat": SEATS[written.mover],
        "advice": told,
    }
