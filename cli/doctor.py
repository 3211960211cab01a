"""``pasyans doctor``: is everything here that this program needs, and does it work?"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import click

from cli.options import processors
from cli.store import DEFAULT
from solver import __version__
from solver.variants import GAMES, parse

NEEDED = ("click", "numba", "numpy", "pandas", "tqdm")
EXTRAS = {"distributed": "cluster", "matplotlib": "plot"}
LEAST_PYTHON = (3, 11)


class Finding(NamedTuple):
    """A line of the report."""

    what: str
    told: str
    fine: bool = True


@click.command()
@click.option("--db", default=DEFAULT, show_default=True, metavar="FILE", help="The database.")
@click.pass_context
def doctor(ctx: click.Context, db: str) -> None:
    """Look at versions, compiled kernels, processors and database; play a deal of every game.

    The exit code is 1 if anything is amiss.
    """
    from cli.interrupt import interruptible

    wrong = 0
    with interruptible():
        for finding in (*_versions(), *_machine(), _database(Path(db)), *_games()):
            click.echo(f"{'ok' if finding.fine else 'BAD':4}{finding.what:14}{finding.told}")
            wrong += not finding.fine
    click.echo("all is well" if not wrong else f"{wrong} of these need mending", err=True)
    ctx.exit(1 if wrong else 0)


def _versions() -> Iterator[Finding]:
    yield Finding("pasyans", __version__)
    python = platform.python_version()
    yield Finding("Python", f"{python} ({sys.platform})", sys.version_info >= LEAST_PYTHON)
    for package in NEEDED:
        version = _version(package)
        yield Finding(package, version or "missing: install pasyans again", bool(version))
    for package, extra in EXTRAS.items():
        missing = f"not installed; pip install 'pasyans[{extra}]' brings it"
        yield Finding(package, _version(package) or missing)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _machine() -> Iterator[Finding]:
    from cli.cache import code_in, folders

    yield Finding("processors", f"{processors()}")
    folder, *left = folders()
    yield Finding("kernels", str(code_in(folder)))
    if left:
        old = sum(code_in(one).bytes for one in left)
        told = f"{len(left)} folders, {old / 1e6:,.1f} MB; `pasyans cache clear` removes them"
        yield Finding("older kernels", told)


def _database(path: Path) -> Finding:
    from cli.schema import StoreError
    from cli.store import open_for_reading

    if not path.exists():
        return Finding("database", f"{path} is not there yet")
    try:
        with open_for_reading(path) as store:
            ((count,),) = store.rows("SELECT COUNT(*) FROM results")
    except StoreError as error:
        return Finding("database", str(error), fine=False)
    return Finding("database", f"{path}: {count:,} results")


def _games() -> Iterator[Finding]:
    for game in GAMES.values():
        check = _solved if game.seats == 1 else _played
        yield _timed(game.id, check)


def _timed(game: str, check: Callable[[str], str]) -> Finding:
    begun = time.perf_counter()
    try:
        told = check(game)
    except Exception as error:  # whatever it is, it is what this command is to tell
        return Finding(game, f"{type(error).__name__}: {error}", fine=False)
    return Finding(game, f"{told} ({time.perf_counter() - begun:.1f} s)")


def _solved(game: str) -> str:
    """A deal solved, its line judged by the referee; RuntimeError if it is not."""
    from solver import solve

    deal = SOLVABLE_DEALS[game]
    found = solve(game, deal)
    if found.verdict != "solvable":
        raise RuntimeError(f"deal {deal} is solvable, but was found {found.verdict}")
    return f"deal {deal} is won in {len(found.moves)} moves, and the referee agrees"


SOLVABLE_DEALS = {"iznanka": 1, "vosem": 3}


def _played(game: str) -> str:
    """A deal played and judged by the referee; RuntimeError if the two do not agree."""
    from solver.deals import duel_deal
    from solver.duel.family import family_of
    from solver.duel.names import parse_pairing
    from solver.duel.outcomes import DRAWS, OUTCOMES

    variant = parse(game)
    family = family_of(variant.game.family)
    pairing = parse_pairing("greedy,greedy").under(variant.game)
    played = family.table(variant.rules, pairing).play(1)
    ruling = family.judge(variant.rules, duel_deal(1), played.first, played.actions)
    if ruling.reason or ruling.outcome != played.outcome:
        raise RuntimeError(ruling.reason or "the referee sees another outcome in deal 1")
    outcome = OUTCOMES[played.outcome]
    told = f"is drawn ({outcome})" if outcome in DRAWS else f"is won by {outcome}"
    return f"deal 1 {told} in {len(played.actions)} actions, and the referee agrees"
