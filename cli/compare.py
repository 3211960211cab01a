"""``pasyans compare``: what does a rule change do?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import click

from cli.batch_options import Plan, batch_options
from cli.exits import INTERRUPTED
from cli.options import VariantType
from cli.output import tell
from cli.players import player_option, player_text, players_option, who_plays
from cli.words import say
from solver.duel.names import Pairing
from solver.patience.players.names import Entrant
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.grid import Grid
    from cli.interrupt import Stopped
    from cli.search import Job, Run, Searcher
    from cli.store import Store
    from solver.patience.results import Result

Side = tuple[Variant, Entrant]
"""Whose deals are compared with another's: rules and a player."""

FIRST_ROUND = 1000
"""Deals of the first round; each later one has as many as all before it."""


@click.command()
@click.argument("variants", metavar="VARIANT VARIANT...", type=VariantType(), nargs=-1)
@player_option
@players_option
@batch_options
@click.pass_context
def compare(
    ctx: click.Context,
    variants: tuple[Variant, ...],
    entrant: Entrant,
    pairing: Pairing | None,
    plan: Plan,
) -> None:
    """Search the same numbered deals under several VARIANTs and tell how they differ.

    A verdict that follows from that under stricter or looser rules is not searched again (see
    RULES.md); one that contradicts it stops the run. Undecided deals count both ways: intervals
    hold, and p values (McNemar's exact test, Holm-corrected) are the greatest, whatever they are.
    With --player the games of a player who does not see the stock are compared.

    Games for two are played between the same two --players: how often who begins wins, draws and
    whether all pairs are taken, with paired differences.
    """
    _check(variants)
    for variant in variants:
        who_plays(variant, entrant, pairing)
    if variants[0].game.seats == 2:
        from cli.duel.compare import compare_duels

        compare_duels(ctx, variants, pairing, plan)
        return
    from cli.interrupt import interruptible
    from cli.store import open_for_writing

    with interruptible() as stopped, open_for_writing(plan.db) as store:
        from cli.comparison import comparison, comparison_csv, comparison_text
        from cli.search import interruption

        grid, run = search_sides(_sides(variants, entrant), plan, store, stopped)
        told = comparison(grid, plan, run.told())
        interrupted = stopped()
    if plan.as_json:
        tell(json.dumps(told, ensure_ascii=False))
    else:
        tell(comparison_csv(told) if plan.as_csv else comparison_text(told, plan))
    if not plan.quiet and (run.searched or not interrupted):
        click.echo(str(run), err=True)
    if interrupted:
        click.echo(interruption(told["deals"], plan, entrant), err=True)
        ctx.exit(INTERRUPTED)


def _check(variants: Sequence[Variant]) -> None:
    """Refuse what cannot be compared.

    Raises:
        click.UsageError: fewer than two variants, the same rules twice, or different packs.
    """
    if len(variants) < 2:
        raise click.UsageError(say("give two variants or more to compare"))
    for one, other in combinations(variants, 2):
        if one.digest == other.digest:
            told = "{one} and {other} are the same rules"
            raise click.UsageError(say(told, one=one, other=other))
        packs = [(each.game.seats, each.rules.get("ranks")) for each in (one, other)]
        if packs[0] != packs[1]:
            told = "{one} and {other} have different packs: the same deal number is another deal"
            raise click.UsageError(say(told, one=one, other=other))


def _sides(variants: Sequence[Variant], entrant: Entrant) -> list[Side]:
    """Each variant with the player, at one strength: the default of the first variant."""
    return [(variant, entrant.under(variants[0])) for variant in variants]


def search_sides(
    sides: Sequence[Side], plan: Plan, store: Store, stopped: Stopped
) -> tuple[Grid, Run]:
    """Search (or play) in rounds, so that a stopped run has compared something."""
    from cli.grid import Grid
    from cli.progress import progress
    from cli.search import Run, search_missing, searcher

    store.attach(plan.selection)
    searched, seconds = 0, 0.0
    with searcher(plan, stopped) as by, progress(plan.quiet) as shown:
        grid = Grid([_job(side, by, plan, store) for side in sides])
        for begin, end in rounds(len(plan.selection)):
            for index in grid.order:

                def watch(finished: list[Result], index: int = index) -> None:
                    grid.note(index, finished)
                    shown.add(finished)

                todo, job = grid.todo(index, begin, end), grid.jobs[index]
                name = f"{job.variant} {player_text(job.entrant)}"
                shown.begin(name, len(plan.selection), grid.known(index))
                run = search_missing(job, todo, by, watch, stopped)
                searched, seconds = searched + run.searched, seconds + run.seconds
                grid.give_up(index, run.in_flight)
                grid.imply(index, begin, end)
                if not stopped():
                    grid.finished[index] = end
    played = not any(entrant.clairvoyant for _, entrant in sides)
    return grid, Run(searched, seconds, [], played)


def _job(side: Side, by: Searcher, plan: Plan, store: Store) -> Job:
    from cli.search import Job, search_of

    variant, entrant = side
    series = store.series(variant, search_of(by.limits, entrant), str(entrant))
    return Job(series, variant, plan.selection, entrant)


def rounds(count: int) -> list[tuple[int, int]]:
    """The rounds of a comparison of so many deals, as places from ... to."""
    ends = [0, min(FIRST_ROUND, count)]
    while ends[-1] < count:
        ends.append(min(2 * ends[-1], count))
    return list(pairwise(ends))
