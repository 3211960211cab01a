"""The core loop: depth-first search with a transposition table, explicit stack, resumable."""

from __future__ import annotations

from typing import NamedTuple

from solver.jit import njit
from solver.patience.keys import Ints
from solver.patience.lines import BUILD
from solver.patience.moves import MOST_MOVES, generate
from solver.patience.position import (
    FRAME,
    KEY,
    PLACED,
    T_FIRST,
    T_KEY,
    T_MOVE,
    make,
    undo,
)
from solver.patience.rules import Rules
from solver.patience.safe import only_safe
from solver.patience.symmetry import CLASS, SOME_FREE, follow, survey
from solver.patience.table import NEW, clear, insert

# ctl: moves made from the start; moves on the stack; positions reached by a move, seen before or
# not; positions in the table; slots of the table in use; positions it may hold; state of the
# random order of moves (0: the order of generation); 64ths of the positions at which any move at
# all may come first; restarts begun; 1 to tell positions apart only up to a permutation of free
# places (symmetry.py); 1 to play what is safe at once (safe.py).
PLY, COUNT, NODES, STORED, SLOTS, MOST_STORED, NOISE, WHIMS, RESTARTS, BY_CLASS, SAFE = range(11)
CTL_SIZE = 11

# How a slice of the search ended.
LIMIT, SOLVED, EXHAUSTED, NEED_TRAIL, NEED_MOVES, NEED_TABLE = range(6)


class Work(NamedTuple):
    """The work arrays of a search, all int64 and owned by the caller."""

    pos: Ints
    """The position, position.SIZE."""
    trail: Ints
    """position.FRAME a ply."""
    moves: Ints
    """Packed moves still to try, ply after ply."""
    table: Ints
    """Two a slot (table.py)."""
    ctl: Ints
    """CTL_SIZE numbers, above."""
    places: Ints
    """symmetry.SIZE."""


@njit
def begin_at(rules: Rules, first: Ints, work: Work, slots: int, most_stored: int) -> None:
    """Put a position on the stack and into an empty table of ``slots`` slots."""
    ctl = work.ctl
    ctl[SLOTS], ctl[MOST_STORED] = slots, most_stored
    clear(work.table, slots)
    for i in range(first.size):
        work.pos[i] = first[i]
    if ctl[BY_CLASS] > 0:
        survey(rules, work.pos, work.places)
    if ctl[BY_CLASS] > 0 and work.places[SOME_FREE]:
        insert(work.table, slots, work.places[CLASS], work.places[CLASS + 1])
    else:
        insert(work.table, slots, work.pos[KEY], work.pos[KEY + 1])
    ctl[PLY], ctl[STORED] = 0, 1
    work.trail[T_FIRST] = 0
    expand(rules, work, 0)


@njit
def advance(noise: int) -> int:
    """The next state of the random order (Knuth's multiplier); its high bits are the good ones."""
    return noise * 6364136223846793005 + 1442695040888963407


@njit
def below(noise: int, n: int) -> int:
    """A number 0 .. n - 1 (n below 2**32) from the high bits of a state."""
    return ((noise >> 33 & 0x7FFFFFFF) * n) >> 31


@njit
def shuffle(moves: Ints, first: int, ctl: Ints) -> None:
    """Put the newest moves, from index ``first`` on, into random order; the last is tried first.

    Builds and base plays change places within their kind, so that the eager moves stay first.
    At a few positions a move drawn from all comes first instead: some deals are won only by
    leaving an eager move alone, early on, and a search that never does so never gets there.
    """
    count = ctl[COUNT]
    if ctl[NOISE] == 0 or count - first < 2:
        return
    noise = advance(ctl[NOISE])
    whim = noise >> 58 & 63
    builds = first
    while builds < count and moves[builds] >> 16 < BUILD:
        builds += 1
    for i in range(count - 1, builds, -1):
        noise = advance(noise)
        j = builds + below(noise, i - builds + 1)
        if moves[i] >> 16 == moves[j] >> 16:
            moves[i], moves[j] = moves[j], moves[i]
    if whim < ctl[WHIMS]:
        noise = advance(noise)
        j = first + below(noise, count - first)
        moves[count - 1], moves[j] = moves[j], moves[count - 1]
    ctl[NOISE] = noise


@njit
def expand(rules: Rules, work: Work, first: int) -> None:
    """Put the moves to try at the position on the stack, from index ``first`` on."""
    ctl, moves = work.ctl, work.moves
    ctl[COUNT] = generate(rules, work.pos, moves, first)
    if ctl[SAFE]:
        ctl[COUNT] = only_safe(work.pos, moves, first, ctl[COUNT])
    shuffle(moves, first, ctl)


@njit
def take_back(rules: Rules, work: Work, ply: int) -> None:
    """Take back the move of frame ``ply``."""
    pos = work.pos
    first, second = pos[KEY], pos[KEY + 1]
    undo(rules, pos, work.trail, ply)
    sign = -work.ctl[BY_CLASS]  # no constant: of follow one version is compiled
    if sign < 0:
        follow(rules, pos, work.places, work.trail[ply * FRAME + T_MOVE], first, second, sign)


@njit
def note(rules: Rules, work: Work, ply: int) -> int:
    """Note the position that the move of frame ``ply`` led to: ``NEW`` or ``SEEN``."""
    pos, places, slots, at = work.pos, work.places, work.ctl[SLOTS], ply * FRAME
    sign = work.ctl[BY_CLASS]
    if sign > 0:
        move, first, second = work.trail[at], work.trail[at + T_KEY], work.trail[at + T_KEY + 1]
        follow(rules, pos, places, move, first, second, sign)
        if places[SOME_FREE]:
            return insert(work.table, slots, places[CLASS], places[CLASS + 1])
    return insert(work.table, slots, pos[KEY], pos[KEY + 1])


@njit
def search(rules: Rules, deal: Ints, work: Work, limit: int) -> int:
    """Search on until ``ctl[NODES]`` reaches ``limit`` or something else ends the slice.

    With ``ctl[BY_CLASS]`` positions that differ in the order of free places (symmetry.py) count
    as one. Returns LIMIT; SOLVED (the line is in the trail, ``ctl[PLY]`` moves); EXHAUSTED (no
    won position can be reached from the start); or what must be enlarged before going on.
    """
    pos, trail, moves, ctl = work.pos, work.trail, work.moves, work.ctl
    most_stored = ctl[MOST_STORED]
    while ctl[NODES] < limit:
        # 1. Out of moves at this ply: take the last one back.
        ply = ctl[PLY]
        if ctl[COUNT] == trail[ply * FRAME + T_FIRST]:
            if ply == 0:
                return EXHAUSTED
            ctl[PLY] = ply - 1
            take_back(rules, work, ply - 1)
            continue
        # 2. Stop before anything could overflow.
        if ctl[STORED] >= most_stored:
            return NEED_TABLE
        if (ply + 2) * FRAME > trail.size:
            return NEED_TRAIL
        if ctl[COUNT] + MOST_MOVES > moves.size:
            return NEED_MOVES
        # 3. Play the newest move.
        ctl[COUNT] -= 1
        ctl[NODES] += 1
        make(rules, deal, pos, trail, ply, moves[ctl[COUNT]])
        if pos[PLACED] == rules.cards:
            ctl[PLY] = ply + 1
            return SOLVED
        # 4. Seen before: take it back.
        if note(rules, work, ply) != NEW:
            take_back(rules, work, ply)
            continue
        # 5. New: its moves go on the stack.
        first = ctl[COUNT]
        ctl[STORED] += 1
        ctl[PLY] = ply + 1
        trail[(ply + 1) * FRAME + T_FIRST] = first
        expand(rules, work, first)
    return LIMIT
