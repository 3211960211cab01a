"""``pasyans``: the command group and what happens to errors."""

from __future__ import annotations

import sys

import click

from cli.advise import advise
from cli.cache import cache
from cli.compare import compare
from cli.deal import deal
from cli.demo import demo
from cli.doctor import doctor
from cli.duel.play import play
from cli.estimate import estimate
from cli.exits import INTERRUPTED
from cli.games import games
from cli.match import match
from cli.options import system
from cli.output import make_printable
from cli.perft import perft
from cli.report import report
from cli.review import review
from cli.solve import solve
from cli.translated import Translated, lang_option
from cli.verify import verify
from cli.words import VARIABLE, say
from solver import __version__


@click.group(
    cls=Translated,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="pasyans", message="%(prog)s %(version)s")
def pasyans() -> None:
    """How likely is this patience to come out, how is this deal won, what does that rule change?
    Who wins this game for two, and how much is it worth to begin?

    A VARIANT is ID[:PRESET][,OPTION=VALUE...], for example iznanka, vosem:strict or
    iznanka,turn=none; `pasyans games` lists them all.
    """


for command in (
    games,
    deal,
    solve,
    play,
    verify,
    advise,
    review,
    perft,
    estimate,
    compare,
    match,
    report,
    demo,
    doctor,
    cache,
):
    pasyans.add_command(command)
    command.params.append(lang_option())
for command in cache.commands.values():
    command.params.append(lang_option())
pasyans.params.append(lang_option(envvar=VARIABLE, show_envvar=True))


def _show(error: click.ClickException) -> None:
    """One line that says what is wrong; for a usage error a second that says where help is."""
    click.echo(say("Error: {message}", message=error.format_message()), err=True)
    context = getattr(error, "ctx", None)
    if context is not None:
        click.echo(say("Try '{command} --help'.", command=context.command_path), err=True)


def run(arguments: list[str] | None = None) -> int:
    """Run a command line; returns its exit code."""
    make_printable()
    try:
        code = pasyans.main(arguments, prog_name="pasyans", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        _show(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo(say("interrupted"), err=True)
        return INTERRUPTED
    except MemoryError:
        message = say("out of memory; give a smaller --memory or fewer --jobs")
        click.echo(say("Error: {message}", message=message), err=True)
        return 1
    except OSError as error:  # a full disk, a closed terminal
        click.echo(say("Error: {message}", message=system(error)), err=True)
        sys.stdout = None  # what could not be written cannot be flushed either
        return 1
    return code if isinstance(code, int) else 0


def main() -> None:
    """The console script."""
    sys.exit(run())
