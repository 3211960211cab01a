"""The published tables: their plan can be run, is resumed, and they hold what it says."""

from __future__ import annotations

import csv
import io
import shlex
from pathlib import Path

import pytest
from running import invoke

from benchmarks import results, results_page
from solver.variants import parse

SMALL = "vosem:strict,ranks=3,piles=2"
PUBLISHED = sorted(path for path in results.FOLDER.glob("*.csv") if path.stem != "plan")


def test_every_line_of_the_plan_is_a_command() -> None:
    lines = results.plan([])
    assert len(lines) > 30
    for line in lines:
        variant, *more = line.arguments
        assert parse(variant).text == variant and line.deals > 0
        if line.name == "compare":  # one option against its preset
            preset, _, option = variant.partition(",")
            assert more == [preset, "--players", "greedy,greedy"] and "," not in option != ""
            continue
        options = {
            "estimate": ([], ["--budget"], ["--player"], ["--players"]),
            "match": (["planner"],),
        }
        assert [name.partition(":")[0] for name in more[:1]] in options[line.name]
    commands = [tuple(line.command(1)) for line in lines]
    assert len(commands) == len(set(commands))
    assert results.plan(["solvability"]) == [one for one in lines if one.table == "solvability"]


def test_a_plan_is_run_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    (tmp_path / "plan.csv").write_text(
        f'table,deals,command,arguments\nfirst,40,estimate,"{SMALL}"\n'
        f'first,30,estimate,"{SMALL} --player greedy"\n'
    )
    monkeypatch.setattr("sys.argv", ["results", "--db", str(tmp_path / "some.sqlite")])
    results.main()
    assert "deals searched" in capfd.readouterr().err
    table = (tmp_path / "first.csv").read_text()
    searched, played = csv.DictReader(io.StringIO(table))
    assert shlex.split(searched["command"]) == ["pasyans", "estimate", SMALL, "--deals", "40"]
    told = next(
        csv.DictReader(io.StringIO(invoke(*shlex.split(searched["command"])[1:], "--csv").stdout))
    )
    assert told.items() - {("seconds", told["seconds"])} <= searched.items()
    assert int(played["won"]) + int(played["lost"]) == 30 and not searched["won"]
    results.main()
    assert "nothing was left to search" in capfd.readouterr().err
    assert (tmp_path / "first.csv").read_text() == table
    with (tmp_path / "plan.csv").open("a") as plan:
        plan.write(f'first,20,estimate,"{SMALL}"\n')
    monkeypatch.setattr(
        "sys.argv", ["results", "--missing", "--db", str(tmp_path / "other.sqlite")]
    )
    results.main()
    assert capfd.readouterr().err.count("pasyans estimate") == 1
    assert (tmp_path / "first.csv").read_text().startswith(table)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_a_published_table_is_that_of_the_plan(path: Path) -> None:
    planned = {shlex.join(["pasyans", *line.command(1)]) for line in results.plan([path.stem])}
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows and {row["command"] for row in rows} == planned
    for row in rows:
        outcomes = ("solvable", "unsolvable", "undecided", "won", "drawn", "lost", "A", "B", "draw")
        if row["command"].startswith("pasyans compare"):
            check_comparison(row)
            continue
        counts = [int(row[name]) for name in outcomes if row.get(name)]
        assert sum(counts) + int(row.get("aborted") or 0) == int(row.get("games") or row["deals"])
        bounds = [float(row[name]) for name in ("low", "high") if row.get(name)]
        assert bounds == sorted(bounds) and all(0 <= bound <= 1 for bound in bounds)


def check_comparison(row: dict[str, str]) -> None:
    """Counts and paired differences of a comparison agree."""
    games = int(row["games"])
    assert 0 < games <= int(row["deals"])
    for name in ("first_mover_won", "drawn", "A", *(["complete"] if row["complete_p"] else [])):
        first, second = int(row[f"{name}_first"]), int(row[f"{name}_second"])
        only = int(row[f"{name}_only_first"]) - int(row[f"{name}_only_second"])
        assert only == first - second and max(first, second) <= games
        assert float(row[f"{name}_low"]) <= only / games <= float(row[f"{name}_high"])


def test_the_page_has_the_tables_of_the_files() -> None:
    text = (results.FOLDER / "README.md").read_text(encoding="utf-8")
    told = {table for table, _ in results_page.MARK.findall(text)}
    assert told == {path.stem for path in PUBLISHED} == set(results_page.TABLES)
    assert text == results_page.with_tables(text), "run: python -m benchmarks.results_page"
