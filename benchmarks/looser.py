"""Looser rules lose no deal: all presets of both games on the same deals, compared in pairs.

    python -m benchmarks.looser --deals 1000 --budget 1000000

Every deal is searched under every preset. A preset is stricter than another one where each option
that they play differently is; a deal that is solvable under the stricter and unsolvable under the
looser is a contradiction, which is printed and ends the run with 1. Undecided deals tell nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from tqdm import tqdm

from benchmarks.common import columns
from solver.deals import patience_deal
from solver.patience.limits import Limits
from solver.patience.options import PATIENCES
from solver.patience.rules import compile_rules, to_codes
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE, Solver
from solver.variants import GAMES, parse

PATIENCE_IDS = [game.id for game in PATIENCES]

CHAINS: dict[str, tuple[tuple[str, ...], ...]] = {
    "build": (("none", "down", "updown"), ("none", "up", "updown")),
    "suit": (("same", "any"), ("alternate", "any")),
    "build_when": (("dealing", "always"),),
    "spaces": (("deal", "any"),),
    "found": (("at-once", "free"),),
    "seal": (("closed", "open"),),
    "lift": (("none", "ordered", "any"),),
    "lift_scope": (("pile", "all"),),
    "turn": (("none", "ordered", "any"),),
    "pause": (("row", "card"),),
}
"""Values of each option, each within the next (RULES.md, "Stricter and looser")."""


def is_stricter(strict: Mapping[str, str], loose: Mapping[str, str]) -> bool:
    """Whether whatever is solvable under the effective rules ``strict`` is so under ``loose``."""
    differ = [name for name in strict if strict[name] != loose[name]]
    if "pause" in differ and strict["found"] != "free":  # single cards may have to be played first
        return False
    return all(
        any(
            strict[name] in chain
            and loose[name] in chain
            and chain.index(strict[name]) < chain.index(loose[name])
            for chain in CHAINS.get(name, ())
        )
        for name in differ
    )


def pairs(texts: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of variants of which the first is stricter than the second."""
    rules = {text: parse(text).rules for text in texts}
    return [
        (strict, loose)
        for strict in texts
        for loose in texts
        if rules[strict] != rules[loose] and is_stricter(rules[strict], rules[loose])
    ]


def verdicts(text: str, numbers: range, limits: Limits) -> list[str]:
    """The verdicts on numbered deals of a variant."""
    told = parse(text).rules
    rules, ranks = compile_rules(told), int(told["ranks"])
    solver = Solver(rules, limits)
    found = []
    for number in tqdm(numbers, desc=text, disable=None, leave=False):
        deal = np.array(to_codes(rules, patience_deal(number, ranks)), dtype=np.int64)
        found.append(solver.solve(deal).verdict)
    return found


class Compared(NamedTuple):
    """What the comparison of some variants told."""

    counts: dict[str, Counter[str]]
    """Verdicts of each variant."""
    gained: dict[tuple[str, str], int]
    """Deals of each pair that only the looser wins."""
    wrong: list[tuple[str, str, int]]
    """Contradictions: the stricter, the looser, the deal."""


def compare(texts: Sequence[str], numbers: range, limits: Limits) -> Compared:
    """Search the deals under every variant and compare the pairs."""
    found = {text: verdicts(text, numbers, limits) for text in texts}
    gained, wrong = {}, []
    for strict, loose in pairs(texts):
        both = list(zip(numbers, found[strict], found[loose], strict=True))
        gained[strict, loose] = sum(s == UNSOLVABLE and w == SOLVABLE for _, s, w in both)
        wrong += [(strict, loose, n) for n, s, w in both if (s, w) == (SOLVABLE, UNSOLVABLE)]
    return Compared({text: Counter(told) for text, told in found.items()}, gained, wrong)


def report(told: Compared) -> str:
    """The verdicts of each variant, and how many pairs were compared."""
    rows = [["variant", SOLVABLE, UNSOLVABLE, UNDECIDED]]
    for text, counts in told.counts.items():
        rows.append([text, *(f"{counts[v]:,}" for v in (SOLVABLE, UNSOLVABLE, UNDECIDED))])
    lines = [
        f"{loose} wins {count:,} deals that {strict} loses"
        for (strict, loose), count in told.gained.items()
    ]
    wrong = [f"contradiction: {s} wins deal {n}, {w} is said to lose it" for s, w, n in told.wrong]
    end = f"{len(told.gained)} pairs compared, {len(wrong)} contradictions"
    return "\n".join([columns(rows), "", *lines, *wrong, end])


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print; 1 where there is a contradiction."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.looser", description=__doc__)
    parser.add_argument(
        "--game", choices=PATIENCE_IDS, action="append", help="default: both patiences"
    )
    parser.add_argument("--deals", type=int, default=1000, help="deals from 1 on (default: 1000)")
    parser.add_argument("--budget", type=int, default=1_000_000, help="nodes a deal (1 M)")
    parser.add_argument("--set", default="", help="options for all, such as ranks=5,piles=4")
    options = parser.parse_args(arguments)
    wrong = 0
    for game in options.game or PATIENCE_IDS:
        tail = f",{options.set}" if options.set else ""
        texts = [f"{game}:{preset}{tail}" for preset in GAMES[game].presets]
        told = compare(texts, range(1, options.deals + 1), Limits(nodes=options.budget))
        print(report(told), flush=True)
        wrong += len(told.wrong)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
