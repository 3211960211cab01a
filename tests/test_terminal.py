"""What a person at a terminal sees: signs for suits, red ones in red, tables that fit."""

from __future__ import annotations

import fcntl
import io
import os
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import click
import pytest
from running import ROOT, invoke

from cli.main import run
from cli.output import RED_CARD, has_symbols, make_printable, tell

RED = "\x1b[31m"
pytestmark = pytest.mark.usefixtures("compiled")


def on_a_terminal(*arguments: str, columns: int = 80, **where: str) -> str:
    """What a command prints on a terminal so many columns wide."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    kept = {name: told for name, told in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        env=kept | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm"} | where,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    told = b""
    try:
        while some := os.read(ours, 1 << 16):
            told += some
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0
    return told.decode().replace("\r\n", "\n")


def test_red_suits_are_red_signs() -> None:
    told = on_a_terminal("deal", "iznanka", "1")
    assert f"{RED}5♦\x1b[0m" in told and "6♣" in told and f"{RED}6♣" not in told
    assert (
        told.replace(RED, "").replace("\x1b[0m", "")
        == invoke("deal", "iznanka", "1", "--symbols").stdout
    )
    assert RED not in on_a_terminal("deal", "iznanka", "1", NO_COLOR="1")
    letters = on_a_terminal("deal", "iznanka", "1", "--letters", TERM="dumb")
    assert letters == invoke("deal", "iznanka", "1").stdout


def test_json_has_no_colour() -> None:
    assert RED not in on_a_terminal("deal", "iznanka", "1", "--json")
    assert not RED_CARD.search('{"card":"7H","cards":["10D"]}') and RED_CARD.search("7H 10D")


NARROW = [
    "estimate vosem:strict,ranks=3,piles=2 --deals 20 --no-db --quiet",
    "estimate double --deals 10 --no-db --quiet",
    "compare vosem:strict,ranks=3,piles=2 vosem:noturn,ranks=3,piles=2 --deals 20 --no-db --quiet",
    "compare pairs pairs:owner --deals 20 --no-db --quiet",
    "match double greedy random --deals 10 --no-db --quiet",
    "advise vosem,ranks=3,piles=2 --from 3 --samples 4 --quiet",
    "advise zevaki --from 3 --samples 2 --top 2 --quiet",
    "play zevaki --deal 3 --quiet",
    "games rusbank",
]


@pytest.mark.parametrize(
    ("command", "language"),
    [*((command, "ru") for command in NARROW), *((command, "en") for command in NARROW[:3])],
)
def test_what_is_printed_fits_a_narrow_terminal(command: str, language: str) -> None:
    told = on_a_terminal(*command.split(), "--lang", language, columns=60)
    lines = re.sub("\x1b.*?m", "", told).splitlines()
    wide = [line for line in lines if len(line) > 60 and not is_prose(line)]
    assert len(lines) > 3 and not wide


def is_prose(line: str) -> bool:
    """A sentence or a heading, which a terminal may fold anywhere."""
    return not line.startswith(" ") and "  " not in line


@pytest.mark.parametrize("columns", [60, 90, 200])
def test_a_report_fits_the_terminal(folder: Path, columns: int) -> None:
    invoke("estimate", "vosem:strict,ranks=3,piles=2", "--deals", "20")
    lines = on_a_terminal("report", columns=columns).splitlines()
    assert max(map(len, lines)) <= columns and any("solvable" in line for line in lines)
    whole = invoke("report").stdout.splitlines()
    assert (lines == whole) == (max(map(len, whole)) <= columns)


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "cp866", "latin-1"])
def test_plain_characters_where_the_encoding_has_no_others(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    make_printable()
    tell("3 → base … « » −1 ±2 6♣ 10♥ 漢")
    click.echo("→", err=True)
    said = out.buffer.getvalue().decode(encoding)
    assert said.startswith("3 -> base ") and said.endswith(" 6C 10H ?\n")
    assert err.buffer.getvalue() == b"->\n"
    assert run(["deal", "vosem", "1", "--symbols", "--lang", "ru"]) == 0
    assert has_symbols() is False


def test_a_process_whose_streams_are_not_utf8() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli", "solve", "vosem,ranks=4,piles=3", "--deal", "1"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "cp1251"},
        capture_output=True,
        encoding="cp1251",
    )
    assert done.returncode == 0 and not done.stderr and " -> base" in done.stdout
