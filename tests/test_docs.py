"""RULES.md holds the tables of the code."""

from __future__ import annotations

import re
from pathlib import Path

from solver.variants import options_table, presets_table

RULES = Path(__file__).parent.parent / "RULES.md"
TABLES = {"options": options_table, "presets": presets_table}
MARK = re.compile(r"<!-- table: (\w+) (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)


def with_tables(text: str) -> str:
    """The text with each marked table as the code has it."""
    return MARK.sub(
        lambda m: f"<!-- table: {m[1]} {m[2]} -->\n{TABLES[m[1]](m[2])}\n<!-- end -->", text
    )


def test_rules_tables_are_those_of_the_code() -> None:
    text = RULES.read_text(encoding="utf-8")
    assert len(MARK.findall(text)) == 2
    assert text == with_tables(text), "run: python tests/test_docs.py"


if __name__ == "__main__":
    RULES.write_text(with_tables(RULES.read_text(encoding="utf-8")), encoding="utf-8")
