"""``pasyans match``: which of two players wins more of the same deals?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from cli.batch_options import Plan, batch_options
from cli.exits import INTERRUPTED
from cli.options import variant_argument
from cli.output import tell
from cli.players import PlayerType
from solver.patience.players.names import Entrant
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.grid import Grid


@click.command()
@variant_argument
@click.argument("one", metavar="P", type=PlayerType())
@click.argument("other", metavar="Q", type=PlayerType())
@batch_options
@click.pass_context
def match(ctx: click.Context, variant: Variant, one: Entrant, other: Entrant, plan: Plan) -> None:
    """Let the players P and Q play the same numbered deals of VARIANT and tell how they differ.

    A player is random, greedy, planner[:STRENGTH] or clairvoyant, which is the search: what it
    solves counts as won. The interval is that of the paired difference, p that of McNemar's exact
    test. Games are kept in the database.
    """
    sides = [(variant, each.under(variant)) for each in (one, other)]
    if sides[0] == sides[1]:
        raise click.UsageError(f"{sides[0][1]} against itself: give two players")
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
    if not plan.quiet:
        click.echo(str(run), err=True)
    if interrupted:
        click.echo(interruption(told["deals"], plan, sides[1][1]), err=True)
        ctx.exit(INTERRUPTED)


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
                raise contradiction(
                    number, f"proved unsolvable, and won by {grid.jobs[other].entrant}"
                )
