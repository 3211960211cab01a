"""The base piles that a position file tells: what each holds, and whether it can stand so.

Piles are told by their top cards, closed pairs by both; the cards under them follow. Rules are
cited by paragraph from RULES.md, "The two patiences".
"""

from __future__ import annotations

from solver.cards import card_text, suit_of
from solver.patience.bases import height
from solver.patience.board import SUIT_NAMES, BasePile
from solver.patience.positionfile import Card, Written
from solver.patience.referee import Game


def fill_bases(found: Written, game: Game) -> None:
    """Give a game its base piles.

    Raises:
        PositionFileError: they cannot stand so.
    """
    for kind, piles in (("up", found.up), ("down", found.down)):
        for pile in piles:
            _add_pile(found, game, kind, pile)
    _add_pairs(found, game)
    _check_number(found, game)
    _check_meetings(found, game)


def _ends(game: Game, kind: str) -> tuple[int, int]:
    """Heights at which piles begin and end; (0, -1) where there are no such piles."""
    bases, ranks = game.options["bases"], game.ranks
    if bases == "twos-aces":
        return (2, ranks) if kind == "up" else (ranks + 1, 3)
    if bases == "aces" and kind == "down":
        return 0, -1
    return (1, ranks) if kind == "up" else (ranks, 1)


def _run(game: Game, kind: str, top: int) -> list[int]:
    """The faces of a base pile that stands at ``top``, from its base card; none if there is none
    such."""
    first, last = _ends(game, kind)
    at, step = height(game, top), 1 if kind == "up" else -1
    if first == 0 or (at - first) * step < 0 or (last - at) * step < 0:
        return []
    low = 13 * suit_of(top)
    ace = game.ranks + 1 if game.options["bases"] == "twos-aces" else 1
    return [low if h == ace else low + h - 1 for h in range(first, at + step, step)]


def _add_pile(found: Written, game: Game, kind: str, pile: list[Card]) -> None:
    top, line = pile[-1].face, pile[-1].line
    run = _run(game, kind, top)
    if not run:
        bases = game.options["bases"]
        if _ends(game, kind)[0] == 0:
            found.refuse(f"there are no {kind} piles (bases={bases}); take the line out", line)
        low = card_text(13 * suit_of(top) + _first_rank(game, kind))
        found.refuse(
            f"no {kind} pile stands at {card_text(top)}: {kind} piles of {SUIT_NAMES[suit_of(top)]}"
            f" begin with {low} (bases={bases}), {card_text(top)} does not go on one",
            line,
        )
    told = [card.face for card in pile]
    if len(told) > 1 and told != run:
        found.refuse(
            f"the {kind} pile {'>'.join(map(card_text, told))} has a gap or a wrong card; one that "
            f"stands at {card_text(top)} is {'>'.join(map(card_text, run))}",
            line,
        )
    game.side(kind, suit_of(top)).append(BasePile(run))


def _first_rank(game: Game, kind: str) -> int:
    """The rank, from 0, of the cards that begin piles of a kind."""
    first = _ends(game, kind)[0]
    return 0 if first == game.ranks + 1 else first - 1


def _add_pairs(found: Written, game: Game) -> None:
    for up, down in found.closed:
        line = up.line
        pair = f"{card_text(up.face)}/{card_text(down.face)}"
        if not _seals(game):
            found.refuse(f"{pair}: no piles are closed under these rules; use up: and down:", line)
        runs = _run(game, "up", up.face), _run(game, "down", down.face)
        meet = height(game, up.face) + 1 == height(game, down.face)
        if not (all(runs) and meet and suit_of(up.face) == suit_of(down.face)):
            found.refuse(
                f"{pair} is no closed pair: the up pile's top is one rank below the down pile's, "
                "in the same suit, such as 7C/8C",
                line,
            )
        suit = suit_of(up.face)
        game.up[suit].append(BasePile(runs[0], closed=True))
        game.down[suit].append(BasePile(runs[1], closed=True))


def _seals(game: Game) -> bool:
    return game.options["bases"] == "twos-aces" and game.options["seal"] == "closed"


def _check_number(found: Written, game: Game) -> None:
    most = 1 if game.options["bases"] == "aces-kings" else 2
    for kind, side in (("up", game.up), ("down", game.down)):
        for suit, piles in enumerate(side):
            if len(piles) > most:
                heading = kind if kind in found.lines else "closed"
                told = ", ".join(card_text(base.top) for base in piles)
                found.refuse(
                    f"{len(piles)} {kind} piles of {SUIT_NAMES[suit]} ({told}), there "
                    f"{'is' if most == 1 else 'are'} at most {most}; name each pile by its top "
                    "card alone",
                    found.lines[heading],
                )


def _check_meetings(found: Written, game: Game) -> None:
    """§1 *Sealing*: an open pair that meets has been closed."""
    if not _seals(game):
        return
    for suit in range(4):
        for up in game.up[suit]:
            for down in game.down[suit]:
                meet = height(game, up.top) + 1 == height(game, down.top)
                if meet and not up.closed and not down.closed:
                    pair = f"{card_text(up.top)}/{card_text(down.top)}"
                    found.refuse(
                        f"the piles at {card_text(up.top)} and {card_text(down.top)} meet, so they "
                        f"are closed; take both out and write closed: {pair}",
                        found.lines["up"],
                    )
