"""`report`: tables against pandas on the rows themselves, plots that can be read, and errors."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from cli.differences import differences
from cli.main import pasyans
from cli.plots import curve
from cli.store import Search, open_for_writing
from cli.tallies import Tally, tallies
from solver.patience.limits import Limits
from solver.patience.results import Result as Row
from solver.stats import mcnemar_exact, paired_difference, win_rate
from solver.variants import parse

ROOT = Path(__file__).parent.parent
SERIES = (  # variant, player, first deal, deals, chance of "solvable", of "unsolvable"
    ("vosem:strict", "clairvoyant", 1, 40, 0.1, 0.9),
    ("iznanka", "clairvoyant", 1, 301, 0.9, 0.0),
    ("iznanka:noturn", "clairvoyant", 101, 300, 0.6, 0.3),
    ("iznanka:noturn", "planner", 1, 50, 0.5, 0.5),
    ("iznanka,spaces=any", "clairvoyant", 2**63 - 10, 25, 0.7, 0.1),
)
METHODS = {"solvable": "restarts", "unsolvable": "exhaustive", "undecided": "nodes"}


@pytest.fixture
def database(folder: Path) -> Path:
    """A small database with all that a report has to tell apart."""
    draws, path = np.random.default_rng(6), folder / "pasyans.sqlite"
    with open_for_writing(path) as store:
        for number, (text, player, first, deals, *chances) in enumerate(SERIES):
            search = Search(f"0.{number % 2}", "digest", Limits(10**6 << number % 3, 1e9, 1 << 30))
            series = store.series(parse(text), search, player)
            some = rows(draws, range(first, first + deals), chances)
            series.write(map(as_game, some) if player != "clairvoyant" else some)
        more = Search("0.3", "digest", Limits(10**8, 1e9, 1 << 30))
        store.series(parse("iznanka:noturn"), more).write(
            Row(deal, "solvable", "implied", 0, 0.0, 0) for deal in (500, 501)
        )
    return path


def rows(draws: np.random.Generator, deals: range, chances: list[float]) -> Iterator[Row]:
    share = [*chances, 1 - sum(chances)]
    for deal in deals:
        verdict = str(draws.choice(("solvable", "unsolvable", "undecided"), p=share))
        nodes = 10**6 if verdict == "undecided" else int(np.exp(draws.normal(7, 2)))
        moves = int(draws.integers(140, 200)) if verdict == "solvable" else 0
        yield Row(deal, verdict, METHODS[verdict], nodes, nodes / 1e6, moves)


def as_game(row: Row) -> Row:
    """A game of a player instead of a search."""
    won = row.verdict == "solvable"
    return row._replace(verdict="won" if won else "lost", method="played")


def report(*arguments: str) -> str:
    done = CliRunner().invoke(pasyans, ["report", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: str) -> Result:
    done = CliRunner().invoke(pasyans, ["report", *arguments])
    assert done.exit_code and not isinstance(done.exception, (AssertionError, TypeError))
    return done


def stored(path: Path) -> pd.DataFrame:
    """Every row, spelled out."""
    connection = sqlite3.connect(path)
    frame = pd.read_sql_query("SELECT * FROM readable", connection)
    connection.close()
    frame["deal"] = [deal % 2**64 for deal in frame["deal"]]
    return frame


def by_pandas(frame: pd.DataFrame) -> dict[str, Any]:
    searched = frame[frame.method != "implied"]
    solved = frame[frame.verdict.isin(("solvable", "won"))]
    played = frame.player.iloc[0] != "clairvoyant"
    return {
        "variant": frame.variant.iloc[0],
        "player": frame.player.iloc[0],
        "deals": len(frame),
        "first": min(frame.deal),
        "last": max(frame.deal),
        "implied": len(frame) - len(searched),
        "versions": sorted(set(frame.version)),
        "counts": {
            name: int((frame.verdict == name).sum())
            for name in (("won", "lost") if played else ("solvable", "unsolvable", "undecided"))
        },
        "nodes": int(searched.nodes.sum()),
        "nodes_a_deal": {
            "mean": float(searched.nodes.mean()),
            "median": float(searched.nodes.median()),
            "most": int(searched.nodes.max()),
        },
        "moves_a_line": {
            "mean": float(solved.moves[solved.moves > 0].mean()),
            "most": int(solved.moves.max()),
        },
        "seconds": float(frame.seconds.sum()),
        "budgets": sorted(set(frame.budget)),
    }


def test_json_is_what_pandas_finds(database: Path) -> None:
    told = json.loads(report("--json"))
    groups = dict(list(stored(database).groupby(["variant", "player"])))
    assert len(told) == len(groups) == len(SERIES)
    assert [one["game"] for one in told] == ["iznanka"] * 4 + ["vosem"]
    for one in told:
        expected = by_pandas(groups[one["variant"], one["player"]])
        for name, value in expected.items():
            assert one[name] == (pytest.approx(value) if name == "seconds" else value), name
        counts = expected["counts"]
        solved = counts.get("won", counts.get("solvable"))
        low, high = win_rate(solved, counts.get("undecided", 0), expected["deals"])
        assert one["rate"] == {"low": low, "high": high, "confidence": 0.95}
        assert one["digest"] == parse(one["variant"]).digest


def test_csv_tells_the_same(database: Path) -> None:
    lines = list(csv.DictReader(io.StringIO(report("--csv"))))
    for line, one in zip(lines, json.loads(report("--json")), strict=True):
        assert {name: int(line[name]) for name in one["counts"]} == one["counts"]
        assert (float(line["low"]), float(line["high"])) == tuple(one["rate"].values())[:2]
        assert float(line["nodes_median"]) == one["nodes_a_deal"]["median"]
        assert line["version"].split() == one["versions"]
        assert [int(line["budget_least"]), int(line["budget_most"])] == [
            one["budgets"][0],
            one["budgets"][-1],
        ]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split("|")]


def test_markdown_is_a_table_of_what_text_shows(database: Path) -> None:
    lines = report("--markdown").splitlines()
    heads, sides, *body = map(cells, lines)
    assert {len(heads), len(sides), *map(len, body)} == {len(heads)} and len(body) == len(SERIES)
    assert all(re.fullmatch("---:?", side) for side in sides)
    shown = [line.split() for line in report().splitlines()]
    for row in body:
        assert row[0] in ("На лицо и на изнанку", "Сосчитанные восемь")
        assert " ".join(row[1:]).split() in shown


def test_text_is_aligned_and_has_titles(database: Path) -> None:
    blocks = report().split("\n\n")
    assert blocks[0].startswith("iznanka «На лицо и на изнанку»\nvariant ")
    assert blocks[1].startswith("vosem «Сосчитанные восемь»\nvariant ")
    for column in ("player", "budget"):
        heads = {block.splitlines()[1].index(column) for block in blocks[:2]}
        assert len(heads) == 1
    table = blocks[0].splitlines()[1:]
    end = table[0].index("solvable") + len("solvable")
    searches = [line for line in table if "planner" not in line]
    assert len(searches) == len(table) - 1
    assert all(line[end] == " " != line[end - 1] for line in searches)
    (game,) = (line for line in table if "planner" in line)
    assert re.search(r"50 {30,}\d+ +\d+ ", game)  # won and lost, no verdicts


def test_strengths_of_a_player_are_in_order(folder: Path) -> None:
    names, path = ("planner:16", "planner:2", "greedy", "planner:8"), folder / "some.sqlite"
    with open_for_writing(path) as store:
        for name in names:
            series = store.series(parse("iznanka"), Search("0", "d", Limits()), name)
            series.write([Row(1, "won", "played", 1, 0.0, 1)])
    told = json.loads(report("--json", "--db", str(path)))
    assert [one["player"] for one in told] == ["greedy", "planner:2", "planner:8", "planner:16"]


def test_what_a_narrow_terminal_leaves_out_is_said(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(room: int, *more: str) -> str:
        monkeypatch.setattr("cli.report.room", lambda: room)
        return CliRunner().invoke(pasyans, ["report", *more]).stderr

    assert said(1000) == "" == said(100, "--quiet") == said(100, "--csv")
    assert said(100) == (
        "left out, as the terminal is narrow: time, version, budget, moves, most, median, "
        "nodes: mean; --csv has all columns\n"
    )


def test_deals_that_are_no_run_are_pointed_out(database: Path) -> None:
    note = report().split("\n\n")[2]
    assert note.startswith("iznanka:noturn, clairvoyant: 302 deals out of 101 … 501:")
    assert len(note.splitlines()) == 1


def test_variants_are_chosen_by_their_rules_and_keep_their_order(database: Path) -> None:
    told = json.loads(report("vosem:strict", "iznanka,turn=ordered", "--json"))
    assert [one["variant"] for one in told] == ["vosem:strict", "iznanka"]
    twice = json.loads(report("iznanka:noturn", "--json"))
    assert [one["player"] for one in twice] == ["clairvoyant", "planner"]


def test_errors_say_what_to_do(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "which holds iznanka, iznanka,spaces=any, " in refused("vosem").output
    assert "give one of" in refused("--csv", "--json").output
    assert "there is no database" in refused("--db", "none.sqlite").output
    assert "'.' is a directory" in refused("--db", ".").output
    Path("text.sqlite").write_text("not a database " * 100, encoding="utf-8")
    assert "damaged or no database" in refused("--db", "text.sqlite").output
    with open_for_writing(Path("empty.sqlite")):
        pass
    assert "holds no deals yet" in refused("--db", "empty.sqlite").output
    assert "which holds nothing" in refused("--db", "empty.sqlite", "vosem").output
    assert "--plot text.sqlite: File exists" in refused("--plot", "text.sqlite").output
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    message = refused("--plot", "plots").output
    assert "pip install 'pasyans[plot]'" in message and not Path("plots").exists()


def test_report_reads_while_another_process_writes(database: Path) -> None:
    with open_for_writing(database) as store, store.using() as connection:
        connection.execute("DELETE FROM results WHERE deal > 200")  # not committed
        assert json.loads(report("iznanka", "--json"))[0]["deals"] == 301
        connection.rollback()


LABELS = {
    "rates": ["How many deals are solvable", "iznanka:noturn, planner", "95 % interval"],
    "nodes": ["Positions searched until a deal is solved", "vosem:strict", "100k"],
    "differences": ["iznanka − iznanka:noturn", "95 % interval", "201 deals"],
}
TITLES = ("iznanka · «На лицо и на изнанку»", "vosem · «Сосчитанные восемь»")


def test_plots_have_their_labels(database: Path) -> None:
    report("--plot", "one")
    assert sorted(path.name for path in Path("one").iterdir()) == sorted(
        name + suffix for name in LABELS for suffix in (".png", ".svg")
    )
    for name, labels in LABELS.items():
        image = Path("one", f"{name}.png").read_bytes()
        assert image.startswith(b"\x89PNG\r\n\x1a\n") and image.endswith(b"IEND\xaeB`\x82")
        drawing = Path("one", f"{name}.svg").read_text(encoding="utf-8")
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
        texts = {comment.replace("\u2007", "") for comment in re.findall("<!-- (.*?) -->", drawing)}
        titles = TITLES[:1] if name == "differences" else TITLES
        for label in (*labels, *titles):
            assert any(label in text for text in texts), label


def test_no_plot_of_differences_without_common_deals(database: Path) -> None:
    report("iznanka", "iznanka,spaces=any", "--plot", "plots")
    assert not list(Path("plots").glob("differences.*")) and Path("plots/rates.svg").exists()


def test_the_same_data_make_the_same_files(database: Path) -> None:
    for folder in ("one", "two/three"):
        report("vosem:strict", "--plot", folder)
    files = sorted(Path("one").iterdir())
    assert len(files) == 4
    for path in files:
        assert path.read_bytes() == Path("two/three", path.name).read_bytes()


def tallied(path: Path, *variants: str) -> tuple[sqlite3.Connection, list[Tally]]:
    connection = sqlite3.connect(path)
    return connection, tallies(connection, [parse(text).digest for text in variants])


def test_curve_is_the_distribution_of_the_solved(database: Path) -> None:
    connection, (tally, _) = tallied(database, "iznanka:noturn")
    frame = stored(database).query("variant == 'iznanka:noturn' and player == 'clairvoyant'")
    searched = frame[frame.method != "implied"]
    nodes = searched.nodes[searched.verdict == "solvable"]
    start, *points, (end, final) = zip(*curve(connection, tally), strict=True)
    assert start == (nodes.min(), 0.0) and len(points) == nodes.nunique()
    for most, percent in points:
        assert percent == pytest.approx(100 * (nodes <= most).sum() / len(searched))
    assert end == 10**8 and final == pytest.approx(100 * len(nodes) / len(searched))


def test_long_curves_are_thinned_out(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.plots.POINTS", 20)
    connection, (tally,) = tallied(database, "iznanka")
    points = curve(connection, tally)
    assert 15 <= len(points.nodes) <= 25 and points.nodes == sorted(points.nodes)
    assert points.solved[-1] == 100 * tally.solvable / tally.deals


def test_differences_are_those_of_common_deals(database: Path) -> None:
    connection, found = tallied(database, "iznanka", "iznanka:noturn")
    (one,) = differences(connection, found)
    frame = stored(database).query("player == 'clairvoyant'")
    verdicts = frame.pivot(index="deal", columns="variant", values="verdict")
    both = verdicts[["iznanka", "iznanka:noturn"]].dropna()
    first, second = both["iznanka"], both["iznanka:noturn"]
    proved = (first == "solvable").mean() - (second == "solvable").mean()
    assert one.deals == 201 and one.proved == pytest.approx(proved)
    won, may = first == "solvable", first != "unsolvable"
    other, other_may = second == "solvable", second != "unsolvable"
    worst = int((won & ~other_may).sum()), int((~won & other_may).sum())
    best = int((may & ~other).sum()), int((~may & other).sum())
    assert one.interval == (paired_difference(*worst, 201).low, paired_difference(*best, 201).high)
    assert one.band == ((worst[0] - worst[1]) / 201, (best[0] - best[1]) / 201)
    assert one.p >= max(mcnemar_exact(*worst), mcnemar_exact(*best))


def test_only_deals_of_one_pack_are_compared(database: Path) -> None:
    with open_for_writing(database) as store:
        search = Search("0.1", "digest", Limits(10**6, 1e9, 1 << 30))
        for text in ("iznanka,ranks=7", "iznanka:noturn,ranks=7"):
            store.series(parse(text), search).write([Row(150, "solvable", "beam", 9, 0.1, 60)])
    connection = sqlite3.connect(database)
    found = differences(connection, tallies(connection))
    couples = [(one.first.variant, one.second.variant) for one in found]
    assert couples == [("iznanka", "iznanka:noturn"), ("iznanka,ranks=7", "iznanka:noturn,ranks=7")]


MEASURED = """
import sys, time
from cli.main import run
assert run(["report", "--json"]) == 0
with open("/proc/self/status") as status:  # rusage would count the parent's memory as well
    (peak,) = [line.split()[1] for line in status if line.startswith("VmHWM")]
print(time.process_time(), int(peak) << 10, file=sys.stderr)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc")
def test_a_million_deals_take_seconds_and_little_memory(folder: Path) -> None:
    count = 1_000_000
    with open_for_writing(Path("pasyans.sqlite")) as store:
        series = store.series(parse("iznanka"), Search("1", "x", Limits(10**7, 1e9, 1 << 30)))
        of = (series.variant, series.player, series.search, count)
        with store.using() as connection:  # numbers of nodes scattered, nearly all different
            connection.execute(
                "WITH RECURSIVE deals(n) AS"
                " (SELECT 1 UNION ALL SELECT n + 1 FROM deals WHERE n < ?4) INSERT INTO results"
                " SELECT ?1, ?2, n, 0, 0, n * 7919 % 9999991, 1, 150, ?3, NULL, NULL FROM deals",
                of,
            )
    command = [sys.executable, "-c", MEASURED]
    where = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=where, capture_output=True, text=True, check=True)
    seconds, memory = map(float, done.stderr.split())
    (one,) = json.loads(done.stdout)
    nodes = np.arange(1, count + 1) * 7919 % 9999991
    assert one["nodes_a_deal"]["median"] == np.median(nodes) and one["deals"] == count
    assert seconds < 5 and memory < 200e6
