"""`estimate` with a database: resumed, retried, stopped early, killed; nothing is done twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from running import ROOT, count_results, invoke, start, told

from cli.main import pasyans, run
from cli.schema import StoreError
from cli.selection import Selection
from cli.series import Series
from cli.store import Search, open_for_reading, open_for_writing
from cli.until import Until, looks
from solver.deals import patience_deal
from solver.patience.limits import Limits
from solver.patience.lines import from_bytes
from solver.patience.referee import judge
from solver.patience.results import Result
from solver.patience.sources import search_digest, sources
from solver.stats import confidence_sequence
from solver.variants import parse

SMALL = "vosem:strict,ranks=3,piles=2"
"""A tenth of its deals are unsolvable."""

OPEN = "iznanka:noturn,ranks=7"
"""Most deals are solved in some thousands of positions, some take more."""


def table(*arguments: str) -> str:
    return invoke("estimate", *arguments).stdout


def searched(*arguments: str) -> int:
    count: int = told("estimate", *arguments)["run"]["searched"]
    return count


def rows(path: str = "pasyans.sqlite") -> list[tuple[Any, ...]]:
    with open_for_reading(Path(path)) as store:
        return store.rows("SELECT variant, deal, verdict, method, nodes, moves FROM readable")


# --- resuming -----------------------------------------------------------------------------------


def test_nothing_is_searched_twice() -> None:
    assert searched(SMALL, "--deals", "50", "--first", "20") == 50
    assert searched(SMALL, "--deals", "50", "--first", "20") == 0
    assert searched(SMALL, "--deals", "100") == 50  # 1 ... 19 and 70 ... 100
    assert searched("vosem,ranks=3,piles=2,build=none,turn=none,lift=none", "--deals=100") == 0
    assert len(rows()) == 100


def test_the_table_does_not_tell_how_many_runs_it_took() -> None:
    for deals in ("7", "30", "200"):
        invoke("estimate", SMALL, "--deals", deals, "--jobs", "2")
    whole = table(SMALL, "--deals", "200", "--no-db", "--jobs", "1")
    assert table(SMALL, "--deals", "200") == whole
    one, other = (
        told("estimate", SMALL, "--deals=200", "--memory=1G", "--jobs=1", *more)
        for more in ([], ["--no-db"])
    )
    for each in (one, other):
        del each["seconds"], each["run"]
    assert one == other


def test_no_db_keeps_and_reads_nothing() -> None:
    assert searched(SMALL, "--deals", "5", "--no-db") == 5
    assert not Path("pasyans.sqlite").exists()
    searched(SMALL, "--deals", "5")
    assert searched(SMALL, "--deals", "5", "--no-db") == 5


def test_a_second_process_says_who_is_first() -> None:
    with open_for_writing(Path("pasyans.sqlite")):
        done = CliRunner().invoke(pasyans, ["estimate", SMALL, "--deals", "5"])
    assert done.exit_code == 1 and "is in use by process " in done.output


def test_a_larger_budget_retries_the_undecided_only() -> None:
    small = told("estimate", OPEN, "--deals", "60", "--budget", "2000")
    assert 0 < small["counts"]["undecided"] < 60
    assert searched(OPEN, "--deals", "60", "--budget", "1000") == 0
    large = told("estimate", OPEN, "--deals", "60", "--budget", "100k")
    assert large["run"]["searched"] == small["counts"]["undecided"]
    assert large["counts"]["solvable"] > small["counts"]["solvable"]
    fresh = told("estimate", OPEN, "--deals", "60", "--budget", "100k", "--no-db")
    for one in (large, fresh):
        del one["seconds"], one["run"]
    assert large == fresh
    assert told("estimate", OPEN, "--deals=60", "--budget=1000")["counts"] == fresh["counts"]


def test_verdicts_of_another_search_stand_and_their_nodes_do_not() -> None:
    variant = parse(SMALL)
    with open_for_writing(Path("pasyans.sqlite")) as store:
        series = store.series(variant, Search("0.0", "other", Limits()))
        series.write(
            [
                Result(1, "solvable", "restarts", 10**9, 1.0, 999),
                Result(2, "unsolvable", "exhaustive", 10**9, 1.0, 0),
                Result(3, "undecided", "nodes", 10**9, 1.0, 0),
            ]
        )
    one = told("estimate", SMALL, "--deals", "3")
    assert one["run"]["searched"] == 1 and one["other_searches"] == 2
    assert one["counts"] == {"solvable": 2, "unsolvable": 1, "undecided": 0}
    assert one["nodes_a_deal"]["most"] == one["nodes"] < 10**9
    assert one["moves_a_line"]["most"] == 35
    assert "of old                2   verdicts of another version" in table(SMALL, "--deals", "3")


def test_a_contradiction_is_loud() -> None:
    """A verdict that was implied is searched, and the search knows better."""
    with open_for_writing(Path("pasyans.sqlite")) as store:
        series = store.series(parse(SMALL), Search("0.0", "other", Limits()))
        series.write([Result(1, "unsolvable", "implied", 0, 0.0, 0)])
    done = CliRunner().invoke(pasyans, ["estimate", SMALL, "--deals", "3"])
    assert done.exit_code == 1 and "Traceback" not in done.output
    assert "CONTRADICTION at deal 1: the search finds it solvable under vosem:st" in done.output


def test_a_full_disk_ends_the_run_and_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(series: Series, results: object) -> None:
        raise StoreError("'pasyans.sqlite': database or disk is full")

    monkeypatch.setattr(Series, "write", write)
    before = threading.active_count()
    done = CliRunner().invoke(pasyans, ["estimate", OPEN, "--deals", "100000", "--jobs", "2"])
    assert done.exit_code == 1 and "disk is full" in done.output
    assert threading.active_count() == before


def test_the_search_digest_covers_the_search_and_no_more() -> None:
    names = {path.name for path in sources()}
    assert {"solve.py", "searches.py", "dfs.py", "beam.py", "moves.py", "jit.py"} <= names
    assert not {"referee.py", "replay.py", "stats.py", "variants.py", "batch.py"} & names
    assert len(search_digest()) == 16


# --- other deals, more to keep --------------------------------------------------------------------


def test_seeds() -> None:
    Path("some.txt").write_text("# hard ones\n40\n2 # unsolvable\n\n  18446744073709551615\n")
    one = told("estimate", SMALL, "--seeds", "some.txt")
    assert one["deals"] == 3 and one["first"] == 2 and one["unsolvable_deals"] == [2, 40]
    assert sorted(row[1] % 2**64 for row in rows()) == [2, 40, 2**64 - 1]
    assert searched(SMALL, "--seeds", "some.txt") == 0
    assert "clairvoyant, 3 deals of 'some.txt'" in table(SMALL, "--seeds", "some.txt")


def test_lines_are_kept_on_demand() -> None:
    invoke("estimate", "iznanka", "--deals", "3", "--keep-lines")
    invoke("estimate", "iznanka", "--deals", "5")
    with open_for_reading(Path("pasyans.sqlite")) as store:
        kept = store.rows("SELECT deal, moves, line FROM results ORDER BY deal")
    assert [line is not None for _, _, line in kept] == [True] * 3 + [False] * 2
    for deal, count, line in kept[:3]:
        moves = from_bytes(line)
        assert len(moves) == count and len(line) < 2 * count
        assert judge(parse("iznanka").rules, patience_deal(deal), moves).ok


# --- until ---------------------------------------------------------------------------------------


def by_hand(width: float, verdicts: list[str]) -> int | None:
    """The first look that finds the interval narrow enough."""
    for n in range(1, len(verdicts) + 1):
        won, undecided = (verdicts[:n].count(name) for name in ("solvable", "undecided"))
        low, high = confidence_sequence(won, undecided, n)
        if looks(n) and high - low <= width:
            return n
    return None


def test_until_stops_at_the_same_deal_whatever_the_order() -> None:
    chance = random.Random(5)
    names = ["solvable"] * 15 + ["unsolvable"] * 4 + ["undecided"]
    verdicts = [chance.choice(names) for _ in range(900)]
    expected = by_hand(0.17, verdicts)
    assert expected is not None and 200 < expected < 900
    results = [
        Result(deal, verdict, "nodes" if verdict == "undecided" else "restarts", 1, 0.0, 0)
        for deal, verdict in enumerate(verdicts, 1)
    ]
    for known, size in ((0, 1), (300, 40), (900, 1), (850, 900)):
        chance.shuffle(results)
        with open_for_writing(None) as store:
            series = store.series(parse(SMALL), Search("0.1", "a", Limits()))
            series.write(results[:known])
            until = Until(0.17, series, Selection(range(1, 901)))
            for begin in range(known, 900, size):
                until.add(results[begin : begin + size])
            assert until.reached == expected


def test_until_through_the_command() -> None:
    one = told("estimate", SMALL, "--until", "10%")
    again = told("estimate", SMALL, "--until", "0.1", "--jobs", "1", "--no-db")
    assert one["rate"]["method"] == "confidence sequence"
    low, high = confidence_sequence(one["counts"]["solvable"], 0, one["deals"])
    assert (one["rate"]["low"], one["rate"]["high"]) == (low, high) and high - low <= 0.1
    for each in (one, again):
        del each["seconds"], each["run"], each["memory_a_search"]
    assert one == again
    assert "% solvable (95 % confidence sequence)" in table(SMALL, "--until", "10%")
    assert searched(SMALL, "--until", "10%") == 0


def test_until_that_is_not_reached_says_so() -> None:
    done = CliRunner().invoke(pasyans, ["estimate", SMALL, "--until", "1%", "--deals", "50"])
    assert done.exit_code == 0 and "50 deals from 1" in done.stdout
    assert "the interval of all deals is " in done.stderr


# --- wrong input ---------------------------------------------------------------------------------

USAGE = [
    (["--deals", "3", "--seeds", "x"], "give one of --deals N and --seeds FILE"),
    (["--first", "3", "--seeds", "x"], "give one of --first N0 and --seeds FILE"),
    (["--deals", "3", "--db", "x", "--no-db"], "give one of --db and --no-db"),
    (
        ["--deals", "3", "--keep-lines", "--no-db"],
        "keeps lines in a database, which --no-db has not",
    ),
    (["--deals", "3", "--until", "0"], "'0' is not a width such as 1% or 0.01"),
    (["--deals", "3", "--until", "100%"], "'100%' is not a width"),
    (["--deals", "3", "--until", "wide"], "'wide' is not a width"),
    (["--deals", "3", "--jobs", "2", "--scheduler", "tcp://h:1"], "--jobs are threads of this"),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE)
def test_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["estimate", SMALL, *arguments]) == 2
    assert message in capsys.readouterr().err


SEEDS = [
    ("", "names no deal; give one number a line"),
    ("# 5\n", "names no deal"),
    ("1\n2\n1\n", "line 3: deal 1 stands in line 1 already"),
    ("1\n-2\n", "line 2: '-2' is not a deal number, 0 ... "),
    ("1 2\n", "line 1: '1 2' is not a deal number"),
    ("١\n", "line 1: '١' is not a deal number"),
    (str(2**64), "is not a deal number"),
    ("9" * 9999, "is not a deal number"),
]


@pytest.mark.parametrize(("text", "message"), SEEDS)
def test_wrong_seeds(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("seeds.txt").write_text(text, encoding="utf-8")
    assert run(["estimate", SMALL, "--seeds", "seeds.txt"]) == 1
    shown = capsys.readouterr().err
    assert message in shown and len(shown) < 300


# --- killed ---------------------------------------------------------------------------------------


LONG = ("iznanka:noturn", "--budget", "200k")
"""Searches of milliseconds each, so that no run is over before it can be killed."""


def killed(deals: int, kills: int, more: Iterator[int]) -> str:
    """The table of a run that is killed so often, each time after so many more results."""
    path, arguments = "killed.sqlite", [*LONG, "--deals", str(deals), "--jobs", "2"]
    for _ in range(kills):
        process = start("estimate", *arguments, "--db", path, "--quiet")
        enough, begun = min(count_results(path) + next(more), deals - 1), time.monotonic()
        while count_results(path) < enough and process.poll() is None:
            assert time.monotonic() < begun + 120
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    before = count_results(path)
    assert 0 < before < deals, "killed neither too early nor too late"
    one = told("estimate", *arguments, "--db", path)
    assert one["run"]["searched"] == deals - before
    return table(*arguments, "--db", path)


@pytest.mark.usefixtures("compiled")
def test_a_killed_run_is_resumed_to_the_same_table() -> None:
    chance = random.Random(1)
    again = killed(800, 3, iter(lambda: chance.randrange(1, 60), None))
    assert again == table(*LONG, "--deals", "800", "--no-db")


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_a_run_killed_twenty_times_is_resumed_to_the_same_table() -> None:
    chance = random.Random(2)
    again = killed(6_000, 20, iter(lambda: chance.randrange(1, 250), None))
    assert again == table(*LONG, "--deals", "6000", "--no-db")


@pytest.mark.usefixtures("compiled")
def test_an_interrupted_run_keeps_what_it_has_and_goes_on() -> None:
    """The first deal is soon decided; the next ones take long, if no search gets much better."""
    variant = "iznanka,bases=aces,build=down,turn=none"
    options = ("--budget", "1T", "--jobs", "1", "--memory", "400M")
    process = start("estimate", variant, "--deals", "300", *options, "--json")
    while count_results("pasyans.sqlite") < 1 and process.poll() is None:
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    one = json.loads(out)
    assert process.returncode == 130 and "the same command goes on from here" in err
    # The deal in flight is told, but not kept.
    assert one["undecided_deals"] in ([], [one["deals"]])
    done = [deal for deal in range(1, one["deals"] + 1) if deal not in one["undecided_deals"]]
    assert done and [row[1] for row in rows()] == done
    assert searched(variant, "--deals", str(len(done)), *options) == 0


def test_nothing_heavy_is_loaded_where_nothing_is_left_to_search() -> None:
    invoke("estimate", SMALL, "--deals", "20")
    script = (
        "import sys; from cli.main import run\n"
        f"code = run(['estimate', {SMALL!r}, '--deals', '20'])\n"
        "sys.exit(code or bool({'numba', 'pandas', 'scipy'} & set(sys.modules)))"
    )
    where = os.environ | {"PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", script], env=where).returncode == 0
