"""``estimate --exact``: the probabilities of a game of chance, computed and not played."""

from __future__ import annotations

from typing import Any

import click

from cli.batch_options import Plan
from cli.output import json_text, labelled, tell
from cli.summary import csv_text
from cli.words import heard, say, word
from solver.variants import Variant


def tell_exact(variant: Variant, plan: Plan) -> None:
    """Print the exact distribution of a variant.

    Raises:
        click.UsageError: it is not computed.
    """
    from solver.duel.pairs.exact import Inexact, check

    if variant.game.family != "pairs":
        told_use = "--exact is for pairs where it is chance alone, not {variant}"
        raise click.UsageError(say(told_use, variant=variant))
    try:
        check(variant.rules)
    except Inexact as error:
        raise click.UsageError(f"--exact {variant}: {heard(str(error))}") from None
    told = exact_summary(variant)
    if plan.as_json:
        tell(json_text(told))
    elif plan.as_csv:
        flat = {name: told[name] for name in ("game", "variant", "digest")} | told["probabilities"]
        tell(csv_text([flat | {"mean_pairs": told["pairs"]["mean"]}]))
    else:
        tell(exact_text(variant, told))


def exact_summary(variant: Variant) -> dict[str, Any]:
    """The object of ``estimate --exact --json``."""
    from solver.duel.pairs.exact import distribution

    found = distribution(variant.rules)
    a_begins = {"rule": 1.0, "A": 1.0, "B": 0.0, "coin": 0.5}[variant.rules["starter"]]
    a = a_begins * found.first + (1 - a_begins) * found.second
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "exact": True,
        "probabilities": {
            "A": a,
            "draw": found.draw,
            "B": a_begins * found.second + (1 - a_begins) * found.first,
            "complete": found.pairs[-1],
            "none": found.pairs[0],
        },
        "first_mover": {"won": found.first, "drawn": found.draw, "lost": found.second},
        "pairs": {
            "mean": found.mean,
            "histogram": {str(count): chance for count, chance in enumerate(found.pairs)},
        },
    }


def exact_text(variant: Variant, told: dict[str, Any]) -> str:
    """The same for a person."""
    names = {"A": "A wins", "B": "B wins", "none": "no pair"}
    lines = [f"{variant} «{variant.game.title}»{say(', exact')}"]
    for name, chance in told["probabilities"].items():
        label = word("outcome", names.get(name, name))
        lines.append(labelled(label, say("{chance:.9f}", chance=chance)))
    mean = say("mean {mean:.6f}", mean=told["pairs"]["mean"])
    return "\n".join([*lines, labelled(say("pairs"), mean)])
