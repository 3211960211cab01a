"""RULES.md holds the tables of the code; README.md's commands print what it says they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solver.variants import GAMES, options_table, presets_table

ROOT = Path(__file__).parent.parent
RULES, README = ROOT / "RULES.md", ROOT / "README.md"
TABLES = {"options": options_table, "presets": presets_table}
MARK = re.compile(r"<!-- table: (\w+) (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)


def with_tables(text: str) -> str:
    """The text with each marked table as the code has it."""
    return MARK.sub(
        lambda m: f"<!-- table: {m[1]} {m[2]} -->\n{TABLES[m[1]](m[2])}\n<!-- end -->", text
    )


def test_rules_tables_are_those_of_the_code() -> None:
    text = RULES.read_text(encoding="utf-8")
    families = dict.fromkeys(game.family for game in GAMES.values())
    assert [mark[:2] for mark in MARK.findall(text)] == [
        (kind, family) for family in families for kind in ("options", "presets")
    ]
    assert text == with_tables(text), "run: python tests/test_docs.py"


BLOCKS = [
    block
    for block in re.findall(r"```\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    if block.startswith("$ ")
]


def without_times(text: str) -> list[str]:
    """The lines without those that tell seconds."""
    return [line for line in text.splitlines() if not re.search(r"\d s\b", line)]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_readme_commands_print_what_it_says(block: str, tmp_path: Path) -> None:
    commands = [line[2:].split("  #")[0] for line in block.splitlines() if line.startswith("$ ")]
    told = "\n".join(line for line in block.splitlines() if not line.startswith("$ "))
    where = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    shown = ""
    for command in commands:
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=os.environ | where,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        shown += done.stdout
    expected = without_times(told)
    if expected and expected[-1] == "…":  # the rest is left out
        assert without_times(shown)[: len(expected) - 1] == expected[:-1]
    else:
        assert without_times(shown) == expected


def test_readme_has_commands_to_check() -> None:
    assert len(BLOCKS) >= 4


if __name__ == "__main__":
    RULES.write_text(with_tables(RULES.read_text(encoding="utf-8")), encoding="utf-8")
