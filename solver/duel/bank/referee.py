"""The referee of both Russian Banks: the rules once more, in plain Python.

Nothing is shared with the kernels but the naming of cards and results, so an error there cannot
hide here. The rules are those of RULES.md, after the old texts «Зеваки» and «Русский банк»; every
refusal is one sentence in terms of them.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence

from solver.cards import card_text, rank_of, suit_of
from solver.duel.bank.table import CELLS, Card, Table, is_red, side_of
from solver.duel.family import Packs, Ruling
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

FIELDS: dict[str, tuple[str, ...]] = {
    "base": ("from",),
    "build": ("from", "to"),
    "fill": ("from", "to"),
    "load": ("from", "to"),
    "open": (),
    "discard": (),
    "pass": (),
    "claim": ("from",),
}
PLACES = (*CELLS, "magazine", "hand", "talon")


class IllegalAction(ValueError):
    """An action that the rules do not allow now; its text says why."""


class Game(Table):
    """A game in progress that moves only as the rules allow."""

    def __init__(
        self, options: Mapping[str, str], packs: Sequence[Sequence[int]], first: int
    ) -> None:
        super().__init__(options, packs)
        self.mover = first
        self.outcome = GOING
        self.begun = self.turns = self.actions = self.idle_turns = self.passes = 0
        self.before: Game | None = None
        """The game before the last action where that overlooked a base play."""
        self.starts: Counter[tuple[object, ...]] = Counter()
        if options["layout"] == "both":
            self.lay_out(0)
            self.lay_out(1)
        self._begin_turn()

    # -------------------------------------------------------------- the two verbs

    def objection(self, told: object) -> str | None:
        """None if the action is legal now, else one sentence saying why it is not."""
        action = _read(told)
        if isinstance(action, str):
            return action
        if action["action"] == "claim":
            return self._claim_objection(action)
        if self.outcome != GOING:
            return "the game is over"
        return (
            self._other_seat(action, self.mover)
            or self._barred(action)
            or self._by_kind(action)
            or self._other_cards(action, self.moved(action))
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
        overlooks = self._overlooks(told)
        self.before = None
        before = copy.deepcopy(self) if overlooks else None
        actor = self.mover
        self._do(told)
        self._after(actor, told)
        self.before = before

    # -------------------------------------------------------------- what a record tells besides

    def moved(self, action: Mapping[str, object]) -> list[Card]:
        """The cards that a legal action moves or opens, lowest first."""
        if action["action"] == "open":
            return [(self.deck[self.mover] or self.talon[self.mover])[0]]
        if action["action"] in ("discard", "pass"):
            return self.pile("hand", self.mover)
        return self.pile(str(action["from"]), self.mover)[-int(str(action.get("count", 1))) :]

    def _other_seat(self, action: Mapping[str, object], seat: int) -> str | None:
        return (
            None
            if action.get("seat", SEATS[seat]) == SEATS[seat]
            else f"it is not {action['seat']}'s turn"
        )

    def _other_cards(self, action: Mapping[str, object], cards: list[Card]) -> str | None:
        """Cards, where they are told, must be those that move."""
        names = [card_text(face) for _, face in cards]
        told = action.get("cards", [action["card"]] if "card" in action else names)
        return None if told == names else f"the card is {' '.join(names) or 'none'}"

    # -------------------------------------------------------------- what bars an action

    def base_sources(self) -> list[str]:
        """Places whose top card goes on a base pile, must-place left aside."""
        places = [place for place in PLACES if place != "talon" or self._talon_plays()]
        tops = ((place, self.pile(place, self.mover)[-1:]) for place in places)
        return [place for place, top in tops if top and self.goes_on_base(top[0])]

    def _talon_plays(self) -> bool:
        return self.options["own_talon"] == "playable"

    def _overlooks(self, action: Mapping[str, object]) -> bool:
        forced = self.options["forced"] == "yes"
        return forced and action["action"] != "base" and bool(self.base_sources())

    def _barred(self, action: Mapping[str, object]) -> str | None:
        """Compulsory base plays, opening at a turn's start, and a card that must be placed."""
        kind, source = action["action"], action.get("from")
        if self.options["forced"] == "yes" and (places := self.base_sources()):
            if kind == "base":
                return None
            if float(self.options["attention"]) == 0:
                return f"the top card of {places[0]} must go on a base pile (forced=yes)"
        if self.options["open"] == "start" and not self.opened and self._may_open() is None:
            return None if kind == "open" else "a turn begins with opening a card (open=start)"
        if self.options["hand"] == "must-place" and self.hand and kind not in ("open", "discard"):
            return None if source == "hand" else "only the opened card acts (hand=must-place)"
        return None

    def _may_open(self) -> str | None:
        """None if a card may be opened, else why not."""
        if self.hand:
            return f"{card_text(self.hand[1])} is open already"
        if not self.stock(self.mover):
            return "deck and talon are empty"
        if self.opened and self.options["deck_per_turn"] == "one":
            return "a turn opens one card (deck_per_turn=one)"
        return None

    # -------------------------------------------------------------- objections by kind

    def _by_kind(self, action: Mapping[str, object]) -> str | None:
        kind = action["action"]
        if kind == "open":
            return self._may_open()
        if kind == "discard":
            return None if self.hand else "no card is open to be discarded"
        if kind == "pass":
            return self._pass_objection()
        source, count = str(action["from"]), int(str(action.get("count", 1)))
        if source == "talon" and not self._talon_plays():
            return "the talon is not in play (own_talon=locked)"
        pile = self.pile(source, self.mover)
        if len(pile) < count:
            return f"{source} has not {count} to take"
        if count > 1 and source not in CELLS:
            return f"cards leave {source} one by one"
        if kind == "base":
            fits = self.goes_on_base(pile[-1])
            return None if fits else f"no base pile takes {card_text(pile[-1][1])}"
        to = str(action["to"])
        if kind == "load":
            return self._load_objection(pile[-count], source, to, count)
        if to not in self.cells:
            return f"{to} is no cell that has been laid out"
        if kind == "build":
            return self._build_objection(pile, source, to, count)
        return self._fill_objection(len(pile), source, to, count)

    def _pass_objection(self) -> str | None:
        if self.hand:
            return "a card is open: discard it"
        placed = self.opened and self.options["deck_per_turn"] == "one"
        if self.stock(self.mover) and not placed:
            return "there is a card to open"
        return None

    def _load_objection(self, head: Card, source: str, to: str, count: int) -> str | None:
        mode = self.options["load"]
        if to not in ("magazine", "talon"):
            return f"only the opponent's magazine and talon are loaded, not {to}"
        if mode == "none" or (mode == "magazine" and to == "talon"):
            return f"the opponent's {to} may not be loaded (load={mode})"
        if count > 1 and self.options["load_series"] == "no":
            return "cards are loaded one by one (load_series=no)"
        pile = self.pile(to, 1 - self.mover)
        if not pile:
            return f"the opponent's {to} is empty"
        top = pile[-1]
        if suit_of(head[1]) == suit_of(top[1]) and abs(rank_of(head[1]) - rank_of(top[1])) == 1:
            return None
        return f"{card_text(head[1])} is not next in suit to {card_text(top[1])}"

    def _build_objection(self, pile: list[Card], source: str, to: str, count: int) -> str | None:
        if source == to:
            return "a card cannot be built on its own column"
        if not self.cells[to]:
            return f"{to} is empty: that would be a fill"
        series = self.options["series"]
        if source in CELLS and series == "whole" and count < len(pile):
            return "only a whole column moves (series=whole)"
        if series == "single" and count > 1:
            return "cards move one by one (series=single)"
        head, top = pile[-count], self.cells[to][-1]
        if rank_of(head[1]) + 1 != rank_of(top[1]):
            return f"{card_text(head[1])} is not one lower than {card_text(top[1])}"
        if self.options["aux"] == "suit":
            fits = suit_of(head[1]) == suit_of(top[1])
        else:
            fits = is_red(head) != is_red(top)
        return None if fits else f"{card_text(head[1])} does not go on {card_text(top[1])} by suit"

    def _fill_objection(self, cards: int, source: str, to: str, count: int) -> str | None:
        empty, sides = self.options["empty"], self.options["win_cells"] == "own"
        if self.cells[to]:
            return f"{to} is not empty"
        if source == "hand" and self.options["deck_to_empty"] == "no":
            return "the opened card does not fill an empty cell (deck_to_empty=no)"
        if source != "magazine" and (
            empty == "magazine-only" or (empty == "magazine-first" and self.magazine[self.mover])
        ):
            return f"the magazine's top card fills empty cells (empty={empty})"
        if source in CELLS:
            if self.options["series"] == "whole":
                return "columns do not go to empty cells (series=whole)"
            if self.options["series"] == "single" and count > 1:
                return "cards move one by one (series=single)"
            if count == cards and not (sides and side_of(source) != side_of(to)):
                return "a whole column to an empty cell is no move"
        for cell in CELLS[: CELLS.index(to)]:
            same_side = side_of(cell) == side_of(to) or not sides
            if cell in self.cells and not self.cells[cell] and same_side:
                return f"{cell} is empty too and comes first"
        return None

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
        return self._other_seat(action, 1 - before.mover) or self._other_cards(
            action, before.moved(action)
        )

    def _claim(self, source: str) -> None:
        """The lapse is undone, the claimant plays a base card of the offender's, the turn ends."""
        before, seen = self.before, self.seen
        assert before is not None
        claimant = 1 - before.mover
        self.__dict__ = before.__dict__
        self.seen |= {card for card in seen if card[0] == self.mover}
        self.put_on_base(self.take(source, self.mover, 1)[0])
        self.end_turn()
        self._after(claimant, {"action": "claim"})
        self.before = None


def _read(told: object) -> Mapping[str, object] | str:
    """The action if it has the shape of one, else what is wrong with it."""
    if not isinstance(told, dict) or str(told.get("action")) not in FIELDS:
        return f"{str(told)[:40]!r} is no action; valid: {', '.join(FIELDS)}"
    fields = FIELDS[told["action"]]
    for name in fields:
        if told.get(name) not in PLACES:
            return f"{name} of {told['action']} is a place ({', '.join(PLACES)})"
    allowed = {"action", "seat", "card", "cards", *fields} | (
        {"count"} if "to" in fields else set()
    )
    if strange := set(told) - allowed:
        return f"{told['action']} has no {sorted(map(str, strange))[0]!r}"
    count = told.get("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 13:
        return "count is a number 1 ... 13"
    return told


def starter_by_rule(packs: Packs) -> int | None:
    """§2.4: the higher magazine card, ace high; if equal, the cells' cards in order, else None."""
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
    for number, told in enumerate(actions, 1):
        if objection := game.objection(told):
            return Ruling(number, objection)
        assert isinstance(told, dict)
        game.play(told)
    if game.outcome == GOING:
        return Ruling(0, "the game is not over after the last action")
    a, b = game.left(0), game.left(1)
    margin = {WIN_A: b, WIN_B: -a}.get(game.outcome, 0)
    tally = {"turns": game.begun, "margin": margin, "left_a": a, "left_b": b}
    return Ruling(0, "", game.outcome, tally)
