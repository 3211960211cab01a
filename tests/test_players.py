"""Players do not see the stock, play legal moves only, and win no deal that cannot be won."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from kernels import Case, case
from numpy.typing import NDArray

from solver.deals import SplitMix64, shuffle
from solver.patience.dfs import SOLVED
from solver.patience.limits import LEAST_MEMORY, Limits
from solver.patience.lines import DEAL, to_moves
from solver.patience.players.batch import Games, new_player
from solver.patience.players.game import Played, play_game
from solver.patience.players.names import Entrant, PlayerError, parse
from solver.patience.players.view import Player, View, own_stream, view_of
from solver.patience.position import FRAME, PLACED, STOCK, make, new_position, start
from solver.patience.referee import judge
from solver.patience.solve import SOLVABLE, UNSOLVABLE, Solver
from solver.variants import parse as parse_variant

LIMITS = Limits(200_000, float("inf"), LEAST_MEMORY)
ENTRANTS = (Entrant("random"), Entrant("greedy"), Entrant("planner", 1))
VARIANTS = ("iznanka,ranks=6,piles=5", "vosem,ranks=5,piles=4", "vosem:bycard,ranks=4,piles=3")


class Doubled:
    """A player, asked twice at every decision: once with the unseen cards in another order.

    The views come from two deals that agree on what is dealt, so that what is tested is the whole
    way from a deal to a move.
    """

    def __init__(self, game: Case, players: Sequence[Player]) -> None:
        self.game, self.players, self.name = game, players, players[0].name
        self.decisions = 0
        """At which there was another order."""

    def begin(self, stream: SplitMix64) -> None:
        state = stream.next()
        for player in self.players:
            player.begin(SplitMix64(state))

    def play(self, view: View) -> Sequence[int]:
        unseen = self.game.codes[view.dealt :].tolist()
        shuffle(unseen, SplitMix64(view.dealt))
        other = np.concatenate([self.game.codes[: view.dealt], np.array(unseen, np.int64)])
        again = view_of(self.game.rules, view.pos, other)
        first, second = self.players
        moves = list(first.play(view))
        assert list(second.play(again)) == moves
        self.decisions += bool((other != self.game.codes).any())
        return moves


@pytest.mark.parametrize("entrant", ENTRANTS, ids=str)
def test_the_order_of_unseen_cards_does_not_matter(entrant: Entrant) -> None:
    for text in VARIANTS:
        rules = case(text, 1).rules
        players = [new_player(entrant, rules, LIMITS) for _ in range(2)]
        for number in range(1, 9):
            game = case(text, number)
            doubled = Doubled(game, players)
            play_game(rules, game.codes, doubled, number)
            assert doubled.decisions > 3


def test_a_view_does_not_hold_the_order_of_the_stock() -> None:
    game = case("iznanka", 1)
    pos = new_position()
    start(game.rules, game.codes, pos)
    view = view_of(game.rules, pos, game.codes)
    assert view.deal[:8].tolist() == game.codes[:8].tolist()
    assert view.unseen.tolist() == sorted(game.codes[8:].tolist()) != game.codes[8:].tolist()
    assert not view.open
    view.pos[STOCK] = 104
    assert pos[STOCK] == 8  # a player cannot reach into the game


class Peeping:
    """Goes on after a deal as if it had seen the cards."""

    name = "peeping"

    def begin(self, stream: SplitMix64) -> None: ...

    def play(self, view: View) -> list[int]:
        return [DEAL << 16, DEAL << 16]


def test_nobody_plays_on_after_a_deal_unseen() -> None:
    game = case("iznanka:free", 1)
    with pytest.raises(ValueError, match="peeping plays on without a look"):
        play_game(game.rules, game.codes, Peeping(), 1)


@pytest.mark.parametrize("entrant", ENTRANTS, ids=str)
@pytest.mark.parametrize("text", VARIANTS)
def test_games_pass_the_referee(entrant: Entrant, text: str) -> None:
    variant = parse_variant(text)
    games = Games(variant, entrant, LIMITS)
    for number in range(1, 6):
        game = case(text, number)
        played = play_game(game.rules, game.codes, games.player, number)
        assert played is not None
        games.check(number, game.codes, played)
        verdict = judge(variant.rules, game.faces, to_moves(game.rules, played.line))
        assert verdict.ok == played.won
        if not played.won:  # all moves are legal, only the win is missing
            assert verdict.at is None and "legal but do not win" in str(verdict.reason)


def test_a_game_is_the_same_whatever_was_played_before() -> None:
    text = "iznanka,ranks=6,piles=5"
    for entrant in ENTRANTS:
        ahead = Games(parse_variant(text), entrant, LIMITS)
        back = Games(parse_variant(text), entrant, LIMITS)
        first = [ahead.decide(number, bool)._replace(seconds=0) for number in range(1, 7)]
        second = [back.decide(number, bool)._replace(seconds=0) for number in range(6, 0, -1)]
        assert first == second[::-1]


def test_players_streams_are_their_own() -> None:
    drawn = {own_stream(deal, name).next() for deal in (1, 2) for name in ("random", "planner")}
    assert len(drawn) == 4
    assert own_stream(7, "random").next() == own_stream(7, "random").next()


def _stock_out(game: Case) -> NDArray[np.int64] | None:
    """The position where the greedy player has the stock out, None where that is a win."""
    pos, trail = new_position(), np.zeros(FRAME, np.int64)
    start(game.rules, game.codes, pos)
    player = new_player(Entrant("greedy"), game.rules, LIMITS)
    while pos[STOCK] < game.rules.cards:
        for move in player.play(view_of(game.rules, pos, game.codes)):
            make(game.rules, game.codes, pos, trail, 0, move)
    return None if pos[PLACED] == game.rules.cards else pos


@pytest.mark.parametrize(
    "text", ["vosem:strict,ranks=4,piles=3,build=updown", "iznanka:noturn,ranks=5,piles=4"]
)
def test_with_the_stock_out_the_planner_wins_what_can_be_won(text: str) -> None:
    rules = case(text, 1).rules
    solver, planner = Solver(rules, LIMITS), new_player(Entrant("planner", 1), rules, LIMITS)
    verdicts = set()
    for number in range(1, 60):
        game = case(text, number)
        pos = _stock_out(game)
        if pos is None:
            continue
        solver.prover.begin(game.codes, pos)
        end = solver.prover.run(LIMITS.nodes, LIMITS.nodes)
        planner.begin(own_stream(number, "planner"))
        line = planner.play(view_of(rules, pos, game.codes))
        for ply, move in enumerate(line):
            make(rules, game.codes, pos, np.zeros(FRAME * (ply + 1), np.int64), ply, move)
        won = bool(pos[PLACED] == rules.cards)
        assert won == bool(line) == (end == SOLVED), number
        verdicts.add(won)
    assert verdicts == {True, False}


@pytest.mark.slow
def test_more_strength_wins_no_less() -> None:
    text, wins = "iznanka:noturn,ranks=8,piles=5", []
    for name in ("random", "greedy", "planner:1", "planner:4", "planner:16"):
        games = Games(parse_variant(text), parse(name), LIMITS)
        wins.append(sum(games.decide(n, lambda: False).verdict == "won" for n in range(1, 61)))
    assert wins == sorted(wins) and wins[0] < wins[1] < wins[2] < wins[4]


def test_nobody_wins_what_is_unsolvable() -> None:
    text = "vosem:strict,ranks=3,piles=2"
    rules, unsolvable, wins = case(text, 1).rules, 0, 0
    solver = Solver(rules, LIMITS)
    players = [new_player(entrant, rules, LIMITS) for entrant in ENTRANTS]
    for number in range(1, 80):
        game = case(text, number)
        verdict = solver.solve(game.codes).verdict
        unsolvable += verdict == UNSOLVABLE
        for player in players:
            played = play_game(rules, game.codes, player, number)
            assert played is not None and (not played.won or verdict == SOLVABLE)
            wins += played.won
    assert unsolvable > 3 and wins > 20


def test_a_stopped_game_is_none() -> None:
    game = case("vosem", 1)
    player = new_player(Entrant("greedy"), game.rules, LIMITS)
    assert play_game(game.rules, game.codes, player, 1, lambda: True) is None
    whole = play_game(game.rules, game.codes, player, 1)
    assert isinstance(whole, Played) and len(whole.line) > 50


def test_names() -> None:
    variant = parse_variant("vosem")
    assert parse("planner:7") == Entrant("planner", 7) and str(Entrant("planner", 7)) == "planner:7"
    assert parse("planner").under(variant).strength > 0
    assert str(parse("greedy").under(variant)) == "greedy"
    strengths = (f"planner:{told}" for told in ("", "0", "-1", "x", "9" + "0" * 9))
    for wrong in ("", "greed", "greedy:3", *strengths):
        with pytest.raises(PlayerError):
            parse(wrong)
