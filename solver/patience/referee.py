"""The referee of the two patiences: the rules once more, in plain Python.

A claimed line of play is judged here move by move, and every refusal is one sentence in terms of
the rules. Nothing is shared with the kernels but the naming of cards, so an error there cannot
hide here. The rules are those of RULES.md, "The two patiences" (cited below by paragraph), after
the old texts «На лицо и на изнанку» and «Сосчитанные восемь».

Faces are ints, ``13 * suit + rank - 1`` with suits C D H S = 0..3; places are counted from 1 in
moves and sentences, from 0 in the lists of :class:`Game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from solver.cards import card_text, suit_of
from solver.patience.bases import base_objection, height, put_on_base, starts
from solver.patience.board import Board, board_text, count_text, shown
from solver.patience.claims import CARD_MOVES, FIELDS, Claim, read_move

__all__ = ["Game", "IllegalMove", "Verdict", "board_text", "judge"]

BUILD_STEPS: Final[dict[str, tuple[str, tuple[int, ...]]]] = {
    "updown": ("one rank higher or lower", (1, -1)),
    "up": ("one rank higher", (1,)),
    "down": ("one rank lower", (-1,)),
}
"""What *build* asks of the moved card, in words and as steps of rank."""


class IllegalMove(ValueError):
    """A move that the rules do not allow now; its text says why."""


class Verdict(NamedTuple):
    """What the referee says of a line: does the claim "this wins the deal" stand?

    ``ok``: every move is legal and the last one wins. ``at``: the first wrong move, from 1, or
    None if no single move is wrong. ``won``: the legal part of the line reaches a win.
    """

    ok: bool
    at: int | None
    reason: str
    won: bool


def _black(card: int) -> bool:
    return suit_of(card) in (0, 3)


# ------------------------------------------------------------------ the game


class Game(Board):
    """A game in progress: a :class:`Board` that moves only as the rules allow.

    Raises:
        ValueError: from the constructor, for options or a deal that cannot be (see
            :func:`check_options`, :func:`check_deal`).
    """

    def objection(self, move: object) -> str | None:
        """None if the move is legal now, else one sentence saying why it is not."""
        claim = self._examine(move)
        return claim if isinstance(claim, str) else None

    def play(self, move: object) -> None:
        """Make a move.

        Raises:
            IllegalMove: with the sentence of :meth:`objection`; the game is then unchanged.
        """
        claim = self._examine(move)
        if isinstance(claim, str):
            raise IllegalMove(claim)
        self._do(claim)

    def legal_moves(self) -> list[dict[str, object]]:
        """Every distinct legal move, found by trying all of them."""
        places = range(1, len(self.piles) + 1)
        legal: list[dict[str, object]] = []
        for kind, fields in FIELDS.items():
            for chosen in product(places, repeat=len(fields)):
                move: dict[str, object] = {"move": kind, **dict(zip(fields, chosen, strict=True))}
                if self.objection(move) is None:
                    if kind in CARD_MOVES:
                        move["card"] = card_text(self.piles[chosen[0] - 1][-1])
                    legal.append(move)
        return legal

    # -------------------------------------------------------------- objections, rule by rule

    def _examine(self, move: object) -> Claim | str:
        """The move as read if it is legal now, else the first objection to it."""
        claim = read_move(move, len(self.piles))
        if isinstance(claim, str):
            return claim
        if self.won:
            return "the game is won: no move is left"
        return (
            self._moving_card(claim)
            or self._while_aside(claim)
            or self._at_once(claim)
            or self._by_kind(claim)
            or claim
        )

    def _moving_card(self, claim: Claim) -> str | None:
        """§1 Moves: one card at a time, the top card; if the move names it, it must be that."""
        if claim.kind not in CARD_MOVES:
            return None
        pile = self.piles[claim.pile]
        if not pile:
            return f"place {claim.pile + 1} is empty"
        if claim.card is not None and claim.card != pile[-1]:
            there, named = card_text(pile[-1]), card_text(claim.card)
            return f"the top card of place {claim.pile + 1} is {there}, not {named}"
        return None

    def _while_aside(self, claim: Claim) -> str | None:
        """§1.5: what a card aside forbids, and *return*, which needs one."""
        if self.aside is None:
            return "no card is aside to be returned" if claim.kind == "return" else None
        card, place = card_text(self.aside[0]), self.aside[1]
        if claim.kind == "return" and claim.pile + 1 != place:
            return f"{card} returns to place {place}, where it was lifted, not {claim.pile + 1}"
        if claim.kind in ("deal", "lift", "pass", "turn"):
            return f"no {claim.kind} while {card} is aside: return it to place {place} first"
        if claim.kind in CARD_MOVES and claim.pile + 1 not in self._in_play():
            return (
                f"only the pile under the lifted card may play while {card} is aside: "
                f"that is place {place}, not {claim.pile + 1} (lift_scope=pile)"
            )
        if claim.kind == "build" and claim.to + 1 == place:
            return f"nothing may be put on place {place} while its card {card} is aside"
        return None

    def _in_play(self) -> list[int]:
        """§1.5: the places (from 1) with a top in play; a lifted card's pile may be alone."""
        alone = self.aside[1] if self.aside and self.options["lift_scope"] == "pile" else None
        return [
            place for place, pile in enumerate(self.piles, 1) if pile and alone in (None, place)
        ]

    def _at_once(self, claim: Claim) -> str | None:
        """§1 *found*: with at-once a top card that can start a base pile bars everything else."""
        if self.options["found"] != "at-once":
            return None
        forced = [
            (place, kind)
            for place in self._in_play()
            for kind in ("up", "down")
            if starts(self, self.piles[place - 1][-1], kind)
        ]
        if not forced or (claim.pile + 1, claim.kind) in forced:
            return None
        place, kind = forced[0]
        card = card_text(self.piles[place - 1][-1])
        return f"{card} on place {place} must start its {kind} pile first (found=at-once)"

    def _by_kind(self, claim: Claim) -> str | None:
        """The paragraph that belongs to the kind of move."""
        if claim.kind in ("up", "down"):
            return base_objection(self, self.piles[claim.pile][-1], claim.kind)
        if claim.kind == "build":
            return self._build_objection(claim)
        if claim.kind == "deal":  # §1.3: while the stock is not empty
            return None if self.stock else "the stock is out: there is nothing to deal"
        if claim.kind == "turn":
            return self._turn_objection(claim.pile + 1)
        if claim.kind == "return":  # §1.5: always open to the card aside
            return None
        return self._lift_objection(claim)

    # -------------------------------------------------------------- piles in play

    def _build_objection(self, claim: Claim) -> str | None:
        """§1.2 *build* and §1.4 *empty places*."""
        rules, to = self.options, claim.to + 1
        if claim.pile == claim.to:
            return f"a card cannot be built on its own place {to}"
        if not self.piles[claim.to]:  # §1.4: whatever build, suit and build_when say
            if rules["spaces"] == "any":
                return None
            return f"place {to} is empty and is filled only by dealing (spaces=deal)"
        if rules["build"] == "none":
            return "cards are not built on each other (build=none)"
        if rules["build_when"] == "dealing" and not self.stock:
            return "building ended when the stock ran out (build_when=dealing)"
        return self._fit_objection(self.piles[claim.pile][-1], self.piles[claim.to][-1], to)

    def _fit_objection(self, card: int, on: int, to: int) -> str | None:
        """§1.2: the suits must agree with *suit*, the ranks be neighbours as *build* says."""
        suit, build = self.options["suit"], self.options["build"]
        what = f"{card_text(card)} does not go on {card_text(on)} on place {to}"
        if suit == "same" and suit_of(card) != suit_of(on):
            return f"{what}: building is in suit (suit=same)"
        if suit == "alternate" and _black(card) == _black(on):
            return f"{what}: colours must alternate (suit=alternate)"
        want, steps = BUILD_STEPS[build]
        if height(self, card) - height(self, on) in steps:
            return None
        return f"{what}: it must be {want} (build={build})"

    def _lift_objection(self, claim: Claim) -> str | None:
        """§1.5 *lift* and *pass*, no card being aside."""
        mode, kind, place = self.options["lift"], claim.kind, claim.pile + 1
        if mode == "none":
            return f"no {kind}: cards are not lifted in this game (lift=none)"
        if mode == "any" and kind == "pass":
            return "there is no pass where piles are lifted in any order (lift=any)"
        if self.stock:
            return f"no {kind} before the stock is out: {count_text(len(self.stock))} left"
        if mode == "ordered" and self.next_lift is None:
            return "every place has been lifted or passed (lift=ordered)"
        if mode == "ordered" and self.next_lift != place:
            return f"place {self.next_lift} is next to be lifted or passed, not place {place}"
        if mode == "any" and self.turned:
            return "no lift once a pile has been turned (lift=any)"
        if mode == "any" and place in self.lifted:
            return f"place {place} has been lifted already (lift=any)"
        if kind == "lift" and len(self.piles[claim.pile]) < 2:
            held = count_text(len(self.piles[claim.pile]))
            return f"a lift needs two cards or more, and place {place} has {held}"
        return None

    def _turn_objection(self, place: int) -> str | None:
        """§1.6 *turn*, no card being aside."""
        mode = self.options["turn"]
        if mode == "none":
            return "piles are not turned in this game (turn=none)"
        if self.stock:
            return f"no turn before the stock is out: {count_text(len(self.stock))} left"
        if self.next_lift is not None:
            return f"place {self.next_lift} must be lifted or passed before any pile is turned"
        if mode == "ordered" and self.next_turn is None:
            return "every place has been turned"
        if mode == "ordered" and self.next_turn != place:
            return f"place {self.next_turn} is next to be turned, not place {place}"
        if mode == "any" and place in self.turned:
            return f"place {place} has been turned already (turn=any)"
        if mode == "any" and len(self.piles[place - 1]) < 2:
            held = count_text(len(self.piles[place - 1]))
            return f"a turn needs two cards or more, and place {place} has {held} (turn=any)"
        return None

    # -------------------------------------------------------------- making a legal move

    def _do(self, claim: Claim) -> None:
        place = claim.pile + 1
        if claim.kind in ("up", "down"):
            put_on_base(self, self.piles[claim.pile].pop(), claim.kind)
        elif claim.kind == "build":
            self.piles[claim.to].append(self.piles[claim.pile].pop())
        elif claim.kind == "deal":
            self._deal()
        elif claim.kind == "lift":
            self.aside = (self.piles[claim.pile].pop(), place)
        elif claim.kind == "return" and self.aside is not None:
            self.piles[claim.pile].append(self.aside[0])
            self.aside = None
            self.lifted.add(place)
        elif claim.kind == "pass":
            self.lifted.add(place)
        elif claim.kind == "turn":
            self.piles[claim.pile].reverse()
            self.turned.add(place)

    def _deal(self) -> None:
        """§1.3: a row from the first place on (a short one fills the first places), or a card."""
        first = (8 * self.ranks - len(self.stock)) % len(self.piles)
        last = len(self.piles) if self.options["pause"] == "row" else first + 1
        for pile in self.piles[first:last]:
            if self.stock:
                pile.append(self.stock.pop(0))


# ------------------------------------------------------------------ judging a line


def judge(options: Mapping[str, str], deal: Sequence[int], moves: object) -> Verdict:
    """Judge the claim that ``moves`` win the deal; any value is answered by a verdict.

    A legal line that stops before the win is not ok, with ``at`` None; a move after the win is
    wrong, with ``won`` True. Options or a deal that cannot be are explained, with ``at`` None.
    """
    try:
        game = Game(options, deal)
    except ValueError as error:
        return Verdict(False, None, str(error), False)
    if not isinstance(moves, list):
        return Verdict(False, None, f"the moves must be a list, not {shown(moves)}", False)
    for number, move in enumerate(moves, 1):
        if game.won:
            reason = f"the game was won by move {number - 1}: nothing may follow"
            return Verdict(False, number, reason, True)
        try:
            game.play(move)
        except IllegalMove as error:
            return Verdict(False, number, str(error), False)
    if game.won:
        return Verdict(True, None, f"all {len(moves)} moves are legal and win the game", True)
    based = sum(len(base.cards) for side in (game.up, game.down) for suit in side for base in suit)
    reason = f"the moves are legal but do not win: {based} of {8 * game.ranks} cards are on bases"
    return Verdict(False, None, reason, False)
