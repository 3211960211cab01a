"""Can this position come about? What a position file says, compared with itself and the rules.

What is refused here no play leads to. What passes may still be out of reach: only play could tell.
Rules are cited by paragraph from RULES.md, "The two patiences".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from solver.cards import card_text, rank_of, suit_of
from solver.deals import patience_pack
from solver.patience.bases import height, starts
from solver.patience.board import SUIT_NAMES, BasePile, count_text
from solver.patience.positionfile import Card, Written
from solver.patience.referee import Game
from solver.patience.situation import Situation, missing_faces
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
    _fill_bases(found, game)
    game.piles = [[card.face for card in found.places[n + 1]] for n in range(len(game.piles))]
    game.aside = (found.aside[0].face, found.aside[1]) if found.aside else None
    game.lifted, game.turned = set(found.lifted), set(found.turned)
    unseen = missing_faces(ranks, _count_cards(found, game))
    game.stock = _stock(found, unseen)
    _check_rows(found, game)
    _check_heights(found, game)
    _check_lifts(found, game)
    _check_turns(found, game)
    _check_at_once(found, game)
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


# ------------------------------------------------------------------ base piles


def _fill_bases(found: Written, game: Game) -> None:
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


# ------------------------------------------------------------------ lifts and turns


def _check_lifts(found: Written, game: Game) -> None:
    """§1.5."""
    mode, piles = game.options["lift"], len(game.piles)
    for heading in ("lifted", "aside"):
        if not (game.aside if heading == "aside" else game.lifted):
            continue
        line = found.lines[heading]
        if mode == "none":
            found.refuse("no card is lifted in this game (lift=none); take the line out", line)
        if game.stock:
            found.refuse(
                f"nothing is lifted before the stock is out, and {count_text(len(game.stock))} "
                f"{'is' if len(game.stock) == 1 else 'are'} left; take the line out or mend stock:",
                line,
            )
    _check_places(found, "lifted", found.lifted, mode == "ordered")
    if game.aside is None:
        return
    place, line, done = game.aside[1], found.lines["aside"], len(game.lifted)
    if mode == "ordered" and place != done + 1:
        after = f"1 ... {done} are" if done > 1 else "1 is" if done else "none is"
        which = f"place {done + 1}" if done < piles else "none"
        found.refuse(
            f"a card cannot be aside from place {place}: places are lifted in turn, and {after} "
            f"told as lifted or passed, so it would be from {which}",
            line,
        )
    if place in game.lifted:
        found.refuse(f"place {place} is told as lifted already, and lifted only once", line)


def _check_places(found: Written, heading: str, places: list[int], ordered: bool) -> None:
    twice = [place for place, count in Counter(places).items() if count > 1]
    if twice:
        found.refuse(f"place {twice[0]} is told twice; name it once", found.lines[heading])
    if ordered and set(places) != set(range(1, len(places) + 1)):
        missing = next(n for n in range(1, len(places) + 1) if n not in places)
        found.refuse(
            f"places have their turn in order from 1, so {max(places)} cannot be {heading} before "
            f"{missing}; write {heading}: 1-{max(places)} if all are",
            found.lines[heading],
        )


def _check_turns(found: Written, game: Game) -> None:
    """§1.6."""
    if not game.turned:
        return
    mode, line, piles = game.options["turn"], found.lines["turned"], len(game.piles)
    if mode == "none":
        found.refuse("no pile is turned in this game (turn=none); take the line out", line)
    if game.stock:
        found.refuse(
            f"no pile is turned before the stock is out, and {count_text(len(game.stock))} "
            f"{'is' if len(game.stock) == 1 else 'are'} left; take the line out or mend stock:",
            line,
        )
    if game.aside is not None:
        found.refuse("no card is aside once a pile has been turned; return it first", line)
    if game.options["lift"] == "ordered" and len(game.lifted) < piles:
        found.refuse(
            f"no pile is turned before every place has been lifted or passed; write "
            f"lifted: 1-{piles} if all have",
            line,
        )
    _check_places(found, "turned", found.turned, mode == "ordered")


# ------------------------------------------------------------------ base cards


def _check_at_once(found: Written, game: Game) -> None:
    """§1 *found*: a base card that can start a pile is played as soon as it is dealt.

    So under at-once it is never covered, lifted or turned, and none but a card of the last row
    can be on top.
    """
    if game.options["found"] != "at-once":
        return
    if found.aside and _is_base(game, found.aside[0].face):
        name = card_text(found.aside[0].face)
        found.refuse(
            f"{name} can start a base pile, so it was played before any lift (found=at-once)",
            found.aside[0].line,
        )
    later = bool(game.lifted or game.turned or game.aside)
    for place, pile in sorted(found.places.items()):
        for n, card in enumerate(pile):
            if not _is_base(game, card.face):
                continue
            on_top = n == len(pile) - 1
            if on_top and not later and _in_last_deal(game, place - 1):
                continue
            why = "there it would have been played at once" if on_top else "it cannot be covered"
            found.refuse(
                f"{card_text(card.face)} on place {place} can start a base pile and must be played "
                f"as soon as it is dealt (found=at-once): {why}",
                card.line,
            )


def _is_base(game: Game, face: int) -> bool:
    return starts(game, face, "up") or starts(game, face, "down")


def _in_last_deal(game: Game, place: int) -> bool:
    """Whether a place (from 0) got a card when cards were last dealt."""
    dealt, piles = 8 * game.ranks - len(game.stock), len(game.piles)
    if dealt == piles:
        return True
    last = (dealt - 1) % piles
    return place == last if game.options["pause"] == "card" else place <= last
