"""Can this position come about? What a position file says, compared with itself and the rules.

What is refused here no play leads to. What passes may still be out of reach: only play could tell.
Rules are cited by paragraph from RULES.md, "The two patiences".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from solver.cards import card_text, rank_of
from solver.deals import patience_pack
from solver.patience.board import count_text
from solver.patience.positionfile import Card, Written
from solver.patience.referee import Game
from solver.patience.situation import Situation, missing_faces
from solver.patience.written_bases import fill_bases
from solver.patience.written_steps import check_at_once, check_lifts, check_turns
from solver.variants import Variant

_LISTED = 8
"""So many cards are named in a message; the rest is counted."""


def situation_of(found: Written, variant: Variant) -> Situation:
    """The position that was written.

    Raises:
        PositionFileError: it cannot come about.
    """
    ranks = int(variant.rules["ranks"])
    game = Game(variant.rules, patience_pack(ranks))
    _check_ranks(found, ranks)
    fill_bases(found, game)
    game.piles = [[card.face for card in found.places[n + 1]] for n in range(len(game.piles))]
    game.aside = (found.aside[0].face, found.aside[1]) if found.aside else None
    game.lifted, game.turned = set(found.lifted), set(found.turned)
    unseen = missing_faces(ranks, _count_cards(found, game))
    game.stock = _stock(found, unseen)
    _check_rows(found, game)
    _check_heights(found, game)
    check_lifts(found, game)
    check_turns(found, game)
    check_at_once(found, game)
    return Situation(game, isinstance(found.stock, list) or len(game.stock) < 2)


# ------------------------------------------------------------------ cards


def _all_cards(found: Written) -> Iterator[Card]:
    piles = [*found.up, *found.down, *found.closed, *found.places.values()]
    yield from chain.from_iterable(piles)
    if found.aside:
        yield found.aside[0]
    if isinstance(found.stock, list):
        yield from found.stock


def _check_ranks(found: Written, ranks: int) -> None:
    for card in _all_cards(found):
        if rank_of(card.face) > ranks:
            found.refuse(
                f"{card_text(card.face)} is above the highest rank {ranks}; take it out, or "
                "choose rules with more ranks",
                card.line,
            )


def _count_cards(found: Written, game: Game) -> list[int]:
    """Every face on the table; none more than twice."""
    where: dict[int, list[str]] = {}
    last = 0

    def see(face: int, what: str, line: int) -> None:
        nonlocal last
        last = max(last, line)
        before = where.setdefault(face, [])
        before.append(what)
        if len(before) > 2:
            found.refuse(
                f"{card_text(face)} is there {len(before)} times: {', '.join(before)}; "
                "there are two of each card",
                line,
            )

    for kind in ("up", "down"):
        for base in chain.from_iterable(game.up if kind == "up" else game.down):
            heading = "closed" if base.closed else kind
            for face in base.cards:
                what = f"in the {kind} pile that stands at {card_text(base.top)}"
                see(face, what, found.lines[heading])
    for place, pile in sorted(found.places.items()):
        for card in pile:
            see(card.face, f"on place {place}", card.line)
    if found.aside:
        see(found.aside[0].face, "aside", found.aside[0].line)
    return [face for face, seen in where.items() for _ in seen]


def _stock(found: Written, unseen: list[int]) -> list[int]:
    """The stock: the cards not on the table, in the order told if it is told."""
    line = found.lines["stock"]
    if isinstance(found.stock, int):
        if found.stock != len(unseen):
            found.refuse(
                f"the stock has {count_text(found.stock)}, but {len(unseen)} "
                f"{'is' if len(unseen) == 1 else 'are'} not on the table"
                f"{_named(Counter(unseen))}; a card is {_slip(found.stock, len(unseen))}",
                line,
            )
        return unseen
    told = Counter(card.face for card in found.stock)
    if extra := told - Counter(unseen):
        found.refuse(
            f"the stock names {_named(extra, '')}, of which both are told elsewhere or here", line
        )
    if missing := Counter(unseen) - told:
        found.refuse(
            f"{count_text(missing.total())} neither on the table nor in the stock{_named(missing)}",
            line,
        )
    return [card.face for card in found.stock]


def _slip(stock: int, unseen: int) -> str:
    return "forgotten, or the stock has more" if stock < unseen else "told twice, or it has fewer"


def _named(cards: Counter[int], before: str = ": ") -> str:
    """The first few cards by name."""
    named = [card_text(face) for face in sorted(cards.elements())]
    more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
    return before + " ".join(named[:_LISTED]) + more if named else ""


# ------------------------------------------------------------------ places and stock


def _dealt_to(game: Game, place: int) -> int:
    """§1.3: cards dealt to a place (from 0) so far."""
    dealt, piles = 8 * game.ranks - len(game.stock), len(game.piles)
    return dealt // piles + (place < dealt % piles)


def _check_rows(found: Written, game: Game) -> None:
    """§1 *Setup*, §1.3: the first row lies, and rows are dealt whole."""
    piles, cards, left = len(game.piles), 8 * game.ranks, len(game.stock)
    line = found.lines["stock"]
    dealt = cards - left
    if dealt < piles:
        found.refuse(
            f"the first row of {piles} cards lies before play begins, so at most {cards - piles} "
            "cards are in the stock",
            line,
        )
    if game.options["pause"] == "row" and left and dealt % piles:
        more, fewer = cards - dealt // piles * piles, cards - -(-dealt // piles) * piles
        found.refuse(
            f"{left} cards cannot be left: rows of {piles} are dealt whole (pause=row), so "
            f"there would be {more} or {max(fewer, 0)}",
            line,
        )


def _check_heights(found: Written, game: Game) -> None:
    """§1.2, §1.4: where nothing is ever put on a place, it holds no more than it was dealt."""
    if game.options["build"] != "none" or game.options["spaces"] == "any":
        return
    for place, pile in enumerate(game.piles):
        aside = game.aside is not None and game.aside[1] == place + 1
        if len(pile) + aside > _dealt_to(game, place):
            found.refuse(
                f"place {place + 1} has {count_text(len(pile) + aside)}"
                f"{' with the one aside' if aside else ''}, but only "
                f"{_dealt_to(game, place)} were dealt to it and none is ever put there "
                "(build=none)",
                found.lines[str(place + 1)],
            )
