"""What the rules of the Russian Banks allow, in plain Python, for the referee.

An objection is one sentence in terms of RULES.md; None stands where there is nothing to object.
"""

from __future__ import annotations

from collections.abc import Mapping

from solver.cards import card_text, rank_of, suit_of
from solver.duel.bank.table import CELLS, Card, Table, is_red, side_of
from solver.duel.outcomes import SEATS

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


def read_action(told: object) -> Mapping[str, object] | str:
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


class Legality(Table):
    """A table, and what the seat to move may do on it."""

    def against_rules(self, action: Mapping[str, object]) -> str | None:
        """Why a well-formed action of the seat to move is not legal, repeats left aside."""
        return self._barred(action) or self._by_kind(action)

    # -------------------------------------------------------------- what a record tells besides

    def moved(self, action: Mapping[str, object]) -> list[Card]:
        """The cards that a legal action moves or opens, lowest first."""
        if action["action"] == "open":
            return [(self.deck[self.mover] or self.talon[self.mover])[0]]
        if action["action"] in ("discard", "pass"):
            return self.pile("hand", self.mover)
        return self.pile(str(action["from"]), self.mover)[-int(str(action.get("count", 1))) :]

    def other_seat(self, action: Mapping[str, object], seat: int) -> str | None:
        """The seat, where it is told, must be the one that acts."""
        told = action.get("seat", SEATS[seat])
        return None if told == SEATS[seat] else f"it is not {told}'s turn"

    def other_cards(self, action: Mapping[str, object], cards: list[Card]) -> str | None:
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

    def overlooks(self, action: Mapping[str, object]) -> bool:
        """Whether an action leaves a compulsory base play aside."""
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
