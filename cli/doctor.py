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
from cli.words import counted, heard, say, word
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

    wrong, wide = 0, max(4, 1 + len(say("ok")), 1 + len(say("BAD")))
    with interruptible():
        for finding in (*_versions(), *_machine(), _database(Path(db)), *_games()):
            mark = say("ok") if finding.fine else say("BAD")
            click.echo(f"{mark:<{wide}}{finding.what:14}{finding.told}")
            wrong += not finding.fine
    mending = counted("{count} of these needs mending", "{count} of these need mending", wrong)
    click.echo(mending if wrong else say("all is well"), err=True)
    ctx.exit(1 if wrong else 0)


def _versions() -> Iterator[Finding]:
    yield Finding("pasyans", __version__)
    python = platform.python_version()
    yield Finding("Python", f"{python} ({sys.platform})", sys.version_info >= LEAST_PYTHON)
    for package in NEEDED:
        version = _version(package)
        yield Finding(package, version or say("missing: install pasyans again"), bool(version))
    for package, extra in EXTRAS.items():
        missing = say("not installed; pip install 'pasyans[{extra}]' brings it", extra=extra)
        yield Finding(package, _version(package) or missing)


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _machine() -> Iterator[Finding]:
    from cli.cache import code_in, folders

    yield Finding(say("processors"), str(processors()))
    folder, *left = folders()
    yield Finding(say("kernels"), str(code_in(folder)))
    if left:
        old = sum(code_in(one).bytes for one in left)
        told = counted(
            "{count} folder, {size:,.1f} MB; `pasyans cache clear` removes it",
            "{count} folders, {size:,.1f} MB; `pasyans cache clear` removes them",
            len(left),
            size=old / 1e6,
        )
        yield Finding(say("older kernels"), told)


def _database(path: Path) -> Finding:
    from cli.schema import StoreError
    from cli.store import open_for_reading

    if not path.exists():
        return Finding(say("database"), say("{path} is not there yet", path=path))
    try:
        with open_for_reading(path) as store:
            ((count,),) = store.rows("SELECT COUNT(*) FROM results")
    except StoreError as error:
        return Finding(say("database"), str(error), fine=False)
    told = counted("{path}: {count:,} result", "{path}: {count:,} results", count, path=path)
    return Finding(say("database"), told)


def _games() -> Iterator[Finding]:
    for game in GAMES.values():
        check = _solved if game.seats == 1 else _played
        yield _timed(game.id, check)


def _timed(game: str, check: Callable[[str], str]) -> Finding:
    begun = time.perf_counter()
    try:
        told = check(game)
    except Exception as error:  # whatever it is, it is what this command is to tell
        return Finding(game, f"{type(error).__name__}: {heard(str(error))}", fine=False)
    spent = time.perf_counter() - begun
    return Finding(game, say("{told} ({seconds:.1f} s)", told=told, seconds=spent))


def _solved(game: str) -> str:
    """A deal solved, its line judged by the referee; RuntimeError if it is not."""
    from solver import solve

    deal = SOLVABLE_DEALS[game]
    found = solve(game, deal)
    if found.verdict != "solvable":
        verdict = word("verdict", found.verdict)
        told = say("deal {deal} is solvable, but was found: {verdict}", deal=deal, verdict=verdict)
        raise RuntimeError(told)
    return counted(
        "deal {deal} is won in {count} move, and the referee agrees",
        "deal {deal} is won in {count} moves, and the referee agrees",
        len(found.moves),
        deal=deal,
    )


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
        raise RuntimeError(ruling.reason or say("the referee sees another outcome in deal 1"))
    outcome = OUTCOMES[played.outcome]
    told = say("deal 1 is won by {outcome}", outcome=outcome)
    if outcome in DRAWS:
        told = say("deal 1 is drawn ({outcome})", outcome=word("draw", outcome))
    return counted(
        "{told} in {count} action, and the referee agrees",
        "{told} in {count} actions, and the referee agrees",
        len(played.actions),
        told=told,
    )
