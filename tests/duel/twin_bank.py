"""A naive twin of both Russian Banks: every action tried, every position a tuple.

Written from the rules alone, as short as they allow; cards are (suit, rank), ace 1 … king 13.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

Card = tuple[int, int]
Pile = tuple[Card, ...]
Action = tuple[str, str, str, int]
"""Kind, from, to, count."""

CELLS = ("cell1", "cell2", "cell3", "cell4", "cell5", "cell6", "cell7", "cell8")
BLACK = (0, 3)


class Position(NamedTuple):
    """Piles from the bottom up, decks from the next card on; -1 marks a cell not yet laid."""

    mover: int
    hand: Card | None
    opened: bool
    laid: tuple[bool, bool]
    cells: tuple[Pile, ...]
    bases: Pile
    """The tops of the base piles, sorted."""
    magazines: tuple[Pile, Pile]
    decks: tuple[Pile, Pile]
    talons: tuple[Pile, Pile]


class Twin:
    """The rules of one variant and the packs of one deal."""

    def __init__(self, options: Mapping[str, str], packs: Sequence[Sequence[int]]) -> None:
        self.options = dict(options)
        self.packs = [tuple((face // 13, face % 13 + 1) for face in pack) for pack in packs]

    def start(self, first: int = 0) -> Position:
        """Before the first action."""
        nothing: tuple[Pile, Pile] = ((), ())
        decks = (self.packs[0][17:], self.packs[1][17:])
        pos = Position(first, None, False, (False, False), ((),) * 8, (), nothing, decks, nothing)
        if self.options["layout"] == "both":
            pos = self.lay(self.lay(pos, 0), 1)
        return self.begin(pos)

    def lay(self, pos: Position, seat: int) -> Position:
        """Magazine and cells."""
        pack, cells, magazines = self.packs[seat], list(pos.cells), list(pos.magazines)
        magazines[seat] = pack[:13]
        cells[4 * seat : 4 * seat + 4] = [(card,) for card in pack[13:17]]
        laid = (True, pos.laid[1]) if seat == 0 else (pos.laid[0], True)
        return pos._replace(cells=tuple(cells), magazines=(magazines[0], magazines[1]), laid=laid)

    def begin(self, pos: Position) -> Position:
        """A turn begins."""
        return pos if pos.laid[pos.mover] else self.lay(pos, pos.mover)

    # ---------------------------------------------------------------- legal actions

    def actions(self, pos: Position) -> Iterator[Action]:
        """Every legal action: all that could be written is tried."""
        opt, me = self.options, pos.mover
        base = [(*("base", place), "", 1) for place in self.places(pos) if self.based(pos, place)]
        if opt["forced"] == "yes" and base:
            yield from base
            return
        stock = pos.decks[me] + pos.talons[me]
        again = opt["deck_per_turn"] == "one" and pos.opened
        may_open = bool(stock) and not pos.hand and not again
        if opt["open"] == "start" and may_open and not pos.opened:
            yield ("open", "", "", 0)
            return
        alone = opt["hand"] == "must-place" and pos.hand
        if alone:
            base = [action for action in base if action[1] == "hand"]
        yield from base
        targets = (*CELLS, "magazine", "talon")
        for place, to, n in product(self.places(pos), targets, range(1, 14)):
            if alone and place != "hand":
                continue
            for kind in ("build", "fill", "load"):
                if n <= len(self.pile(pos, place)) and self.allowed(pos, kind, place, to, n):
                    yield (kind, place, to, n)
        if may_open:
            yield ("open", "", "", 0)
        if pos.hand:
            yield ("discard", "", "", 0)
        elif not stock or again:
            yield ("pass", "", "", 0)

    def places(self, pos: Position) -> list[str]:
        """Places whose top card is in play."""
        own = ["talon"] if self.options["own_talon"] == "playable" else []
        return [place for place in (*CELLS, "magazine", "hand", *own) if self.pile(pos, place)]

    def pile(self, pos: Position, place: str) -> Pile:
        """Cards of one of the mover's places."""
        if place == "hand":
            return (pos.hand,) if pos.hand else ()
        if place == "magazine":
            return pos.magazines[pos.mover]
        if place == "talon":
            return pos.talons[pos.mover]
        return pos.cells[CELLS.index(place)]

    def based(self, pos: Position, place: str) -> bool:
        """Does the top card go on a base pile?"""
        suit, rank = self.pile(pos, place)[-1]
        return (suit, rank - 1) in pos.bases if rank > 1 else True

    def allowed(self, pos: Position, kind: str, place: str, to: str, n: int) -> bool:
        """May n cards of a place move so?"""
        if n > 1 and place not in CELLS:
            return False
        pile, onto_cell = self.pile(pos, place), to in CELLS
        head = pile[-n]
        if kind == "load":
            return not onto_cell and self.loads(pos, to, n, head)
        if not onto_cell:
            return False
        number = CELLS.index(to)
        there = pos.cells[number]
        if not pos.laid[number // 4] or bool(there) != (kind == "build"):
            return False
        if place in CELLS and not self.unit(place, len(pile), n, kind):
            return False
        if kind == "build":
            return place != to and self.builds(head, there[-1])
        return self.fills(pos, place, number, n == len(pile))

    def loads(self, pos: Position, to: str, n: int, head: Card) -> bool:
        mode = self.options["load"]
        if mode == "none" or (to == "talon" and mode != "both"):
            return False
        if n > 1 and self.options["load_series"] != "yes":
            return False
        piles = pos.magazines if to == "magazine" else pos.talons
        pile = piles[1 - pos.mover]
        return bool(pile) and pile[-1][0] == head[0] and abs(pile[-1][1] - head[1]) == 1

    def unit(self, place: str, cards: int, n: int, kind: str) -> bool:
        """May the top n of a column's cards move as a unit to another cell?"""
        series = self.options["series"]
        if series == "single":
            return n == 1
        if series == "whole":
            return kind == "build" and n == cards
        return True

    def builds(self, head: Card, top: Card) -> bool:
        if head[1] != top[1] - 1:
            return False
        if self.options["aux"] == "suit":
            return head[0] == top[0]
        return (head[0] in BLACK) != (top[0] in BLACK)

    def fills(self, pos: Position, place: str, number: int, whole: bool) -> bool:
        opt = self.options
        if place == "hand" and opt["deck_to_empty"] == "no":
            return False
        if opt["empty"] == "magazine-only" and place != "magazine":
            return False
        if opt["empty"] == "magazine-first" and place != "magazine" and pos.magazines[pos.mover]:
            return False
        sides = opt["win_cells"] == "own"
        first = 4 * (number // 4) if sides else 0
        if any(not pos.cells[i] and pos.laid[i // 4] for i in range(first, number)):
            return False
        if place in CELLS and whole:
            return sides and CELLS.index(place) // 4 != number // 4
        return True

    # ---------------------------------------------------------------- what actions do

    def after(self, pos: Position, action: Action) -> Position:
        """The position after a legal action."""
        kind, place, to, n = action
        me = pos.mover
        if kind == "open":
            deck, talon = pos.decks[me], pos.talons[me]
            if not deck:
                deck, talon = talon, ()
            pos = pos._replace(decks=swap(pos.decks, me, deck[1:]), hand=deck[0], opened=True)
            return pos._replace(talons=swap(pos.talons, me, talon))
        if kind in ("discard", "pass"):
            if pos.hand:
                talon = (*pos.talons[me], pos.hand)
                pos = pos._replace(talons=swap(pos.talons, me, talon), hand=None)
            return self.begin(pos._replace(mover=1 - me, opened=False))
        cards = self.pile(pos, place)[-n:]
        pos = self.without(pos, place, n)
        if kind == "base":
            bases = list(pos.bases)
            suit, rank = cards[0]
            if rank > 1:
                bases.remove((suit, rank - 1))
            return pos._replace(bases=tuple(sorted([*bases, cards[0]])))
        if kind == "load":
            piles = pos.magazines if to == "magazine" else pos.talons
            piles = swap(piles, 1 - me, piles[1 - me] + cards)
            return pos._replace(magazines=piles) if to == "magazine" else pos._replace(talons=piles)
        cells = list(pos.cells)
        cells[CELLS.index(to)] += cards
        return pos._replace(cells=tuple(cells))

    def without(self, pos: Position, place: str, n: int) -> Position:
        rest, me = self.pile(pos, place)[:-n], pos.mover
        if place == "hand":
            return pos._replace(hand=None)
        if place == "magazine":
            return pos._replace(magazines=swap(pos.magazines, me, rest))
        if place == "talon":
            return pos._replace(talons=swap(pos.talons, me, rest))
        cells = list(pos.cells)
        cells[CELLS.index(place)] = rest
        return pos._replace(cells=tuple(cells))

    def same(self, pos: Position) -> Position:
        """The position as far as it tells positions apart."""
        told = self.options["open"] == "start" or self.options["deck_per_turn"] == "one"
        return pos if told else pos._replace(opened=False)


def swap(pair: tuple[Pile, Pile], seat: int, pile: Pile) -> tuple[Pile, Pile]:
    """The pair with a seat's pile replaced."""
    return (pile, pair[1]) if seat == 0 else (pair[0], pile)


def counts(
    twin: Twin, depth: int, most_unique: int = 10**9, most_perft: int = 10**18
) -> Iterator[tuple[int, int]]:
    """perft and unique of depths 1, 2 … ``depth``, until one grows past its limit.

    Sequences are counted by how many lead to each position, so that none is played twice.
    """
    layer = {twin.start(): 1}
    for _ in range(depth):
        below: dict[Position, int] = {}
        for pos, ways in layer.items():
            for action in twin.actions(pos):
                after = twin.after(pos, action)
                below[after] = below.get(after, 0) + ways
        if len(below) > most_unique or sum(below.values()) > most_perft:
            return
        layer = below
        yield sum(below.values()), len({twin.same(pos) for pos in below})
