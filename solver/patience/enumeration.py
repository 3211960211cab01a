"""Every position that play can reach, by the referee's rules in plain Python.

No kernel takes part, so what an exhaustive search claims of a small deck is checked here by other
code: one set of positions as they stand, one move after another; where a base play is safe by the
proof in safe.py that one alone, as the search does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from solver.patience.board import Board
from solver.patience.referee import Game


def position_of(board: Board, by_class: bool) -> tuple[object, ...]:
    """All that can matter for what comes next; ``by_class``: places in any order, see below."""
    bases = tuple(
        tuple(sorted(base.top for base in side[suit] if not base.closed))
        for side in (board.up, board.down)
        for suit in range(4)
    )
    piles = tuple(tuple(pile) for pile in board.piles)
    if by_class:
        return len(board.stock), bases, _places_of(board)
    lifted, turned = frozenset(board.lifted), frozenset(board.turned)
    return len(board.stock), bases, piles, board.aside, lifted, turned


def _places_of(board: Board) -> tuple[object, ...]:
    """The places with what they carry, as symmetry.py defines it, sorted where that is allowed."""
    dealt = 8 * board.ranks - len(board.stock)
    fed = {(dealt + i) % len(board.piles) + 1 for i in range(len(board.stock))}
    bound, free = [], []
    for place, pile in enumerate(board.piles, 1):
        aside = board.aside[0] if board.aside and board.aside[1] == place else -1
        lifted = not board.turned and place in board.lifted
        marks = (lifted, place in board.turned, aside)
        if not pile and not board.stock and aside < 0 and board.options["spaces"] == "deal":
            marks = (False, False, aside)
        waits = board.options["turn"] == "ordered" and place not in board.turned
        if place in fed or waits:
            bound.append((place, tuple(pile), marks))
        else:
            free.append((tuple(pile), marks))
    return tuple(bound), tuple(sorted(free))


def _has_safe_plays(options: Mapping[str, str]) -> bool:
    """What safe.py asks of the rules."""
    wanted = {"bases": "aces", "suit": "same", "found": "free", "lift": "none", "turn": "none"}
    return options["build"] in ("none", "down") and wanted.items() <= options.items()


def _safe_or_all(game: Game) -> list[dict[str, object]]:
    """The safe base play of the lowest place alone, or all moves where none is safe."""
    moves = game.legal_moves()
    ups = (move for move in moves if move["move"] == "up")
    safe = [move for move in ups if _is_safe(game, game.piles[int(str(move["pile"])) - 1][-1])]
    return [min(safe, key=lambda move: int(str(move["pile"])))] if safe else moves


def _is_safe(game: Game, face: int) -> bool:
    """Whether both copies of the rank below a face are on base piles; an ace has none below."""
    suit, height = divmod(face, 13)
    return not height or sum(base.top % 13 >= height - 1 for base in game.up[suit]) == 2


def enumerate_deal(
    options: Mapping[str, str],
    deal: Sequence[int],
    by_class: bool = False,
    most: int = 10**9,
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[bool, int]:
    """Whether a won position can be reached, and how many positions can, by the referee's rules.

    ``by_class``: counted up to a permutation of interchangeable places, for ``lift=any``. Ends
    early once there are more than ``most``, or ``stopped``.
    """
    start, safe = Game(options, deal), _has_safe_plays(options)
    met, waiting = {position_of(start, by_class)}, [start]
    while waiting and len(met) <= most and not stopped():
        game = waiting.pop()
        if game.won:
            return True, len(met)
        for move in _safe_or_all(game) if safe else game.legal_moves():
            after = game.copy()
            after.play(move)
            position = position_of(after, by_class)
            if position not in met:
                met.add(position)
                waiting.append(after)
    return False, len(met)
