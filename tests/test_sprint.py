"""Many deals in one compiled call: the results are those of one deal after another."""

from __future__ import annotations

import numpy as np
import pytest

from solver.chunk import LONGEST, MOST, next_chunk
from solver.patience import sprint
from solver.patience.batch import Batch, WrongLine
from solver.patience.limits import Limits
from solver.patience.results import Result
from solver.patience.searches import Restarts
from solver.variants import parse

LIMITS = Limits(nodes=50_000, memory=1 << 28)
VARIANTS = {  # how many of deals 1 .. 60 the first share solves, at least and at most
    "iznanka": (55, 60),
    "iznanka:noturn": (15, 45),
    "vosem:fill": (15, 45),
    "vosem,ranks=6": (50, 60),
    "iznanka,ranks=3,piles=2": (20, 60),
    "iznanka,bases=aces,ranks=5,piles=4": (50, 60),
    "vosem:strict,ranks=4": (0, 0),  # a case analysis decides: no restarts
}


def never() -> bool:
    """Nobody stops the search."""
    return False


def untimed(results: list[Result]) -> list[Result]:
    """Results without their seconds."""
    return [one._replace(seconds=0.0) for one in results]


def one_by_one(batch: Batch, numbers: range) -> list[Result]:
    """The results of deals that are asked for singly."""
    return untimed([batch.decide(number, never) for number in numbers])


def sprinter_of(batch: Batch) -> sprint.Sprinter:
    """What runs many deals at once; a case analysis has none."""
    assert batch._sprinter
    return batch._sprinter


@pytest.mark.parametrize("text", VARIANTS)
def test_many_deals_at_once_are_decided_as_singly(text: str) -> None:
    batch, numbers = Batch(parse(text), LIMITS, keep_lines=True), range(1, 61)
    found = batch.decide_many(numbers[:37], never) + batch.decide_many(numbers[37:], never)
    assert untimed(found) == one_by_one(batch, numbers)
    by_restarts = sum(one.method == Restarts.name for one in found)
    least, most = VARIANTS[text]
    assert least <= by_restarts <= most


def test_the_largest_deal_numbers() -> None:
    batch, numbers = Batch(parse("iznanka"), LIMITS), range(2**64 - 5, 2**64)
    assert untimed(batch.decide_many(numbers, never)) == one_by_one(batch, numbers)


@pytest.mark.parametrize("nodes", [1, 150, 1000])
def test_a_small_budget_is_kept(nodes: int) -> None:
    batch = Batch(parse("iznanka"), LIMITS._replace(nodes=nodes))
    found = untimed(batch.decide_many(range(1, 41), never))
    assert found == one_by_one(batch, range(1, 41))
    assert max(one.nodes for one in found) <= nodes


def test_a_line_without_room_is_left_to_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Batch(parse("iznanka"), LIMITS)
    monkeypatch.setattr(sprint, "MEAN_MOVES", 1)  # room for three lines or so in all
    batch = Batch(parse("iznanka"), LIMITS)
    assert batch._sprinter and whole._sprinter
    least = [
        sum(one is None for one in some.run(range(1, 41)))
        for some in (batch._sprinter, whole._sprinter)
    ]
    assert least[0] > 30 > least[1]
    assert untimed(batch.decide_many(range(1, 41), never)) == one_by_one(whole, range(1, 41))


def test_seconds_are_shared_by_nodes() -> None:
    batch = Batch(parse("iznanka"), LIMITS)
    found = [one for one in batch.decide_many(range(1, 41), never) if one.nodes < 16_000]
    each = {round(one.seconds / one.nodes, 12) for one in found}
    assert len(found) > 30 and len(each) == 1 and min(each) > 0


def test_a_wrong_line_ends_the_batch() -> None:
    batch = Batch(parse("iznanka"), LIMITS)
    sprinter = sprinter_of(batch)
    sprinter._faces = np.roll(sprinter._faces, 1)  # the replay knows other cards
    with pytest.raises(WrongLine, match=r"iznanka, deal 1: the replay stops at move -?\d+"):
        batch.decide_many(range(1, 41), never)


def test_the_referee_sees_deals_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, judged = Batch(parse("iznanka"), LIMITS), list[int]()
    monkeypatch.setattr(batch, "_judge", lambda number, line: judged.append(number))
    batch._judged = 1e-9  # the first line has been judged
    batch.decide_many(range(1, 301), never)
    assert judged == [100, 200, 300]


def test_chunks_follow_the_time() -> None:
    assert next_chunk(1, 1, LONGEST / 4) == 2
    assert next_chunk(8, 3, LONGEST / 4) == 8, "a call of fewer deals tells nothing"
    assert next_chunk(8, 8, LONGEST * 0.7) == 8
    assert next_chunk(8, 8, LONGEST * 2) == 4
    assert next_chunk(1, 1, LONGEST * 2) == 1
    assert next_chunk(MOST, MOST, 0.0) == MOST


def test_a_slow_deal_is_not_begun_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch(parse("vosem"), LIMITS)
    monkeypatch.setattr(sprinter_of(batch), "run", lambda numbers: pytest.fail("begun"))
    assert batch.decide_many([1], never)[0].deal == 1
