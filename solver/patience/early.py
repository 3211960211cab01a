"""The line of play that keeps to given ways and plays early (ways.py), in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.patience.lines import DEAL, LIFT, PASS, PLAY_DOWN, PLAY_UP, RETURN, TURN
from solver.patience.relax import count_deals, count_dealt
from solver.patience.rules import LIFT_ORDERED, TURN_ORDERED, Rules
from solver.patience.ways import D2, U1, U2, WAYS, Copies, only_start


def early_line(rules: Rules, copies: Copies, ways: Mapping[int, int]) -> tuple[int, ...]:
    """The packed moves of the game that plays early; ``ways`` is the way of each face by code.

    Faces that only start base piles need none. The line ends where it wins or nothing is left.
    """
    game = _Early(rules, copies, ways)
    line = []
    for move in game.moves():
        line.append(move)
        if not game.left:
            break
    return tuple(line)


class _Early:
    """A game that keeps to its ways. Cards are indices in the deal."""

    def __init__(self, rules: Rules, copies: Copies, ways: Mapping[int, int]) -> None:
        self.rules, self.ways = rules, ways
        self.code, self.copy = copies.code.tolist(), copies.copy.tolist()
        self.left = rules.cards
        self.places: list[list[int]] = [[] for _ in range(rules.piles)]
        self.played: set[tuple[int, int]] = set()
        """The base piles and codes played."""
        self.gone: set[tuple[int, int]] = set()
        """The codes and copies played."""
        self.idle = only_start(rules)

    def moves(self) -> Iterator[int]:
        """All moves of the game, each made as it is told."""
        everywhere = range(self.rules.piles)
        for deals in range(count_deals(self.rules)):
            if deals > 0:  # the first row is the start position
                yield DEAL << 16
            for card in range(count_dealt(self.rules, deals), count_dealt(self.rules, deals + 1)):
                self.places[card % self.rules.piles].append(card)
            yield from self._plays(everywhere)
        if self.rules.lift == LIFT_ORDERED:
            for place in everywhere:
                yield from self._lift(place)
                yield from self._plays(everywhere)
        if self.rules.turn == TURN_ORDERED:
            for place in everywhere:
                self.places[place].reverse()
                yield TURN << 16 | place << 4
                yield from self._plays(everywhere)

    def _lift(self, place: int) -> Iterator[int]:
        """Lift if that lets anything be played, else pass."""
        cards = self.places[place]
        if len(cards) < 2 or self._pile(cards[-2]) < 0:
            yield PASS << 16 | place << 4
            return
        aside = cards.pop()
        yield LIFT << 16 | self.code[aside] << 8 | place << 4
        yield from self._plays(range(self.rules.piles) if self.rules.lift_all else [place])
        cards.append(aside)
        yield RETURN << 16 | self.code[aside] << 8 | place << 4

    def _plays(self, places: range | list[int]) -> Iterator[int]:
        """Play from these places as long as anything goes, base cards that start a pile first."""
        while True:
            tops = [place for place in places if self.places[place]]
            ready = [place for place in tops if self._pile(self.places[place][-1]) >= 0]
            if not ready:
                return
            yield self._play(min(ready, key=self._is_late))

    def _is_late(self, place: int) -> bool:
        card = self.places[place][-1]
        starts = self.rules.up_start if self._pile(card) <= U2 else self.rules.down_start
        return not starts >> self.code[card] & 1

    def _play(self, place: int) -> int:
        card = self.places[place][-1]
        code, pile = self.code[card], self._pile(card)
        self.places[place].pop()
        self.played.add((pile, code))
        self.gone.add((code, self.copy[card]))
        self.left -= 1
        return (PLAY_UP if pile <= U2 else PLAY_DOWN) << 16 | code << 8 | place << 4

    def _pile(self, card: int) -> int:
        """The base pile that a card can go to now, or -1."""
        code, other = self.code[card], (self.code[card], 1 - self.copy[card])
        if self.idle >> code & 1:
            first = U1 if self.rules.up_start >> code & 1 else U2 + 1
            return first + int(other in self.gone)
        pile = WAYS[self.ways[code]][self.copy[card]]
        if pile in (U2, D2) and other not in self.gone:
            return -1
        starts, step = (self.rules.up_start, -1) if pile <= U2 else (self.rules.down_start, 1)
        return pile if starts >> code & 1 or (pile, code + step) in self.played else -1
