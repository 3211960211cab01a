"""The two patiences on a page: the table, and what solve, advise and review tell of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.page.scene import COLUMNS, HEIGHT, HIDDEN, PITCH, Slot, View, Words, start, step
from cli.play import reason_text
from cli.words import LANGUAGES, speaking
from solver.cards import SUIT_SYMBOLS, SUITS, rank_of
from solver.patience.board import BasePile, Board
from solver.patience.referee import Game
from solver.patience.situation import Situation

if TYPE_CHECKING:
    from solver.patience.advice import Advice, Candidate
    from solver.patience.lines import Move
    from solver.patience.review import Standing, Step

BASE_SCALE, BAND_SCALE = 0.75, 0.55
"""Of base piles; of the band below them, with the stock and the closed pairs."""
SPREAD = 520
"""How high a place may be."""

# ------------------------------------------------------------------ the table


def slots(rules: Mapping[str, str]) -> list[Slot]:
    """The table: base piles, then the stock and the closed pairs, then the places."""
    places = int(rules["piles"])
    columns = max(COLUMNS, places)
    shift = (columns - COLUMNS) * PITCH / 2
    bases = list(_base_slots(rules, shift))
    below = max(slot.y for slot in bases) + HEIGHT * BASE_SCALE + 18
    stock = Slot("stock", 5, below, BAND_SCALE, label=("stock",), counted=True)
    closed = list(_closed_slots(below)) if _seals(rules) else []
    top = below + HEIGHT * BAND_SCALE + 44
    return [*bases, stock, *closed, *_place_slots(places, columns, top)]


def _seals(rules: Mapping[str, str]) -> bool:
    return rules["bases"] == "twos-aces" and rules["seal"] == "closed"


def _base_slots(rules: Mapping[str, str], shift: float) -> Iterable[Slot]:
    """Columns of a suit stand side by side; with up to two piles a side, down is a second row."""
    kinds = {"twos-aces": "ud", "aces-kings": "ud", "aces": "u"}[rules["bases"]]
    each = 1 if rules["bases"] == "aces-kings" else 2
    for suit, letter in enumerate(SUITS):
        for row, kind in enumerate(kinds):
            for number in range(each):
                column = 2 * suit + (row if each == 1 else number)
                x = shift + column * PITCH + (PITCH - 100 * BASE_SCALE) / 2
                y = 10 + (row if each == 2 else 0) * (HEIGHT * BASE_SCALE + 10)
                sign = SUIT_SYMBOLS[suit] + ("▲" if kind == "u" else "▼")
                key = ("up" if kind == "u" else "down") + letter + str(number)
                yield Slot(key, x, y, BASE_SCALE, sign=sign)


def _closed_slots(y: float) -> Iterable[Slot]:
    """Both halves of a closed pair, the down pile half over the up pile."""
    for suit, letter in enumerate(SUITS):
        for number in range(2):
            x = 110 + (2 * suit + number) * 97
            yield Slot(f"closed-up{letter}{number}", x, y, BAND_SCALE)
            yield Slot(f"closed-down{letter}{number}", x + 34, y, BAND_SCALE)


def _place_slots(places: int, columns: int, y: float) -> Iterable[Slot]:
    for place in range(1, places + 1):
        x = (columns - places) * PITCH / 2 + (place - 1) * PITCH + 5
        name = f"place{place}"
        yield Slot(name, x, y, fan=SPREAD, label=("place", place), head=str(place))
        yield Slot(f"aside{place}", x, y, under=name)


# ------------------------------------------------------------------ a position


def view(game: Board) -> View:
    """What can be seen of a position; the stock from its back."""
    piles = {"stock": [HIDDEN] * len(game.stock)}
    piles |= {f"place{place}": pile.copy() for place, pile in enumerate(game.piles, 1)}
    if game.aside is not None:
        piles[f"aside{game.aside[1]}"] = [game.aside[0]]
    for suit, letter in enumerate(SUITS):
        for kind in ("up", "down"):
            piles |= _bases(game.side(kind, suit), kind, letter)
    notes = {
        "row": game.row,
        "lifted": sorted(game.lifted),
        "turned": sorted(game.turned),
        "nextLift": game.next_lift,
        "nextTurn": game.next_turn,
    }
    return View(piles, notes)


def _bases(side: Sequence[BasePile], kind: str, letter: str) -> dict[str, list[int]]:
    """The piles of a suit and direction: open ones on their slots, closed ones set aside."""
    piles = {
        f"{kind}{letter}{number}": base.cards.copy()
        for number, base in enumerate(side)
        if not base.closed
    }
    # In the order of their tops, so that both halves of a pair get the same number.
    closed = sorted((base for base in side if base.closed), key=_closed_order)
    for number, base in enumerate(closed):
        piles[f"closed-{kind}{letter}{number}"] = base.cards.copy()
    return piles


def _closed_order(base: BasePile) -> int:
    return 14 if rank_of(base.top) == 1 else rank_of(base.top)


# ------------------------------------------------------------------ pages


def replay(game: Game, moves: Sequence[Move]) -> dict[str, Any]:
    """The page of a game: a position and the legal moves from there on. It stays as it is."""
    game, steps = game.copy(), []
    shown = first = view(game)
    for move in moves:
        game.play(move)
        before, shown = shown, view(game)
        steps.append(step(before, shown, move, _group(before, shown, move)))
    table = [slot.told() for slot in slots(game.options)]
    return {"slots": table, "start": start(first), "steps": steps}


def _group(before: View, after: View, move: Move) -> Words | None:
    """The heading that a move begins: a row, a place lifted, passed or turned."""
    kind = str(move["move"])
    if kind == "deal":
        same = before.notes["row"] == after.notes["row"]
        return None if same else ("group.deal", after.notes["row"])
    return (f"group.{kind}", move["pile"]) if kind in ("lift", "pass", "turn") else None


def solved(game: Game, moves: Sequence[Move], verdict: str) -> dict[str, Any]:
    """The page of ``solve``: the line of play, if there is one."""
    return replay(game, moves) | {"verdict": verdict}


def reviewed(game: Game, steps: Sequence[Step]) -> dict[str, Any]:
    """The page of ``review``: the game with what each of its positions is worth."""
    standings = [steps[0].before, *(one.after for one in steps)]
    return replay(game, [one.move for one in steps]) | {
        "chances": [_worth(one) for one in standings],
        "thrown": [one.number for one in steps if one.threw_away],
    }


def _worth(standing: Standing) -> dict[str, Any]:
    """Verdict, and the interval of the chance in per cent where it was estimated."""
    won, games = sum(standing.games), len(standing.games)
    if not games:
        return {"verdict": standing.verdict}
    chance = [100.0 * won] * 2 if games == 1 else _percent(won, games)
    return {"verdict": standing.verdict, "chance": chance}


def _percent(won: int, games: int) -> list[float]:
    from solver.stats import wilson

    return list(wilson(won, games).percent(1))


def advised(situation: Situation, advice: Advice, top: int) -> dict[str, Any]:
    """The page of ``advise``: the position, the best moves, and a line that wins if one is told."""
    told = replay(situation.game, advice.line)
    moves = [_candidate(situation, one) for one in advice.candidates[:top]]
    return told | {"advice": moves, "known": situation.known, "verdict": advice.verdict}


def _candidate(situation: Situation, one: Candidate) -> dict[str, Any]:
    game = situation.game.copy()
    before = view(game)
    game.play(one.move)
    told = step(before, view(game), one.move)
    if one.move["move"] == "deal" and not situation.known:
        for pile in told["piles"].values():
            pile[1] = [HIDDEN] * len(pile[1])
    worth = {"verdict": one.verdict} if one.verdict else {"chance": _percent(one.won, one.games)}
    return told | worth | {"reason": _reasons(situation, one.move)}


def _reasons(situation: Situation, move: Move) -> dict[str, str]:
    """Why a move, in every language: the page has a switch."""
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            told[language] = reason_text(situation, move, symbols=True)
    return told
