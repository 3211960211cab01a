"""Results on standard output."""

from __future__ import annotations

import codecs
import io
import json
import math
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import click

from cli.words import heard, say, speaks_english
from solver.cards import SUIT_SYMBOLS, SUITS
from solver.variants import Variant

RED_CARD = re.compile(r'(?<![\w"])(?:10|[2-9TAJQKТВДК])(?:[DHбч]|[♦♥])(?![\w"])')
"""A card of a red suit in a text for people; in JSON cards stand in quotation marks."""

_PLAIN = {
    **dict(zip(SUIT_SYMBOLS, SUITS, strict=True)),
    **dict.fromkeys("«»“”„‘’", "'"),  # no quotation mark that would end a string of JSON
    **dict.fromkeys("–—−‑", "-"),
    **dict.fromkeys("\u00a0\u2009\u202f", " "),
    "→": "->",
    "←": "<-",
    "…": "...",
    "·": ".",
    "×": "x",
    "±": "+/-",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
}
"""What stands for characters that an encoding lacks."""


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Handle characters that a stream cannot encode: plain ones, else a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    told = error.object[error.start : error.end]
    plain = "".join(_PLAIN.get(each, "?") for each in told)
    return plain, error.end


codecs.register_error("pasyans-plain", _plainly)


def make_printable() -> None:
    """Have both streams write something for what their encoding lacks, such as an arrow."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="pasyans-plain")


def is_terminal() -> bool:
    """Whether standard output is a screen that somebody looks at."""
    return sys.stdout is not None and sys.stdout.isatty()


def shows_symbols() -> bool:
    """Whether suits are shown as signs where nobody asked: on a terminal that has them."""
    return is_terminal() and "utf" in (sys.stdout.encoding or "").lower()


def has_symbols() -> bool:
    """Whether the encoding of standard output has signs for suits."""
    if sys.stdout is None:
        return False
    try:
        SUIT_SYMBOLS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def room() -> int:
    """Columns of the terminal; as good as any number where there is none."""
    return shutil.get_terminal_size().columns if is_terminal() else 1000


def dressed(text: str) -> str:
    """The text with red suits in red, on a terminal and unless NO_COLOR is set (no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not is_terminal():
        return text
    return RED_CARD.sub(lambda card: click.style(card[0], fg="red"), text)


def labelled(name: str, figures: str) -> str:
    """A line of a summary: what is told, and its figures in a column."""
    wide = 10 if speaks_english() else 13
    return hung(f"  {name:<{wide}} {figures}", wide + 3)


def hung(text: str, indent: int) -> str:
    """A line that goes on, indented, where the terminal has no room for it."""
    if len(text) <= room():
        return text
    lines = textwrap.wrap(
        text, max(room(), 2 * indent), subsequent_indent=" " * indent, break_long_words=False
    )
    return "\n".join(lines)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells in columns, the first to the left, the others to the right.

    Where the terminal has no room for them, each row is told as its first cell and a line a figure.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) > room():
        told = (line for row in rows[1:] for line in _stacked(rows[0], row))
        return [*filter(None, rows[0][:1]), *told]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _stacked(heads: Sequence[str], row: Sequence[str]) -> list[str]:
    wide = max(map(len, heads[1:]))
    figures = zip(heads[1:], row[1:], strict=True)
    return ["", row[0], *(f"  {head:<{wide}}  {cell}" for head, cell in figures)]


def warn(variants: Iterable[Variant], quiet: bool) -> None:
    """Say on standard error what is odd about rules that are allowed all the same."""
    for variant in variants:
        if not quiet and (odd := variant.game.warning(variant.rules)):
            click.echo(say("Warning: {variant}: {odd}", variant=variant, odd=heard(odd)), err=True)


def json_text(told: Any) -> str:
    """JSON, in which what is infinite or undefined (too few deals) is null."""
    return json.dumps(_finite(told), ensure_ascii=False, allow_nan=False)


def _finite(told: Any) -> Any:
    if isinstance(told, float):
        return told if math.isfinite(told) else None
    if isinstance(told, dict):
        return {name: _finite(each) for name, each in told.items()}
    return [_finite(each) for each in told] if isinstance(told, list | tuple) else told


def tell(text: str) -> None:
    """Print a result; a reader of a pipe who has seen enough is no error."""
    try:
        click.echo(dressed(text), nl=not text.endswith("\n"))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
