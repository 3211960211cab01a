"""``pasyans verify`` for a database: every kept line of play is judged anew by the referee."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from cli import kept
from cli.exits import INTERRUPTED
from cli.interrupt import Stopped, interruptible
from cli.kept import Group, Span, verdict_name
from cli.output import tell
from cli.players import player_text
from cli.progress import Bar, bar
from cli.schema import told
from cli.selection import Selection
from cli.store import Store, open_for_reading
from cli.words import counted, heard, say, word
from solver.variants import Variant, VariantError, parse


class Part(NamedTuple):
    """The lines of a variant and player that are to be judged."""

    group: Group
    lines: int
    lacking: dict[int, int]
    """Decided deals without a line, by their verdict."""


class Audit:
    """What became of it so far."""

    def __init__(self, store: Store, runs: Sequence[Span], shown: Bar, stopped: Stopped) -> None:
        self.store, self.runs, self.shown, self.stopped = store, runs, shown, stopped
        self.valid = 0
        """Lines that are."""

    def judge(self, part: Part) -> str:
        """Judge lines until somebody wants to stop; what to say of them if that was not before the
        last.

        Raises:
            click.ClickException: a line is not valid, or its variant is not known here.
        """
        from cli.rejudged import fault

        group, before = part.group, self.valid
        variant = _variant(group)
        self.shown.set_description_str(group.variant)
        for line in kept.lines(self.store, group, self.runs):
            if self.stopped():
                return ""
            if why := fault(variant, group.clairvoyant, line):
                text = "not valid: {series}, deal {deal}: {why}"
                values = {"series": _name(group), "deal": line.deal}
                raise click.ClickException(say(text, why=why, **values))
            self.valid += 1
            self.shown.update()
        return "" if self.stopped() else _told(part, self.valid - before)


def audit(path: str, variants: Sequence[Variant], selection: Selection | None, quiet: bool) -> int:
    """Judge the lines of a database (of some variants, of a range of deals), a line of text for
    each variant and player; returns the exit code.

    Raises:
        click.ClickException: a line is not valid, none is kept, or no database to be read.
    """
    runs, texts = kept.spans(selection), list[str]()
    try:
        with interruptible() as stopped, open_for_reading(Path(path)) as store:
            parts = _parts(store, Path(path), variants, runs)
            every = sum(part.lines for part in parts)
            with bar(quiet, every) as shown:
                judged = Audit(store, runs, shown, stopped)
                for part in parts:
                    if stopped():
                        break
                    texts.append(judged.judge(part))
            interrupted = stopped()
    finally:  # whatever is wrong with the next, these are valid
        if any(texts):
            tell("\n".join(filter(None, texts)))
    if interrupted:
        text = "interrupted after {count:,} of {all:,} kept lines of play; all of those are valid"
        click.echo(say(text, count=judged.valid, all=every), err=True)
    return INTERRUPTED if interrupted else 0


def _parts(
    store: Store, path: Path, variants: Sequence[Variant], runs: Sequence[Span]
) -> list[Part]:
    """What there is to judge; refused if there is nothing."""
    from cli.report import refuse_absent

    groups = kept.groups(store, [variant.digest for variant in variants])
    with store.using() as database:
        refuse_absent(database, variants, {one.digest for one in groups}, path)
    parts = [Part(one, *kept.counts(store, one, runs)) for one in groups]
    if not any(part.lines for part in parts):
        text = (
            "{db} keeps no lines of play of these deals; `pasyans estimate --keep-lines` keeps "
            "those of the deals that it searches, not of deals decided before"
        )
        raise click.ClickException(say(text, db=told(path)))
    return [part for part in parts if part.lines or part.lacking]


def _variant(group: Group) -> Variant:
    """The variant of a group.

    Raises:
        click.ClickException: this version does not know it, or knows other rules by its name.
    """
    try:
        variant = parse(group.variant)
    except VariantError as error:
        raise click.ClickException(heard(str(error))) from None
    if variant.digest != group.digest:
        text = "{variant} names other rules in this version than in the database"
        raise click.ClickException(say(text, variant=group.variant))
    return variant


def _name(group: Group) -> str:
    return f"{group.variant}, {player_text(group.player)}"


def _told(part: Part, count: int) -> str:
    text = counted(
        "{series}: {count:,} kept line of play is valid",
        "{series}: {count:,} kept lines of play are valid",
        count,
        series=_name(part.group),
    )
    if not part.lacking:
        return text
    if "," in part.group.player:
        lacking = say("{count:,}", count=sum(part.lacking.values()))
    else:
        each = (
            (word("verdict", verdict_name(verdict)), count)
            for verdict, count in sorted(part.lacking.items(), key=str)
        )
        lacking = ", ".join(say("{verdict} {count:,}", verdict=v, count=c) for v, c in each)
    return text + say("; deals without a line: {deals}", deals=lacking)
