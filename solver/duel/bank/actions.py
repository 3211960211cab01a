"""Actions as packed integers, and as the JSON of records.

Bits of an action::

    0 .. 3    from: 1..8 a cell, MAGAZINE, HAND (the opened card), TALON; 0 where there is none
    4 .. 7    to: 1..8 a cell; of a load the opponent's MAGAZINE or TALON; 0 where there is none
    8 .. 11   cards that move, 0 where none do
    12 .. 14  kind, BASE … CLAIM

In JSON ``{"action": "build", "from": "cell3", "to": "cell1", "count": 2}``. Piles are the mover's
own, but a load's ``to`` is the opponent's, and a claim (attention) takes from the offender.
"""

from __future__ import annotations

from solver.jit import njit

Action = dict[str, str | int]

BASE, BUILD, FILL, LOAD, OPEN, DISCARD, PASS, CLAIM = range(8)
MAGAZINE, HAND, TALON = range(9, 12)

KINDS = {
    "base": BASE,
    "build": BUILD,
    "fill": FILL,
    "load": LOAD,
    "open": OPEN,
    "discard": DISCARD,
    "pass": PASS,
    "claim": CLAIM,
}
PLACES = {f"cell{cell}": cell for cell in range(1, 9)} | {
    "magazine": MAGAZINE,
    "hand": HAND,
    "talon": TALON,
}
_KIND_NAMES = {kind: name for name, kind in KINDS.items()}
_PLACE_NAMES = {place: name for name, place in PLACES.items()}


class ActionError(ValueError):
    """A JSON value that is no action; the message says why."""


@njit
def pack(kind: int, source: int, target: int, count: int) -> int:
    """The packed action."""
    return source | target << 4 | count << 8 | kind << 12


@njit
def kind_of(action: int) -> int:
    """Its kind, BASE … CLAIM."""
    return action >> 12


@njit
def source_of(action: int) -> int:
    """The place its cards come from."""
    return action & 15


@njit
def target_of(action: int) -> int:
    """The place its cards go to."""
    return action >> 4 & 15


@njit
def count_of(action: int) -> int:
    """Cards that move."""
    return action >> 8 & 15


def action_json(action: int) -> Action:
    """The JSON of a packed action."""
    told: Action = {"action": _KIND_NAMES[action >> 12]}
    source, target = action & 15, action >> 4 & 15
    if source:
        told["from"] = _PLACE_NAMES[source]
    if target:
        told["to"] = _PLACE_NAMES[target]
    if target and source < MAGAZINE:
        told["count"] = action >> 8 & 15
    return told


def parse_action(told: object) -> int:
    """The packed action of a JSON value, which need not be legal anywhere.

    Raises:
        ActionError: it has not the shape of an action.
    """
    if not isinstance(told, dict) or not isinstance(told.get("action"), str):
        raise ActionError('an action is an object such as {"action": "open"}')
    name = told["action"]
    if name not in KINDS:
        raise ActionError(f"unknown action {name[:20]!r}; valid: {', '.join(KINDS)}")
    kind = KINDS[name]
    wanted = {"action"}
    if kind in (BASE, BUILD, FILL, LOAD, CLAIM):
        wanted.add("from")
    if kind in (BUILD, FILL, LOAD):
        wanted.add("to")
    if missing := wanted - told.keys():
        raise ActionError(f"{name} needs {' and '.join(sorted(missing))}")
    if strange := told.keys() - wanted - ({"count"} if "to" in wanted else set()):
        raise ActionError(f"{name} has no {str(sorted(map(str, strange))[0])[:20]!r}")
    source = _place(told["from"]) if "from" in wanted else 0
    target = _place(told["to"]) if "to" in wanted else 0
    return pack(kind, source, target, _count(told.get("count", 1)) if source else 0)


def _place(told: object) -> int:
    if not isinstance(told, str) or told not in PLACES:
        raise ActionError(f"unknown place {str(told)[:20]!r}; valid: {', '.join(PLACES)}")
    return PLACES[told]


def _count(told: object) -> int:
    if not isinstance(told, int) or isinstance(told, bool) or not 1 <= told <= 13:
        raise ActionError(f"count is a number 1 ... 13, not {str(told)[:20]!r}")
    return told
