"""Variations of a line that wins: some moves left out, one put in, the rest played by its cards.

A move of the line is looked for by what it does: a base play by its card, a build by its card and
the card it goes on (or an empty place), from whatever place these lie on now. A build that cannot
be done any more is left out; a base play that cannot be done yet is owed, and done as soon as it
can be. Under ``found=at-once`` a variation may lay a card bare that must be played at once; it is
played ahead of the line, whose own play of it then falls away.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.jit import njit, njit_apart
from solver.patience.keys import STRIDE, Ints
from solver.patience.lines import BUILD, LIFT, PASS, PLAY_DOWN, RETURN, TURN
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import CELLS, FRAME, HEIGHT, PLACED, SIZE, make, start
from solver.patience.rules import LIFT_ORDERED, TURN_ANY, Rules

WINDOW = 2048
"""Positions of a window (windows.py)."""

DEEPEST = 60
"""Moves that a window looks ahead at most."""

SLOTS = 2 * WINDOW
NOTHING = -1

# ctl: moves played so far, and how many may be; moves of the line; base plays that are owed. Of a
# window: moves from its first position to where it stands; the best short cut: moves it saves, the
# node it leaves, by which move, and to which move of the line.
PLAYED, MOST_PLAYED, LENGTH, OWED, DEPTH, SAVES, B_NODE, B_MOVE, B_TO = range(9)
CTL_SIZE = 9


class LineWork(NamedTuple):
    """A line and the work arrays for shortening it, all int64."""

    line: Ints
    """[2, i]: the packed moves; code + 1 of the card that a build goes on, else 0."""
    other: Ints
    """The moves of a variation."""
    base: Ints
    """The position of the line at which variations begin, as ``pos``."""
    pos: Ints
    trail: Ints
    moves: Ints
    """Legal moves: of ``pos``, and from MOST_MOVES on of ``base``."""
    ahead: Ints
    """[direction, code]: base plays made ahead of the line, less those that are owed."""
    table: Ints
    """The positions of a window."""
    marks: Ints
    """[3, slot]: the two halves of the keys of the line's positions, and where they stand."""
    tree: Ints
    """[2, node]: the nodes of a window: the move that led there, the parent."""
    ctl: Ints
    """CTL_SIZE numbers, above."""


def new_line_work(moves: int) -> LineWork:
    """Work arrays for a line of so many moves."""

    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    return LineWork(
        line=zeros(2, moves),
        other=zeros(moves + 1),
        base=zeros(SIZE),
        pos=zeros(SIZE),
        trail=zeros((DEEPEST + 2) * FRAME),
        moves=zeros(2 * MOST_MOVES),
        ahead=zeros(2, 64),
        table=zeros(2 * SLOTS),
        marks=zeros(3, 4 * moves + 4),
        tree=zeros(2, WINDOW),
        ctl=zeros(CTL_SIZE),
    )


@njit_apart
def make_apart(rules: Rules, deal: Ints, pos: Ints, trail: Ints, ply: int, move: int) -> None:
    """``make`` as one copy of its code: it is called from many places here, none of them hot."""
    make(rules, deal, pos, trail, ply, move)


@njit_apart
def generate_apart(rules: Rules, pos: Ints, moves: Ints, n: int) -> int:
    """``generate`` likewise."""
    return generate(rules, pos, moves, n)


@njit
def copy(source: Ints, target: Ints) -> None:
    """Copy an array onto one of the same size."""
    for i in range(source.size):
        target[i] = source[i]


@njit
def card_below(pos: Ints, move: int) -> int:
    """Code + 1 of the card that a build goes on; 0 for an empty place and for other moves."""
    target = move & 15
    if move >> 16 != BUILD or pos[HEIGHT + target] == 0:
        return 0
    return pos[CELLS + target * STRIDE + pos[HEIGHT + target] - 1] + 1


@njit
def adopt(rules: Rules, deal: Ints, work: LineWork, length: int) -> None:
    """Make the variation in ``other``, which wins, the line."""
    line, pos = work.line, work.pos
    start(rules, deal, pos)
    for i in range(length):
        line[0, i] = work.other[i]
        line[1, i] = card_below(pos, line[0, i])
        make_apart(rules, deal, pos, work.trail, 0, line[0, i])
    work.ctl[LENGTH] = length


@njit
def look_up(pos: Ints, moves: Ints, count: int, wanted: int, below: int) -> int:
    """The legal move that does what ``wanted`` does, from its own place if possible, or NOTHING."""
    kind, code, place = wanted >> 16, wanted >> 8 & 63, wanted >> 4 & 15
    found = NOTHING
    for i in range(count):
        move = moves[i]
        if move == wanted and card_below(pos, move) == below:
            return move
        if move >> 16 != kind or found != NOTHING:
            continue
        if kind < BUILD:
            same = (move >> 4 & 15) == place
        else:
            same = (move >> 8 & 63) == code and card_below(pos, move) == below
        if same:
            found = move
    return found


@njit
def can_go(rules: Rules, move: int) -> int:
    """1 for a kind of move that need not be made: build, lift, return, turn in any order."""
    kind = move >> 16
    return int(kind in (BUILD, LIFT, RETURN) or (kind == TURN and rules.turn == TURN_ANY))


@njit
def must_start(rules: Rules, moves: Ints, count: int) -> int:
    """1 where base cards that start a pile are the only legal moves (``found=at-once``)."""
    if rules.at_once == 0 or count == 0 or moves[0] >> 16 < PLAY_DOWN:
        return 0
    return int((rules.up_start | rules.down_start) >> (moves[0] >> 8 & 63) & 1)


@njit
def play(rules: Rules, deal: Ints, work: LineWork, count: int, move: int) -> int:
    """Play a move as number ``count`` of the variation; returns the new count."""
    work.other[count] = move
    work.ctl[PLAYED] += 1
    make_apart(rules, deal, work.pos, work.trail, 0, move)
    return count + 1


@njit
def play_ahead(rules: Rules, deal: Ints, work: LineWork, count: int, move: int) -> int:
    """Play a base play that the line does not make here; the new count."""
    row, code = (move >> 16) - PLAY_DOWN, move >> 8 & 63
    work.ctl[OWED] -= int(work.ahead[row, code] < 0)
    work.ahead[row, code] += 1
    return play(rules, deal, work, count, move)


@njit
def owed_move(work: LineWork, count: int) -> int:
    """A legal move that is owed, or NOTHING."""
    for i in range(count - 1, -1, -1):
        move = work.moves[i]
        if move >> 16 < PLAY_DOWN:
            break  # base plays stand last
        if work.ahead[(move >> 16) - PLAY_DOWN, move >> 8 & 63] < 0:
            return move
    return NOTHING


@njit
def next_move(rules: Rules, deal: Ints, work: LineWork, count: int, wanted: int, below: int) -> int:
    """Play what ``wanted`` does, after what is owed or must come first; the new count or NOTHING.

    Never plays as many moves as the line has.
    """
    pos, moves, ctl = work.pos, work.moves, work.ctl
    while count < ctl[LENGTH]:
        legal = generate_apart(rules, pos, moves, 0)
        owed = owed_move(work, legal) if ctl[OWED] else NOTHING
        move = look_up(pos, moves, legal, wanted, below) if owed == NOTHING else NOTHING
        if move != NOTHING:
            return play(rules, deal, work, count, move)
        if owed == NOTHING and must_start(rules, moves, legal):
            owed = moves[0]
        if owed == NOTHING:
            break
        count = play_ahead(rules, deal, work, count, owed)
    if wanted >> 16 >= PLAY_DOWN:
        row, code = (wanted >> 16) - PLAY_DOWN, wanted >> 8 & 63
        work.ahead[row, code] -= 1
        ctl[OWED] += int(work.ahead[row, code] < 0)
        return count
    return count if can_go(rules, wanted) else NOTHING


@njit
def clear_debts(work: LineWork) -> None:
    """Nothing is owed, nothing played ahead."""
    work.ctl[OWED] = 0
    for i in range(64):
        work.ahead[0, i] = work.ahead[1, i] = 0


@njit
def play_on(
    rules: Rules, deal: Ints, work: LineWork, at: int, count: int, out: int, other_out: int
) -> int:
    """Play the line from move ``at`` on, without two of its moves, after ``count`` moves.

    Returns the length of the variation if it wins in fewer moves than the line, else 0.
    """
    ctl, line = work.ctl, work.line
    for i in range(at, ctl[LENGTH]):
        if work.pos[PLACED] == rules.cards or count >= ctl[LENGTH]:
            break
        wanted = line[0, i]
        if i in (out, other_out):
            if wanted >> 16 != LIFT or rules.lift != LIFT_ORDERED:
                continue
            wanted = PASS << 16 | (wanted & 0xF0)
        count = next_move(rules, deal, work, count, wanted, line[1, i])
        if count == NOTHING:
            return 0
    return count if work.pos[PLACED] == rules.cards and count < ctl[LENGTH] else 0


@njit
def try_without(
    rules: Rules, deal: Ints, work: LineWork, at: int, out: int, other_out: int, extra: int
) -> int:
    """Adopt the variation from move ``at`` on if it is shorter: 1, else 0.

    ``out`` and ``other_out`` are left out, ``extra`` is played first (each may be NOTHING).
    """
    copy(work.base, work.pos)
    clear_debts(work)
    count = at
    if extra >> 16 >= PLAY_DOWN:
        count = play_ahead(rules, deal, work, count, extra)
    elif extra != NOTHING:
        count = play(rules, deal, work, count, extra)
    length = play_on(rules, deal, work, at, count, out, other_out)
    if length == 0:
        return 0
    for i in range(at):
        work.other[i] = work.line[0, i]
    adopt(rules, deal, work, length)
    return 1


@njit
def is_over(work: LineWork) -> int:
    """1 once the effort is spent."""
    return int(work.ctl[PLAYED] >= work.ctl[MOST_PLAYED])


@njit
def try_all(rules: Rules, deal: Ints, work: LineWork, at: int, end: int, extra: int) -> int:
    """Leave out any one or two moves from ``at`` to ``end``; 1 as soon as the line is shorter.

    Without a move put in (``extra`` is NOTHING) one is move ``at``; with one it may be none.
    """
    line, last = work.line, at + 1 if extra == NOTHING else end
    first = at if extra == NOTHING else at - 1  # before ``at``: nothing is left out
    for out in range(first, last):
        if out >= at and can_go(rules, line[0, out]) == 0:
            continue
        for other in range(out, end):  # ``out`` itself: no second one
            if other > out and (out < at or can_go(rules, line[0, other]) == 0):
                continue
            if is_over(work):
                return 0
            if try_without(rules, deal, work, at, out, other, extra):
                return 1
    return 0


@njit
def vary_at(rules: Rules, deal: Ints, work: LineWork, at: int, end: int, extras: int) -> int:
    """Look for a variation from move ``at`` on that is shorter; 1 if there was one.

    Without ``extras`` a move and another one up to ``end`` are left out, with them another move is
    put in and up to two are left out.
    """
    moves, count = work.moves, MOST_MOVES
    if extras:
        count = generate_apart(rules, work.base, moves, count)
    for i in range(MOST_MOVES, count + 1 - extras):
        extra = moves[i] if extras else NOTHING
        if extras:
            may_come = can_go(rules, extra) or extra >> 16 >= PLAY_DOWN
            if extra == work.line[0, at] or not may_come:
                continue
        if try_all(rules, deal, work, at, end, extra):
            return 1
    return 0


@njit
def vary(rules: Rules, deal: Ints, work: LineWork, reach: int, extras: int) -> int:
    """Take the variations from each position of the line that are shorter; 1 if there were any.

    ``reach`` and ``extras`` as in :func:`vary_at`, the end being ``reach`` moves on.
    """
    ctl, better = work.ctl, 0
    start(rules, deal, work.base)
    for at in range(work.line.shape[1]):
        while at < ctl[LENGTH] and not is_over(work):
            if vary_at(rules, deal, work, at, min(at + reach, ctl[LENGTH]), extras) == 0:
                break
            better = 1
        if at >= ctl[LENGTH] or is_over(work):
            break
        make_apart(rules, deal, work.base, work.trail, 0, work.line[0, at])
    return better
