"""A line of play that a database keeps, as ``pasyans solve`` tells what it finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cli.gamefile import replayed
from cli.kept import Group, lines, spans
from cli.rejudged import fault, moves_of
from cli.schema import ALL_VERDICTS, METHODS, damaged, told
from cli.selection import Selection, signed
from cli.solution import Found
from cli.store import Store, open_for_reading
from cli.words import say, word
from solver.deals import patience_deal
from solver.patience.limits import Limits
from solver.patience.players.names import CLAIRVOYANT
from solver.variants import Variant

_RESULT = """
SELECT v.id, p.id, v.text, v.digest, p.name,
    r.verdict, r.method, r.nodes, r.microseconds, s.budget, s.seconds, s.memory
FROM results r JOIN variants v ON v.id = r.variant JOIN players p ON p.id = r.player
    JOIN searches s ON s.id = r.search
WHERE v.digest = ? AND p.name = ? AND r.deal = ?
"""


def kept_solution(db: Path, variant: Variant, number: int) -> tuple[Found, Limits]:
    """The line of a deal, with all that is kept of its search, and the limits of that.

    Raises:
        click.ClickException: none is kept, or one that the referee refuses.
    """
    from solver.patience.referee import Game
    from solver.patience.solve import Outcome

    with open_for_reading(db) as store:
        rows = store.rows(_RESULT, (variant.digest, CLAIRVOYANT, signed(number)))
        if not rows:
            text = "{db} holds no search of deal {number} of {variant}"
            raise click.ClickException(say(text, db=told(db), number=number, variant=variant))
        group, figures = Group(*rows[0][:5]), rows[0][5:]
        if not _sound(*figures):
            error = ValueError(say("the figures of deal {number}", number=number))
            raise click.ClickException(damaged(db, error))
        verdict, method, nodes, spent, *limits = figures
        line = _line(store, group, variant, number, verdict)
    game = Game(variant.rules, patience_deal(number, int(variant.rules["ranks"])))
    moves = replayed(game, moves_of(line), lambda game: None)
    name = METHODS[method]
    outcome = Outcome(ALL_VERDICTS[verdict], (), name, nodes, 0, spent / 1e6)
    return Found(outcome, moves, False, None, None, db), Limits(*limits)


def _sound(verdict: Any, method: Any, *figures: Any) -> bool:
    """Whether a row holds what this program writes: two indexes, then numbers from 0 on."""
    known = verdict in range(len(ALL_VERDICTS)) and method in range(len(METHODS))
    return known and all(isinstance(one, int | float) and one >= 0 for one in figures)


def _line(store: Store, group: Group, variant: Variant, number: int, verdict: int) -> bytes:
    """The line of a deal that is held; the referee has passed it."""
    kept = next(lines(store, group, spans(Selection(range(number, number + 1)))), None)
    if kept is None:
        text = (
            "{db} keeps no line of play of deal {number} ({verdict}); leave out --db to search it, "
            "and `pasyans estimate --keep-lines` keeps the lines that it finds"
        )
        values = {"verdict": word("verdict", ALL_VERDICTS[verdict]), "number": number}
        raise click.ClickException(say(text, db=told(store.path), **values))
    if why := fault(variant, True, kept):
        text = "not valid: {series}, deal {deal}: {why}"
        raise click.ClickException(say(text, series=variant, deal=number, why=why))
    return kept.line
