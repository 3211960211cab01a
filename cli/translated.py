"""The command group in the language that is asked for: help pages, and click's own messages."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
from click import core, decorators, exceptions, formatting, parser, types

from cli import words

CLICK = (core, decorators, exceptions, formatting, parser, types)
"""The modules of click that look up what they say, with gettext."""


class Translated(click.Group):
    """A group that sees to the language before anything is parsed, and so said."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **options: Any) -> Any:
        """Run a command line."""
        told = list(sys.argv[1:] if args is None else args)
        words.choose(words.asked_language(told, os.environ))
        if not words.speaks_english() or _english:
            _translate_click()
            translate_help(self)
        return super().main(told, *rest, **options)


def lang_option(**more: Any) -> click.Option:
    """--lang, which :class:`Translated` has obeyed when click comes to look at it."""
    return click.Option(
        ["--lang"],
        type=click.Choice(words.LANGUAGES),
        expose_value=False,
        help="Language of what people read; JSON and CSV are always in English.",
        **more,
    )


def _translate_click() -> None:
    """Have click look up its messages in our catalogue."""
    one = functools.partial(words.template, context="click")
    many = functools.partial(words.plural, context="click")
    for module in CLICK:
        for name, look_up in (("_", one), ("ngettext", many)):
            if hasattr(module, name):
                setattr(module, name, look_up)


_english: list[tuple[Any, str]] = []
"""Everything in the tree of commands that has a help text, with the English one."""


def translate_help(group: click.Group) -> None:
    """Put all help texts of a group and its commands in the language."""
    if not _english:
        _english.extend((thing, thing.help) for thing in helpful(group) if thing.help)
    for thing, text in _english:
        translated = "\n\n".join(map(words.template, paragraphs(text)))
        thing.help = text if words.speaks_english() else translated


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, each as one line."""
    return [" ".join(one.split()) for one in text.split("\n\n")]


def helpful(
    command: click.Command, above: click.Context | None = None
) -> Iterator[click.Command | click.Option]:
    """A command, its options, and those of all commands below it."""
    yield command
    # click keeps the option with the names that the context of the first request tells
    context = click.Context(command, above, **command.context_settings)
    if own := command.get_help_option(context):
        yield own
    yield from (one for one in command.params if isinstance(one, click.Option))
    if isinstance(command, click.Group):
        for each in command.commands.values():
            yield from helpful(each, context)
