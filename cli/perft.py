"""``pasyans perft``: counts by depth, to compare two implementations of the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.options import (
    DEAL_NUMBER,
    Whole,
    json_option,
    memory_option,
    quiet_option,
    variant_argument,
)
from cli.output import tell
from cli.words import heard, numbered_word, respelled, say
from solver.deals import patience_deal
from solver.variants import Variant

if TYPE_CHECKING:
    from cli.interrupt import Stopped
    from solver.patience.lines import Move


@click.command()
@variant_argument
@click.option("--deal", "number", type=DEAL_NUMBER, required=True, help="A deal number.")
@click.option("--depth", type=Whole("depth", 1, 1000), required=True, help="Moves to play.")
@click.option("--unique", is_flag=True, help="Count distinct positions, not sequences of moves.")
@click.option("--split", is_flag=True, help="Count below each first move.")
@memory_option("Bytes of the table of distinct positions.")
@json_option
@quiet_option
def perft(
    variant: Variant,
    number: int,
    depth: int,
    unique: bool,
    split: bool,
    memory: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Count the sequences of DEPTH legal moves from the start of a deal.

    With --unique the distinct positions after exactly so many moves; with --split the counts
    below each first move (distinct positions below two moves may be the same). A game for two
    starts with seat A to move and its hidden cards as dealt.
    """
    from cli.interrupt import interruptible

    with interruptible() as stopped:
        if variant.game.seats == 2:
            from cli.duel.perft import count_duel

            told = count_duel(variant, number, depth, unique, split, stopped)
        else:
            told = _count(variant, number, depth, unique, split, memory, quiet, stopped)
    if not as_json:
        tell(_split_text(told, unique) if split else _counts_text(told, unique))
        return
    head = {"game": variant.game.id, "variant": variant.text, "digest": variant.digest}
    body = {"split": [{**m, "count": c} for m, c in told]} if split else {"counts": told}
    tell(json.dumps({**head, "deal": number, "depth": depth, "unique": unique, **body}))


def _count(
    variant: Variant,
    number: int,
    depth: int,
    unique: bool,
    split: bool,
    memory: int,
    quiet: bool,
    stopped: Stopped,
) -> Any:
    import numpy as np

    from cli.kernels import prepare
    from solver.patience import perft as kernels
    from solver.patience.rules import compile_rules, to_codes

    rules = compile_rules(variant.rules)
    faces = patience_deal(number, int(variant.rules["ranks"]))
    codes = np.array(to_codes(rules, faces), dtype=np.int64)
    kernel = kernels.count_positions if unique else kernels.count_sequences
    prepare(lambda: kernels.perft(rules, codes, 1, unique), stopped, quiet, kernel)

    def tick() -> None:
        if stopped():
            raise KeyboardInterrupt

    try:
        if split:
            return kernels.split(rules, codes, depth, unique, memory, tick)
        return kernels.perft(rules, codes, depth, unique, (), memory, tick)
    except kernels.TableFull as error:
        told = "{what} do not fit into the memory; give a smaller --depth or more --memory"
        raise click.ClickException(say(told, what=heard(str(error)))) from None


def _counts_text(counts: Sequence[int], unique: bool) -> str:
    head, what = say("depth"), say("positions") if unique else say("sequences")
    rows = [f"{head} {what:>20}"]
    for depth, count in enumerate(counts, 1):
        rows.append(f"{depth:{len(head)}} {say('{count:20,}', count=count)}")
    return "\n".join(rows)


def _split_text(below: Sequence[tuple[Move, int]], unique: bool) -> str:
    rows = [(_move_text(move), count) for move, count in below]
    if not unique:  # the same position may stand below two moves
        rows.append((say("total"), sum(count for _, count in below)))
    width = max((len(text) for text, _ in rows), default=0)
    return "\n".join(f"{text:<{width}} {say('{count:20,}', count=count)}" for text, count in rows)


def _move_text(move: Move) -> str:
    """A move, or an action of a game for two, as it is written in JSON, by its values."""
    return " ".join(numbered_word("value", respelled(str(value))) for value in move.values())
