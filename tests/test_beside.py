"""benchmarks/peer.py: both programs on the same deals, here with scripts in Solvitaire's place."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import peer
from benchmarks.peer import Cell, Found, Ours, PeerError, play, read_answer
from solver.patience.limits import Limits
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE

ANSWER = """\
Deal:
Foundations: none
Solution Type: {}
States Searched: 2018010
Unique States Searched: {}
Backtracks: 2018009
Time Taken (milliseconds): 1298
"""
TINY = Cell("deal", 3, 3)
SEARCH = ["--ranks", "3", "--piles", "3", "--seeds", "2"]


def a_program(folder: Path, answer: str, unique: int = 522_977) -> Path:
    """A script that always answers the same, if it is asked as Solvitaire wants to be."""
    script = folder / "solvitaire"
    lines = [
        f"#!{sys.executable}",
        "import json, sys",
        "assert sys.argv[1::2] == ['--custom-rules', '--random', '--timeout']",
        "assert json.load(open(sys.argv[2]))['two decks']",
        f"print({ANSWER.format(answer, unique)!r})",
    ]
    script.write_text("\n".join(lines), encoding="utf-8")
    script.chmod(0o755)
    return script


@pytest.mark.parametrize(
    ("word", "verdict"),
    [("solved", SOLVABLE), ("unsolvable", UNSOLVABLE), ("timed-out", UNDECIDED)],
)
def test_an_answer_is_read(word: str, verdict: str) -> None:
    found = read_answer(ANSWER.format(word, 522_977))
    assert found == Found(verdict, 2_018_010, 522_977, 1.298)


def test_an_answer_without_a_verdict_is_refused() -> None:
    with pytest.raises(PeerError, match="Solution Type"):
        read_answer("States Searched: 1\n")


def test_the_rules_name_the_whole_stock() -> None:
    rules = json.loads(Cell("any", 13, 8).their_rules)
    assert rules["stock"]["size"] == 104 - 8 and rules["tableau piles"]["spaces policy"] == "any"
    assert json.loads(TINY.their_rules)["tableau piles"]["spaces policy"] == "no-build"


def test_a_grid_without_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert peer.main([*SEARCH, "--spaces", "deal", "any"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split()[-2:] == ["mean", "most"]
    assert [row.split()[:6] for row in rows] == [
        ["deal", "3", "3", "2", "0", "0"],
        ["any", "3", "3", "2", "0", "0"],
    ]


def test_a_wrong_verdict_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = a_program(tmp_path, "unsolvable")
    assert peer.main([*SEARCH, "--solvitaire", str(program)]) == 1
    out = capsys.readouterr().out
    assert f"contradiction: {TINY.variant}, seed 2\n2 contradictions" in out


def test_no_verdict_contradicts_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = a_program(tmp_path, "timed-out")
    assert peer.main([*SEARCH, "--solvitaire", str(program)]) == 0
    assert capsys.readouterr().out.endswith("\n0 contradictions\n")


def test_both_exhaust_a_deal(tmp_path: Path) -> None:
    ours = Ours(TINY, Limits(nodes=10_000), prove=1_000_000)
    program = a_program(tmp_path, "unsolvable", 47_952)
    told = play(TINY, range(15, 16), ours, program, 1.0)
    assert [one.verdict for one in told.ours] == [UNSOLVABLE] and not told.wrong
    assert told.alone[0][0].unique == told.alone[0][1].unique == 47_952
    assert peer.row(told)[-1] == "1 of 1"
    assert "1 deals exhausted by both" in peer.report([told])


@pytest.mark.parametrize("answer", ["", None])
def test_a_program_that_does_not_answer(
    answer: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "missing"
    if answer is not None:
        program = a_program(tmp_path, "two words")
    assert peer.main([*SEARCH, "--solvitaire", str(program)]) == 1
    assert capsys.readouterr().err.startswith("error: ")
