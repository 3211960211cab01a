"""``pasyans perft``: counts by depth, to compare two implementations of the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.notice import compiling
from cli.options import (
    DEAL_NUMBER,
    Whole,
    json_option,
    memory_option,
    quiet_option,
    variant_argument,
)
from solver.deals import patience_deal
from solver.variants import Variant

if TYPE_CHECKING:
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
    below each first move (distinct positions below two moves may be the same).
    """
    import numpy as np

    from cli.interrupt import interruptible
    from solver.patience import perft as kernels
    from solver.patience.rules import compile_rules, to_codes

    compiling(quiet, kernels.count_positions if unique else kernels.count_sequences)
    rules = compile_rules(variant.rules)
    faces = patience_deal(number, int(variant.rules["ranks"]))
    codes = np.array(to_codes(rules, faces), dtype=np.int64)
    with interruptible() as stopped:

        def tick() -> None:
            if stopped():
                raise KeyboardInterrupt

        try:
            if split:
                below = kernels.split(rules, codes, depth, unique, memory, tick)
                told = _split_object(below) if as_json else _split_text(below)
            else:
                counts = kernels.perft(rules, codes, depth, unique, (), memory, tick)
                told = {"counts": counts} if as_json else _counts_text(counts, unique)
        except kernels.TableFull as error:
            raise click.ClickException(
                f"{error} do not fit into the memory; give a smaller --depth or more --memory"
            ) from None
    if isinstance(told, str):
        click.echo(told)
        return
    head = {"game": variant.game.id, "variant": variant.text, "digest": variant.digest}
    click.echo(json.dumps({**head, "deal": number, "depth": depth, "unique": unique, **told}))


def _counts_text(counts: Sequence[int], unique: bool) -> str:
    rows = [f"depth {'positions' if unique else 'sequences':>20}"]
    return "\n".join(rows + [f"{depth:5} {count:20,}" for depth, count in enumerate(counts, 1)])


def _split_text(below: Sequence[tuple[Move, int]]) -> str:
    words = [" ".join(str(word) for word in move.values()) for move, _ in below]
    width = max([len(text) for text in [*words, "total"]])
    counts = [count for _, count in below]
    rows = zip([*words, "total"], [*counts, sum(counts)], strict=True)
    return "\n".join(f"{text:<{width}} {count:20,}" for text, count in rows)


def _split_object(below: Sequence[tuple[Move, int]]) -> dict[str, object]:
    return {"split": [{**move, "count": count} for move, count in below]}
