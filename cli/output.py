"""Results on standard output."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from solver.variants import Variant


def warn(variants: Iterable[Variant], quiet: bool) -> None:
    """Say on standard error what is odd about rules that are allowed all the same."""
    for variant in variants:
        if not quiet and (odd := variant.game.warning(variant.rules)):
            click.echo(f"Warning: {variant}: {odd}", err=True)


def tell(text: str) -> None:
    """Print a result; a reader of a pipe who has seen enough is no error."""
    try:
        click.echo(text, nl=not text.endswith("\n"))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
