"""Compiling (or loading) the kernels a command needs, before its clock starts."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable

import click

from cli.interrupt import Stopped, wait_for


def prepare(
    work: Callable[[], object], stopped: Stopped, quiet: bool, *kernels: Callable[..., object]
) -> None:
    """Do ``work``, which runs every kernel once; say so where ``kernels`` must be compiled.

    Raises:
        click.ClickException: the compiled code on disk is damaged.
    """
    from solver.jit import is_compiled

    if not quiet and not is_compiled(*kernels):
        click.echo("compiling the kernels: this happens once and takes some 20 s …", err=True)
    try:
        wait_for(work, stopped)
    except (pickle.UnpicklingError, EOFError) as error:
        raise click.ClickException(_damaged(error)) from None


def _damaged(error: Exception) -> str:
    from solver.jit import config, owns_cache

    what = f"the compiled code in {config.CACHE_DIR} cannot be loaded ({error or 'cut short'})"
    if owns_cache():
        shutil.rmtree(config.CACHE_DIR, ignore_errors=True)
        return f"{what}; it has been removed: run the command again"
    return f"{what}; delete that folder and run the command again"
