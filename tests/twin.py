"""The naive twin of the two patiences: what the fast kernels are checked against.

Written from the rules alone, in plain Python: a position is an immutable tuple, a move is a small
tuple, nothing is pruned and nothing is packed into bits. Whoever wants to know what a rule means
should be able to read it here.

A card is a face, ``13 * suit + rank - 1`` (suits C D H S = 0..3, ranks A..K = 1..13); the two
copies of a face are the same card. Places are counted from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

# --- variants -----------------------------------------------------------------------------------

VALUES: dict[str, tuple[str, ...]] = {
    "bases": ("twos-aces", "aces-kings", "aces"),
    "seal": ("closed", "open"),
    "found": ("at-once", "free"),
    "build": ("updown", "down", "up", "none"),
    "suit": ("same", "any", "alternate"),
    "build_when": ("always", "dealing"),
    "pause": ("row", "card"),
    "spaces": ("deal", "any"),
    "lift": ("ordered", "none", "any"),
    "lift_scope": ("pile", "all"),
    "turn": ("ordered", "any", "none"),
    "ranks": tuple(str(n) for n in range(13, 2, -1)),
    "piles": ("8", *(str(n) for n in range(2, 13) if n != 8)),
}

GAMES: dict[str, dict[str, str]] = {
    "iznanka": {"bases": "twos-aces", "lift": "none"},
    "vosem": {"bases": "aces-kings", "lift": "ordered"},
}

PRESETS: dict[str, dict[str, str]] = {
    "text": {},
    "noturn": {"turn": "none"},
    "nobuild": {"build": "none"},
    "free": {"found": "free", "seal": "open", "turn": "any", "lift_scope": "all"},
    "bycard": {"pause": "card"},
    "fill": {"spaces": "any"},
    "strict": {"build": "none", "turn": "none", "lift": "none"},
}


def options(variant: str) -> dict[str, str]:
    """The full options of a variant such as ``vosem:strict,ranks=3,piles=2``."""
    head, *changes = variant.split(",")
    game, colon, preset = head.partition(":")
    full = {name: values[0] for name, values in VALUES.items()}
    full |= GAMES[game] | (PRESETS[preset] if colon else {})
    full |= dict(change.split("=", 1) for change in changes)
    check(full)
    return full


def check(full: Mapping[str, str]) -> None:
    """Refuse options that are missing, unknown or have an unknown value."""
    if set(full) != set(VALUES):
        raise ValueError(f"options missing or unknown: {sorted(set(full) ^ set(VALUES))}")
    for name, value in full.items():
        if value not in VALUES[name]:
            raise ValueError(f"{name}={value}: not one of {', '.join(VALUES[name])}")


# --- deals by number ----------------------------------------------------------------------------

MASK = 2**64 - 1


def splitmix(state: int) -> tuple[int, int]:
    """One step of SplitMix64: the new state and the number drawn."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = state
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return state, z ^ z >> 31


def deal(number: int, ranks: int = 13) -> list[int]:
    """The cards of a numbered deal, in the order in which they are dealt."""
    cards = [13 * suit + rank for _pack in "12" for suit in range(4) for rank in range(ranks)]
    _, state = splitmix(number & MASK)  # the stream starts from a mixed state
    for last in range(len(cards) - 1, 0, -1):
        count = last + 1
        while True:
            state, drawn = splitmix(state)
            if drawn < 2**64 - 2**64 % count:
                break
        other = drawn % count
        cards[last], cards[other] = cards[other], cards[last]
    return cards


# --- positions and moves ------------------------------------------------------------------------

Move = tuple[str, int | None, int | None]


class SuitBases(NamedTuple):
    """The base piles of one suit. Heights are in the variant's order of ranks, sorted."""

    up: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    closed: int = 0  # pairs that have been sealed: they are in neither of the above


class Position(NamedTuple):
    """All that can matter for what comes next; equal positions are the same position."""

    dealt: int  # cards that have left the stock
    places: tuple[tuple[int, ...], ...]  # each pile from its bottom card to its top card
    bases: tuple[SuitBases, ...]  # one for each suit
    lifted: frozenset[int] = frozenset()  # places passed or returned
    turned: frozenset[int] = frozenset()  # places turned
    aside: tuple[int, int] | None = None  # the lifted card's place, and the card


def text(move: Move) -> str:
    """A move in words, places counted from 1: ``up 3``, ``build 3 5``, ``deal``."""
    kind, *places = move
    return " ".join([kind, *(str(place + 1) for place in places if place is not None)])


class Twin:
    """One deal under one set of rules."""

    def __init__(self, options: Mapping[str, str], deal: Sequence[int]) -> None:
        check(options)
        self.options = dict(options)
        self.ranks = int(options["ranks"])
        self.piles = int(options["piles"])
        self.deal = tuple(deal)
        faces = Counter(13 * suit + rank for suit in range(4) for rank in range(self.ranks))
        if Counter(self.deal) != faces + faces:
            raise ValueError("a deal is two packs: every face exactly twice")

        twos_aces = options["bases"] == "twos-aces"
        # A card's height is its rank, but an ace is the highest card where twos are base cards.
        self.height = {
            face: self.ranks + 1 if twos_aces and face % 13 == 0 else face % 13 + 1
            for face in faces
        }
        # Heights at which a pile begins (0: there are no such piles), and the last it takes.
        self.first_up = 2 if twos_aces else 1
        self.last_up = self.ranks
        self.first_down = {"twos-aces": self.ranks + 1, "aces-kings": self.ranks, "aces": 0}[
            options["bases"]
        ]
        self.last_down = 3 if twos_aces else 1
        self.one_pile_each = options["bases"] == "aces-kings"  # only the first ace, the first king
        self.seals = twos_aces and options["seal"] == "closed"

        self.at_once = options["found"] == "at-once"
        self.builds_after_stock = options["build_when"] == "always"
        self.fills_spaces = options["spaces"] == "any"
        self.one_card = options["pause"] == "card"
        self.lift = options["lift"]
        self.lift_frees_all = options["lift_scope"] == "all"
        self.turn = options["turn"]
        self.goes_on = {
            face: frozenset(under for under in faces if self._builds(face, under)) for face in faces
        }

    def _builds(self, card: int, under: int) -> bool:
        """May `card` be built on `under`, whatever the moment?"""
        step = self.height[card] - self.height[under]
        suit, under_suit = card // 13, under // 13
        suits_agree = {
            "same": suit == under_suit,
            "any": True,
            "alternate": (suit in (0, 3)) != (under_suit in (0, 3)),
        }[self.options["suit"]]
        steps = {"updown": (1, -1), "down": (-1,), "up": (1,), "none": ()}[self.options["build"]]
        return suits_agree and step in steps

    def start(self) -> Position:
        """The first row lies, the rest is the stock."""
        row = tuple((card,) for card in self.deal[: self.piles])
        return Position(self.piles, row, (SuitBases(),) * 4)

    def won(self, position: Position) -> bool:
        """All cards are on base piles."""
        stock_is_out = position.dealt == len(self.deal)
        return stock_is_out and position.aside is None and not any(position.places)

    def base_plays(self, card: int, bases: SuitBases) -> list[tuple[str, bool]]:
        """The directions in which a card may go to its suit's base piles, and if it starts one."""
        height = self.height[card]
        plays = []
        if height == self.first_up and not (self.one_pile_each and bases.up):
            plays.append(("up", True))
        elif height - 1 in bases.up and height <= self.last_up:
            plays.append(("up", False))
        if height == self.first_down and not (self.one_pile_each and bases.down):
            plays.append(("down", True))
        elif height + 1 in bases.down and height >= self.last_down:
            plays.append(("down", False))
        return plays

    def moves(self, position: Position) -> list[Move]:
        """Every legal move; equal choices are one move."""
        if self.won(position):
            return []
        places, aside = position.places, position.aside
        if aside is None or self.lift_frees_all:
            in_play = [place for place, pile in enumerate(places) if pile]
        else:
            in_play = [aside[0]] if places[aside[0]] else []

        moves: list[Move] = []
        starting: list[Move] = []
        for place in in_play:
            card = places[place][-1]
            for direction, starts in self.base_plays(card, position.bases[card // 13]):
                move = (direction, place, None)
                moves.append(move)
                if starts:
                    starting.append(move)
        if starting and self.at_once:
            return starting

        stock_is_out = position.dealt == len(self.deal)
        building = self.builds_after_stock or not stock_is_out
        for place in in_play:
            goes_on = self.goes_on[places[place][-1]]
            for to, pile in enumerate(places):
                if to == place or (aside is not None and to == aside[0]):
                    continue
                if (building and pile[-1] in goes_on) if pile else self.fills_spaces:
                    moves.append(("build", place, to))

        if not stock_is_out:
            moves.append(("deal", None, None))
        elif aside is not None:
            moves.append(("return", aside[0], None))
        else:
            moves += self._lifts(position) + self._turns(position)
        return moves

    def _lifts(self, position: Position) -> list[Move]:
        """Lifts and passes: the stock is out and no card is aside."""
        if self.lift == "ordered":
            place = len(position.lifted)
            if place == self.piles:
                return []
            passing: list[Move] = [("pass", place, None)]
            lifting: list[Move] = [("lift", place, None)]
            return passing + lifting if len(position.places[place]) >= 2 else passing
        if self.lift == "any" and not position.turned:
            return [
                ("lift", place, None)
                for place, pile in enumerate(position.places)
                if len(pile) >= 2 and place not in position.lifted
            ]
        return []

    def _turns(self, position: Position) -> list[Move]:
        """Turns: the stock is out and no card is aside."""
        if self.lift == "ordered" and len(position.lifted) < self.piles:
            return []
        if self.turn == "ordered":
            place = len(position.turned)
            return [("turn", place, None)] if place < self.piles else []
        if self.turn == "any":
            return [
                ("turn", place, None)
                for place, pile in enumerate(position.places)
                if len(pile) >= 2 and place not in position.turned
            ]
        return []

    def play(self, position: Position, move: Move) -> Position:
        """The position after one of its legal moves."""
        kind, place, to = move
        dealt, before, bases, lifted, turned, aside = position
        places = list(before)
        if kind == "deal":
            count = 1 if self.one_card else self.piles
            for at in range(dealt, min(dealt + count, len(self.deal))):
                places[at % self.piles] += (self.deal[at],)
                dealt += 1
            return Position(dealt, tuple(places), bases, lifted, turned, aside)

        assert place is not None
        pile = places[place]
        if kind in ("up", "down"):
            places[place] = pile[:-1]
            suit = pile[-1] // 13
            bases = (
                *bases[:suit],
                self._put(bases[suit], kind, self.height[pile[-1]]),
                *bases[suit + 1 :],
            )
        elif kind == "build":
            assert to is not None
            places[place] = pile[:-1]
            places[to] += pile[-1:]
        elif kind == "lift":
            places[place] = pile[:-1]
            aside = (place, pile[-1])
        elif kind == "return":
            assert aside is not None
            places[place] += (aside[1],)
            lifted |= {place}
            aside = None
        elif kind == "pass":
            lifted |= {place}
        elif kind == "turn":
            places[place] = pile[::-1]
            turned |= {place}
        else:
            raise ValueError(f"no such move: {move}")
        return Position(dealt, tuple(places), bases, lifted, turned, aside)

    def _put(self, bases: SuitBases, direction: str, height: int) -> SuitBases:
        """A suit's base piles after a card of that height has gone up or down."""
        ups, downs, closed = list(bases.up), list(bases.down), bases.closed
        if direction == "up":
            if height != self.first_up:
                ups.remove(height - 1)
            ups.append(height)
            meeting = (height, height + 1)
        else:
            if height != self.first_down:
                downs.remove(height + 1)
            downs.append(height)
            meeting = (height - 1, height)
        if self.seals and meeting[0] in ups and meeting[1] in downs:
            ups.remove(meeting[0])
            downs.remove(meeting[1])
            closed += 1
        return SuitBases(tuple(sorted(ups)), tuple(sorted(downs)), closed)


# --- counting -----------------------------------------------------------------------------------


def layers(twin: Twin, first: Position | None = None) -> Iterator[dict[Position, int]]:
    """After 1, 2, … moves: each position, and the number of move sequences that lead to it.

    Counting sequences by the position they end in is exact and spares walking each of them.
    """
    layer = {twin.start() if first is None else first: 1}
    while True:
        after: dict[Position, int] = {}
        for position, count in layer.items():
            for move in twin.moves(position):
                child = twin.play(position, move)
                after[child] = after.get(child, 0) + count
        layer = after
        yield layer


def perft(twin: Twin, depth: int) -> list[int]:
    """The number of sequences of 1, 2, … `depth` legal moves from the start."""
    return [sum(layer.values()) for layer in islice(layers(twin), depth)]


def unique(twin: Twin, depth: int) -> list[int]:
    """The number of distinct positions after exactly 1, 2, … `depth` moves."""
    return [len(layer) for layer in islice(layers(twin), depth)]


def split(twin: Twin, depth: int) -> dict[str, int]:
    """For each first move, the number of sequences of `depth` moves that begin with it."""
    counts = {}
    start = twin.start()
    for move in twin.moves(start):
        child = twin.play(start, move)
        counts[text(move)] = 1
        for layer in islice(layers(twin, child), depth - 1):
            counts[text(move)] = sum(layer.values())
    return counts


# --- solving ------------------------------------------------------------------------------------


def search(twin: Twin, limit: int | None = None) -> tuple[bool | None, list[Move]]:
    """Look for a won position among all that can be reached; the line of play if there is one.

    The verdict is None if more than `limit` positions were met before it was clear.
    """
    start = twin.start()
    came_from: dict[Position, tuple[Position, Move] | None] = {start: None}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if twin.won(position):
            line = []
            step = came_from[position]
            while step is not None:
                line.append(step[1])
                step = came_from[step[0]]
            return True, line[::-1]
        for move in reversed(twin.moves(position)):
            child = twin.play(position, move)
            if child not in came_from:
                if limit is not None and len(came_from) >= limit:
                    return None, []
                came_from[child] = (position, move)
                waiting.append(child)
    return False, []


def solvable(twin: Twin, limit: int | None = None) -> bool | None:
    """Can a won position be reached? None if more than `limit` positions were met."""
    return search(twin, limit)[0]


def solution(twin: Twin, limit: int | None = None) -> list[Move] | None:
    """Some line of play that wins, or None if none was found."""
    verdict, line = search(twin, limit)
    return line if verdict else None
