"""Proofs that a deal is unsolvable, and their checker in plain Python.

A proof by cases is for rules with ``build=none``, ``spaces=deal`` and neither ``lift=any`` nor
``turn=any``. It is an object ``{"kind": "cases", "refuted": [...]}``, whose list holds
refutations ``[card, way, [refutation, ...]]`` in the order in which they are checked::

    ["7C", "U1/D1", []]       7C cannot go this way: its first copy up, the other down
    ["9H", "D1/D2", [...]]    nor 9H that way, for then none of 9H's ways is left after these

A *way* names the base piles of the copy of a face dealt first and of the other copy: U1, U2 go up,
D1, D2 down. U2 (D2) takes a card only after the other copy of its face has gone to its pile. With
``bases=twos-aces,seal=closed`` U1 and D1 are the pair that is closed first. (ways.py proves that
every won game takes one way for each face; relax.py what follows.)

The checker plays a *relaxed game*: deals, lifts and turns as the rules have them, while each card
goes to every pile that an open way of its face allows, and covers nothing once it has gone to one.
A way that it does not play in full is impossible. A face without a way refutes the assumptions; a
proof stands if its refutations, each checked with its own list under its assumption, leave some
face without a way and without any assumption. An empty list claims: cards that can never leave.

No kernel is used here, nor anything else of the search but its theory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from solver.cards import card_text, rank_of, suit_of

Way = tuple[str, str]
Ways = dict[int, set[Way]]

MOST_DEEP: Final = 60
"""Assumptions that can stand at a time; there are 52 faces."""

UP: Final[set[Way]] = {("U1", "U2"), ("U2", "U1")}
DOWN: Final[set[Way]] = {("D1", "D2"), ("D2", "D1")}
ONE_EACH: Final[set[Way]] = {("U1", "D1"), ("D1", "U1")}
SEALED: Final[set[Way]] = {("U1", "D2"), ("D2", "U1"), ("U2", "D1"), ("D1", "U2")}


def check(rules: Mapping[str, str], faces: Sequence[int], proof: object) -> str:
    """Why a proof does not show a deal to be unsolvable; empty if it does.

    ``rules`` are all options of the variant, ``faces`` its cards in dealing order (a face is
    ``13 * suit + rank - 1``), both known to be valid; ``proof`` may be anything.
    """
    if not isinstance(proof, dict) or proof.get("kind") != "cases":
        return 'a proof is an object with "kind": "cases"'
    if not applies(rules):
        return "a proof by cases is for build=none, spaces=deal, no lift=any and no turn=any"
    deal = _Deal(rules, faces)
    return _refutes(deal, deal.first_ways(), proof.get("refuted"), 0)


def applies(rules: Mapping[str, str]) -> bool:
    """Whether deals can be proved unsolvable by cases under these rules."""
    still = rules["build"] == "none" and rules["spaces"] == "deal"
    return still and "any" not in (rules["lift"], rules["turn"])


def _refutes(deal: _Deal, ways: Ways, refuted: object, depth: int) -> str:
    """Why a list of refutations does not end all games with these ways; empty if it does."""
    if not isinstance(refuted, list):
        return f"the refutations must be a list, not {str(refuted)[:40]!r}"
    if depth > MOST_DEEP:
        return f"more than {MOST_DEEP} assumptions stand at a time"
    if narrow(deal, ways):
        return ""
    for item in refuted:
        if not isinstance(item, list) or len(item) != 3:
            return f"a refutation is [card, way, list], not {str(item)[:40]!r}"
        face, way = deal.by_text.get(str(item[0])), tuple(str(item[1]).split("/"))
        if face is None or way not in ways[face]:
            return f"{str(item[0])[:8]!r} {str(item[1])[:8]!r} names no way that is still open"
        assumed = {other: {way} if other == face else set(ways[other]) for other in ways}
        reason = _refutes(deal, assumed, item[2], depth + 1)
        if reason:
            return reason
        ways[face].remove(way)
    if narrow(deal, ways):
        return ""
    left = sum(len(open_ways) for open_ways in ways.values())
    return f"after {len(refuted)} refutations every face keeps a way ({left} in all)"


def narrow(deal: _Deal, ways: Ways) -> bool:
    """Strike off what relaxed games do not play; True once a face is left without a way."""
    while all(ways.values()):
        gone = deal.relaxed_game(ways)
        before = sum(map(len, ways.values()))
        for face, (first, second) in deal.copies.items():
            ways[face] &= {way for way in ways[face] if way[0] in gone[first]}
            ways[face] &= {way for way in ways[face] if way[1] in gone[second]}
        if sum(map(len, ways.values())) == before:
            return False
    return True


class _Deal:
    """A deal and its rules as the relaxed game needs them. Cards are indices in the deal."""

    def __init__(self, rules: Mapping[str, str], faces: Sequence[int]) -> None:
        self.rules, self.faces = rules, faces
        self.piles, self.ranks = int(rules["piles"]), int(rules["ranks"])
        self.copies: dict[int, tuple[int, int]] = {}
        for face in set(faces):
            first = faces.index(face)
            self.copies[face] = first, faces.index(face, first + 1)
        self.by_text = {card_text(face): face for face in self.copies}
        twos = rules["bases"] == "twos-aces"
        self.height = {
            face: self.ranks + 1 if twos and rank_of(face) == 1 else rank_of(face)
            for face in self.copies
        }
        self.lowest = 2 if twos else 1
        self.highest = self.ranks + int(twos)

    def first_ways(self) -> Ways:
        """Every way that the base piles allow each face."""
        return {face: set(self._ways_of(face)) for face in self.copies}

    def _ways_of(self, face: int) -> set[Way]:
        bases, height = self.rules["bases"], self.height[face]
        if bases == "aces":
            return UP
        if bases == "aces-kings":
            return self._first_starts(face) if self.rules["found"] == "at-once" else ONE_EACH
        if height in (self.lowest, self.highest):  # twos and aces only start piles
            return UP if height == self.lowest else DOWN
        return UP | DOWN | (SEALED if self.rules["seal"] == "closed" else ONE_EACH)

    def _first_starts(self, face: int) -> set[Way]:
        """With found=at-once the ace (king) dealt first starts the pile; in a row either may.

        The first row is laid at once whatever *pause* says.
        """
        first, second = (card // self.piles for card in self.copies[face])
        if first == second and (first == 0 or self.rules["pause"] == "row"):
            return ONE_EACH
        if self.height[face] == self.lowest:
            return {("U1", "D1")}
        return {("D1", "U1")} if self.height[face] == self.highest else ONE_EACH

    def relaxed_game(self, ways: Ways) -> list[set[str]]:
        """The base piles that each card can go to by the end of the relaxed game."""
        gone: list[set[str]] = [set() for _ in self.faces]
        taken: set[tuple[str, int, int]] = set()
        """Base pile, suit and height of what has been played."""
        for bare in self._steps(gone):
            while sum(self._plays(card, ways, gone, taken) for card in bare()):
                pass
        return gone

    def _plays(
        self, card: int, ways: Ways, gone: list[set[str]], taken: set[tuple[str, int, int]]
    ) -> bool:
        """Let a card go where it can; whether it went anywhere new."""
        face = self.faces[card]
        suit, height, copy = suit_of(face), self.height[face], self.copies[face].index(card)
        went = False
        for way in ways[face]:
            pile, other = way[copy], gone[self.copies[face][1 - copy]]
            if pile in gone[card] or (pile in ("U2", "D2") and way[1 - copy] not in other):
                continue
            start, step = (self.lowest, -1) if pile in ("U1", "U2") else (self.highest, 1)
            if height == start or (pile, suit, height + step) in taken:
                gone[card].add(pile)
                taken.add((pile, suit, height))
                went = True
        return went

    def _steps(self, gone: list[set[str]]) -> Iterator[Callable[[], list[int]]]:
        """Deal, lift and turn; after each step, how to find the bare cards of that moment."""
        places: list[list[int]] = [[] for _ in range(self.piles)]
        aside: set[int] = set()

        def bare() -> list[int]:
            return [card for place in within for card in _bare(places[place], gone, aside)]

        within = everywhere = range(self.piles)
        for card in range(len(self.faces)):
            places[card % self.piles].append(card)
            row_ends = (card + 1) % self.piles == 0 or card + 1 == len(self.faces)
            if row_ends or (self.rules["pause"] == "card" and card >= self.piles):
                yield bare
        if self.rules["lift"] == "ordered":
            for place in everywhere:
                aside.update([card for card in places[place] if not gone[card]][-1:])
                within = everywhere
                if self.rules["lift_scope"] == "pile":
                    within = range(place, place + 1)
                yield bare
                aside.clear()
                within = everywhere
                yield bare
        if self.rules["turn"] == "ordered":
            for place in everywhere:
                places[place].reverse()
                yield bare


def _bare(cards: Sequence[int], gone: Sequence[set[str]], aside: set[int]) -> list[int]:
    """The cards of a place, from its top down to the first that has not gone (nor is aside)."""
    bare = []
    for card in reversed(cards):
        bare.append(card)
        if not gone[card] and card not in aside:
            break
    return bare
