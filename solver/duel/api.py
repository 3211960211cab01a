"""Calls for programs: a game for two, many of them, and a match of two players.

    from solver import match, play, play_many

    play("double", 5).winner                          # "A", "B" or None
    play_many("zevaki", 1000).first_mover             # Interval(low=..., high=...)
    match("double", "greedy", "random", 200).score    # Mean(mean=..., low=..., high=...)

The first call of a process loads the compiled kernels, or compiles them once for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from solver.deals import deal_stream, duel_deal
from solver.duel.family import family_of
from solver.duel.match import Match as Games
from solver.duel.match import SeatA, four_games
from solver.duel.names import Pairing, parse_pairing
from solver.duel.names import parse as parse_player
from solver.duel.outcomes import ABORTED, DRAWS, EQUAL, OUTCOMES, SEATS, WIN_A, WIN_B
from solver.duel.table import Action, Found, Ints
from solver.duel.tally import FIRST, MARGIN
from solver.elo import elo_of
from solver.stats import Interval, Mean, share_interval, wilson
from solver.variants import Variant, VariantError, parse

MOST = 512
"""Games that a kernel plays at a time, so that Ctrl-C is heard between them."""


class Game(NamedTuple):
    """A game with all that was done; the referee has replayed it."""

    winner: str | None
    """A, B, or None for a draw or a game that was broken off."""
    draw: str | None
    """The cause of a draw: equal, repetition, no-progress, blocked."""
    first: str
    """The seat that began."""
    actions: list[Action]
    counted: Mapping[str, int]
    """Turns, margin of A, and what the game counts besides."""


class Record(NamedTuple):
    """How many games ended."""

    counts: Mapping[str, int]
    """A, draw, B, aborted."""
    draws: Mapping[str, int]
    """Draws by cause."""
    rates: Mapping[str, Interval]
    """Shares of A, draw and B in the games that were not broken off, 95 %."""
    first_mover: Interval
    """How often the seat that began won, 95 %."""


class Match(NamedTuple):
    """What four games a deal come to for the first player; intervals are of the deals' means."""

    counts: Mapping[str, int]
    """Games won, drawn, lost; deals left out because a game of theirs was broken off."""
    score: Mean
    """Its share of points, 95 %."""
    elo: Mean
    """The same as a difference in Elo points."""


def play(variant: str, deal: int, players: str = "greedy,greedy") -> Game:
    """Let two players, seat A's and seat B's, play a numbered deal of a game for two.

    Raises:
        VariantError: the text names no variant of a game for two.
        PlayerError: ``players`` does not name two players.
        DealError: no deal has such a number.
    """
    told, packs = _duel(variant), duel_deal(deal)
    family = family_of(told.game.family)
    played = family.table(told.rules, parse_pairing(players).under(told.game)).play(deal)
    ruling = family.judge(told.rules, packs, played.first, played.actions)
    assert not ruling.reason and ruling.outcome == played.outcome, ruling
    name = OUTCOMES[played.outcome]
    counted = {key: n for key, n in played.tally.items() if key not in ("first", "actions")}
    return Game(
        name if name in SEATS else None,
        name if name in DRAWS else None,
        SEATS[played.first],
        played.actions,
        counted,
    )


def play_many(
    variant: str, deals: int, *, players: str = "greedy,greedy", first: int = 1
) -> Record:
    """Play the deals ``first`` ... ``first + deals - 1`` of a game for two, in one thread.

    `pasyans estimate` uses all processors and a database. Errors are those of :func:`play`.
    """
    told = _duel(variant)
    found = _found(told, parse_pairing(players).under(told.game), deals, first)
    often = np.bincount(found.outcomes, minlength=len(OUTCOMES)).tolist()
    draws = dict(zip(DRAWS, often[EQUAL:ABORTED], strict=True))
    counts = {"A": often[WIN_A], "draw": sum(draws.values()), "B": often[WIN_B]}
    finished = sum(counts.values())
    begins_won = int((found.outcomes == WIN_A + found.tallies[:, FIRST]).sum())
    return Record(
        counts | {"aborted": often[ABORTED]},
        draws,
        {name: wilson(count, finished) for name, count in counts.items()},
        wilson(begins_won, finished),
    )


def match(variant: str, one: str, other: str, deals: int, *, first: int = 1) -> Match:
    """Let two players play deals four times each: both in both seats, and both seats beginning.

    Errors are those of :func:`play`.
    """
    told = _duel(variant)
    pairing = Pairing(parse_player(one), parse_player(other)).under(told.game)
    games = [
        _as_seat_a(_found(rules, each, deals, first)) for rules, each in four_games(told, pairing)
    ]
    found = Games.of(games)
    names = ("won", 1.0), ("drawn", 0.5), ("lost", 0.0)
    counts = {name: int((found.points == points).sum()) for name, points in names}
    score = share_interval(found.points.mean(axis=1))
    return Match(
        counts | {"aborted_deals": found.broken}, score, Mean(*(elo_of(end) for end in score))
    )


def _duel(text: str) -> Variant:
    variant = parse(text)
    if variant.game.seats != 2:
        raise VariantError(f"{text} is a patience: call solve or estimate")
    return variant


def _found(variant: Variant, pairing: Pairing, deals: int, first: int) -> Found:
    if deals < 1:
        raise ValueError(f"{deals} deals cannot be played; give 1 or more")
    for number in (first, first + deals - 1):
        deal_stream(number)
    table = family_of(variant.game.family).table(variant.rules, pairing)
    parts = [
        table.play_many(range(begin, min(begin + MOST, first + deals)))
        for begin in range(first, first + deals, MOST)
    ]
    return Found(
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([part.tallies for part in parts]),
    )


def _as_seat_a(found: Found) -> SeatA:
    outcomes: Ints = found.outcomes
    points = np.where(outcomes == WIN_A, 1.0, np.where(outcomes == WIN_B, 0.0, 0.5))
    return SeatA(points, found.tallies[:, MARGIN], outcomes != ABORTED)
