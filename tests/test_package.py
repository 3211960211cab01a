"""What is installed: a wheel built from the sources and tried outside of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from running import ROOT

from solver import __version__

PARTS = ("solver", "cli", "pyproject.toml", "README.md", "LICENSE")
NO_SOURCE = {".pyc", ".nbi", ".nbc"}


def copy_of_the_sources(to: Path) -> Path:
    """What a wheel is made of; building leaves its traces there."""
    to.mkdir()
    for part in PARTS:
        path = ROOT / part
        if path.is_dir():
            shutil.copytree(path, to / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, to)
    return to


def test_a_wheel_has_everything_and_works(tmp_path: Path) -> None:
    sources, target = copy_of_the_sources(tmp_path / "sources"), tmp_path / "installed"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(tmp_path), str(sources)], check=True)
    (wheel,) = tmp_path.glob("pasyans-*.whl")
    assert wheel.name.split("-")[1] == __version__
    packed = set(zipfile.ZipFile(wheel).namelist())
    ours = {
        str(path.relative_to(sources))
        for part in ("solver", "cli")
        for path in (sources / part).rglob("*")
        if path.is_file() and path.suffix not in NO_SOURCE
    }
    assert ours and ours <= packed
    subprocess.run([*pip, "install", "--no-deps", "--target", str(target), str(wheel)], check=True)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import cli, sys; from cli.main import run; print(cli.__file__);"
            "sys.exit(run(['games']))",
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        check=True,
    )
    where, *games = done.stdout.splitlines()
    assert Path(where).is_relative_to(target) and any(line.startswith("vosem") for line in games)
