"""The referee of «Двойной пасьянс»: the rules in plain Python, without any kernel.

Written from the rules alone; piles are lists of faces, the top card last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solver.cards import card_text, rank_of
from solver.duel.family import Packs, Ruling
from solver.duel.judging import fault
from solver.duel.outcomes import EQUAL, SEATS, WIN_A, WIN_B


def starter_by_rule(packs: Packs) -> int | None:
    """Who has the higher magazine card, ace low; None where they are equal."""
    a, b = (rank_of(pack[10]) for pack in packs)
    return None if a == b else int(b > a)


class Seat:
    """What a player has before him."""

    def __init__(self, pack: Sequence[int]) -> None:
        self.magazine = list(pack[:11])
        self.deck = list(pack[11:])
        self.talons: list[list[int]] = [[], [], [], []]

    @property
    def penalty(self) -> int:
        """One for each card in the talons, two for each in the magazine."""
        return sum(map(len, self.talons)) + 2 * len(self.magazine)


class Board:
    """A game in progress."""

    def __init__(self, rules: Mapping[str, str], packs: Packs, first: int) -> None:
        self.rules = rules
        self.seats = [Seat(pack) for pack in packs]
        deck = self.seats[first].deck
        self.bases = [rank_of(deck.pop(0)) for _ in range(int(rules["bases"]))]
        """The rank on top of each base pile."""
        self.played = len(self.bases)
        self.mover, self.turns = first, 1
        self.hand: int | None = None
        self.opened = self.over = False

    def fits(self, card: int) -> bool:
        """Whether a base pile takes a card: the next rank up, and an ace after the king."""
        return any(rank_of(card) == top % 13 + 1 for top in self.bases)

    def plays(self, seat: Seat) -> bool:
        """Whether a seat can play from its magazine or a talon."""
        piles = [seat.magazine, *seat.talons]
        return any(self.fits(pile[-1]) for pile in piles if pile)

    @property
    def decks_out(self) -> bool:
        """Whether both decks are empty."""
        return not any(seat.deck for seat in self.seats)

    def objection(self, action: object) -> str:
        """Why an action is not legal; empty if it is."""
        if not isinstance(action, Mapping):
            return "an action is an object"
        seat = self.seats[self.mover]
        if self.over:
            return "the game is over"
        if action.get("seat", SEATS[self.mover]) != SEATS[self.mover]:
            return f"it is seat {SEATS[self.mover]}'s turn"
        name = action.get("action")
        urgent = bool(seat.magazine) and self.fits(seat.magazine[-1])
        if urgent and self.rules["magazine"] == "must" and name != "magazine":
            return f"{card_text(seat.magazine[-1])} of the magazine fits and must be played first"
        checks = {
            "magazine": self._magazine,
            "talon": self._talon,
            "open": self._open,
            "base": self._base,
            "discard": self._discard,
            "stop": self._stop,
        }
        if not isinstance(name, str) or name not in checks:
            return f"there is no such action: {str(name)[:20]!r}"
        return checks[name](seat, action) or self._other_card(seat, action)

    def _other_card(self, seat: Seat, action: Mapping[str, Any]) -> str:
        """The card of an action, where it is told, must be the one that is moved."""
        name = action["action"]
        if "card" not in action or name == "stop":
            return ""
        if name == "open":
            card = seat.deck[0]
        elif name == "magazine":
            card = seat.magazine[-1]
        elif name == "talon":
            card = self._own_talon(seat, action.get("from"))[-1]
        else:
            assert self.hand is not None
            card = self.hand
        return "" if action["card"] == card_text(card) else f"the card is {card_text(card)}"

    def _own_talon(self, seat: Seat, name: object) -> list[int]:
        """The talon of a name; a new empty list for no name of one."""
        names = [f"talon{number}" for number in range(1, 5)]
        return seat.talons[names.index(name)] if name in names else []

    def _magazine(self, seat: Seat, action: Mapping[str, Any]) -> str:
        if not seat.magazine:
            return "the magazine is empty"
        return "" if self.fits(seat.magazine[-1]) else "no base pile takes the magazine's card"

    def _talon(self, seat: Seat, action: Mapping[str, Any]) -> str:
        talon = self._own_talon(seat, action.get("from"))
        if not talon:
            return "from must be an own talon with a card, such as talon1"
        return "" if self.fits(talon[-1]) else f"no base pile takes {card_text(talon[-1])}"

    def _open(self, seat: Seat, action: Mapping[str, Any]) -> str:
        if self.hand is not None:
            return "a card is open already"
        if not seat.deck:
            return "the deck is empty"
        if self.opened and self.rules["deck_per_turn"] == "one":
            return "this turn has opened its card"
        return ""

    def _base(self, seat: Seat, action: Mapping[str, Any]) -> str:
        if self.hand is None or action.get("from", "hand") != "hand":
            return "no card is open"
        return "" if self.fits(self.hand) else f"no base pile takes {card_text(self.hand)}"

    def _compulsory(self, seat: Seat) -> bool:
        """With both decks out, whatever can be played must be."""
        return self.decks_out and self.plays(seat)

    def _discard(self, seat: Seat, action: Mapping[str, Any]) -> str:
        if self.hand is None:
            return "no card is open"
        if self.fits(self.hand) and self.rules["fit"] == "must":
            return f"{card_text(self.hand)} fits a base pile"
        if self._compulsory(seat):
            return "both decks are out: what fits must be played"
        names = [f"talon{number}" for number in range(1, 5)]
        if action.get("to") not in names:
            return "to must be an own talon, such as talon1"
        at = names.index(str(action["to"]))
        empty = [number for number, talon in enumerate(seat.talons) if not talon]
        if not seat.talons[at] and at != empty[0]:
            return f"of empty talons the first is meant, talon{empty[0] + 1}"
        card, rank = self.hand, rank_of(self.hand)
        good = [not talon or rank_of(talon[-1]) > rank for talon in seat.talons]
        if self.rules["talon_build"] == "down" and any(good) and not good[at]:
            return f"another talon takes {card_text(card)} downwards"
        return ""

    def _stop(self, seat: Seat, action: Mapping[str, Any]) -> str:
        if self.hand is not None:
            return "a card is open"
        if seat.deck and not self.opened:
            return "a card must be opened"
        if self._compulsory(seat):
            return "both decks are out: what fits must be played"
        return ""

    def play(self, action: Mapping[str, Any]) -> None:
        """Do a legal action."""
        seat, name = self.seats[self.mover], action["action"]
        if name == "magazine":
            self._to_base(seat.magazine.pop())
        elif name == "talon":
            self._to_base(self._own_talon(seat, action["from"]).pop())
        elif name == "open":
            self.hand, self.opened = seat.deck.pop(0), True
        elif name == "base":
            assert self.hand is not None
            self._to_base(self.hand)
            self.hand = None
        elif name == "discard":
            assert self.hand is not None
            self._own_talon(seat, action["to"]).append(self.hand)
            self.hand = None
        if name in ("discard", "stop"):
            self.mover, self.opened, self.turns = 1 - self.mover, False, self.turns + 1
        stuck = self.hand is None and not any(map(self.plays, self.seats))
        self.over = self.decks_out and stuck

    def _to_base(self, card: int) -> None:
        at = next(i for i, top in enumerate(self.bases) if rank_of(card) == top % 13 + 1)
        self.bases[at] = rank_of(card)
        self.played += 1


def judge(rules: Mapping[str, str], packs: Packs, first: int, actions: Sequence[object]) -> Ruling:
    """Replay a record and say whether every action was legal, and how the game ended."""
    board = Board(rules, packs, first)
    if wrong := fault(board, actions):
        return wrong
    a, b = board.seats
    margin = b.penalty - a.penalty
    tally = {
        "turns": board.turns,
        "margin": margin,
        "on_bases": board.played,
        "magazine_a": len(a.magazine),
        "magazine_b": len(b.magazine),
        "talons_a": sum(map(len, a.talons)),
        "talons_b": sum(map(len, b.talons)),
    }
    return Ruling(0, "", EQUAL if margin == 0 else WIN_A if margin > 0 else WIN_B, tally)
