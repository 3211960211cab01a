"""What a position file tells of lifts and turns, and of base cards that had to be played.

Rules are cited by paragraph from RULES.md, "The two patiences". Every function raises
PositionFileError where its paragraph is broken.
"""

from __future__ import annotations

from collections import Counter

from solver.cards import card_text
from solver.patience.bases import starts
from solver.patience.board import count_text
from solver.patience.positionfile import Written
from solver.patience.referee import Game


def check_lifts(found: Written, game: Game) -> None:
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


def check_turns(found: Written, game: Game) -> None:
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


def check_at_once(found: Written, game: Game) -> None:
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
