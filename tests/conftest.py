"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import invoke


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own, so that no database outlives it or is littered."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def compiled() -> None:
    """The kernels are in the cache folder: a process that is started is soon at its search."""
    invoke("estimate", "iznanka", "--deals", "1", "--no-db")
    invoke("perft", "iznanka", "--deal", "1", "--depth", "2")
