"""`compare`: against brute force in pandas, with what follows from the order of rules."""

from __future__ import annotations

import csv
import io
import json
import signal
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import click
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from running import count_results, invoke, start, told

from cli import compare
from cli.compare import rounds
from cli.grid import Grid
from cli.main import pasyans, run
from cli.search import Job
from cli.selection import Selection
from cli.store import Search, Store, open_for_reading, open_for_writing
from solver.patience.limits import Limits
from solver.patience.results import Result
from solver.stats import holm, mcnemar_exact, paired_difference, win_rate
from solver.variants import parse

STRICT, NOTURN, NOBUILD, LOOSE = (
    f"vosem{rules},ranks=3,piles=2" for rules in (":strict", ":noturn", ":nobuild", "")
)
MIDDLE = "vosem:noturn,ranks=3,piles=2,build=none"
DEALS = 400


@pytest.fixture(scope="module")
def by_estimate(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """Verdicts (True: solvable) by deal and variant, each searched on its own."""
    path = tmp_path_factory.mktemp("brute") / "all.sqlite"
    for text in (STRICT, MIDDLE, NOTURN, NOBUILD):
        invoke("estimate", text, "--deals", str(DEALS), "--db", str(path))
    with open_for_reading(path) as store:
        rows = store.rows("SELECT variant, deal, verdict FROM readable")
    frame = pd.DataFrame(rows, columns=["variant", "deal", "verdict"])
    assert set(frame["verdict"]) == {"solvable", "unsolvable"}
    frame["won"] = frame["verdict"] == "solvable"
    return frame.pivot(index="deal", columns="variant", values="won")


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "FIRST_ROUND", 30)


def name(text: str) -> str:
    return parse(text).text


def test_against_brute_force(by_estimate: pd.DataFrame) -> None:
    texts = [NOTURN, STRICT, NOBUILD]
    one = told("compare", *texts, "--deals", str(DEALS))
    assert [each["variant"] for each in one["variants"]] == [name(text) for text in texts]
    for each in one["variants"]:
        won = int(by_estimate[each["variant"]].sum())
        assert each["counts"] == {"solvable": won, "unsolvable": DEALS - won, "undecided": 0}
        assert (each["rate"]["low"], each["rate"]["high"]) == win_rate(won, 0, DEALS)
    ps = []
    for pair, (first, second) in zip(one["pairs"], combinations(texts, 2), strict=True):
        ours, theirs = by_estimate[name(first)], by_estimate[name(second)]
        table = pd.crosstab(~ours, ~theirs).reindex(index=[False, True], columns=[False, True])
        assert np.array(pair["table"])[:2, :2].tolist() == table.fillna(0).to_numpy().tolist()
        assert pair["only_first"] == ours.index[ours & ~theirs].tolist()
        assert pair["only_second"] == ours.index[~ours & theirs].tolist()
        b, c = len(pair["only_first"]), len(pair["only_second"])
        assert (pair["difference"]["low"], pair["difference"]["high"]) == paired_difference(
            b, c, DEALS
        )
        assert pair["p"] == {"low": mcnemar_exact(b, c), "high": mcnemar_exact(b, c)}
        ps.append(mcnemar_exact(b, c))
    assert [pair["p_holm"] for pair in one["pairs"]] == holm(ps).tolist()
    assert max(ps) > min(ps)


def test_what_follows_is_not_searched(by_estimate: pd.DataFrame) -> None:
    one = told("compare", NOTURN, STRICT, "--deals", str(DEALS))
    won = int(by_estimate[name(STRICT)].sum())
    assert [each["implied"] for each in one["variants"]] == [won, 0]
    assert one["run"]["searched"] == DEALS + DEALS - won
    with open_for_reading(Path("pasyans.sqlite")) as store:
        kept = store.rows("SELECT method, COUNT(*) FROM readable GROUP BY method = 'implied'")
        assert kept[1] == ("implied", won)
    assert told("compare", NOTURN, STRICT, "--deals", str(DEALS))["run"]["searched"] == 0
    # An estimate rests on searches alone.
    assert told("estimate", NOTURN, "--deals", str(DEALS))["run"]["searched"] == won
    again = told("compare", NOTURN, STRICT, "--deals", str(DEALS))
    assert [each["implied"] for each in again["variants"]] == [0, 0]
    assert again["pairs"] == one["pairs"]


def test_unsolvable_under_looser_rules_is_unsolvable(by_estimate: pd.DataFrame) -> None:
    invoke("estimate", NOTURN, "--deals", str(DEALS))
    one = told("compare", STRICT, NOTURN, "--deals", str(DEALS))
    lost = DEALS - int(by_estimate[name(NOTURN)].sum())
    assert lost > 0 and one["variants"][0]["implied"] == lost
    assert one["run"]["searched"] == DEALS - lost


def test_implied_verdicts_reach_over_a_chain(by_estimate: pd.DataFrame) -> None:
    one = told("compare", NOTURN, MIDDLE, STRICT, "--deals", str(DEALS))
    for each in one["variants"]:
        assert each["counts"]["solvable"] == by_estimate[each["variant"]].sum()
    whole = one["run"]["searched"]
    lost = [DEALS - int(by_estimate[name(text)].sum()) for text in (STRICT, MIDDLE)]
    assert whole == DEALS + sum(lost)


def write(text: str, *results: Result) -> None:
    with open_for_writing(Path("pasyans.sqlite")) as store:
        store.series(parse(text), Search("0.0", "other", Limits())).write(results)


def test_a_contradiction_stops_the_run() -> None:
    write(STRICT, Result(7, "solvable", "restarts", 1, 0.0, 35))
    write(NOTURN, Result(7, "unsolvable", "exhaustive", 1, 0.0, 0))
    done = CliRunner().invoke(pasyans, ["compare", NOTURN, STRICT, "--deals", "10"])
    assert done.exit_code == 1 and done.stdout == "" and "Traceback" not in done.output
    assert (
        f"CONTRADICTION at deal 7: solvable under {name(STRICT)}, unsolvable under "
        f"{name(NOTURN)}, which is looser"
    ) in done.stderr


def grid(store: Store, *texts: str) -> Grid:
    search, selection = Search("0.1", "a", Limits()), Selection(range(1, 11))
    variants = [parse(text) for text in texts]
    return Grid([Job(store.series(one, search), one, selection) for one in variants])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_contradiction_is_found_in_mid_run(order: tuple[int, int]) -> None:
    strict = Result(7, "solvable", "restarts", 1, 0.0, 35)
    loose = Result(7, "unsolvable", "exhaustive", 1, 0.0, 0)
    with open_for_writing(None) as store:
        both = grid(store, STRICT, NOTURN)
        for index in order:
            both.note(index, [(strict, loose)[index]])
        with pytest.raises(click.ClickException, match="CONTRADICTION at deal 7"):
            both.imply(order[1], 0, 10)
        both.imply(order[1], 0, 6)


def test_what_is_implied_ahead_does_not_count_until_its_turn() -> None:
    with open_for_writing(None) as store:
        both = grid(store, STRICT, NOTURN)
        both.note(0, [Result(deal, "solvable", "restarts", 1, 0.0, 35) for deal in (1, 2, 3)])
        both.give_up(0, [4])  # deal 4 takes long
        both.imply(0, 0, 10)
        assert both.known(1)["solvable"] == 3 and both.complete() == 0
        both.finished[0] = 10
        assert both.complete() == 0
        both.give_up(1, [4])
        both.finished[1] = 10
        assert both.complete() == 4
        assert list(both.todo(0, 0, 6)) == [4, 5, 6] == list(both.todo(1, 0, 6))


def test_undecided_deals_count_both_ways() -> None:
    texts = ("iznanka:noturn,ranks=7", "iznanka:noturn,ranks=7,build=down")
    one = told("compare", *texts, "--deals", "60", "--budget", "3000")
    first, second = one["variants"]
    assert first["counts"]["undecided"] and second["counts"]["undecided"]
    (pair,) = one["pairs"]
    ours, theirs = np.array(pair["table"]).sum(axis=1), np.array(pair["table"]).sum(axis=0)
    assert ours.tolist() == list(first["counts"].values())
    assert theirs.tolist() == list(second["counts"].values())
    assert pair["open"] == sum(pair["table"][2]) + pair["table"][0][2] + pair["table"][1][2] > 0
    proved = (first["counts"]["solvable"] - second["counts"]["solvable"]) / 60
    assert pair["difference"]["low"] < proved < pair["difference"]["high"]
    assert pair["p"]["low"] <= pair["p"]["high"] == pair["p_holm"]
    larger = told("compare", *texts, "--deals", "60", "--budget", "50k")
    assert larger["pairs"][0]["open"] < pair["open"]
    fresh = told("compare", *texts, "--deals", "60", "--budget", "50k", "--no-db")
    assert fresh["pairs"] == larger["pairs"]


def test_text_and_csv_tell_what_json_tells() -> None:
    arguments = ["compare", STRICT, NOTURN, "--deals", "200"]
    one = told(*arguments)
    text = invoke(*arguments).stdout
    assert text.startswith("clairvoyant, 200 deals from 1\n")
    deals = one["pairs"][0]["only_second"]
    shown = ", ".join(str(deal) for deal in deals[:12]) + ", …" * (len(deals) > 12)
    assert f"solvable under {name(NOTURN)}, not {name(STRICT)}: {shown}" in text
    (row,) = csv.DictReader(io.StringIO(invoke(*arguments, "--csv").stdout))
    assert int(row["only_second"]) == len(deals) and row["first"] == name(STRICT)
    assert float(row["difference_low"]) == one["pairs"][0]["difference"]["low"]
    assert int(row["second_solvable"]) == one["variants"][1]["counts"]["solvable"]


def test_seeds_are_compared_too() -> None:
    Path("seeds.txt").write_text("2\n40\n3\n")
    one = told("compare", STRICT, NOTURN, "--seeds", "seeds.txt")
    assert one["deals"] == 3 and one["pairs"][0]["only_second"] == [2, 40]


@pytest.mark.parametrize("count", [1, 29, 30, 31, 60, 61, 1000])
def test_rounds_hold_every_deal_once(count: int) -> None:
    assert [place for begin, end in rounds(count) for place in range(begin, end)] == [*range(count)]


@pytest.mark.usefixtures("compiled")
def test_an_interrupted_comparison_tells_of_whole_rounds_and_goes_on() -> None:
    """Deals that the first variant solves are solvable under the second: alone they flatter."""
    path, texts = Path("pasyans.sqlite"), ("iznanka:noturn", "iznanka")
    process = start("compare", *texts, "--deals", "5000", "--jobs", "1", "--json")
    while not count_results(str(path)) and process.poll() is None:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    one: dict[str, Any] = json.loads(out)
    assert one["deals"] == 0  # the first round, of 1,000 deals, is not over
    with open_for_reading(path) as store:
        kept = store.rows("SELECT variant, deal FROM readable WHERE method <> 'implied'")
    assert kept == [("iznanka:noturn", deal) for deal in range(1, 1 + len(kept))]
    again = told("compare", *texts, "--deals", str(len(kept)))
    assert again["deals"] == len(kept) > 0
    assert again["run"]["searched"] == len(kept) - again["variants"][1]["implied"]


USAGE = [
    (["iznanka"], "give two variants or more to compare"),
    (["iznanka", "iznanka:text"], "iznanka and iznanka are the same rules"),
    (["iznanka", "iznanka,ranks=5"], "have different packs: the same deal number is another"),
    (["iznanka", "vosemm"], "unknown game 'vosemm'; did you mean vosem?"),
]


@pytest.mark.parametrize(("texts", "message"), USAGE)
def test_usage(texts: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", *texts, "--deals", "3"]) == 2
    assert message in capsys.readouterr().err
