"""``pasyans play``: a whole game for two, action by action."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from cli.options import DEAL_NUMBER, duel_argument, json_option, quiet_option, symbols_option
from cli.output import hung, tell, warn
from cli.page.document import html_option
from cli.players import pairing_for, pairing_text, players_option
from cli.words import numbered_word, respelled, say, word
from solver.deals import duel_deal
from solver.duel.names import Pairing
from solver.variants import Variant


@click.command()
@duel_argument
@click.option("--deal", "number", type=DEAL_NUMBER, required=True, help="A deal number.")
@players_option
@symbols_option
@html_option
@json_option
@quiet_option
def play(
    variant: Variant,
    number: int,
    pairing: Pairing | None,
    symbols: bool,
    page: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Let two players play a numbered deal of a game for two and tell every action.

    With --json a record that `pasyans verify` replays.
    """
    warn([variant], quiet)
    from cli.interrupt import interruptible

    with interruptible() as stopped:
        from cli.duel.records import record_of
        from cli.kernels import prepare
        from solver.duel.family import family_of

        who, family = pairing_for(variant, pairing), family_of(variant.game.family)
        table = family.table(variant.rules, who)
        prepare(lambda: table.play(0), stopped, quiet, *family.kernels)
        told = record_of(variant, number, who, table.play(number))
    if page is not None:
        from cli.page.document import document, write_page
        from cli.page.duel import played

        write_page(page, document(variant, number, played(variant, duel_deal(number), told)))
    tell(json.dumps(told, ensure_ascii=False) if as_json else game_text(variant, told, symbols))


def game_text(variant: Variant, told: dict[str, Any], symbols: bool) -> str:
    """The game for a person, a turn a line."""
    from cli.duel.records import result_text

    deal = say("deal {number}", number=told["deal"]["number"])
    begins = say("{seat} begins", seat=told["first"])
    seated = pairing_text(told["players"])
    lines = [f"{variant} «{variant.game.title}», {deal}: {seated}, {begins}"]
    for turn, (seat, actions) in enumerate(groupby(told["actions"], _seat), 1):
        shown = ", ".join(action_text(action, symbols) for action in actions)
        lines.append(hung(f"{turn:4}. {seat}  {shown}", 9))
    return "\n".join([*lines, result_text(told["result"])])


def _seat(action: dict[str, Any]) -> str:
    return str(action["seat"])


def action_text(action: dict[str, Any], symbols: bool = False) -> str:
    """An action in words."""
    cards: Sequence[str] = action.get("cards") or [action.get("card", "")]
    names = dict.fromkeys(filter(None, cards))
    words = [word("action", action["action"]), *(respelled(name, symbols) for name in names)]
    places = {side: numbered_word(side, action[side]) for side in ("from", "to") if side in action}
    if action["action"] == "take":
        words.append(say("from {place} to {other}", place=places["from"], other=places["to"]))
        return " ".join(words)
    count = f" ({action['count']})" if "count" in action else ""
    if action["action"] == "fill":
        template, moved = "fill {cards} from {place} to {other}", " ".join(words[1:])
        return say(template, cards=moved, place=places["from"] + count, other=places["to"])
    if "from" in places:
        words.append(say("from {place}", place=places["from"]) + count)
    if "to" in places:
        words.append(say("to {place}", place=places["to"]))
    return " ".join(words)
