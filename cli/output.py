"""Results on standard output."""

from __future__ import annotations

import os
import sys

import click


def tell(text: str) -> None:
    """Print a result; a reader of a pipe who has seen enough is no error."""
    try:
        click.echo(text, nl=not text.endswith("\n"))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
