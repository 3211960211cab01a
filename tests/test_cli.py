"""The commands as a user runs them: output, exit codes, files, pipes and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from running import ROOT, invoke, start, told

from cli.main import pasyans, run
from solver.stats import win_rate
from solver.variants import GAMES, parse


def test_every_option_has_its_help() -> None:
    for command in pasyans.commands.values():
        options = [one for one in command.params if isinstance(one, click.Option)]
        assert options and all(one.help for one in options), command.name


def test_light_commands_import_nothing_heavy() -> None:
    script = (
        "import sys; from cli.main import run\n"
        "for arguments in (['--help'], ['estimate', '--help'], ['games'], ['deal', 'vosem', '1'],"
        " ['solve', 'nonsense', '--deal', '1']): run(arguments)\n"
        "heavy = {'numba', 'pandas', 'numpy', 'tqdm', 'scipy'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_games_lists_every_option_and_preset() -> None:
    text = invoke("games").stdout
    for game in GAMES.values():
        assert game.id in text and game.title in text
        for option in game.table:
            assert f"    {option.name} " in text
        for preset in game.presets:
            assert f"    :{preset} " in text
    listed = told("games", "vosem")
    assert [one["game"] for one in listed] == ["vosem"]
    assert listed[0]["digest"] == parse("vosem").digest


@pytest.mark.parametrize("options", [[], ["--symbols"], ["--json"], ["--json", "--symbols"]])
def test_a_printed_deal_is_a_deal_file(options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(invoke("deal", "iznanka", "5", *options).stdout, encoding="utf-8")
    by_file = told("solve", "iznanka", "--file", str(path))
    by_number = told("solve", "iznanka", "--deal", "5")
    assert by_file["deal"] == {"number": None, "cards": by_number["deal"]["cards"]}
    assert by_file["moves"] == by_number["moves"] != []


def test_solve_json_keeps_the_contract() -> None:
    one = told("solve", "vosem:free,ranks=4,piles=4", "--deal", "3")
    assert list(one) == [
        "game", "variant", "rules", "digest", "version", "deal", "verdict", "moves", "search",
    ]  # fmt: skip
    assert one["verdict"] == "solvable" and one["rules"]["turn"] == "any"
    assert {"method", "nodes", "seconds", "budget"} <= set(one["search"])
    assert len(one["deal"]["cards"]) == 32 and one["deal"]["number"] == 3


@pytest.mark.parametrize(
    ("variant", "deal"), [("iznanka", 2), ("vosem,ranks=5", 7), ("iznanka:fill,ranks=6", 1)]
)
def test_a_solution_verifies(variant: str, deal: int, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    path.write_text(invoke("solve", variant, "--deal", str(deal), "--json").stdout)
    moves = json.loads(path.read_text())["moves"]
    assert invoke("verify", str(path)).stdout == f"valid: {variant} is won in {len(moves)} moves\n"


@pytest.mark.parametrize(
    ("variant", "deal", "played_out"),
    [
        ("vosem:noturn,build=none,lift=any,ranks=4,piles=3", 55, True),
        ("vosem:noturn,ranks=3,piles=2", 135, False),  # 7,566 positions
    ],
)
def test_an_unsolvable_deal_verifies(
    variant: str, deal: int, played_out: bool, tmp_path: Path
) -> None:
    path = tmp_path / "solution.json"
    path.write_text(invoke("solve", variant, "--deal", str(deal), "--json").stdout)
    search = json.loads(path.read_text())["search"]
    assert search["stored"] <= search["slots"] and len(search["digest"]) == 32
    shown = invoke("verify", str(path)).stdout
    assert f"{variant} is unsolvable, {search['stored']:,} positions searched again" in shown
    assert ("played out by the referee" in shown) == played_out and search["digest"] in shown


@pytest.mark.parametrize(
    ("variant", "deal"), [("iznanka:strict", 1), ("vosem:nobuild", 1), ("iznanka:nobuild", 7)]
)
def test_a_proof_verifies(variant: str, deal: int, tmp_path: Path) -> None:
    path = tmp_path / "lost.json"
    path.write_text(invoke("solve", variant, "--deal", str(deal), "--json").stdout)
    shown = invoke("verify", str(path)).stdout
    assert shown == f"valid: {variant} is unsolvable, every step of the proof holds\n"
    one = json.loads(path.read_text())
    other = {**one, "deal": told("deal", variant, "3", "--json")["deal"]}
    path.write_text(json.dumps(other))  # the proof of one deal is none of a solvable one
    assert told("solve", "iznanka:nobuild", "--deal", "3")["verdict"] == "solvable"
    if variant == "iznanka:nobuild":
        done = CliRunner().invoke(pasyans, ["verify", str(path)])
        assert done.exit_code == 1 and done.output.startswith("Error: not valid: ")


def test_a_line_is_shortened(tmp_path: Path) -> None:
    arguments = ("solve", "iznanka", "--deal", "8", "--short")
    one = told(*arguments)
    lengths = one["search"]["shortened"]
    assert lengths["after"] == len(one["moves"]) < lengths["before"]
    assert lengths["before"] == len(told(*arguments[:-1])["moves"])
    path = tmp_path / "short.json"
    path.write_text(json.dumps(one))
    assert invoke("verify", str(path)).stdout.startswith("valid: ")
    headline = invoke(*arguments, "--quiet").stdout.splitlines()[0]
    assert f"in {lengths['after']} moves ({lengths['before']} before" in headline
    little = told(*arguments, "--effort", "1")["search"]["shortened"]
    assert little["before"] == lengths["before"] and little["after"] > lengths["after"]
    undecided = told("solve", "vosem", "--deal", "1", "--budget", "100", "--short")
    assert "shortened" not in undecided["search"]


def test_play_is_printed_with_positions_on_demand() -> None:
    plain = invoke("solve", "vosem,ranks=4,piles=4", "--deal", "1").stdout
    shown = invoke("solve", "vosem,ranks=4,piles=4", "--deal", "1", "--show", "--symbols").stdout
    assert "row 1: " in plain and "deal " in plain and "♣" not in plain
    numbers = [line.split(".")[0].strip() for line in plain.splitlines() if ". " in line[:6]]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert "♣" in shown and len(shown.splitlines()) > 2 * len(plain.splitlines())


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["iznanka", "--deal", "1"], 0, "solvable in"),
        (["vosem:strict,ranks=3,piles=2", "--deal", "2"], 10, "unsolvable (case analysis"),
        (["vosem", "--deal", "1", "--budget", "1000"], 20, "undecided (the budget of positions"),
        (["vosem", "--deal", "1", "--time", "0.001"], 20, "undecided (the time is up"),
    ],
)
def test_check_tells_the_verdict(arguments: list[str], code: int, words: str) -> None:
    done = CliRunner().invoke(pasyans, ["solve", *arguments, "--check"])
    assert done.exit_code == code and words in done.output
    assert CliRunner().invoke(pasyans, ["solve", *arguments]).exit_code == 0


def test_perft_prints_the_published_counts() -> None:
    arguments = ["perft", "vosem,ranks=3,piles=2", "--deal", "3", "--depth", "14"]
    assert told(*arguments)["counts"] == [2, 2, 2, 2, 4, 6, 16, 26, 28, 36, 76, 160, 256, 390]
    unique = told(*arguments, "--unique")["counts"]
    assert unique == [2, 1, 1, 1, 2, 3, 7, 10, 11, 15, 33, 63, 98, 147]
    below = told(*arguments, "--split")["split"]
    assert sum(move["count"] for move in below) == 390 and len(below) == 2
    assert invoke(*arguments, "--split").stdout.splitlines()[-1].split() == ["total", "390"]
    assert invoke(*arguments).stdout.splitlines()[-1].split() == ["14", "390"]


def test_estimate_counts_and_interval() -> None:
    variant = "vosem:strict,ranks=3,piles=2"
    one = told("estimate", variant, "--deals", "300", "--first", "5")
    counts = one["counts"]
    assert sum(counts.values()) == one["deals"] == 300 and one["first"] == 5
    assert counts["solvable"] > 0 and counts["unsolvable"] == len(one["unsolvable_deals"]) > 0
    low, high = win_rate(counts["solvable"], counts["undecided"], 300)
    assert (one["rate"]["low"], one["rate"]["high"]) == (low, high)
    assert one["player"] == "clairvoyant" and one["digest"] == parse(variant).digest
    for deal in one["unsolvable_deals"][:5]:
        assert told("solve", variant, "--deal", str(deal))["verdict"] == "unsolvable"


def test_estimate_does_not_depend_on_the_threads() -> None:
    arguments = ["estimate", "iznanka:noturn,ranks=7", "--deals=60", "--memory=1G", "--no-db"]
    single, many = (told(*arguments, "--jobs", jobs) for jobs in ("1", "4"))
    for one in (single, many):
        del one["seconds"], one["run"], one["memory_a_search"]
    assert single == many


def test_estimate_csv_is_one_line_under_a_header() -> None:
    header, line = invoke("estimate", "iznanka,ranks=5", "--deals", "3", "--csv").stdout.split()
    row = dict(
        zip(header.split(","), line.replace('"iznanka,ranks=5"', "v").split(","), strict=True)
    )
    assert row["solvable"] == "3" and row["deals"] == "3" and float(row["low"]) < 1


def test_estimate_names_what_is_open() -> None:
    text = invoke("estimate", "vosem", "--deals", "2", "--budget", "1000").stdout
    assert "undecided             2   deals 1, 2" in text and "0.000 … 100.000 %" in text


def test_standard_input(tmp_path: Path) -> None:
    deal = invoke("deal", "vosem,ranks=3,piles=3", "1").stdout
    done = CliRunner().invoke(
        pasyans, ["solve", "vosem,ranks=3,piles=3", "--file", "-"], input=deal
    )
    assert done.exit_code == 0 and "standard input: solvable" in done.output


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """What a child has used of a processor; wall time tells nothing on a busy machine."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        return time.monotonic() % 1e9
    fields = stat.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until a child has used so many seconds of a processor."""
    begun = cpu_seconds(process)
    while process.poll() is None and cpu_seconds(process) < begun + seconds:
        time.sleep(0.02)


def wait_until_running(process: subprocess.Popen[str]) -> None:
    """Wait until a child has started up for certain: that takes less than 2 s of a processor."""
    wait_for(process, 4)
    assert process.poll() is None, process.communicate()


@pytest.mark.usefixtures("compiled")
@pytest.mark.skipif(os.name != "posix", reason="sends signals to a child process")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solve", "vosem:noturn", "--deal", "1", "--budget", "100G"], "undecided (interrupted)"),
        (["estimate", "vosem", "--deals", "100000"], "interrupted after"),
        (["perft", "iznanka:fill", "--deal", "1", "--depth", "40"], "interrupted"),
    ],
)
def test_interrupt(arguments: list[str], words: str, number: signal.Signals) -> None:
    process = start(*arguments)
    wait_until_running(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert words in out + err and "Traceback" not in err


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("delay", [0.5, 0.6, 0.7, 0.8, 1.0, 1.2])
def test_an_early_interrupt_is_not_lost(delay: float) -> None:
    """While modules and machine code are loaded, a KeyboardInterrupt could get lost."""
    process = start("estimate", "vosem", "--deals", "1000000")
    wait_for(process, delay)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err


def test_an_interrupt_ends_the_compiler(tmp_path: Path) -> None:
    process = start("solve", "vosem", "--deal", "2", NUMBA_CACHE_DIR=str(tmp_path))
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=5)
    assert process.returncode == 130 and "interrupted" in err


@pytest.mark.usefixtures("compiled")
def test_an_interrupted_estimate_leaves_no_deal_out() -> None:
    """The deals being searched are the hard ones: left out they would flatter the rate."""
    process = start(
        "estimate", "vosem", "--deals", "1000", "--budget", "1T", "--jobs", "1", "--json"
    )
    wait_until_running(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    one = json.loads(out)
    assert process.returncode == 130
    assert one["counts"]["undecided"] == 1 and one["undecided_deals"] == [one["deals"]]
    assert f"interrupted after {one['deals']:,} of 1,000 deals" in err


def test_a_closed_pipe_is_no_error() -> None:
    process = start("solve", "iznanka", "--deal", "1", "--show", "--check")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert "Traceback" not in process.stderr.read()
    assert process.wait() == 0


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("deal vosem 1 >&-", 0, ""),
        ("games >/dev/full", 1, "Error: No space left on device"),
        ("solve vosem --file - <&-", 1, "Error: standard input is closed"),
    ],
)
def test_streams_that_are_closed_or_full(command: str, code: int, words: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m cli {command}", shell=True, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == code, done.stderr
    assert words in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("size", [0, 100])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_machine_code_is_explained(size: int, kind: str, tmp_path: Path) -> None:
    where = {"NUMBA_CACHE_DIR": str(tmp_path)}
    arguments = ("perft", "iznanka", "--deal", "1", "--depth", "3")
    assert start(*arguments, **where).wait() == 0
    for path in tmp_path.rglob(f"perft.count_sequences-*.{kind}"):
        path.write_bytes(path.read_bytes()[:size])
    process = start(*arguments, **where)
    _, err = process.communicate()
    assert process.returncode == 1 and "Traceback" not in err
    assert f"the compiled code in {tmp_path} cannot be loaded" in err and "delete that" in err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pasyans 0.")
