"""``pasyans report``: what a database holds, as tables and plots."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import VariantType, json_option, quiet_option
from cli.output import tell
from cli.store import DEFAULT, open_for_reading
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
        raise click.UsageError("give one of --csv, --markdown and --json")
    if folder is not None:
        _check_plots(folder)
    from cli import tables

    with open_for_reading(db) as store, store.using() as database:
        database.execute("BEGIN")
        found = _found(database, variants, db)
        if as_csv:
            tell(tables.as_csv(found))
        elif as_json:
            tell(tables.as_json(found))
        else:
            tell(tables.markdown(found) if as_markdown else tables.text(found))
        if folder is not None:
            _plot(database, found, folder, quiet)


def _found(database: sqlite3.Connection, variants: tuple[Variant, ...], db: Path) -> list[Tally]:
    from cli.tallies import tallies

    digests = [variant.digest for variant in variants]
    found = tallies(database, digests)
    missing = [one for one in variants if one.digest not in {tally.digest for tally in found}]
    if missing:
        held = ", ".join(dict.fromkeys(one.variant for one in tallies(database))) or "nothing"
        raise click.ClickException(f"no deals of {missing[0]} in {db}, which holds {held}")
    if not found:
        raise click.ClickException(f"{db} holds no deals yet; `pasyans estimate` adds some")
    return found


def _check_plots(folder: Path) -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise click.ClickException("--plot needs matplotlib: pip install 'pasyans[plot]'")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"--plot {folder}: {error.strerror or error}") from None


def _plot(database: sqlite3.Connection, found: list[Tally], folder: Path, quiet: bool) -> None:
    from cli.plots import draw

    for path in draw(database, found, folder):
        if not quiet:
            click.echo(f"wrote {path}", err=True)
