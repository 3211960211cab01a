"""The referee of both Russian Banks: the rules once more, in plain Python.

Nothing is shared with the kernels but the naming of cards and results, so an error there cannot
hide here. The rules are those of RULES.md, after the old texts «Зеваки» and «Русский банк»; every
refusal is one sentence in terms of them.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence

from solver.cards import rank_of
from solver.duel.bank.legality import Legality, read_action
from solver.duel.bank.table import CELLS
from solver.duel.family import Packs, Ruling
from solver.duel.judging import fault
from solver.duel.outcomes import (
    ABORTED,
    BLOCKED,
    GOING,
    NO_PROGRESS,
    REPETITION,
    SEATS,
    WIN_A,
    WIN_B,
)

COUNTED = ("overturns", "lapses", "claims", "based_a", "based_b", "loaded_a", "loaded_b")
"""What is counted while a game is played; what is claimed back stays counted."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now; its text says why."""


class Game(Legality):
    """A game in progress that moves only as the rules allow."""

    def __init__(
        self, options: Mapping[str, str], packs: Sequence[Sequence[int]], first: int
    ) -> None:
        super().__init__(options, packs)
        self.mover = first
        self.outcome = GOING
        self.begun = self.turns = self.actions = self.idle_turns = self.passes = 0
        self.tally = dict.fromkeys(COUNTED, 0)
        self.before: Game | None = None
        """The game before the last action where that overlooked a base play."""
        self.starts: Counter[tuple[object, ...]] = Counter()
        if options["layout"] == "both":
            self.lay_out(0)
            self.lay_out(1)
        self._begin_turn()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome != GOING

    # -------------------------------------------------------------- the two verbs

    def objection(self, told: object) -> str | None:
        """None if the action is legal now, else one sentence saying why it is not."""
        action = read_action(told)
        if isinstance(action, str):
            return action
        if action["action"] == "claim":
            return self._claim_objection(action)
        if self.over:
            return "the game is over"
        return (
            self.other_seat(action, self.mover)
            or self.against_rules(action)
            or self.other_cards(action, self.moved(action))
            or self._repeats(action)
        )

    def play(self, told: Mapping[str, object]) -> None:
        """Play an action.

        Raises:
            IllegalAction: with the sentence of :meth:`objection`; the game is then unchanged.
        """
        if objection := self.objection(told):
            raise IllegalAction(objection)
        if told["action"] == "claim":
            self._claim(str(told["from"]))
            return
        overlooks = self.overlooks(told)
        self._count(told, overlooks)
        self.before = None
        before = copy.deepcopy(self) if overlooks else None
        actor = self.mover
        self._do(told)
        self._after(actor, told)
        self.before = before

    def _count(self, action: Mapping[str, object], overlooks: bool) -> None:
        """Note a legal action that is about to be played."""
        kind, seat = action["action"], SEATS[self.mover].lower()
        self.tally["lapses"] += overlooks
        if kind == "base":
            self.tally[f"based_{seat}"] += 1
        elif kind == "load":
            self.tally[f"loaded_{seat}"] += int(str(action.get("count", 1)))
        elif kind == "open":
            self.tally["overturns"] += not self.deck[self.mover]

    def _repeats(self, action: Mapping[str, object]) -> str | None:
        """Within a turn no whole position comes again."""
        if action["action"] not in ("build", "fill") or action["from"] not in CELLS:
            return None  # all else cannot be taken back within a turn
        trial = copy.copy(self)
        trial.cells = {cell: list(cards) for cell, cards in self.cells.items()}
        trial._do(action)
        if trial.snapshot() in self.in_turn:
            return "that position has been there in this turn"
        return None

    # -------------------------------------------------------------- playing

    def _do(self, action: Mapping[str, object]) -> None:
        kind, seat = action["action"], self.mover
        if kind == "open":
            self.open_card()
        elif kind in ("discard", "pass"):
            self.end_turn()
        else:
            cards = self.take(str(action["from"]), seat, int(str(action.get("count", 1))))
            if kind == "base":
                self.put_on_base(cards[0])
            elif kind == "load":
                self.pile(str(action["to"]), 1 - seat).extend(cards)
            else:
                self.cells[str(action["to"])] += cards

    def _after(self, actor: int, action: Mapping[str, object]) -> None:
        """The win test, and the others where the turn has ended."""
        self.actions += 1
        ended = action["action"] in ("discard", "pass", "claim")
        winners = [seat for seat in (actor, 1 - actor) if self.has_won(seat)]
        if winners:
            self.outcome = (WIN_A, WIN_B)[winners[0]]
        if ended:
            only_pass = action["action"] == "pass" and self.actions == 1
            self.passes = self.passes + 1 if only_pass else 0
            self._end_of_turn()
        elif self.outcome == GOING:
            self.in_turn.add(self.snapshot())
            if self.actions >= 1000:
                self.outcome = ABORTED

    def _end_of_turn(self) -> None:
        """blocked, repetition, no-progress, aborted, in this order; else the next turn begins."""
        self.turns += 1
        progress = (len(self.seen), sum(len(pile) for pile in self.bases)) != self.progress
        self.idle_turns = 0 if progress else self.idle_turns + 1
        stocks = [self.stock(seat) for seat in (0, 1)]
        if self.outcome == GOING:
            if self.passes >= 2 and not any(stocks):
                self.outcome = BLOCKED
            elif self.starts[self.snapshot()] >= 2:
                self.outcome = REPETITION
            elif self.idle_turns >= max(200, 4 * max(stocks)):
                self.outcome = NO_PROGRESS
            elif self.turns >= 5000:
                self.outcome = ABORTED
        if self.outcome == GOING:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.begun += 1
        self.progress = (len(self.seen), sum(len(pile) for pile in self.bases))
        self.starts[self.snapshot()] += 1
        if not self.laid[self.mover]:
            self.lay_out(self.mover)
        self.actions = 0
        self.in_turn = {self.snapshot()}

    # -------------------------------------------------------------- attention

    def _claim_objection(self, action: Mapping[str, object]) -> str | None:
        before, source = self.before, action["from"]
        if before is None:
            return "no base play has just been overlooked"
        if float(self.options["claim"]) == 0:
            return "nobody claims (claim=0)"
        places = before.base_sources()
        if source not in places:
            return f"the claim takes a base play from {' or '.join(places)}, not {source}"
        return self.other_seat(action, 1 - before.mover) or self.other_cards(
            action, before.moved(action)
        )

    def _claim(self, source: str) -> None:
        """The lapse is undone, the claimant plays a base card of the offender's, the turn ends."""
        before, seen, tally = self.before, self.seen, self.tally
        assert before is not None
        claimant = 1 - before.mover
        self.__dict__ = before.__dict__
        self.tally = tally  # what was counted stays counted
        self.tally["claims"] += 1
        self.tally[f"based_{SEATS[claimant].lower()}"] += 1
        self.seen |= {card for card in seen if card[0] == self.mover}
        self.put_on_base(self.take(source, self.mover, 1)[0])
        self.end_turn()
        self._after(claimant, {"action": "claim"})
        self.before = None


def starter_by_rule(packs: Packs) -> int | None:
    """Who has the higher magazine card, ace high, then cell cards in order; None if all equal."""
    for a, b in zip(packs[0][12:17], packs[1][12:17], strict=True):
        high_a, high_b = (14 if rank_of(face) == 1 else rank_of(face) for face in (a, b))
        if high_a != high_b:
            return int(high_b > high_a)
    return None


def judge(
    options: Mapping[str, str], packs: Packs, first: int, actions: Sequence[object]
) -> Ruling:
    """Replay a record from the start, ``first`` (0 is A) to move, and say how the game ended."""
    game = Game(options, packs, first)
    if wrong := fault(game, actions):
        return wrong
    a, b = game.left(0), game.left(1)
    margin = {WIN_A: b, WIN_B: -a}.get(game.outcome, 0)
    tally = {"turns": game.begun, "margin": margin, **game.tally, "left_a": a, "left_b": b}
    return Ruling(0, "", game.outcome, tally)
