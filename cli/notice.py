"""Messages on standard error."""

from __future__ import annotations

from collections.abc import Callable

import click


def compiling(quiet: bool, *kernels: Callable[..., object]) -> None:
    """Say once that kernels are being compiled, where they are not yet in the cache folder."""
    from solver.jit import is_compiled

    if not quiet and not is_compiled(*kernels):
        click.echo("compiling the kernels: this happens once and takes some 20 s …", err=True)
