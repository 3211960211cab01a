"""Results on standard output."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import sys
from collections.abc import Iterable
from typing import Any

import click

from solver.variants import Variant

RED_CARD = re.compile(r'(?<![\w"])(?:10|[2-9TAJQK])(?:[DH]|[♦♥])(?![\w"])')
"""A card of a red suit in a text for people; in JSON cards stand in quotation marks."""


def is_terminal() -> bool:
    """Whether standard output is a screen that somebody looks at."""
    return sys.stdout is not None and sys.stdout.isatty()


def shows_symbols() -> bool:
    """Whether suits are shown as signs where nobody asked: on a terminal that has them."""
    return is_terminal() and "utf" in (sys.stdout.encoding or "").lower()


def room() -> int:
    """Columns of the terminal; as good as any number where there is none."""
    return shutil.get_terminal_size().columns if is_terminal() else 1000


def dressed(text: str) -> str:
    """The text with red suits in red, on a terminal and unless NO_COLOR is set (no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not is_terminal():
        return text
    return RED_CARD.sub(lambda card: click.style(card[0], fg="red"), text)


def warn(variants: Iterable[Variant], quiet: bool) -> None:
    """Say on standard error what is odd about rules that are allowed all the same."""
    for variant in variants:
        if not quiet and (odd := variant.game.warning(variant.rules)):
            click.echo(f"Warning: {variant}: {odd}", err=True)


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
