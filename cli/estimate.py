"""``pasyans estimate``: how likely is a deal of this variant solvable?"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import click

from cli.exits import INTERRUPTED
from cli.options import (
    DEAL_NUMBER,
    Whole,
    json_option,
    processors,
    quiet_option,
    search_options,
    variant_argument,
)
from cli.output import tell
from solver.deals import DEAL_NUMBERS
from solver.patience.limits import LEAST_MEMORY, Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from solver.patience.batch import Row


@click.command()
@variant_argument
@click.option("--deals", "count", type=Whole("count", 1, 10**9), required=True, help="How many.")
@click.option(
    "--first", type=DEAL_NUMBER, default=1, show_default=True, help="The first deal number."
)
@click.option(
    "--jobs",
    type=Whole("threads", 1, 1024),
    help="Threads.  [default: one a processor, as far as the memory goes]",
)
@search_options
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@quiet_option
@click.pass_context
def estimate(
    ctx: click.Context,
    variant: Variant,
    count: int,
    first: int,
    jobs: int | None,
    budget: int,
    seconds: float | None,
    memory: int,
    as_json: bool,
    as_csv: bool,
    quiet: bool,
) -> None:
    """Search numbered deals of VARIANT and report the rate of solvable ones.

    The interval (Wilson, 95 %) takes undecided deals as unsolvable at its low end and as solvable
    at its high end. Every line of play found is replayed by independent code.
    """
    if as_json and as_csv:
        raise click.UsageError("give one of --json and --csv")
    if first + count > DEAL_NUMBERS:
        raise click.UsageError(f"the last deal would be number {first + count - 1}, past the end")
    threads = min(jobs or min(processors(), memory // LEAST_MEMORY), count)
    if memory // threads < LEAST_MEMORY:
        raise click.UsageError(
            f"--memory {memory >> 20}M is too little for {threads} threads of "
            f"{LEAST_MEMORY >> 20}M each; give more --memory or fewer --jobs"
        )
    from cli.interrupt import interruptible

    limits = Limits(budget, seconds or float("inf"), memory // threads)
    with interruptible() as stopped:
        _compile(variant, limits, quiet, stopped)
        from cli.summary import summary, summary_csv, summary_text

        begun = time.perf_counter()
        found = _run(variant, range(first, first + count), limits, threads, quiet, stopped)
        told = summary(variant, found, first, limits, time.perf_counter() - begun)
        interrupted = stopped()
    if as_json:
        tell(json.dumps({**told, "memory": memory}, ensure_ascii=False))
    elif as_csv:
        tell(summary_csv({**told, "memory": memory}))
    else:
        tell(summary_text(variant, told))
    if interrupted:
        message = f"interrupted after {len(found):,} of {count:,} deals"
        click.echo(f"{message}; those being searched count as undecided", err=True)
        ctx.exit(INTERRUPTED)


def _compile(variant: Variant, limits: Limits, quiet: bool, stopped: Stopped) -> None:
    from cli.kernels import prepare
    from solver.patience.batch import Batch, kernels

    prepare(lambda: Batch(variant, limits), stopped, quiet, *kernels(variant))


def _run(
    variant: Variant, numbers: range, limits: Limits, jobs: int, quiet: bool, stopped: Stopped
) -> list[Row]:
    from tqdm import tqdm

    from cli.pool import rows

    found: list[Row] = []
    won = undecided = 0
    hide = quiet or not sys.stderr.isatty()
    with tqdm(total=len(numbers), unit=" deals", disable=hide) as bar:
        for some in rows(variant, numbers, limits, jobs, stopped):
            found += some
            won += sum(row.verdict == "solvable" for row in some)
            undecided += sum(row.verdict == "undecided" for row in some)
            bar.set_postfix_str(_running(found, won, undecided), refresh=False)
            bar.update(len(some))
    return found


def _running(found: list[Row], won: int, undecided: int) -> str:
    from solver.stats import win_rate

    low, high = win_rate(won, undecided, len(found)).percent(1)
    return f"{low}-{high} % solvable, {undecided} undecided"
