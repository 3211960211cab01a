"""Deals whose verdict another program has told: Solvitaire (JAIR 85, 2026)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from twin import Move, Position, Twin
from verdicts import ENOUGH, of_faces, reachable, wins

from solver.dealfiles import parse_deal
from solver.patience.evidence import search_again
from solver.patience.searches import Exhaustive
from solver.patience.solve import SOLVABLE, UNSOLVABLE, Solver
from solver.solvitaire import solvitaire_deal
from solver.variants import parse

SEEDS = Path(__file__).parent.parent / "seeds"

# --- another program ----------------------------------------------------------------------------

# The common subset of rules; both of Solvitaire's deals are unsolvable by its verdict too.
PEER = "iznanka,bases=aces,found=free,build=down,spaces=deal,lift=none,turn=none"
PEERS = [
    pytest.param("solvitaire-random-18", PEER, (18, 13, 8), 353_628, id="18"),
    pytest.param(
        "solvitaire-random-33-r3-p4", f"{PEER},ranks=3,piles=4", (33, 3, 4), 522_977, id="33"
    ),
]


@pytest.mark.parametrize(("name", "text", "seed", "stored"), PEERS)
def test_solvitaire_agrees(name: str, text: str, seed: tuple[int, int, int], stored: int) -> None:
    file = (SEEDS / f"{name}.txt").read_text(encoding="utf-8")
    variant = parse(text)
    faces = parse_deal(file, seed[1], seed[2], name)
    assert faces == solvitaire_deal(*seed)
    assert f"# variant: {variant.text}\n" in file
    game = of_faces(text, faces)
    outcome = Solver(game.rules, ENOUGH).solve(game.codes)
    assert (outcome.verdict, outcome.method) == (UNSOLVABLE, "exhaustive")
    whole = Exhaustive(game.rules, ENOUGH.memory)
    whole.safe = False  # Solvitaire has no safe plays
    assert search_again(whole, game.codes).evidence.stored == stored > 100 * outcome.stored


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text", "seed", "stored"), PEERS)
def test_the_twin_agrees_with_solvitaire(
    name: str, text: str, seed: tuple[int, int, int], stored: int
) -> None:
    assert reachable(of_faces(text, solvitaire_deal(*seed))) == (False, stored), name


# --- where the programs differ ------------------------------------------------------------------

# Solvitaire moves no lone card to an empty pile, which the stock may be dealt to later.
FILLED = "iznanka,bases=aces,found=free,build=down,spaces=any,turn=none,ranks=4,piles=3"
LONE = (87, 4, 3)


def moves_no_lone_card(position: Position, move: Move) -> bool:
    kind, place, to = move
    if kind != "build" or place is None or to is None:
        return True
    return len(position.places[place]) > 1 or bool(position.places[to])


def test_a_deal_is_won_by_moving_a_lone_card() -> None:
    """Solvitaire's verdict on it is unsolvable, after 152,885 positions."""
    game = of_faces(FILLED, solvitaire_deal(*LONE))
    outcome = Solver(game.rules, ENOUGH).solve(game.codes)
    assert outcome.verdict == SOLVABLE and wins(game, outcome.line)


@pytest.mark.slow
def test_the_twin_wins_it_by_nothing_else() -> None:
    twin = Twin(of_faces(FILLED, solvitaire_deal(*LONE)).variant.options, solvitaire_deal(*LONE))
    met = {twin.start()}
    waiting = [twin.start()]
    while waiting:
        position = waiting.pop()
        assert not twin.won(position)
        for move in filter(partial(moves_no_lone_card, position), twin.moves(position)):
            child = twin.play(position, move)
            if child not in met:
                met.add(child)
                waiting.append(child)
    assert len(met) == 152_885
