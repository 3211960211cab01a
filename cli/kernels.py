"""Compiling (or loading) the kernels a command needs, before its clock starts."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable

import click

from cli.interrupt import Stopped, wait_for
from cli.words import say


def prepare(
    work: Callable[[], object], stopped: Stopped, quiet: bool, *kernels: Callable[..., object]
) -> None:
    """Do ``work``, which runs every kernel once; say so where ``kernels`` must be compiled.

    Raises:
        click.ClickException: the compiled code on disk is damaged.
    """
    from solver.jit import is_compiled

    if not quiet and not is_compiled(*kernels):
        told = say("compiling the kernels: this happens once and takes some 20 s …")
        click.echo(told, err=True)
    try:
        wait_for(work, stopped)
    except (pickle.UnpicklingError, EOFError) as error:
        raise click.ClickException(_damaged(error)) from None


def _damaged(error: Exception) -> str:
    from solver.jit import config, owns_cache

    told = (
        "the compiled code in {folder} cannot be loaded ({why}); "
        "delete that folder and run the command again"
    )
    if owns_cache():
        shutil.rmtree(config.CACHE_DIR, ignore_errors=True)
        told = (
            "the compiled code in {folder} cannot be loaded ({why}); "
            "it has been removed: run the command again"
        )
    return say(told, folder=config.CACHE_DIR, why=str(error) or say("cut short"))
