"""Looser rules lose no deal: the order of rules that RULES.md tells, on small decks."""

from __future__ import annotations

from itertools import combinations

import pytest
from kernels import case
from verdicts import ENOUGH

from benchmarks import looser
from benchmarks.looser import compare, pairs
from solver.patience import solve
from solver.patience.limits import Limits
from solver.patience.options import PATIENCES
from solver.patience.searches import Exhaustive
from solver.patience.solve import SOLVABLE, UNDECIDED, UNSOLVABLE, Solver
from solver.variants import GAMES

# --- stricter and looser ------------------------------------------------------------------------

MOST_NODES = 1_000_000
ACES = "bases=aces,ranks=3,piles=2"
FOUR = "bases=aces,ranks=4,piles=2"

# Option, its values each within the next, variants on whose deals to look.
ORDERED: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    (
        "build",
        ("none", "down", "updown"),
        (f"iznanka:noturn,{ACES}", "vosem:strict,ranks=3,piles=2"),
    ),
    ("build", ("none", "up", "updown"), (f"iznanka:noturn,{ACES}", "vosem:strict,ranks=3,piles=2")),
    (
        "suit",
        ("same", "any"),
        (f"iznanka:noturn,{ACES},build=down", "vosem:strict,build=down,ranks=3,piles=2"),
    ),
    (
        "suit",
        ("alternate", "any"),
        (f"iznanka:noturn,{ACES},build=down", "vosem:strict,build=up,ranks=3,piles=2"),
    ),
    ("build_when", ("dealing", "always"), (f"iznanka,{FOUR},build=up", f"iznanka:noturn,{ACES}")),
    (
        "spaces",
        ("deal", "any"),
        (
            f"iznanka:noturn,{ACES}",
            "vosem:strict,ranks=3,piles=2",
            "iznanka:strict,ranks=5,piles=2",
        ),
    ),
    ("found", ("at-once", "free"), ("vosem:strict,ranks=3,piles=2", f"iznanka:strict,{ACES}")),
    ("seal", ("closed", "open"), ("iznanka:strict,ranks=5,piles=2",)),
    (
        "lift",
        ("none", "ordered", "any"),
        (f"iznanka:strict,{FOUR}", "vosem:strict,ranks=3,piles=2"),
    ),
    (
        "lift_scope",
        ("pile", "all"),
        (f"iznanka:strict,{FOUR},lift=ordered", f"iznanka:strict,{FOUR},lift=any"),
    ),
    (
        "turn",
        ("none", "ordered", "any"),
        (f"iznanka:strict,{FOUR}", f"iznanka:strict,{FOUR},spaces=any"),
    ),
    (
        "pause",
        ("row", "card"),
        (
            f"iznanka:strict,{ACES},found=free",
            "iznanka:strict,bases=aces,ranks=3,piles=3,found=free",
            "vosem:strict,found=free,ranks=3,piles=2",
        ),
    ),
]


def with_option(text: str, name: str, value: str) -> str:
    """A variant with one option set, whatever it was."""
    head, *rest = text.split(",")
    return ",".join([head, *(t for t in rest if not t.startswith(f"{name}=")), f"{name}={value}"])


def verdicts_of(text: str, numbers: range) -> list[str]:
    """Verdicts of numbered deals by exhaustive search."""
    search = Exhaustive(case(text, 1).rules, ENOUGH.memory)
    verdicts = []
    for number in numbers:
        search.begin(case(text, number).codes)
        end = search.run(MOST_NODES, MOST_NODES)
        verdicts.append(solve.VERDICTS.get(end, UNDECIDED))
    return verdicts


def check_looser(name: str, values: tuple[str, ...], texts: tuple[str, ...], deals: range) -> None:
    """What is solvable under a value stays so under a later one, and more deals are."""
    gained = dict.fromkeys(combinations(values, 2), 0)
    for text in texts:
        found = {v: verdicts_of(with_option(text, name, v), deals) for v in values}
        for strict, loose in gained:
            pairs = list(zip(deals, found[strict], found[loose], strict=True))
            wrong = [n for n, s, lo in pairs if s == SOLVABLE and lo == UNSOLVABLE]
            assert not wrong, f"{text}: {name}={strict} but not {name}={loose}: deals {wrong}"
            gained[strict, loose] += sum(s == UNSOLVABLE and lo == SOLVABLE for _, s, lo in pairs)
    assert all(gained.values()), gained


@pytest.mark.parametrize(("name", "values", "texts"), ORDERED)
def test_looser_rules_lose_no_deal(
    name: str, values: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    check_looser(name, values, texts, range(1, 201))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "values", "texts"), ORDERED)
def test_looser_rules_lose_none_of_many_deals(
    name: str, values: tuple[str, ...], texts: tuple[str, ...]
) -> None:
    check_looser(name, values, texts, range(1, 5001))


@pytest.mark.parametrize("number", [98, 353])
def test_single_cards_lose_a_deal_that_rows_win(number: int) -> None:
    """Under found=at-once a row may lie down before its base cards must be played."""
    rows = "vosem:strict,ranks=3,piles=2"
    by = {
        text: Solver(case(text, 1).rules, ENOUGH).solve(case(text, number).codes).verdict
        for text in (rows, f"{rows},pause=card", f"{rows},pause=card,found=free")
    }
    assert list(by.values()) == [SOLVABLE, UNSOLVABLE, SOLVABLE]


# --- all presets at once ------------------------------------------------------------------------


def test_which_presets_are_stricter() -> None:
    texts = [f"vosem:{preset}" for preset in GAMES["vosem"].presets]
    found = {(s.partition(":")[2], w.partition(":")[2]) for s, w in pairs(texts)}
    assert found == {
        ("strict", "nobuild"), ("strict", "noturn"), ("strict", "text"), ("strict", "fill"),
        ("strict", "free"), ("nobuild", "text"), ("nobuild", "fill"), ("nobuild", "free"),
        ("noturn", "text"), ("noturn", "fill"), ("noturn", "free"), ("text", "fill"),
        ("text", "free"),
    }  # fmt: skip


@pytest.mark.parametrize(("game", "size"), [("iznanka", ""), ("vosem", ",ranks=5,piles=4")])
def test_presets_are_consistent(game: str, size: str) -> None:
    texts = [f"{game}:{preset}{size}" for preset in GAMES[game].presets]
    told = compare(texts, range(1, 7), Limits(300_000))
    assert len(told.gained) >= 13 and not told.wrong
    assert sum(told.gained.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", [game.id for game in PATIENCES])
def test_presets_are_consistent_on_many_deals(game: str) -> None:
    """14 presets, deals 1-100 of full size, up to a million nodes each."""
    texts = [f"{game}:{preset}" for preset in GAMES[game].presets]
    told = compare(texts, range(1, 101), Limits(1_000_000))
    assert len(told.gained) == 13 and not told.wrong


def test_a_contradiction_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"iznanka:strict": [SOLVABLE, UNDECIDED], "iznanka": [UNSOLVABLE, UNSOLVABLE]}
    monkeypatch.setattr(looser, "verdicts", lambda text, numbers, limits: wrong[text])
    told = compare(list(wrong), range(7, 9), Limits())
    assert told.wrong == [("iznanka:strict", "iznanka", 7)]
    assert "contradiction: iznanka:strict wins deal 7" in looser.report(told)
