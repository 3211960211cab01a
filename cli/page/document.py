"""A page as one HTML text, and the file it is written to."""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from cli.options import source_name, system
from cli.words import asked, say
from solver import __version__
from solver.variants import Variant

SCRIPTS = ("words", "cards", "states", "text", "table", "moves", "chances", "player")
"""The parts of the script, in the order in which they build on each other."""

UNTITLED = "без названия"
"""What stands for the title of a game that has none; no heading of a page."""


def document(variant: Variant, deal: int | str, told: Mapping[str, Any]) -> str:
    """The HTML text of a page.

    ``deal`` is the number of the deal or the path of a file, whose name alone is told; ``told`` is
    what a family's module makes: ``slots start steps`` and more.
    """
    words = json.loads(_static("words.json"))
    data = {
        "game": variant.game.id,
        "family": variant.game.family,
        "title": None if variant.game.title == UNTITLED else variant.game.title,
        "variant": variant.text,
        "rules": dict(variant.rules),
        "version": __version__,
        "language": asked(),
        "deal": deal if isinstance(deal, int) else Path(deal).name,
        "words": words,
        **told,
    }
    title = data["title"] or words[asked() or "en"]["untitled"]
    parts = {
        "title": html.escape(f"{title} · {variant.text}"),
        "style": _static("page.css"),
        "data": _embedded(data),
        "script": "\n".join(_static(f"{name}.js") for name in SCRIPTS),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda hole: parts[hole[1]], _static("page.html"))


def _static(name: str) -> str:
    return (files("cli.page") / "static" / name).read_text(encoding="utf-8")


def _embedded(data: Mapping[str, Any]) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


class PagePath(click.ParamType[Path]):
    """A file that a page can be written to; looked at before anything is computed for it."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(value)
        if "\0" in str(value):
            self.fail(say("the name of a file holds no zero byte"), param, ctx)
        name = source_name(str(value))
        if str(value) == "-":
            self.fail(say("a page is written to a file; name one such as game.html"), param, ctx)
        if not value or path.is_dir():
            told = say("{name} is a folder; name a file such as game.html", name=name)
            self.fail(told, param, ctx)
        if not path.parent.is_dir():
            told = say(
                "{name}: there is no folder {folder}",
                name=name,
                folder=source_name(str(path.parent)),
            )
            self.fail(told, param, ctx)
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            self.fail(say("{name} cannot be written; choose another folder", name=name), param, ctx)
        return path


html_option = click.option(
    "--html", "page", type=PagePath(), metavar="FILE", help="Also write a replay page to FILE."
)


def keep_input(ctx: click.Context) -> None:
    """Refuse a page that would be written over what the command reads.

    Raises:
        click.UsageError: it would.
    """
    page = ctx.params["page"]
    for name, value in ctx.params.items():
        if page is None or name == "page" or not isinstance(value, str | Path):
            continue
        if page.exists() and os.path.exists(value) and os.path.samefile(page, value):
            told = say("--html {name} would write over what is read", name=source_name(str(page)))
            raise click.UsageError(told, ctx)


def write_page(path: Path, text: str) -> None:
    """Write a page.

    Raises:
        click.ClickException: it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{source_name(str(path))}: {system(error)}") from None
