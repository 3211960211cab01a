"""Many numbered deals, played by a player; every game is replayed by independent code.

As :class:`solver.patience.batch.Batch`, with the verdicts "won" and "lost". The replay (replay.py)
plays each line again up to where it ends: every move must be legal, and a won game be won.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from solver.deals import patience_pack
from solver.patience.batch import WrongLine
from solver.patience.keys import Ints
from solver.patience.limits import Limits
from solver.patience.lines import to_bytes
from solver.patience.players.chance import Random
from solver.patience.players.game import Played, play_game
from solver.patience.players.greedy import Greedy, to_next_deal
from solver.patience.players.names import Entrant, limits_of
from solver.patience.players.planner import Planner, strength_of
from solver.patience.players.settle import appraise, settle
from solver.patience.players.view import Player
from solver.patience.replay import face_table, new_work, replay, replay_rules
from solver.patience.results import INTERRUPT, Result
from solver.patience.rules import Rules, compile_rules, to_codes
from solver.shuffle import shuffle_pack
from solver.variants import Variant

WON, LOST = "won", "lost"
KERNELS = (settle, appraise, to_next_deal, replay)
"""What a batch runs, besides the searches."""


def new_player(entrant: Entrant, rules: Rules, limits: Limits) -> Player:
    """A player under rules; the planner at its strength (``Entrant.under``)."""
    if entrant.name == "random":
        return Random()
    if entrant.name == "greedy":
        return Greedy()
    return Planner(rules, limits_of(entrant, limits), strength_of(rules, entrant.strength))


class Games:
    """Plays numbered deals of a variant, one at a time; one thread uses it at a time."""

    def __init__(
        self, variant: Variant, entrant: Entrant, limits: Limits, keep_lines: bool = False
    ) -> None:
        self.variant, self.keep_lines = variant, keep_lines
        self.rules = compile_rules(variant.rules)
        self.player = new_player(entrant, self.rules, limits)
        self.pack = np.array(to_codes(self.rules, patience_pack(int(variant.rules["ranks"]))))
        self._replay_rules = replay_rules(variant.rules)
        self._faces = face_table(self.rules)
        self._work = new_work()
        if not isinstance(self.player, Planner):  # compile (or load) the kernels first
            play_game(self.rules, self.codes(0), self.player, 0)
        deal = self.codes(0)
        replay(self._replay_rules, self._faces, deal, deal, 0, self._work)

    def codes(self, number: int) -> Ints:
        """The codes of deal ``number`` (0 .. 2**64 - 1) in dealing order."""
        cards = self.pack.copy()
        shuffle_pack(np.uint64(number), cards)
        return cards

    def decide(self, number: int, stopped: Callable[[], bool]) -> Result:
        """Play a deal; the method is "interrupt" where ``stopped`` ended the game.

        Raises:
            WrongLine: the player made a move that is not legal, or won what is not won.
        """
        deal, begun = self.codes(number), time.perf_counter()
        if isinstance(self.player, Planner):
            self.player.stopped = stopped
        game = play_game(self.rules, deal, self.player, number, stopped)
        seconds = time.perf_counter() - begun
        if game is None:
            return Result(number, LOST, INTERRUPT, 0, seconds, 0)
        self.check(number, deal, game)
        kept = to_bytes(game.line) if self.keep_lines else None
        nodes = self.player.nodes if isinstance(self.player, Planner) else 0
        return Result(
            number, WON if game.won else LOST, "played", nodes, seconds, len(game.line), kept
        )

    def check(self, number: int, deal: Ints, game: Played) -> None:
        """Replay a game; WrongLine where it is none."""
        line = np.array(game.line, dtype=np.int64)
        at = replay(self._replay_rules, self._faces, deal, line, line.size, self._work)
        if at != (0 if game.won else line.size + 1):
            raise WrongLine(f"{self.variant}, deal {number}, {self.player.name}: move {at}")
