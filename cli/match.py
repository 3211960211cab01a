"""``pasyans match``: which of two players wins more of the same deals?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from cli.batch_options import Plan, batch_options
from cli.duel.match import Sprt, match_duel
from cli.exits import INTERRUPTED
from cli.options import variant_argument
from cli.output import tell
from cli.players import PlayerType, check_limits, pairing_of, player_text
from cli.words import say
from solver.patience.players.names import Entrant
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.grid import Grid


@click.command()
@variant_argument
@click.argument("one", metavar="P", type=PlayerType())
@click.argument("other", metavar="Q", type=PlayerType())
@batch_options
@click.option(
    "--sprt",
    type=(float, float),
    metavar="ELO0 ELO1",
    help="A game for two: stop as soon as a sequential test decides between the two differences.",
)
@click.pass_context
def match(
    ctx: click.Context,
    variant: Variant,
    one: Entrant,
    other: Entrant,
    plan: Plan,
    sprt: tuple[float, float] | None,
) -> None:
    """Let the players P and Q play the same numbered deals of VARIANT and tell how they differ.

    A player is random, greedy, planner[:STRENGTH] or clairvoyant, which is the search: what it
    solves counts as won. The interval is that of the paired difference, p that of McNemar's exact
    test. Games are kept in the database.

    A game for two is played four times a deal: each player in each seat, each seat beginning. All
    intervals are of the deals' means.
    """
    if variant.game.seats == 2:
        match_duel(ctx, variant, pairing_of(variant, one, other), plan, _sprt(sprt))
        return
    if sprt:
        raise click.UsageError(say("--sprt is for games for two"))
    check_limits(one, other)
    sides = [(variant, each.under(variant)) for each in (one, other)]
    if sides[0] == sides[1]:
        told_player = player_text(sides[0][1])
        raise click.UsageError(say("{player} against itself: give two players", player=told_player))
    from cli.compare import search_sides
    from cli.interrupt import interruptible
    from cli.store import open_for_writing

    with interruptible() as stopped, open_for_writing(plan.db) as store:
        from cli.matched import match_csv, match_summary, match_text
        from cli.search import interruption

        grid, run = search_sides(sides, plan, store, stopped)
        check_wins(grid)
        told = match_summary(grid, run.told())
        interrupted = stopped()
    if plan.as_json:
        tell(json.dumps(told, ensure_ascii=False))
    else:
        tell(match_csv(told) if plan.as_csv else match_text(told, plan))
    if not plan.quiet and (run.searched or not interrupted):
        click.echo(str(run), err=True)
    if interrupted:
        click.echo(interruption(told["deals"], plan, sides[1][1]), err=True)
        ctx.exit(INTERRUPTED)


def _sprt(told: tuple[float, float] | None) -> Sprt | None:
    """The sequential test that is asked for.

    Raises:
        click.UsageError: no two differences, the lower one first.
    """
    if told and not -2000 <= told[0] < told[1] <= 2000:
        raise click.UsageError(
            say("--sprt needs two differences within ±2000, the lower one first")
        )
    return Sprt(*told) if told else None


def check_wins(grid: Grid) -> None:
    """Nobody wins a deal that is proved unsolvable.

    Raises:
        click.ClickException: somebody did.
    """
    import numpy as np

    from cli.schema import SOLVABLE, UNSOLVABLE
    from cli.search import contradiction

    for index, other in ((0, 1), (1, 0)):
        if grid.jobs[index].entrant.clairvoyant:
            both = (grid.found[index] == UNSOLVABLE) & (grid.found[other] == SOLVABLE)
            for place in np.flatnonzero(both).tolist()[:1]:
                number = grid.selection.numbers[place]
                player = player_text(grid.jobs[other].entrant)
                told = say("proved unsolvable, and won by: {player}", player=player)
                raise contradiction(number, told)
