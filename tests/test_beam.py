"""The stage beam: packed positions, and rounds that run their course."""

from __future__ import annotations

import random

import numpy as np
import pytest
from kernels import case

from solver.patience import beam_work
from solver.patience.beam import (
    ON,
    OVER,
    SHARE,
    begin_round,
    explore_all,
    keep_best,
    kind_of,
    rank,
    stage,
)
from solver.patience.beam_work import (
    EXPLORED,
    F_KIND,
    F_SCORE,
    FOUND,
    HALF,
    KEPT,
    MOST_WIDTH,
    PACKED,
    load,
    new_beam_work,
    save,
)
from solver.patience.dfs import LIMIT, NODES, SOLVED
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import (
    CELLS,
    FRAME,
    HEIGHT,
    TOP,
    make,
    new_position,
    start,
)
from solver.patience.rules import MAX_PLACES
from solver.patience.searches import Beam, start_of

VARIANTS = ["iznanka", "vosem:free", "vosem,ranks=4,piles=3", "iznanka:fill,ranks=7,piles=12"]


@pytest.mark.parametrize("text", VARIANTS)
def test_packing_along_random_play(text: str) -> None:
    deal = case(text, 3)
    chance = random.Random(text)
    pos, other = new_position(), new_position()
    trail, moves = np.zeros(FRAME, np.int64), np.zeros(MOST_MOVES, np.int64)
    packed = np.zeros(PACKED, np.int64)
    start(deal.rules, deal.codes, pos)
    played = 0
    for _ in range(300):
        count = generate(deal.rules, pos, moves, 0)
        if count == 0:
            break
        move = int(moves[chance.randrange(count)])
        make(deal.rules, deal.codes, pos, trail, 0, move)
        other[:] = -1  # whatever was there before
        save(pos, packed)
        load(packed, other)
        assert (other[: TOP + MAX_PLACES] == pos[: TOP + MAX_PLACES]).all()
        for place in range(MAX_PLACES):
            cells = slice(CELLS + place * 104, CELLS + place * 104 + int(pos[HEIGHT + place]))
            assert (other[cells] == pos[cells]).all()
        played += 1
    assert played > 50


@pytest.mark.parametrize("width", [1, 256, MOST_WIDTH])
@pytest.mark.parametrize("text", ["vosem:noturn", "vosem", "iznanka:bycard,build=none"])
def test_a_round_of_any_width_has_all_its_stages(text: str, width: int) -> None:
    """Logs that were too short for wide rounds once ended them at their first stage."""
    deal = case(text, 1)
    work = new_beam_work(deal.rules)
    stock = deal.rules.cards - deal.rules.piles
    deals = stock if deal.rules.by_card else stock // deal.rules.piles
    lifts = deal.rules.piles * (deal.rules.lift > 0)
    turns = deal.rules.piles * (deal.variant.rules["turn"] != "none")
    begin_round(start_of(deal.rules, deal.codes), work, width)
    stages, most_kept = 0, 0
    while True:
        end = stage(deal.rules, deal.codes, work, 1 << 60)
        if end in (OVER, SOLVED):
            break
        stages += 1
        most_kept = max(most_kept, int(work.ctl[KEPT]))
        assert work.ctl[KEPT] <= width
    assert end == SOLVED or stages == deals + lifts + turns
    assert most_kept == width or "build=none" in text


def naive_choice(kinds: list[int], scores: list[int], width: int) -> list[int]:
    """Which candidates are kept: the best, at first so many of a kind at most."""
    best_first = sorted(range(len(kinds)), key=lambda i: -scores[i])
    first: list[int] = []
    for i in best_first:
        alike = sum(kinds[i] == kinds[other] for other in first)
        if len(first) < width and alike < max(width // SHARE, 1):
            first.append(i)
    return (first + [i for i in best_first if i not in first])[:width]


@pytest.mark.parametrize(("text", "width"), [("vosem", 256), ("vosem:noturn", 20), ("iznanka", 96)])
def test_kinds_share_the_places(text: str, width: int) -> None:
    deal = case(text, 5)
    work = new_beam_work(deal.rules)
    ctl, shared = work.ctl, 0
    begin_round(start_of(deal.rules, deal.codes), work, width)
    while explore_all(deal.rules, deal.codes, work, EXPLORED, 1 << 60) == ON and ctl[FOUND] > 0:
        found = int(ctl[FOUND])
        kinds = work.found[F_KIND, :found].tolist()
        scores = work.found[F_SCORE, :found].tolist()
        chosen = naive_choice(kinds, scores, width)
        rank(work)
        ranked = work.ranked[:found].tolist()
        assert ranked == sorted(range(found), key=lambda i: -scores[i])
        keep_best(deal.rules, deal.codes, work)
        kept = []
        for i in range(int(ctl[KEPT])):
            load(work.kept[ctl[HALF], i], work.pos)
            kept.append(kind_of(work.pos))
        assert kept == [kinds[i] for i in chosen]
        shared += set(chosen) != set(ranked[:width])
    assert shared > 3  # stages at which others are kept than simply the best


def test_nodes_are_a_ceiling() -> None:
    deal = case("vosem", 1)
    search = Beam(deal.rules)
    for most in (0, 1, 2, EXPLORED, 5_000, 77_777):
        search.begin(deal.codes)
        assert search.run(10**9, most) == LIMIT
        assert search.nodes == most == search.work.ctl[NODES]


def test_slices_change_nothing() -> None:
    deal = case("vosem", 3)
    whole, sliced = Beam(deal.rules), Beam(deal.rules)
    whole.begin(deal.codes)
    sliced.begin(deal.codes)
    end = whole.run(5_000_000, 5_000_000)
    while sliced.run(1, 5_000_000) == LIMIT:
        pass
    assert end == SOLVED and whole.line == sliced.line and whole.nodes == sliced.nodes


def test_arrays_suffice() -> None:
    assert beam_work.MOST_NODES >= MOST_WIDTH * (EXPLORED + 1)
