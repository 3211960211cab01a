"""Stricter and looser rules: a deal solvable under the first is solvable under the second.

The order follows from the option table (variants.py): rules are at most as strict as others where
every option is. It is argued, not proved (RULES.md); tests look for deals that contradict it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.variants import Option, Variant


def is_stricter(first: Variant, second: Variant) -> bool:
    """Whether every deal solvable under ``first`` is solvable under ``second``; also if equal.

    An option without effect under one of them counts as set like the other's.
    """
    if first.game.family != second.game.family:
        return False
    ours, theirs = first.rules, second.rules
    return all(
        option.idle(ours) or option.idle(theirs) or _leads(option, ours, theirs)
        for option in first.game.table
    )


def _leads(option: Option, ours: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    """Whether a chain of pairs of an option leads from our value to theirs."""
    goal = theirs[option.name]
    reached, waiting = set[str](), [ours[option.name]]
    while waiting:
        value = waiting.pop()
        if value == goal:
            return True
        # The condition is theirs: the other options may be loosened first.
        if option.looser_if and theirs[option.looser_if[0]] != option.looser_if[1]:
            continue
        if value not in reached:
            reached.add(value)
            waiting += [looser for stricter, looser in option.looser if stricter == value]
    return False


def strictest_first(variants: Sequence[Variant]) -> list[Variant]:
    """The variants in an order in which none comes after one that is looser."""
    return sorted(variants, key=lambda one: sum(is_stricter(other, one) for other in variants))
