"""``pasyans match`` for a game for two: four games a deal, players swapped × starter swapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from cli.batch_options import Plan
from cli.exits import INTERRUPTED
from cli.output import json_text, tell, warn
from solver.duel.names import Pairing
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.duel.sides import Sides


class Sprt(NamedTuple):
    """The two differences in Elo points that a sequential test decides between."""

    elo0: float
    elo1: float


def match_duel(
    ctx: click.Context, variant: Variant, pairing: Pairing, plan: Plan, sprt: Sprt | None
) -> None:
    """Play the match and tell what it comes to."""
    warn([variant], plan.quiet)
    from cli.interrupt import interruptible
    from cli.store import open_for_writing

    with interruptible() as stopped, open_for_writing(plan.db) as store:
        from cli.duel.matched import decided_after, match_csv, match_of, match_summary, match_text
        from cli.duel.sides import play_sides
        from cli.search import interruption
        from solver.duel.match import four_games

        def enough(sides: Sides) -> bool:
            return sprt is not None and decided_after(match_of(sides), sprt) is not None

        sides = play_sides(four_games(variant, pairing), plan, store, stopped, enough)
        told = match_summary(variant, pairing, sides, sprt)
        interrupted = stopped()
    if plan.as_json:
        tell(json_text(told))
    else:
        tell(match_csv(told) if plan.as_csv else match_text(told, plan))
    if not plan.quiet:
        click.echo(str(sides.run), err=True)
    if interrupted:
        click.echo(interruption(told["deals"], plan, pairing), err=True)
        ctx.exit(INTERRUPTED)
