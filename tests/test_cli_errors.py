"""No bad input ends in a traceback: each says what is wrong, and how to mend it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import pasyans, run
from solver.dealfiles import format_deal
from solver.deals import patience_deal

SMALL = "iznanka,ranks=3,piles=3"
NUMBER = str(2**64 - 1)

USAGE = [
    (["solve", "iznank", "--deal", "1"], "unknown game 'iznank'; did you mean iznanka?"),
    (["solve", "", "--deal", "1"], "unknown game ''; valid: iznanka, vosem"),
    (["solve", "iznanka:", "--deal", "1"], "empty preset after 'iznanka:'; valid: text, noturn"),
    (
        ["solve", "iznanka:strikt", "--deal", "1"],
        "unknown preset 'strikt' of iznanka; did you mean",
    ),
    (["solve", "iznanka,", "--deal", "1"], "unknown option '' of iznanka; valid: bases, seal"),
    (
        ["solve", "iznanka,trun=any", "--deal", "1"],
        "unknown option 'trun' of iznanka; did you mean turn",
    ),
    (["solve", "iznanka,turn", "--deal", "1"], "option turn needs a value: turn=ordered"),
    (
        ["solve", "iznanka,turn=", "--deal", "1"],
        "unknown value '' of turn; valid: ordered, any, none",
    ),
    (
        ["solve", "iznanka,turn=nine", "--deal", "1"],
        "unknown value 'nine' of turn; did you mean none?",
    ),
    (["solve", "iznanka,turn=any,turn=any", "--deal", "1"], "option turn is given twice"),
    (["solve", "iznanka,ranks=14", "--deal", "1"], "unknown value '14' of ranks; valid: 3 … 13"),
    (["solve", "iznanka,piles=08", "--deal", "1"], "unknown value '08' of piles; valid: 2 … 12"),
    (["solve", "x" * 9999, "--deal", "1"], "unknown game 'xxxxxxxxx"),
    (["solve", "iznanka"], "give one of --deal N and --file F"),
    (["solve", "iznanka", "--deal", "1", "--file", "x"], "give one of --deal N and --file F"),
    (["solve", "iznanka", "--deal", "-1"], f"'-1' is not in 0 ... {NUMBER}"),
    (["solve", "iznanka", "--deal", "1.5"], "'1.5' is not a whole number"),
    (["solve", "iznanka", "--deal", str(2**64)], f"is not in 0 ... {NUMBER}"),
    (["solve", "iznanka", "--deal", "9" * 9999], f"is not in 0 ... {NUMBER}"),
    (["solve", "iznanka", "--deal", "1", "--budget", "0"], "'0' is not in 1 ... "),
    (["solve", "iznanka", "--deal", "1", "--budget", "lots"], "not a number such as 500000, 20M"),
    (["solve", "iznanka", "--deal", "1", "--budget", "1e99"], "'1e99' is not in 1 ... "),
    (["solve", "iznanka", "--deal", "1", "--time", "0"], "'0' is not a number of seconds above 0"),
    (["solve", "iznanka", "--deal", "1", "--time", "nan"], "'nan' is not a number of seconds"),
    (["solve", "iznanka", "--deal", "1", "--memory", "1k"], "'1k' is not in 160M ... 64T"),
    (["solve", "iznanka", "--deal", "1", "--bogus"], "No such option '--bogus'"),
    (["solve"], "Missing argument 'VARIANT'"),
    (["solv"], "No such command 'solv'"),
    (["deal", "iznanka"], "Missing argument 'NUMBER'"),
    (["deal", "iznanka", "one"], "'one' is not a whole number"),
    (["deal", "iznanka", "4294967296", "--solvitaire"], "a Solvitaire seed is 0 ... 4294967295"),
    (["games", "wosem"], "unknown game 'wosem'; did you mean vosem?"),
    (["perft", "iznanka", "--deal", "1"], "Missing option '--depth'"),
    (["perft", "iznanka", "--depth", "3"], "Missing option '--deal'"),
    (["perft", "iznanka", "--deal", "1", "--depth", "0"], "'0' is not in 1 ... 1000"),
    (["estimate", "iznanka"], "Missing option '--deals'"),
    (["estimate", "iznanka", "--deals", "0"], "'0' is not in 1 ... "),
    (["estimate", "iznanka", "--deals", "2", "--first", NUMBER], "past the end"),
    (["estimate", "iznanka", "--deals", "2", "--jobs", "0"], "'0' is not in 1 ... 1024"),
    (["estimate", "iznanka", "--deals", "2", "--json", "--csv"], "give one of --json and --csv"),
    (
        ["estimate", "iznanka", "--deals", "99", "--jobs", "99", "--memory", "200M"],
        "--memory 200M is too little for 99 threads of 160M each; give more --memory",
    ),
    (["verify"], "Missing argument 'FILE'"),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE, ids=range(len(USAGE)))
def test_usage(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert message in shown.err and shown.out == ""
    assert shown.err.count("\n") <= 2 and len(shown.err) < 400


DEALS: list[tuple[bytes, str]] = [
    (b"", "no cards; 24 are wanted, in dealing order"),
    (b"\xff\xfe\x00", "is not UTF-8 text (byte 1); save it as UTF-8"),
    (b"# only a comment", "no cards; 24 are wanted"),
    ("AC 2С".encode(), "Cyrillic"),
    ("ТC".encode(), "write both in one alphabet"),
    (b"AC 1C", "line 1: '1C' is not a card"),
    (b"AC\nAC AC", "line 2: AC for a third time, after line 1 and line 2"),
    (b"4C", "line 1: 4C is above the highest rank 3"),
    (b"AC 2C", "missing:"),
    (b'{"tableau piles": [["AC"]', "line 1, column 26: not JSON"),
    (b"{}", '"tableau piles" is missing'),
    (b'{"tableau piles": 3, "stock": []}', '"tableau piles"'),
    (b'{"deal": 3}', '"deal" is a number; it must be an object'),
    (b'{"deal": {}}', '"cards" is missing'),
    (b'{"deal": {"cards": ["AC", 5]}}', "card 2: a number where a card"),
    (b"[" * 100_000, "is not a card"),
    (b'{"a":' * 100_000, ""),
]


@pytest.mark.parametrize(("data", "message"), DEALS, ids=range(len(DEALS)))
def test_deal_files(
    data: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deal.txt"
    path.write_bytes(data)
    assert run(["solve", SMALL, "--file", str(path)]) == 1
    shown = capsys.readouterr()
    assert message in shown.err and "Error: " in shown.err and shown.out == ""
    assert shown.err.count("\n") <= 2 and len(shown.err) < 800


@pytest.mark.parametrize("command", [["solve", SMALL, "--file"], ["verify"]])
@pytest.mark.parametrize(
    ("name", "message"), [("none", "No such file or directory"), (".", "Is a directory")]
)
def test_files_that_cannot_be_read(
    command: list[str], name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, name]) == 1
    assert message in capsys.readouterr().err


def solution() -> dict[str, Any]:
    """The object that `solve --json` prints for a small deal."""
    done = CliRunner().invoke(pasyans, ["solve", SMALL, "--deal", "29", "--json"])
    told: dict[str, Any] = json.loads(done.stdout)
    return told


SPOILT: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda s: s["moves"].pop(), "the moves are legal but do not win: 23 of 24 cards"),
    (lambda s: s["moves"].append({"move": "deal"}), "nothing may follow"),
    (lambda s: s["moves"].insert(0, {"move": "fly"}), "move 1: there is no move 'fly'"),
    (lambda s: s["moves"].insert(0, {"move": "turn", "pile": 1}), "move 1: "),
    (lambda s: s["moves"][0].update(card="KS"), "move 1: the top card of place 3 is 2D, not KS"),
    (lambda s: s["moves"][0].update(pile=9), "move 1: "),
    (lambda s: s["moves"][0].update(pile=True), "move 1: "),
    (lambda s: s.update(moves="x"), "the moves must be a list"),
    (lambda s: s.pop("moves"), '"moves" is missing'),
    (lambda s: s.update(variant="iznanka"), '"digest" is'),
    (lambda s: s.update(variant=3), '"variant" must be a text'),
    (lambda s: s.update(variant="nonsense"), "unknown game 'nonsense'"),
    (lambda s: s.update(digest="00"), "\"digest\" is '00'"),
    (lambda s: s.update(game="vosem"), "\"game\" is 'vosem'; that of iznanka"),
    (lambda s: s["rules"].update(turn="none"), '"rules" are not those of iznanka'),
    (lambda s: s.update(verdict="unsolvable"), '"moves" must be empty'),
    (lambda s: s.update(deal=1), '"deal" must be an object'),
    (lambda s: s.update(deal={}), 'neither "cards" nor "number"'),
    (lambda s: s["deal"].update(number=30), "the cards are not those of deal 30"),
    (lambda s: s["deal"].update(number=-1), '"number" of the deal must be'),
    (lambda s: s["deal"]["cards"].pop(), "the deal has"),
    (lambda s: s["deal"].update(cards=["5"] * 24), "card 1 of the deal: "),
    (lambda s: s["deal"].update(cards=[5] * 24), "card 1 of the deal is no text"),
    (lambda s: s["deal"].update(cards="AC"), '"cards" of the deal must be a list'),
]


@pytest.mark.parametrize(("spoil", "message"), SPOILT, ids=range(len(SPOILT)))
def test_spoilt_solutions(
    spoil: Callable[[dict[str, Any]], object],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = solution()
    spoil(told)
    path = tmp_path / "solution.json"
    path.write_text(json.dumps(told))
    assert run(["verify", str(path)]) == 1
    shown = capsys.readouterr()
    assert "Error: not valid: " in shown.err and message in shown.err and shown.out == ""
    assert len(shown.err) < 500


@pytest.mark.parametrize("text", ["", "[1]", "3", "{", "[" * 100_000, "\x00", "nul"])
def test_verify_of_what_is_no_solution(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "solution.json"
    path.write_text(text)
    assert run(["verify", str(path)]) == 1
    assert "Error: not valid: " in capsys.readouterr().err


def test_a_deal_of_other_rules_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(format_deal(patience_deal(1, 3)))
    assert run(["solve", "iznanka", "--file", str(path)]) == 1
    assert "104 are wanted" in capsys.readouterr().err


# --- an unsolvable deal whose evidence is spoilt ------------------------------------------------

LOST = ["solve", "vosem:noturn,build=none,lift=any,ranks=4,piles=3", "--deal", "55", "--json"]


def put(told: dict[str, Any], **values: object) -> None:
    told["search"].update(values)


FALSE_EVIDENCE: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda told: put(told, stored=1058), "meets 1,057 positions, not 1,058"),
    (lambda told: put(told, stored=1056), "meets more than 1,056 positions"),
    (lambda told: put(told, stored="1057"), '"stored" of the search must be a number'),
    (lambda told: put(told, stored=0), '"stored" of the search must be a number'),
    (lambda told: put(told, digest="0" * 32), "meets other positions: their digest is e1fe"),
    (lambda told: put(told, digest=None), '"digest" of the search must be a text'),
    (lambda told: put(told, method="beam"), "'beam': that proves nothing"),
    (lambda told: told.pop("search"), '"search" must be an object'),
    (lambda told: told.update(search=[]), '"search" must be an object'),
    (lambda told: told.update(moves=[{"move": "deal"}]), '"moves" must be empty'),
    (lambda told: told.update(verdict="undecided"), "there is nothing to check"),
    (lambda told: told.update(deal={"number": 1}), "solvable"),
]


@pytest.mark.parametrize(("spoil", "message"), FALSE_EVIDENCE, ids=range(len(FALSE_EVIDENCE)))
def test_false_evidence(
    spoil: Callable[[dict[str, Any]], object],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(LOST) == 0
    told = json.loads(capsys.readouterr().out)
    spoil(told)
    path = tmp_path / "solution.json"
    path.write_text(json.dumps(told))
    assert run(["verify", str(path)]) == 1
    shown = capsys.readouterr()
    assert "Error: not valid: " in shown.err and message in shown.err and shown.out == ""
    assert len(shown.err) < 500


def test_evidence_of_another_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(LOST) == 0
    told = json.loads(capsys.readouterr().out) | {"version": "9.9"}
    put(told, digest="0" * 32)
    path = tmp_path / "solution.json"
    path.write_text(json.dumps(told))
    assert run(["verify", str(path)]) == 1
    assert "the file was made by version '9.9'" in capsys.readouterr().err


def test_a_solvable_deal_is_not_verified_as_unsolvable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "iznanka", "--deal", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out) | {"verdict": "unsolvable", "moves": []}
    path = tmp_path / "solution.json"
    told["search"] |= {"digest": "0" * 32, "method": "exhaustive"}
    path.write_text(json.dumps(told))
    assert run(["verify", str(path)]) == 1
    assert "meets more than 192 positions" in capsys.readouterr().err


@pytest.mark.parametrize("share", [".5", "0.30"])
def test_a_share_in_another_spelling_is_told_the_one_that_is_read(share: str) -> None:
    done = CliRunner().invoke(pasyans, ["deal", f"zevaki,attention={share}", "1"])
    assert done.exit_code == 2
    assert f"unknown value '{share}' of attention; valid: 0, 0.01 … 0.1, 0.11 … 1" in done.output
