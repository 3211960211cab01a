"""Arguments and options that several commands share, and what they accept."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from cli.output import has_symbols, shows_symbols
from cli.words import heard, say
from solver import variants
from solver.deals import DEAL_NUMBERS
from solver.patience.limits import LEAST_MEMORY
from solver.variants import Variant, VariantError, quote

Command = TypeVar("Command", bound=Callable[..., Any])

COUNT_SUFFIXES = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BINARY = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


class VariantType(click.ParamType[Variant]):
    """ID[:PRESET][,OPTION=VALUE...]; only of games for so many ``seats``, where that is told."""

    name = "variant"

    def __init__(self, seats: int = 0) -> None:
        self.seats = seats

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Variant:
        if isinstance(value, Variant):
            return value
        try:
            variant = variants.parse(value)
        except VariantError as error:
            self.fail(heard(str(error)), param, ctx)
        if self.seats and variant.game.seats != self.seats:
            games = ", ".join(g.id for g in variants.GAMES.values() if g.seats == self.seats)
            told = (
                "{game} is a patience; this is for a game for two: {games}",
                "{game} is a game for two; this is for a patience: {games}",
            )[variant.game.seats - 1]
            self.fail(say(told, game=variant.game.id, games=games), param, ctx)
        return variant


class Whole(click.ParamType[int]):
    """A whole number in a range; with ``suffixes`` also 20M, 1.5G or 1e6."""

    def __init__(
        self, name: str, low: int, high: int, suffixes: dict[str, int] | None = None
    ) -> None:
        self.name = name
        self.low, self.high, self.suffixes = low, high, suffixes

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        number = self._read(value.strip())
        if number is None:
            told = "{value} is not a whole number"
            if self.suffixes:
                told = "{value} is not a number such as 500000, 20M or 2G"
            self.fail(say(told, value=quote(value)), param, ctx)
        if not self.low <= number <= self.high:
            span = f"{self._shown(self.low)} ... {self._shown(self.high)}"
            self.fail(say("{value} is not in {span}", value=quote(value), span=span), param, ctx)
        return number

    def _shown(self, number: int) -> str:
        if self.suffixes is _BINARY:
            return f"{number >> 20}M" if number < 1 << 40 else f"{number >> 40}T"
        return str(number)

    def _read(self, text: str) -> int | None:
        if re.fullmatch(r"[+-]?[0-9]+", text):
            return int(text[:30])  # more digits than that are out of every range anyway
        if self.suffixes is None:
            return None
        parts = re.fullmatch(
            r"([0-9]{1,30}(?:\.[0-9]{1,9})?(?:e[0-9]{1,2})?)([a-z]?)i?b?", text.lower()
        )
        if parts is None or parts[2] not in self.suffixes:
            return None
        return round(float(parts[1]) * self.suffixes[parts[2]])


class Seconds(click.ParamType[float]):
    """A time in seconds, more than 0."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds < math.inf:
            told = say("{value} is not a number of seconds above 0", value=quote(str(value)))
            self.fail(told, param, ctx)
        return seconds


NODES = Whole("nodes", 1, 10**15, COUNT_SUFFIXES)
DEAL_NUMBER = Whole("number", 0, DEAL_NUMBERS - 1)

variant_argument = click.argument("variant", type=VariantType())
patience_argument = click.argument("variant", type=VariantType(seats=1))
duel_argument = click.argument("variant", type=VariantType(seats=2))
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _symbols(ctx: click.Context, param: click.Parameter, chosen: bool | None) -> bool:
    return shows_symbols() if chosen is None else chosen and has_symbols()


symbols_option = click.option(
    "--symbols/--letters",
    default=None,
    callback=_symbols,
    help="Print suits as ♣ ♦ ♥ ♠ or as letters.  [default: signs on a terminal]",
)
quiet_option = click.option(
    "--quiet", "-q", is_flag=True, help="No progress and no messages, only the result."
)


def memory_option(meaning: str) -> Callable[[Command], Command]:
    """--memory."""
    kind = Whole("bytes", LEAST_MEMORY, 1 << 46, _BINARY)
    return click.option("--memory", type=kind, default="2G", show_default=True, help=meaning)


def search_options(command: Command) -> Command:
    """--budget, --time and --memory."""
    for option in (
        memory_option("Bytes of tables and stacks, over all threads."),
        click.option(
            "--time",
            "seconds",
            type=Seconds(),
            help="Seconds a deal; what is decided then depends on the machine.",
        ),
        click.option(
            "--budget",
            type=NODES,
            default="10M",
            show_default=True,
            help="Positions searched a deal before it counts as undecided.",
        ),
    ):
        command = option(command)
    return command


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def source_name(path: str) -> str:
    """What messages call a file."""
    if path == "-":
        return say("standard input")
    return path if path.isprintable() else quote(path, 80)


def system(error: OSError) -> str:
    """Why the system refused, as it says it."""
    return heard(error.strerror or str(error))


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``.

    Raises:
        click.ClickException: no such file, no permission, a folder, not UTF-8, too large.
    """
    most = 16 << 20
    if path == "-" and sys.stdin is None:
        raise click.ClickException(say("standard input is closed"))
    try:
        with click.open_file(path, "rb") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise click.ClickException(f"{quote(path, 80)}: {system(error)}") from None
    if len(data) > most:
        told = say("{path} is larger than {size} MiB", path=quote(path, 80), size=most >> 20)
        raise click.ClickException(told)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        told = say(
            "{path} is not UTF-8 text (byte {byte}); save it as UTF-8",
            path=quote(path, 80),
            byte=error.start + 1,
        )
        raise click.ClickException(told) from None
