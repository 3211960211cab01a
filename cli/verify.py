"""``pasyans verify``: let the referee judge a solution file."""

from __future__ import annotations

import click

from cli.gamefile import GameFileError, faces_of, read_object, refuse, variant_of
from cli.output import tell
from solver.variants import quote


@click.command()
@click.argument("path", metavar="FILE")
def verify(path: str) -> None:
    """Check a solution, the object that `pasyans solve --json` prints (- for standard input).

    The referee plays the moves from the deal by the rules of the variant, in plain Python that
    shares no rules code with the search, and says which move is wrong and why.
    """
    try:
        tell(_checked(read_object(path)))
    except GameFileError as error:
        raise click.ClickException(f"not valid: {error}") from None


def _checked(told: dict[str, object]) -> str:
    """What there is to say of a solution that is valid; else GameFileError."""
    from solver.patience.referee import judge

    variant = variant_of(told)
    faces = faces_of(told, variant)
    verdict = told.get("verdict", "solvable")
    if verdict != "solvable":
        refuse(
            f"the verdict is {quote(str(verdict))}: there is no line of play to check; "
            f"`pasyans solve {variant}` searches the deal again"
        )
    if "moves" not in told:
        refuse('"moves" is missing')
    found = judge(variant.rules, faces, told.get("moves"))
    if not found.ok:
        refuse(f"move {found.at}: {found.reason}" if found.at else found.reason)
    moves = told["moves"]
    assert isinstance(moves, list)
    return f"valid: {variant} is won in {len(moves)} moves"
