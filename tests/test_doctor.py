"""Commands that look after the program itself: doctor, cache, demo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from running import invoke

from cli import cache
from cli.main import pasyans
from solver import jit
from solver.api import Solution
from solver.variants import GAMES


def run(*arguments: str) -> Result:
    """A command, whatever its exit code."""
    return CliRunner().invoke(pasyans, list(arguments))


def test_all_is_well_here() -> None:
    invoke("estimate", "vosem:strict,ranks=3,piles=2", "--deals", "5")
    done = run("doctor")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0 and all(line.startswith("ok ") for line in lines), done.output
    told = {line.split()[1]: line for line in lines}
    assert set(GAMES) <= set(told) and "pasyans.sqlite: 5 results" in told["database"]
    assert all("the referee agrees" in told[game] for game in GAMES)


def test_what_is_amiss_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = Solution("undecided", [], "nodes", 10, 0.1)
    monkeypatch.setattr("solver.api.solve", lambda variant, deal: given_up)
    Path("pasyans.sqlite").write_text("no database at all, but long enough to be one" * 50)
    done = run("doctor")
    bad = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("BAD")}
    assert done.exit_code == 1 and {"iznanka", "vosem", "database"} == bad
    assert "need mending" in done.stderr and "Traceback" not in done.output


def test_the_cache_is_shown_and_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    own, old = tmp_path / "pasyans" / "kernels-1", tmp_path / "pasyans" / "kernels-0"
    other = tmp_path / "pasyans" / "notes"
    for folder in (own, old, other):
        folder.mkdir(parents=True)
        (folder / "kernel.nbc").write_bytes(b"x" * 1000)
    monkeypatch.setattr(jit.config, "CACHE_DIR", str(own))
    assert cache.folders() == [own, old]
    shown = invoke("cache", "show").stdout
    assert re.findall(r"(\d+) file, 0\.0 MB in", shown) == ["1", "1"]
    assert invoke("cache", "clear").stdout == "removed 2 files, 0.0 MB\n"
    assert not own.exists() and not old.exists() and other.exists()
    assert invoke("cache", "clear").stdout == "removed 0 files, 0.0 MB\n"


def test_a_shared_folder_is_not_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(jit.config, "CACHE_DIR", str(tmp_path))
    (tmp_path / "kernel.nbc").touch()
    done = run("cache", "clear")
    assert done.exit_code == 1 and "empty it yourself" in done.output
    assert (tmp_path / "kernel.nbc").exists()


def test_the_demo_answers_every_question() -> None:
    done = invoke("demo")
    for words in ("% solvable", "solvable in", "nobuild", "deals from 1"):
        assert words in done.stdout, words
    assert done.stdout.count("$ pasyans") == 4
