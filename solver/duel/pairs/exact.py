"""The exact distribution of the pair-matching game where it is chance alone and its state is small.

With exact matches every face has one copy in each pack. Which cards lie where then matters to
nobody; what counts is how many cards each deck has shown (a, b) and how many faces have shown both
copies (I). Of the 52 - a unseen cards of A just b - I complete a pair, and the other way round, so
that the pairs of a refill are hypergeometric. After pairs taken by the first and the second seat
(p, q) and s in sight, a and b follow from the rules of refilling, and I = p + q + s. That leaves a
few thousand states, gone through in the order of p + q.

Games of ranks have no such state: which of a rank's cards are still unseen in each deck differs
from rank to rank, and the multisets of 13 such pairs of numbers are thousands of millions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import comb
from typing import NamedTuple

ROW, PACK = 12, 52


class Inexact(ValueError):
    """Rules whose distribution is not computed; the message says why."""


class Distribution(NamedTuple):
    """Probabilities of a game, the first seat's name unknown."""

    first: float
    """The seat that begins takes more pairs."""
    draw: float
    second: float
    pairs: list[float]
    """How likely 0 ... 52 pairs are taken."""

    @property
    def mean(self) -> float:
        """Pairs taken on average."""
        return sum(count * chance for count, chance in enumerate(self.pairs))


class State(NamedTuple):
    """A turn is to begin, or to go on under chain=yes."""

    mover: int
    """0: the seat that began."""
    taken: tuple[int, int]
    in_sight: int
    laid: int


def check(rules: Mapping[str, str]) -> None:
    """Refuse rules whose distribution is not computed (Inexact)."""
    if rules["take"] == "optional" or rules["thirteenth"] == "optional":
        raise Inexact("players decide: it is no game of chance alone")
    if rules["match"] != "exact":
        raise Inexact("games of ranks have too many states; simulate them")
    if rules["scope"] != "any" and rules["refill"] != "owner":
        raise Inexact("which row a card lies in matters here: too many states; simulate them")


def distribution(rules: Mapping[str, str]) -> Distribution:
    """The distribution under effective rules (``Variant.rules``).

    Raises:
        Inexact: it is not computed.
    """
    check(rules)
    levels: dict[int, dict[State, float]] = defaultdict(lambda: defaultdict(float))
    for found, chance in hits(PACK, ROW, ROW):
        levels[0][State(0, (0, 0), found, 0)] += chance
    result, pairs = [0.0, 0.0, 0.0], [0.0] * (PACK + 1)
    for level in range(PACK + 1):
        waiting = levels.pop(level, {})
        while waiting:
            state, chance = waiting.popitem()
            if state.in_sight:
                for after, part in turn(rules, state):
                    levels[level + taken_at_once(rules, state)][after] += chance * part
                continue
            for laid, part in thirteenth(rules, state):
                if laid is None:
                    mine, theirs = state.taken
                    result[(mine <= theirs) + (mine < theirs)] += chance * part
                    pairs[level] += chance * part
                else:
                    waiting[laid] = waiting.get(laid, 0.0) + chance * part
    return Distribution(result[0], result[1], result[2], pairs)


def hits(cards: int, kind: int, drawn: int) -> Iterator[tuple[int, float]]:
    """How many of ``kind`` are among ``drawn`` of so many cards, each with its chance."""
    ways = comb(cards, drawn)
    for found in range(max(0, drawn + kind - cards), min(kind, drawn) + 1):
        yield found, comb(kind, found) * comb(cards - kind, drawn - found) / ways


def shown(rules: Mapping[str, str], state: State) -> tuple[int, int]:
    """Cards that each pack has shown: the mover's, the other's."""
    if rules["refill"] == "owner":
        each = min(PACK, ROW + sum(state.taken) + state.laid)
        return each, each
    one, other = (min(PACK, ROW + 2 * taken + state.laid) for taken in state.taken)
    return (other, one) if state.mover else (one, other)


def taken_at_once(rules: Mapping[str, str], state: State) -> int:
    """Pairs that the mover takes before the gaps are refilled."""
    return 1 if rules["take"] == "one" else state.in_sight


def turn(rules: Mapping[str, str], state: State) -> Iterator[tuple[State, float]]:
    """What a turn with pairs in sight leads to."""
    mover, before, in_sight, laid = state
    count = taken_at_once(rules, state)
    after = (before[0] + count, before[1]) if mover == 0 else (before[0], before[1] + count)
    own, other = shown(rules, state)
    left = State(mover, after, in_sight - count, laid)
    own_then, other_then = shown(rules, left)
    matched = sum(before) + in_sight
    for new, chance in drawn(own, other, own_then - own, other_then - other, matched):
        now = in_sight - count + new
        goes_on = now and rules["chain"] == "yes" and rules["take"] == "all"
        yield State(mover if goes_on else 1 - mover, after, now, laid), chance


def drawn(
    own: int, other: int, from_own: int, from_other: int, matched: int
) -> Iterator[tuple[int, float]]:
    """New pairs when so many cards of both decks are turned up, one deck after the other."""
    for mine, chance in hits(PACK - own, other - matched, from_own):
        unmatched = own + from_own - matched - mine
        for theirs, part in hits(PACK - other, unmatched, from_other):
            yield mine + theirs, chance * part


def thirteenth(rules: Mapping[str, str], state: State) -> Iterator[tuple[State | None, float]]:
    """What follows where no pair is in sight; None: the game is over."""
    own, other = shown(rules, state)
    if state.laid or rules["thirteenth"] == "none" or own == other == PACK:
        yield None, 1.0
        return
    mover = state.mover if rules["after13"] == "mover" else 1 - state.mover
    more = int(own < PACK), int(other < PACK)
    for new, chance in drawn(own, other, *more, sum(state.taken)):
        yield (State(mover, state.taken, new, 1) if new else None), chance
