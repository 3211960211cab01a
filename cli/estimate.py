"""``pasyans estimate``: how likely is a deal of this variant solvable?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from cli.batch_options import Plan, batch_options
from cli.exits import INTERRUPTED
from cli.options import variant_argument
from cli.output import json_text, tell, warn
from cli.players import Who, player_option, players_option, who_plays
from cli.words import say
from solver.duel.names import Pairing
from solver.patience.players.names import Entrant
from solver.variants import Variant, quote

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from cli.search import Job, Run
    from cli.store import Store
    from cli.summary import Known
    from cli.until import Until
    from solver.patience.results import Result


_PLAYING = (
    *("entrant", "pairing", "until", "count", "first", "seeds", "jobs", "scheduler"),
    *("budget", "seconds", "memory", "db", "no_db", "keep_lines"),
)
"""Parameters that say what is played or searched, and how."""


class Width(click.ParamType[float]):
    """The width of an interval: 0.01 or 1%."""

    name = "width"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        told = re.fullmatch(r"([0-9]{0,9}\.?[0-9]{1,9})\s*(%?)", str(value).strip())
        width = float(told[1]) / (100 if told[2] else 1) if told else 0.0
        if not 0 < width < 1:
            text = say("{value} is not a width such as 1% or 0.01", value=quote(str(value)))
            self.fail(text, param, ctx)
        return width


@click.command()
@variant_argument
@player_option
@players_option
@batch_options
@click.option(
    "--until",
    type=Width(),
    help="Stop as soon as the interval is so narrow, such as 1%; --deals is then the most.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Compute the probabilities instead, where a game for two is chance alone.",
)
@click.pass_context
def estimate(
    ctx: click.Context,
    variant: Variant,
    entrant: Entrant,
    pairing: Pairing | None,
    plan: Plan,
    until: float | None,
    exact: bool,
) -> None:
    """Search numbered deals of VARIANT and report the rate of solvable ones; play a game for two.

    The interval (Wilson, 95 %; with --until a confidence sequence, which holds whenever the run
    stops) takes undecided deals as unsolvable at its low end and as solvable at its high end.
    Every line of play found is replayed by independent code.

    With --player the deals are played by somebody who does not see the stock, and the rate is that
    of games won. planner:N samples N orders of the stock at first; --budget is then what it may
    search once the stock is out.

    A game for two is played between the two --players, and the report is of who won how often.

    Results are kept in a database: the same command goes on where it was stopped, and a larger
    --budget searches only what is undecided.
    """
    if exact:
        from cli.duel.exact import tell_exact

        _check_exact(ctx)
        tell_exact(variant, plan)
        return
    who = who_plays(variant, entrant, pairing)
    if until and isinstance(who, Pairing):
        raise click.UsageError(say("--until is for patiences: give a game for two --deals N"))
    warn([variant], plan.quiet)
    from cli.interrupt import interruptible
    from cli.store import open_for_writing

    with interruptible() as stopped, open_for_writing(plan.db) as store:
        from cli.search import interruption

        known, run = _search(variant, who, plan, until, store, stopped)
        told, shown = _summed_up(known, plan, run)
        interrupted = stopped()
    tell(shown)
    if not plan.quiet and (run.searched or not interrupted):
        click.echo(str(run), err=True)
    if interrupted:
        click.echo(interruption(len(known.job.selection), plan, who), err=True)
        ctx.exit(INTERRUPTED)
    if known.sequential and len(known.job.selection) == len(plan.selection):
        _tell_width(told, until)


def _check_exact(ctx: click.Context) -> None:
    """Refuse what means nothing where nothing is played.

    Raises:
        click.UsageError: an option on the command line that is about deals or players.
    """
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in _PLAYING and source is click.core.ParameterSource.COMMANDLINE:
            text = "--exact computes and plays no deal: leave out {option}"
            raise click.UsageError(say(text, option=parameter.opts[0]))


def _summed_up(known: Known, plan: Plan, run: Run) -> tuple[dict[str, Any], str]:
    """The summary, and what is printed of it."""
    from cli import played, summary
    from cli.duel import summary as duel

    if isinstance(known.job.entrant, Pairing):
        tellers = duel.duel_summary, duel.duel_csv, duel.duel_text
    elif known.job.entrant.clairvoyant:
        tellers = summary.summary, summary.summary_csv, summary.summary_text
    else:
        tellers = played.played_summary, played.played_csv, played.played_text
    summed_up, as_csv, as_text = tellers
    told = summed_up(known, plan, run.told())
    if plan.as_json:
        return told, json_text(told)
    return told, as_csv(told) if plan.as_csv else as_text(known, plan, told)


def _search(
    variant: Variant,
    entrant: Who,
    plan: Plan,
    until: float | None,
    store: Store,
    stopped: Stopped,
) -> tuple[Known, Run]:
    """Search what is missing; returns what can be summed up."""
    from cli.progress import progress
    from cli.search import Job, search_missing, search_of, searcher
    from cli.summary import Known
    from cli.until import Until

    store.attach(plan.selection)
    with searcher(plan, stopped) as by, progress(plan.quiet) as shown:
        series = store.series(variant, search_of(by.limits, entrant), str(entrant))
        job = Job(series, variant, plan.selection, entrant)
        end = Until(until, job.series, plan.selection) if until else None
        shown.begin(str(variant), None if end else len(plan.selection), job.known())

        def watch(finished: list[Result]) -> None:
            shown.add(finished)
            if end:
                end.add(finished)

        def ended() -> bool:
            return stopped() or (end is not None and end.reached is not None)

        run = search_missing(job, job.series.missing(job.selection), by, watch, ended)
    count = _counted(job, run, end, stopped)
    known = job._replace(selection=plan.selection.part(0, count))
    return Known(known, run.in_flight, sequential=end is not None), run


def _counted(job: Job, run: Run, end: Until | None, stopped: Stopped) -> int:
    """How many deals are summed up: those before the first that no search was begun of.

    To leave out just the deals that were being searched would flatter the rate.
    """
    from cli.series import SEARCHED

    if end and end.reached is not None:
        return end.reached
    if not stopped():
        return len(job.selection)
    # A game that was cut short has no outcome: it ends what is summed up.
    in_flight = set(run.in_flight) if job.entrant.clairvoyant else set[int]()
    begun = SEARCHED if job.entrant.clairvoyant else job.series.final()
    absent = job.series.lacking(job.selection, begun)
    first = next((number for number in absent if number not in in_flight), None)
    return len(job.selection) if first is None else job.selection.place(first)


def _tell_width(told: dict[str, Any], until: float | None) -> None:
    width = told["rate"]["high"] - told["rate"]["low"]
    if until and width > until:
        text = say("the interval of all deals is {width:.3g} % wide; give more", width=100 * width)
        click.echo(text, err=True)
