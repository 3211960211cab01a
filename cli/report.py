"""``pasyans report``: what a database holds, as tables and plots."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.options import VariantType, json_option, quiet_option, system
from cli.output import room, tell
from cli.store import DEFAULT, open_for_reading
from cli.words import say
from solver.variants import Variant

if TYPE_CHECKING:
    import sqlite3

    from cli.tallies import Tally


@click.command()
@click.argument("variants", type=VariantType(), nargs=-1, metavar="[VARIANT]...")
@click.option(
    "--db",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DEFAULT,
    show_default=True,
    help="The database.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print a Markdown table.")
@json_option
@click.option(
    "--plot",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Also draw rates, nodes and differences, as PNG and SVG in this folder.",
)
@quiet_option
def report(
    variants: tuple[Variant, ...],
    db: Path,
    as_csv: bool,
    as_markdown: bool,
    as_json: bool,
    folder: Path | None,
    quiet: bool,
) -> None:
    """Tell what a database of results holds, for each variant (or each VARIANT) and player.

    All deals in the database count. Rates are 95 % Wilson intervals which take undecided deals as
    unsolvable at the low end and as solvable at the high end.
    """
    if as_csv + as_markdown + as_json > 1:
        raise click.UsageError(say("give one of --csv, --markdown and --json"))
    if folder is not None:
        _check_plots(folder)
    from cli import tables
    from cli.duel import report as duel

    with open_for_reading(db) as store, store.using() as database:
        database.execute("BEGIN")
        found, duels = _found(database, variants, db)
        if as_json:
            tell(tables.as_json(found, duels))
        else:
            kind = 0 if as_csv else 1 if as_markdown else 2
            parts = []
            if found:
                parts = [tables.text(found, room()) if kind == 2 else tables.TEXTS[kind](found)]
            tell("\n\n".join(parts + ([duel.TEXTS[kind](duels)] if duels else [])))
            if found and kind == 2 and not quiet:
                _tell_left_out([column.title for column in tables.fitting(found, room())[1]])
        if folder is not None:
            _plot(database, found, duels, folder, quiet)


def _found(
    database: sqlite3.Connection, variants: tuple[Variant, ...], db: Path
) -> tuple[list[Tally], list[dict[str, Any]]]:
    from cli.duel.report import duel_tallies
    from cli.tallies import tallies

    digests = [variant.digest for variant in variants]
    found, duels = tallies(database, digests), duel_tallies(database, digests)
    held = {tally.digest for tally in found} | {one["digest"] for one in duels}
    refuse_absent(database, variants, held, db)
    if not found and not duels:
        told = "{db} holds no deals yet; `pasyans estimate` adds some"
        raise click.ClickException(say(told, db=db))
    return found, duels


def _tell_left_out(titles: Sequence[str]) -> None:
    """Say which columns a narrow terminal does without, if it does."""
    if titles:
        text = "left out, as the terminal is narrow: {columns}; --csv has all columns"
        click.echo(say(text, columns=", ".join(titles)), err=True)


def refuse_absent(
    database: sqlite3.Connection, variants: Sequence[Variant], held: set[str], db: Path
) -> None:
    """Refuse variants of which a database holds no deals; ``held`` are digests of the others.

    Raises:
        click.ClickException: there is one.
    """
    missing = [one for one in variants if one.digest not in held]
    if not missing:
        return
    names = database.execute(
        "SELECT DISTINCT v.text FROM variants v JOIN results r ON r.variant = v.id"
    ).fetchall()
    held_names = ", ".join(sorted(name for (name,) in names)) or say("nothing")
    told = "no deals of {variant} in {db}, which holds {names}"
    raise click.ClickException(say(told, variant=missing[0], db=db, names=held_names))


def _check_plots(folder: Path) -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise click.ClickException(say("--plot needs matplotlib: pip install 'pasyans[plot]'"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"--plot {folder}: {system(error)}") from None


def _plot(
    database: sqlite3.Connection,
    found: list[Tally],
    duels: list[dict[str, Any]],
    folder: Path,
    quiet: bool,
) -> None:
    from cli import plots
    from cli.duel import plots as of_duels

    drawn = plots.draw(database, found, folder) if found else []
    drawn += of_duels.draw(database, duels, folder) if duels else []
    for path in drawn:
        if not quiet:
            click.echo(say("wrote {path}", path=path), err=True)
