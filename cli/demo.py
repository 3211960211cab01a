"""``pasyans demo``: what the program is for, on real deals."""

from __future__ import annotations

import shlex
from typing import NamedTuple

import click

from cli.exits import INTERRUPTED
from cli.words import asked, counted, say, word


class Scene(NamedTuple):
    """A question, and the command that answers it."""

    question: str
    command: str
    lines: int = 99
    """How many lines of the answer are shown."""


SCENES = (
    Scene(
        "How likely is this patience to come out?",
        "pasyans estimate iznanka --deals 2000 --no-db --quiet",
    ),
    Scene("How is this deal won?", "pasyans solve vosem --deal 3 --quiet", lines=9),
    Scene(
        "What does that rule change?",
        "pasyans compare iznanka iznanka:nobuild --deals 40 --no-db --quiet",
        lines=9,
    ),
    Scene(
        "And the games for two: who wins?",
        "pasyans estimate pairs --deals 20000 --no-db --quiet",
        lines=9,
    ),
)


@click.command()
@click.pass_context
def demo(ctx: click.Context) -> None:
    """Answer the questions that this program is for, on real deals, in some seconds."""
    for scene in SCENES:
        click.secho(word("question", scene.question), bold=True)
        click.echo(f"$ {scene.command.removesuffix(' --quiet')}")
        code, lines = _answer(ctx, scene.command)
        click.echo("\n".join(lines[: scene.lines]))
        if len(lines) > scene.lines:
            click.echo(
                counted("… {count} more line", "… {count} more lines", len(lines) - scene.lines)
            )
        click.echo()
        if code:
            ctx.exit(code)
    click.echo(say("`pasyans --help` lists all commands, the README tells of each."))


def _answer(ctx: click.Context, command: str) -> tuple[int, list[str]]:
    """Run a command of this program; its exit code and what it prints."""
    import contextlib
    import io

    group, language = ctx.find_root().command, ["--lang", asked()] if asked() else []
    arguments = [*language, *shlex.split(command)[1:]]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            code = group.main(arguments, prog_name="pasyans", standalone_mode=False)
        except KeyboardInterrupt:
            code = INTERRUPTED
    return code or 0, printed.getvalue().splitlines()
