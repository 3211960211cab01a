"""Shortened lines: they win, they are no longer, and how near they come to the shortest."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import Case, case
from twin import Position, Twin
from verdicts import wins

from solver.patience.limits import Limits
from solver.patience.lines import BUILD, DEAL
from solver.patience.shorten import shorten
from solver.patience.solve import Solver

LIMITS = Limits(nodes=2_000_000, memory=1 << 28)

PRESETS = ["text", "noturn", "nobuild", "free", "bycard", "fill", "strict"]
TEXTS = [f"{game}:{preset}" for game in ("iznanka", "vosem") for preset in PRESETS]
OTHERS = [
    "iznanka,suit=any",
    "iznanka,lift=any,turn=any",
    "iznanka:fill,bases=aces,found=free",
    "vosem:fill,lift=any,lift_scope=all,turn=any",
    "vosem,build_when=dealing,suit=alternate,ranks=6",
]


def found_lines(text: str, numbers: range) -> list[tuple[Case, tuple[int, ...]]]:
    """The deals that the solver wins, with its lines."""
    solver = Solver(case(text, 1).rules, LIMITS)
    games = [case(text, number) for number in numbers]
    lines = [solver.solve(game.codes).line for game in games]
    return [(game, line) for game, line in zip(games, lines, strict=True) if line]


def check_short(game: Case, line: tuple[int, ...]) -> int:
    """Shorten a line twice over and check it; how many moves that saved."""
    short = shorten(game.rules, game.codes, line)
    assert wins(game, short) and len(short) <= len(line)
    again = shorten(game.rules, game.codes, short)
    assert len(again) <= len(short) and wins(game, again)
    return len(line) - len(short)


@pytest.mark.parametrize("text", [*TEXTS, *OTHERS])
def test_small_decks(text: str) -> None:
    variant = text if "ranks=" in text else f"{text},ranks=4,piles=5"
    lines = found_lines(variant, range(1, 5))
    assert lines
    for game, line in lines:
        check_short(game, line)


@pytest.mark.parametrize("text", ["iznanka", "iznanka:fill", "vosem"])
def test_full_decks(text: str) -> None:
    lines = found_lines(text, range(2, 4))
    assert lines and sum(check_short(game, line) for game, line in lines) >= 5 * len(lines)


@pytest.mark.slow
@pytest.mark.parametrize("text", [*TEXTS, *OTHERS])
def test_many_decks(text: str) -> None:
    """Deals 1-30 at full size: 570 of them, those that two million nodes win."""
    for game, line in found_lines(text, range(1, 31)):
        check_short(game, line)


def test_effort() -> None:
    """No effort leaves the line alone, more of it does not make it longer, stopping is heeded."""
    ((game, line),) = found_lines("iznanka", range(8, 9))
    by_effort = [len(shorten(game.rules, game.codes, line, effort)) for effort in (0, 10**5, 10**7)]
    assert by_effort == sorted(by_effort, reverse=True)
    assert by_effort[0] == len(line) > by_effort[1] > by_effort[2]
    assert shorten(game.rules, game.codes, line, stopped=lambda: True) == line
    assert len({shorten(game.rules, game.codes, line, 10**6) for _ in range(3)}) == 1


def test_there_and_back() -> None:
    """Moves that cancel are left out: the builds of one card to and fro."""
    ((game, line),) = found_lines("iznanka:fill,ranks=4,piles=5", range(3, 4))
    short = shorten(game.rules, game.codes, line)
    # The first row is laid: with an empty place after the first base play a lone card may wander.
    at = next(i for i, move in enumerate(line) if move >> 16 >= BUILD)
    longer = wander(game, line, at + 1)
    assert len(longer) > len(line)
    assert len(shorten(game.rules, game.codes, longer)) <= len(short) + 1


def wander(game: Case, line: tuple[int, ...], at: int) -> tuple[int, ...]:
    """A line with a card moved to an empty place and back before move ``at`` or a later one."""
    from solver.patience.moves import MOST_MOVES, generate
    from solver.patience.position import FRAME, HEIGHT, make, new_position, start

    pos, trail = new_position(), np.zeros(FRAME, np.int64)
    start(game.rules, game.codes, pos)
    moves = np.zeros(MOST_MOVES, np.int64)
    for i, move in enumerate(line):
        for other in moves[: generate(game.rules, pos, moves, 0)].tolist():
            source, target = other >> 4 & 15, other & 15
            lone = pos[HEIGHT + source] == 1 and pos[HEIGHT + target] == 0
            if i >= at and other >> 16 == BUILD and lone:
                back = other & ~0xFF | target << 4 | source
                return (*line[:i], other, back, *line[i:])
        make(game.rules, game.codes, pos, trail, 0, move)
    return line


# --- the shortest -------------------------------------------------------------------------------

TINY = [
    "iznanka,ranks=3,piles=2",
    "iznanka:fill,ranks=3,piles=3",
    "vosem:strict,ranks=3,piles=2",
    "vosem:noturn,build=none,ranks=3,piles=2",
    "iznanka:noturn,bases=aces,build=down,ranks=3,piles=3",
    "vosem:nobuild,bases=aces,lift=any,turn=any,ranks=3,piles=2",
]


def shortest(game: Case, most: int) -> int | None:
    """The moves of a shortest line, breadth-first by the twin; None beyond ``most`` positions."""
    twin = Twin(game.variant.options, game.faces)
    layer, met = {twin.start()}, {twin.start()}
    moves = 0
    while not any(map(twin.won, layer)):
        reached: set[Position] = set()
        for position in layer:
            reached |= {twin.play(position, move) for move in twin.moves(position)}
        layer = reached - met
        met |= layer
        moves += 1
        if len(met) > most:
            return None
    return moves


def excess(text: str, numbers: range) -> tuple[int, int, int]:
    """Moves over the shortest lines before and after shortening, and the deals compared."""
    before = after = deals = 0
    for game, line in found_lines(text, numbers):
        least = shortest(game, 15_000)
        if least is not None:
            short = shorten(game.rules, game.codes, line)
            assert wins(game, short) and least <= len(short) <= len(line)
            before, after, deals = before + len(line) - least, after + len(short) - least, deals + 1
    return before, after, deals


@pytest.mark.parametrize("text", TINY)
def test_near_the_shortest(text: str) -> None:
    before, after, deals = excess(text, range(1, 7))
    assert deals >= 1 and after <= before and after <= deals


def test_a_line_deals_every_row() -> None:
    """The moves that no line can do without are all there."""
    ((game, line),) = found_lines("iznanka", range(2, 3))
    short = shorten(game.rules, game.codes, line)
    kinds = [move >> 16 for move in short]
    assert kinds.count(DEAL) == 12 and sum(kind > BUILD for kind in kinds) == 104


@pytest.mark.slow
def test_how_near_the_shortest() -> None:
    """Over 6 rules and 40 deals each the shortened lines are within 1 % of the shortest."""
    told = [excess(text, range(1, 41)) for text in TINY]
    before, after, deals = (sum(column) for column in zip(*told, strict=True))
    assert deals > 100 and after <= deals // 4 and after < before, (before, after, deals)
