"""The catalogue, and the texts that stand in a module of Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from running import ROOT

from cli.catalogue import HEARD, read_catalogue

CATALOGUE = read_catalogue((ROOT / "cli" / "locale" / "ru.po").read_text(encoding="utf-8"))
HEARD_ENTRIES = {key: entry for key, entry in CATALOGUE.items() if key[0] == HEARD}
PROSE = re.compile(r"[A-Za-z]{2,}[,;:.]? +[a-z]{2,}")
"""Two words: what a person reads, and not a key."""


def docstrings(tree: ast.AST) -> set[int]:
    """The nodes of texts that stand alone: documentation."""
    bodies = (getattr(node, "body", None) for node in ast.walk(tree))
    return {
        id(line.value)
        for body in bodies
        if isinstance(body, list)
        for line in body
        if isinstance(line, ast.Expr)
    }


def called(node: ast.AST) -> str:
    """The name of the function that a node calls."""
    if not isinstance(node, ast.Call):
        return ""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def text_of(node: ast.AST) -> str | None:
    """The template that a literal is; its gaps as ``{}``."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values
        )
    return None


def literals(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """All literal texts but documentation, each f-string as a whole."""
    left_out = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for one in node.values for part in [one, *ast.walk(one)]
                         if isinstance(part, ast.Constant) and part in node.values}  # fmt: skip
            for one in node.values:
                if isinstance(one, ast.FormattedValue) and one.format_spec:
                    left_out |= {id(part) for part in ast.walk(one.format_spec)}
    for node in ast.walk(tree):
        text = text_of(node)
        if text is not None and id(node) not in left_out:
            yield node, text
