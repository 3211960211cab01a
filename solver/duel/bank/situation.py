"""A position of a Russian Bank as players know it: from the referee's game, to the kernels."""

from __future__ import annotations

from solver.deals import SplitMix64, shuffle
from solver.duel.bank.columns import join, single, to_code
from solver.duel.bank.positionfile import CELLS, Written
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
from solver.duel.bank.table import Card, Table


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

    Of a face that nobody has seen each pack holds one; who has the second copy of a face of which
    one has been seen is left to chance, as is natural for cards that are not told apart.
    """
    left = written.unseen()
    both = sum(1 << to_code(face) for face, count in left.items() if count == 2)
    once = [face for face, count in left.items() if count == 1]
    shuffle(once, stream)
    a = written.hidden(0) - sum(count == 2 for count in left.values())
    return [both + sum(1 << to_code(face) for face in part) for part in (once[:a], once[a:])]


def set_unseen(state: Ints, sets: list[int]) -> None:
    """Put the sets of unseen cards into a state, or into each of many."""
    state[..., UNSEEN : UNSEEN + 2] = sets
