"""The report of games for two: tables, plots, and what single options change."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from running import invoke, told

from cli.duel.effects import effects
from cli.duel.report import duel_tallies
from cli.main import pasyans
from cli.store import open_for_reading

MORE = ("--jobs", "1", "--quiet")


def test_report_of_games_for_two(folder: Path) -> None:
    one = told("estimate", "pairs", "--deals", "300", *MORE)
    invoke("estimate", "double", "--deals", "40", *MORE, "--players", "random,greedy")
    double, pairs = json.loads(invoke("report", "--json").stdout)
    assert (double["variant"], double["players"]["A"], double["deals"]) == ("double", "random", 40)
    for name in ("counts", "complete", "pairs", "margin", "first_mover"):
        assert pairs[name] == one[name]
    text = invoke("report").stdout
    assert text.startswith("games for two") and "random, greedy" in text
    assert invoke("report", "pairs", "--csv").stdout.count("\n") == 2
    assert invoke("report", "--markdown").stdout.count("\n") == 4
    invoke("report", "--plot", "plots", "--quiet")
    assert {path.name for path in (folder / "plots").iterdir()} == {
        f"{name}.{kind}" for name in ("outcomes", "pairs") for kind in ("png", "svg")
    }
    invoke("estimate", "pairs,chain=yes", "--deals", "300", *MORE)
    invoke("report", "pairs", "pairs,chain=yes", "--plot", "more", "--quiet")
    assert {path.stem for path in (folder / "more").iterdir()} == {"outcomes", "pairs", "options"}
    done = CliRunner().invoke(pasyans, ["report", "vosem"])
    assert done.exit_code == 1 and "which holds double, pairs" in done.output


def test_effects_of_single_options_are_those_of_compare() -> None:
    """On the deals that both have; no option against another, nor one of other players."""
    owner = "pairs,refill=owner"  # kept under this name, not as pairs:owner
    variants = ("pairs,chain=yes", "pairs:rank", owner, "pairs:owner,chain=yes")
    for variant, deals in (("pairs", 60), *((variant, 50) for variant in variants)):
        invoke("estimate", variant, "--deals", str(deals), *MORE)
    invoke(
        "estimate", "pairs,take=all,chain=yes", "--deals", "9", *MORE, "--players", "random,greedy"
    )
    with open_for_reading(Path("pasyans.sqlite")) as store, store.using() as database:
        found = effects(database, duel_tallies(database, []))
    assert [(one.preset, one.option, one.deals) for one in found] == [
        ("pairs", "chain=yes", 50),
        ("pairs", "match=rank", 50),
        ("pairs", "refill=owner", 50),
        ("pairs:owner", "chain=yes", 50),
    ]
    pair = told("compare", "pairs,chain=yes", "pairs", "--deals", "50", *MORE)["pairs"][0]
    assert pair["measures"].pop("margin")["mean"] == found[0].measures["margin"]["mean"]
    for name, one in pair["measures"].items():
        del one["p_holm"]
        assert found[0].measures[name] == one


def test_report_keeps_patiences_and_games_for_two_apart() -> None:
    invoke("estimate", "pairs", "--deals", "30", *MORE)
    small = "vosem:strict,ranks=3,piles=2"
    invoke("estimate", small, "--deals", "30", *MORE, "--player", "random")
    patience, pairs = json.loads(invoke("report", "--json").stdout)
    assert (patience["variant"], pairs["variant"]) == (small, "pairs")
    patiences, duels = invoke("report").stdout.split("games for two")
    assert small in patiences and "pairs" in duels and small not in duels
