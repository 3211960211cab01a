"""The referee of the pair-matching game: the rules in plain Python, without any kernel.

Written from the rules alone. Places are lists of cards (or None for a gap), not bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from solver.cards import card_text, rank_of
from solver.duel.family import Packs, Ruling
from solver.duel.judging import fault
from solver.duel.outcomes import EQUAL, SEATS, WIN_A, WIN_B


def starter_by_rule(packs: Packs) -> int:
    """Seat A begins."""
    return 0


class Board:
    """A game in progress."""

    def __init__(self, rules: Mapping[str, str], packs: Packs, first: int) -> None:
        self.rules = rules
        self.decks = [list(pack[12:]) for pack in packs]
        self.rows: list[list[int | None]] = [list(pack[:12]) for pack in packs]
        self.gaps: list[list[int]] = [[], []]
        """Places of each row that this turn has emptied."""
        self.pairs = [0, 0]
        self.seat, self.taken, self.turns = first, 0, 1
        self.thirteenth_done = self.over = False
        self.asked: list[int] = []
        """Seats that have yet to say whether they lay a 13th card."""
        self._look_for_pairs()

    def kind(self, card: int) -> int:
        """What must be equal in a pair."""
        return rank_of(card) if self.rules["match"] == "rank" else card

    def pair_in_sight(self) -> bool:
        """Whether any two visible cards make a pair."""
        kinds = [Counter(self.kind(c) for c in row if c is not None) for row in self.rows]
        if self.rules["scope"] == "cross":
            return bool(kinds[0] & kinds[1])
        return max((kinds[0] + kinds[1]).values(), default=0) >= 2

    def _look_for_pairs(self) -> None:
        """As a turn begins: with no pair in sight come the 13th cards, or the end."""
        if self.pair_in_sight():
            return
        stuck, rule = self.seat, self.rules["thirteenth"]
        having = [seat for seat in (stuck, 1 - stuck) if self.decks[seat]]
        if self.thirteenth_done or not having or rule == "none":
            self.over = True
            return
        self.thirteenth_done = True
        self.next_seat = stuck if self.rules["after13"] == "mover" else 1 - stuck
        if rule == "auto":
            for seat in having:
                self.rows[seat].append(self.decks[seat].pop(0))
        else:
            self.asked = having
        self._after_answers()

    def _after_answers(self) -> None:
        if self.asked:
            self.seat = self.asked[0]
            return
        if self.rules["after13"] != "mover":
            self.turns += 1
        self.seat = self.next_seat
        self.over = not self.pair_in_sight()

    def objection(self, action: object) -> str:
        """Why an action is not legal; empty if it is."""
        if not isinstance(action, Mapping):
            return "an action is an object"
        if self.over:
            return "the game is over"
        if action.get("seat", SEATS[self.seat]) != SEATS[self.seat]:
            return f"it is seat {SEATS[self.seat]}'s turn"
        name = action.get("action")
        if self.asked:
            return "" if name in ("lay", "decline") else "lay or decline is to be said"
        if name == "stop":
            if self.rules["take"] != "optional":
                return f"there is no stop under take={self.rules['take']}"
            return "" if self.taken else "at least one pair must be taken"
        if name != "take":
            return f"there is no such action here: {str(name)[:20]!r}"
        return self._objection_to_pair(action)

    def _objection_to_pair(self, action: Mapping[str, Any]) -> str:
        places = [self._place(action.get(end)) for end in ("from", "to")]
        if None in places or places[0] == places[1]:
            return "from and to must be two places such as A3 and B12"
        (row, at), (other, to) = (place for place in places if place is not None)
        one, two = self.rows[row][at], self.rows[other][to]
        if one is None or two is None:
            return "a place is empty"
        if self.kind(one) != self.kind(two):
            return f"{card_text(one)} and {card_text(two)} are no pair"
        if self.rules["scope"] == "cross" and row == other:
            return "a pair is one card of each row"
        if action.get("cards", told := [card_text(one), card_text(two)]) != told:
            return f"the cards are {' and '.join(told)}"
        return ""

    def _place(self, name: object) -> tuple[int, int] | None:
        if not isinstance(name, str) or name[:1] not in ("A", "B") or not name[1:].isdecimal():
            return None
        row, at = SEATS.index(name[0]), int(name[1:3]) - 1
        return (row, at) if 0 <= at < len(self.rows[row]) and len(name) <= 3 else None

    def play(self, action: Mapping[str, Any]) -> None:
        """Do a legal action and what follows by itself."""
        name = action["action"]
        if name in ("lay", "decline"):
            seat = self.asked.pop(0)
            if name == "lay":
                self.rows[seat].append(self.decks[seat].pop(0))
            self._after_answers()
            return
        if name == "take":
            for end in ("from", "to"):
                place = self._place(action[end])
                assert place is not None
                self.rows[place[0]][place[1]] = None
                self.gaps[place[0]].append(place[1])
            self.pairs[self.seat] += 1
            self.taken += 1
            if not self._turn_ends():
                return
        self._refill()
        self.seat, self.taken, self.turns = 1 - self.seat, 0, self.turns + 1
        self._look_for_pairs()

    def _turn_ends(self) -> bool:
        """After a pair: whether nothing more can be taken in this turn."""
        take, chain = self.rules["take"], self.rules["chain"] == "yes"
        if take == "one":
            return True
        if take == "optional" and chain:
            self._refill()
        if self.pair_in_sight():
            return False
        if take == "all" and chain:
            self._refill()
            return not self.pair_in_sight()
        return True

    def _refill(self) -> None:
        """Fill this turn's gaps; what the deck does not reach to stays empty for good."""
        gaps = [sorted(row) for row in self.gaps]
        self.gaps = [[], []]
        if self.rules["refill"] == "owner":
            for row in range(2):
                while gaps[row] and self.decks[row]:
                    self.rows[row][gaps[row].pop(0)] = self.decks[row].pop(0)
            return
        row, deck = self.seat, self.decks[self.seat]
        while deck and (gaps[0] or gaps[1]):
            row = row if gaps[row] else 1 - row
            self.rows[row][gaps[row].pop(0)] = deck.pop(0)
            row = 1 - row


def judge(rules: Mapping[str, str], packs: Packs, first: int, actions: Sequence[object]) -> Ruling:
    """Replay a record and say whether every action was legal, and how the game ended."""
    board = Board(rules, packs, first)
    if wrong := fault(board, actions):
        return wrong
    a, b = board.pairs
    tally = {"turns": board.turns, "margin": a - b, "pairs_a": a, "pairs_b": b}
    return Ruling(0, "", EQUAL if a == b else WIN_A if a > b else WIN_B, tally)
