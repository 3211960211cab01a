"""``pasyans cache``: the folder of compiled kernels."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import click

from cli.words import counted, say


class Code(NamedTuple):
    """Compiled code in a folder."""

    folder: Path
    files: int
    bytes: int

    def __str__(self) -> str:
        return counted(
            "{count:,} file, {size:,.1f} MB in {folder}",
            "{count:,} files, {size:,.1f} MB in {folder}",
            self.files,
            size=self.bytes / 1e6,
            folder=self.folder,
        )


def code_in(folder: Path) -> Code:
    """What a folder holds."""
    sizes = [path.stat().st_size for path in folder.rglob("*.nb[ic]")] if folder.is_dir() else []
    return Code(folder, len(sizes), sum(sizes))


def folders() -> list[Path]:
    """This version's folder first, then those that other versions left beside it.

    A folder named by NUMBA_CACHE_DIR may hold the code of other programs: it is told of, but
    there is nothing beside it.
    """
    from solver.jit import config, owns_cache

    own = Path(config.CACHE_DIR)
    if not owns_cache() or not own.parent.is_dir():
        return [own]
    kinds = ("kernels-", "checked-")
    left = [path for path in sorted(own.parent.iterdir()) if path.name.startswith(kinds)]
    return [own, *(path for path in left if path != own and path.is_dir())]


@click.group()
def cache() -> None:
    """The compiled kernels: where they are kept, and clearing them.

    They are made once a version, within a minute, and found again ever after.
    """


@cache.command()
def show() -> None:
    """Tell where compiled kernels are kept, those of other versions too."""
    for folder in folders():
        click.echo(code_in(folder))


@cache.command()
def clear() -> None:
    """Remove compiled kernels, those of other versions too; they are made again when needed.

    A folder that NUMBA_CACHE_DIR names is left alone.
    """
    from solver.jit import owns_cache

    if not owns_cache():
        (folder,) = folders()
        told = "NUMBA_CACHE_DIR names {folder}, which other programs may use: empty it yourself"
        raise click.ClickException(say(told, folder=folder))
    found = [code_in(folder) for folder in folders()]
    for one in found:
        shutil.rmtree(one.folder, ignore_errors=True)
    files, size = sum(one.files for one in found), sum(one.bytes for one in found)
    click.echo(
        counted(
            "removed {count:,} file, {size:,.1f} MB",
            "removed {count:,} files, {size:,.1f} MB",
            files,
            size=size / 1e6,
        )
    )
