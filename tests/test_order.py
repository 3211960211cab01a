"""The order of rules: what the option table says, and that no small deal contradicts it."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_looser import ORDERED, verdicts_of

from solver.order import is_stricter, strictest_first
from solver.patience.options import PATIENCE_OPTIONS
from solver.patience.solve import SOLVABLE, UNSOLVABLE
from solver.variants import Variant, parse

STRICTER = [
    ("iznanka:noturn", "iznanka"),
    ("iznanka", "iznanka:free"),
    ("iznanka:strict", "iznanka"),
    ("iznanka:strict", "iznanka,suit=alternate"),  # no building: any suits are stricter
    ("iznanka:strict", "iznanka,build_when=dealing"),
    ("iznanka,build=down", "iznanka,suit=any"),
    ("vosem:noturn", "vosem,lift=any,turn=any"),
    ("vosem,lift=none", "vosem,lift_scope=all"),
    ("vosem", "vosem:free"),
    ("vosem", "vosem:free,pause=card"),  # by way of found=free
    ("vosem", "iznanka,bases=aces-kings,lift=any"),
]
NOT_COMPARABLE = [
    ("iznanka", "vosem"),
    ("iznanka", "iznanka:bycard"),  # deals 98 and 353 of tests/test_looser.py
    ("iznanka:bycard", "iznanka:free"),
    ("iznanka,build=up", "iznanka,build=down"),
    ("iznanka", "iznanka,suit=alternate"),
    ("iznanka", "iznanka,piles=9"),
    ("iznanka,ranks=5", "iznanka,ranks=6"),
    ("vosem,build=none", "vosem:noturn"),
]


@pytest.mark.parametrize(("first", "second"), STRICTER)
def test_stricter(first: str, second: str) -> None:
    assert is_stricter(parse(first), parse(second))
    assert not is_stricter(parse(second), parse(first))


@pytest.mark.parametrize(("first", "second"), NOT_COMPARABLE)
def test_not_comparable(first: str, second: str) -> None:
    assert not is_stricter(parse(first), parse(second))
    assert not is_stricter(parse(second), parse(first))


def test_every_step_of_the_order_is_tried_on_small_deals() -> None:
    """tests/test_looser.py searches deals for each pair that the option table tells."""
    tried = {
        (name, stricter, looser)
        for name, values, _ in ORDERED
        for stricter, looser in pairwise(values)
    }
    told = {(option.name, *pair) for option in PATIENCE_OPTIONS for pair in option.looser}
    assert told == tried


options = st.fixed_dictionaries(
    {o.name: st.sampled_from(o.values) for o in PATIENCE_OPTIONS if o.looser}
)


def small(chosen: dict[str, str], bases: str) -> Variant:
    told = ",".join(f"{name}={value}" for name, value in chosen.items())
    return parse(f"iznanka,bases={bases},ranks=3,piles=2,{told}")


@given(options, options, options)
def test_it_is_an_order(a: dict[str, str], b: dict[str, str], c: dict[str, str]) -> None:
    first, second, third = (small(chosen, "aces-kings") for chosen in (a, b, c))
    assert is_stricter(first, first)
    if is_stricter(first, second) and is_stricter(second, first):
        assert first.digest == second.digest
    if is_stricter(first, second) and is_stricter(second, third):
        assert is_stricter(first, third)
    ordered = strictest_first([first, second, third])
    for at, one in enumerate(ordered):
        for later in ordered[at + 1 :]:
            assert not is_stricter(later, one) or later.digest == one.digest


def loosened(variant: Variant, chance: random.Random, share: float) -> Variant:
    """The variant with a share of its options one step looser, if it stays comparable."""
    chosen = dict(variant.options)
    for option in PATIENCE_OPTIONS:
        steps = [looser for stricter, looser in option.looser if stricter == chosen[option.name]]
        if steps and chance.random() < share:
            chosen[option.name] = chance.choice(steps)
    looser = parse("iznanka," + ",".join(f"{name}={value}" for name, value in chosen.items()))
    return looser if is_stricter(variant, looser) else variant


@pytest.mark.parametrize("seed", range(3))
def test_no_small_deal_contradicts_it(seed: int) -> None:
    """Several options at once, also such as have no effect."""
    chance, gained = random.Random(seed), 0
    strictest = [
        parse(f"{text},build_when=dealing,ranks=3,piles=2")
        for text in ("iznanka:strict,bases=aces-kings", "iznanka:strict,bases=aces")
    ]
    for _ in range(12):
        strict = loosened(chance.choice(strictest), chance, 0.15)
        loose = loosened(strict, chance, 0.4)
        deals = range(first := chance.randrange(10**6), first + 40)
        for number, *both in zip(
            deals, verdicts_of(strict.text, deals), verdicts_of(loose.text, deals), strict=True
        ):
            assert both != [SOLVABLE, UNSOLVABLE], f"{strict}, {loose}: deal {number}"
            gained += both == [UNSOLVABLE, SOLVABLE]
    assert gained > 5
