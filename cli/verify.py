"""``pasyans verify``: is what a solution, a record or a database claims true?"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import click

from cli.batch_options import MOST_DEALS, chosen_deals
from cli.gamefile import GameFileError, faces_of, read_object, refuse, variant_of
from cli.options import DEAL_NUMBER, VariantType, Whole, memory_option, quiet_option
from cli.output import tell
from cli.words import counted, heard, say
from solver.variants import Variant, quote

MAGIC = b"SQLite format 3\0"


def is_database(path: str) -> bool:
    """Whether a file begins as those of SQLite do."""
    with suppress(OSError, ValueError), open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC
    return False


@click.command()
@click.argument("path", metavar="FILE")
@click.argument("variants", type=VariantType(), nargs=-1, metavar="[VARIANT]...")
@click.option(
    "--deals",
    "count",
    type=Whole("count", 1, MOST_DEALS),
    help="A database: how many deals.  [default: all]",
)
@click.option("--first", type=DEAL_NUMBER, help="A database: the first deal number.")
@memory_option("Bytes of the table where an exhaustive search is done again.")
@quiet_option
@click.pass_context
def verify(
    ctx: click.Context,
    path: str,
    variants: tuple[Variant, ...],
    count: int | None,
    first: int | None,
    memory: int,
    quiet: bool,
) -> None:
    """Check a solution or a record, the object that `pasyans solve --json` or `pasyans play --json`
    prints (- for standard input), or all lines of play that a database keeps.

    A line of play: the referee plays the moves from the deal by the rules of the variant, in plain
    Python that shares no rules code with the search, and says which move is wrong and why.

    An unsolvable deal with a proof: plain Python checks every step of the proof. Without one: the
    exhaustive search is done again and must meet the same positions, by number and digest; up to
    5,000 positions the referee's rules are played out as well.

    The record of a game for two: the referee replays every action and counts the result.

    A database of `pasyans estimate --keep-lines`: the referee plays every line (of each VARIANT,
    of some deals), and what it comes to must be what the database tells of it.
    """
    if is_database(path):
        from cli.audit import audit

        selection = None
        if count is not None or first is not None:
            selection = chosen_deals(count, 1 if first is None else first, None, endless=True)[0]
        ctx.exit(audit(path, variants, selection, quiet))
    if variants or (count, first) != (None, None):
        told = "VARIANT, --deals and --first choose from a database, and {path} is none"
        raise click.UsageError(say(told, path=quote(path, 80)))
    try:
        tell(_checked(read_object(path), memory))
    except GameFileError as error:
        raise click.ClickException(say("not valid: {why}", why=str(error))) from None


def _checked(told: dict[str, object], memory: int) -> str:
    """What there is to say of a solution that is valid; else GameFileError."""
    variant = variant_of(told)
    if variant.game.seats == 2:
        from cli.duel.records import check_record

        return check_record(told, variant)
    faces = faces_of(told, variant)
    verdict = told.get("verdict", "solvable")
    if verdict == "solvable":
        return _check_line(told, variant, faces)
    if verdict == "unsolvable" and "proof" in told:
        return _check_proof(told, variant, faces)
    if verdict == "unsolvable":
        return _check_search(told, variant, faces, memory)
    return refuse(
        say(
            "the verdict is {verdict}: there is nothing to check; "
            "`pasyans solve {variant}` searches the deal again",
            verdict=quote(str(verdict)),
            variant=variant,
        )
    )


def _check_line(told: dict[str, object], variant: Variant, faces: Sequence[int]) -> str:
    from solver.patience.referee import judge

    if "moves" not in told:
        refuse(say('"moves" is missing'))
    found = judge(variant.rules, faces, told.get("moves"))
    if not found.ok:
        why = heard(found.reason)
        refuse(say("move {number}: {why}", number=found.at, why=why) if found.at else why)
    moves = told["moves"]
    assert isinstance(moves, list)
    return counted(
        "valid: {variant} is won in {count} move",
        "valid: {variant} is won in {count} moves",
        len(moves),
        variant=variant,
    )


def _check_proof(told: dict[str, object], variant: Variant, faces: Sequence[int]) -> str:
    from solver.patience.certificates import check

    if told.get("moves", []) != []:
        refuse(say('"moves" must be empty where the verdict is unsolvable'))
    if wrong := check(variant.rules, faces, told["proof"]):
        refuse(heard(wrong))
    text = "valid: {variant} is unsolvable, every step of the proof holds"
    return say(text, variant=variant)


def _check_search(
    told: dict[str, object], variant: Variant, faces: Sequence[int], memory: int
) -> str:
    from cli import evidence
    from cli.interrupt import interruptible

    try:
        claim = evidence.read_claim(told)
        with interruptible() as stopped:
            evidence.search_once_more(variant, faces, claim, memory, stopped)
            played_out = evidence.play_out(variant, faces, claim, stopped)
    except evidence.Refused as refused:
        refuse(str(refused))
    values = {"variant": variant, "digest": claim.digest}
    if played_out:
        return counted(
            "valid: {variant} is unsolvable, {count:,} position searched again and played out by "
            "the referee, digest {digest}",
            "valid: {variant} is unsolvable, {count:,} positions searched again and played out by "
            "the referee, digest {digest}",
            claim.stored,
            **values,
        )
    return counted(
        "valid: {variant} is unsolvable, {count:,} position searched again, digest {digest}",
        "valid: {variant} is unsolvable, {count:,} positions searched again, digest {digest}",
        claim.stored,
        **values,
    )
