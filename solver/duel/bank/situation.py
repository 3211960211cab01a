"""A position of a Russian Bank as players know it: from the referee's game, to the kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from solver.deals import SplitMix64, shuffle
from solver.duel.bank.columns import join, single, to_code
from solver.duel.bank.referee import Game
from solver.duel.bank.state import (
    BASES,
    CELL,
    DECK,
    DECK_N,
    DECK_SEEN,
    HAND,
    LAID,
    MAG,
    MAG_LOW,
    MAG_N,
    MOVER,
    OPENED,
    STRIDE,
    TALON,
    TALON_N,
    UNSEEN,
    Ints,
    new_state,
)
from solver.duel.bank.table import CELLS, Card, Table
from solver.duel.bank.written import Written
from solver.duel.family import Packs


def at_start(rules: Mapping[str, str], packs: Packs, first: int) -> Written:
    """What is known as a game begins: whoever begins has laid out, the other as the rules say."""
    return written_of(Game(rules, packs, first))


def written_of(game: Table) -> Written:
    """What both players know of a game by the referee."""
    written = Written(game.mover, game.hand[1] if game.hand else None, game.opened)
    written.bases = sorted(pile[-1][1] for pile in game.bases)
    written.cells = [_faces(game.cells.get(cell, [])) for cell in CELLS]
    written.laid, written.talons = list(game.laid), [_faces(pile) for pile in game.talon]
    for seat in (0, 1):
        magazine, deck = game.magazine[seat], game.deck[seat]
        written.down[seat] = sum(card not in game.seen for card in magazine)
        written.magazines[seat] = _faces(magazine[written.down[seat] :])
        written.under[seat] = sum(card not in game.seen for card in deck)
        written.decks[seat] = _faces(deck[: len(deck) - written.under[seat]])
    copies = Counter(face for _, face in game.seen)
    written.packs = [
        sorted(face for pack, face in game.seen if pack == seat and copies[face] == 1)
        for seat in (0, 1)
    ]
    return written


def _faces(cards: list[Card]) -> list[int]:
    return [face for _, face in cards]


def state_of(written: Written) -> Ints:
    """The position for the kernels, unseen cards 0; whose they are :func:`deal_sets` tells."""
    state = new_state()
    state[MOVER], state[OPENED] = written.mover, int(written.opened)
    state[HAND] = 0 if written.hand is None else to_code(written.hand)
    for suit in range(4):
        heights = sorted(top % 13 + 1 for top in written.bases if top // 13 == suit)
        low, high = ([0, 0, *heights])[-2:]
        state[BASES] |= low << 8 * suit | high << 8 * suit + 4
    for cell, cards in enumerate(written.cells):
        for face in cards:
            state[CELL + cell] = join(int(state[CELL + cell]), single(to_code(face)))
    for seat in (0, 1):
        _fill_seat(state, written, seat)
    return state


def _fill_seat(state: Ints, written: Written, seat: int) -> None:
    state[LAID + seat] = int(written.laid[seat])
    down, under = written.down[seat], written.under[seat]
    piles = (
        (MAG, MAG_N, [0] * down + [to_code(face) for face in written.magazines[seat]]),
        (DECK, DECK_N, [to_code(face) for face in written.decks[seat]] + [0] * under),
        (TALON, TALON_N, [to_code(face) for face in written.talons[seat]]),
    )
    for pile, number, codes in piles:
        state[number + seat] = len(codes)
        state[pile + STRIDE * seat : pile + STRIDE * seat + len(codes)] = codes
    state[MAG_LOW + seat], state[DECK_SEEN + seat] = down, len(written.decks[seat])


def deal_sets(written: Written, stream: SplitMix64) -> list[int]:
    """The sets of unseen cards of both packs, drawn where the position leaves it open.

    Of a face that nobody has seen each pack holds one, and of a face of which one has been seen
    the other pack; where it is not told of which pack the one is, chance decides.
    """
    left = written.unseen()
    a, b = (written.certain(seat, left) for seat in (0, 1))
    open_to = [face for face, count in left.items() if count == 1 and face not in {*a, *b}]
    shuffle(open_to, stream)
    more = written.hidden(0) - len(a)
    return [
        sum(1 << to_code(face) for face in faces)
        for faces in (a + open_to[:more], b + open_to[more:])
    ]


def set_unseen(state: Ints, sets: list[int]) -> None:
    """Put the sets of unseen cards into a state, or into each of many."""
    state[..., UNSEEN : UNSEEN + 2] = sets
