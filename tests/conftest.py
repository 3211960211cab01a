"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from running import invoke

from cli.words import choose

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own, so that no database outlives it or is littered."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def english() -> None:
    """No test leaves its language to the next."""
    choose("")


@pytest.fixture(scope="session")
def compiled() -> None:
    """The kernels are in the cache folder: a process that is started is soon at its search."""
    invoke("estimate", "iznanka", "--deals", "1", "--no-db")
    invoke("perft", "iznanka", "--deal", "1", "--depth", "2")


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """A browser without a window."""
    from browser import started

    with started(tmp_path_factory.mktemp("profile")) as driver:
        yield driver
