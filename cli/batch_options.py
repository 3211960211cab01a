"""The options of commands that search many deals, gathered into one object."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from cli.options import (
    DEAL_NUMBER,
    Whole,
    json_option,
    processors,
    quiet_option,
    read_text,
    search_options,
)
from cli.selection import Selection
from cli.store import DEFAULT
from cli.words import say
from solver.deals import DEAL_NUMBERS
from solver.patience.limits import LEAST_MEMORY
from solver.variants import quote

MOST_DEALS = 10**9


class Plan(NamedTuple):
    """What a command is to search, with what, and where results are kept."""

    selection: Selection
    named: str
    """Where the deals come from, as a person reads it: "from 1"."""
    budget: int
    seconds: float
    memory: int
    jobs: int | None
    scheduler: str | None
    db: Path | None
    """None: keep nothing."""
    keep_lines: bool
    as_json: bool
    as_csv: bool
    quiet: bool


_OPTIONS = (
    click.option("--deals", "count", type=Whole("count", 1, MOST_DEALS), help="How many deals."),
    click.option(
        "--first", type=DEAL_NUMBER, default=1, show_default=True, help="The first deal number."
    ),
    click.option("--seeds", metavar="FILE", help="The deals of a file, a number a line."),
    click.option(
        "--jobs",
        type=Whole("threads", 1, 1024),
        help="Threads.  [default: one a processor, as far as the memory goes]",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Search on a Dask cluster, such as tcp://host:8786, and not on this machine.",
    ),
    search_options,
    click.option(
        "--db",
        metavar="FILE",
        default=DEFAULT,
        show_default=True,
        help="Where results are kept, and looked up before any search.",
    ),
    click.option("--no-db", is_flag=True, help="Keep no results and look up none."),
    click.option("--keep-lines", is_flag=True, help="Keep the lines of play too."),
    json_option,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
    quiet_option,
)


def batch_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options above; it takes them as ``plan``."""

    @functools.wraps(command)
    def gathered(*arguments: Any, **options: Any) -> Any:
        return command(*arguments, plan=_plan(options), **options)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered


def _plan(options: dict[str, Any]) -> Plan:
    """Take the options of a plan out of a command's options."""
    count, first, seeds = (options.pop(name) for name in ("count", "first", "seeds"))
    given = click.get_current_context().get_parameter_source
    if seeds is not None and given("first") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError(say("give one of --first N0 and --seeds FILE"))
    endless = bool(options.get("until") or options.get("exact"))
    db, no_db = options.pop("db"), options.pop("no_db")
    if no_db and given("db") is not click.core.ParameterSource.DEFAULT:
        raise click.UsageError(say("give one of --db and --no-db"))
    if no_db and options["keep_lines"]:
        raise click.UsageError(say("--keep-lines keeps lines in a database, which --no-db has not"))
    if options["as_json"] and options["as_csv"]:
        raise click.UsageError(say("give one of --json and --csv"))
    if options["jobs"] and options["scheduler"]:
        told = "--jobs are threads of this machine; --scheduler has its workers'"
        raise click.UsageError(say(told))
    selection, named = chosen_deals(count, first, seeds, endless)
    return Plan(
        selection=selection,
        named=named,
        budget=options.pop("budget"),
        seconds=options.pop("seconds") or float("inf"),
        db=None if no_db else Path(db),
        memory=options.pop("memory"),
        jobs=options.pop("jobs"),
        scheduler=options.pop("scheduler"),
        keep_lines=options.pop("keep_lines"),
        as_json=options.pop("as_json"),
        as_csv=options.pop("as_csv"),
        quiet=options.pop("quiet"),
    )


def chosen_deals(
    count: int | None, first: int, seeds: str | None, endless: bool
) -> tuple[Selection, str]:
    """The deals that are asked for, and which they are in words; ``endless``: without --deals, as
    many as it takes.

    Raises:
        click.ClickException: none are asked for, or some that are no deals.
    """
    if seeds is not None:
        if count is not None:
            raise click.UsageError(say("give one of --deals N and --seeds FILE"))
        numbers = read_seeds(seeds)
        return Selection(numbers), say("of {file}", file=quote(seeds, 60))
    if count is None and not endless:
        raise click.UsageError(say("Missing option '--deals': give --deals N or --seeds FILE"))
    count = count or min(MOST_DEALS, DEAL_NUMBERS - first)
    if first + count > DEAL_NUMBERS:
        told = say("the last deal would be number {number}, past the end", number=first + count - 1)
        raise click.UsageError(told)
    return Selection(range(first, first + count)), say("from {number}", number=first)


def read_seeds(path: str) -> Sequence[int]:
    """The deal numbers of a file in ascending order: one a line, ``#`` begins a comment.

    Raises:
        click.ClickException: no such file, a line that is no deal number, a number twice, none.
    """
    lines: dict[int, int] = {}
    for at, line in enumerate(read_text(path).splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if not (text.isascii() and text.isdecimal()) or int(text[:30]) >= DEAL_NUMBERS:
            told = "{text} is not a deal number, 0 ... {last}"
            _refuse(path, at, say(told, text=quote(text), last=DEAL_NUMBERS - 1))
        if (number := int(text)) in lines:
            told = "deal {number} stands in line {line} already"
            _refuse(path, at, say(told, number=number, line=lines[number]))
        lines[number] = at
    if not lines:
        told = say("{path} names no deal; give one number a line", path=quote(path, 80))
        raise click.ClickException(told)
    return array("Q", sorted(lines))


def _refuse(path: str, line: int, why: str) -> None:
    told = say("{path}, line {line}: {why}", path=quote(path, 80), line=line, why=why)
    raise click.ClickException(told)


def threads(plan: Plan) -> int:
    """Threads of this machine for a plan.

    Raises:
        click.UsageError: more than the memory is enough for.
    """
    most = min(processors(), plan.memory // LEAST_MEMORY)
    chosen = min(plan.jobs or most, len(plan.selection))
    check_memory(plan.memory, chosen, say("give more --memory or fewer --jobs"))
    return chosen


def check_memory(memory: int, searches: int, advice: str) -> None:
    """Refuse less memory than ``searches`` at a time need.

    Raises:
        click.UsageError: it is too little.
    """
    if memory // searches < LEAST_MEMORY:
        told = "--memory {size}M is too little for {count} threads of {least}M each; {advice}"
        sizes = {"size": memory >> 20, "least": LEAST_MEMORY >> 20}
        raise click.UsageError(say(told, count=searches, advice=advice, **sizes))
