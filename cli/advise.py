"""``pasyans advise``: what to play now, and how likely is a win after it?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.duel.advise import Asked, advise_duel
from cli.exits import INTERRUPTED
from cli.gamefile import GameFileError, check_belongs, moves_of, read_json, replayed
from cli.options import (
    DEAL_NUMBER,
    NODES,
    Whole,
    json_option,
    quiet_option,
    read_text,
    source_name,
    symbols_option,
    variant_argument,
)
from cli.output import hung, tell
from cli.page.document import html_option, keep_input
from cli.words import counted, heard, say, word
from solver import __version__
from solver.deals import patience_deal
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from solver.patience.advice import Advice, Candidate
    from solver.patience.situation import Situation

MEMORY = 1 << 30


@click.command()
@variant_argument
@click.argument("path", metavar="[FILE]", required=False)
@click.option("--from", "number", type=DEAL_NUMBER, help="Begin at the start of a numbered deal.")
@click.option("--moves", "played", metavar="FILE", help="Moves played since, as of solve --json.")
@click.option(
    "--after", type=Whole("moves", 0, 10**6), help="Only so many of the moves are played."
)
@click.option("--see-stock", is_flag=True, help="With --from: look at the order of the stock.")
@click.option(
    "--top",
    type=Whole("moves", 1, 999),
    default=5,
    show_default=True,
    help="How many of the best moves are listed (zevaki, rusbank: ways to play on).",
)
@click.option(
    "--samples",
    type=Whole("games", 1, 10**6),
    default=50,
    show_default=True,
    help="Orders of the stock tried after each move; the better moves get several times as many.",
)
@click.option(
    "--budget",
    type=NODES,
    default="5M",
    show_default=True,
    help="Positions searched where the stock is known or out.",
)
@html_option
@symbols_option
@json_option
@quiet_option
@click.pass_context
def advise(
    ctx: click.Context,
    variant: Variant,
    path: str | None,
    number: int | None,
    played: str | None,
    after: int | None,
    see_stock: bool,
    top: int,
    samples: int,
    budget: int,
    page: Path | None,
    symbols: bool,
    as_json: bool,
    quiet: bool,
) -> None:
    """What to play in a position of VARIANT, the best moves first.

    FILE is a position file (- for standard input); `pasyans deal VARIANT N --position` prints one
    as a template. While the stock hides its order, each move comes with the chance of a win after
    it, estimated by playing on over random orders of the unseen cards; once the stock is out or
    told in order, with the proved answer.

    In zevaki and rusbank the advice is the best ways through the turn up to the next unseen card,
    each with the chance of winning if greedy players go on; --moves is then a record of `play`.
    """
    keep_input(ctx)
    if (path is None) == (number is None):
        raise click.UsageError(say("give one of FILE and --from DEAL"))
    if number is None and (played or after is not None or see_stock):
        raise click.UsageError(say("--moves, --after and --see-stock go with --from DEAL"))
    if variant.game.seats == 2:
        if page is not None:
            raise click.UsageError(say("--html shows advice in patiences only"))
        asked = Asked(path, number, played, after, top, samples, symbols, as_json, quiet)
        advise_duel(ctx, variant, asked, see_stock)
        return
    if path is not None:
        situation = _read_position(path, variant)
    else:
        assert number is not None
        situation = _from_deal(variant, number, played, after, see_stock)
    if situation.game.won:
        raise click.ClickException(say("the game is won: all cards are on base piles"))
    from cli.interrupt import interruptible

    with interruptible() as stopped:
        from cli.kernels import prepare
        from solver.patience.advice import KERNELS, Adviser

        made: list[Adviser] = []
        limits = Limits(nodes=budget, memory=MEMORY)
        prepare(lambda: made.append(Adviser(variant, limits, samples)), stopped, quiet, *KERNELS)
        advice = made[0].advise(situation, stopped)
        interrupted = stopped()
    if page is not None:
        from cli.page.document import document, write_page
        from cli.page.patience import advised

        deal = number if number is not None else source_name(str(path))
        write_page(page, document(variant, deal, advised(situation, advice, top)))
    if as_json:
        told = _object(variant, situation, advice, top) | {"samples": samples, "budget": budget}
        tell(json.dumps(told, ensure_ascii=False))
    else:
        tell(_text(variant, situation, advice, top, symbols))
    if interrupted:
        ctx.exit(INTERRUPTED)


def _read_position(path: str, variant: Variant) -> Situation:
    from solver.patience.positionfile import PositionFileError, parse_position

    try:
        return parse_position(read_text(path), variant, source_name(path))
    except PositionFileError as error:
        raise click.ClickException(heard(str(error))) from None


def _from_deal(
    variant: Variant, number: int, played: str | None, after: int | None, known: bool
) -> Situation:
    from solver.patience.referee import Game
    from solver.patience.situation import with_stock

    game = Game(variant.rules, patience_deal(number, int(variant.rules["ranks"])))
    if played is None:
        if after is not None:
            raise click.UsageError(say("--after goes with --moves FILE"))
        return with_stock(game, known)
    try:
        told = read_json(played)
        check_belongs(told, variant, number)
        moves = moves_of(told)
        if after is not None and after > len(moves):
            told = counted(
                "--after {after}: there is only {count} move",
                "--after {after}: there are only {count} moves",
                len(moves),
                after=after,
            )
            raise click.UsageError(told)
        replayed(game, moves[:after], lambda _: None)
    except GameFileError as error:
        raise click.ClickException(f"{source_name(played)}: {error}") from None
    return with_stock(game, known)


# ------------------------------------------------------------------ text


def _text(variant: Variant, situation: Situation, advice: Advice, top: int, symbols: bool) -> str:
    from cli.board import count_text
    from cli.play import line_texts

    game = situation.game
    stock = say("{cards} in the stock", cards=count_text(len(game.stock)))
    if game.stock:
        stock += say(", order known") if situation.known else say(", order unknown")
    lines = [
        f"{variant} «{variant.game.title}»: {stock}",
        _headline(advice),
        *_candidate_lines(situation, advice, top, symbols),
    ]
    if advice.line:
        told = "\n".join(line_texts(game.copy(), advice.line, False, symbols))
        lines += ["", told.lstrip("\n")]
    return "\n".join(lines)


def _headline(advice: Advice) -> str:
    if advice.verdict == "solvable":
        return counted(
            "won in {count} move, as below", "won in {count} moves, as below", len(advice.line)
        )
    if advice.verdict == "unsolvable":
        return say("lost: no play wins")
    if advice.verdict == "undecided":
        return say(
            "undecided: neither a win was found nor that there is none; try a larger --budget"
        )
    return counted(
        "chance of winning after each move (95 % interval), from {count:,} game played on",
        "chance of winning after each move (95 % interval), from {count:,} games played on",
        sum(one.games for one in advice.candidates),
    )


def _candidate_lines(situation: Situation, advice: Advice, top: int, symbols: bool) -> list[str]:
    from cli.play import move_text, reason_text

    rows = [
        (
            " ".join(move_text(situation.game, one.move, symbols, situation.known).split()),
            _worth(one),
            reason_text(situation, one.move, symbols),
        )
        for one in advice.candidates[:top]
    ]
    wide = max((len(row[0]) for row in rows), default=0)
    lines = [
        hung(f"{number:4}. {move:<{wide}}  {worth:<14}  {why}", 6)
        for number, (move, worth, why) in enumerate(rows, 1)
    ]
    left = len(advice.candidates) - len(rows)
    return lines + ([say("      and {count} more (--top)", count=left)] if left else [])


def _worth(one: Candidate) -> str:
    from solver.stats import wilson

    if one.verdict is not None:
        return word("worth", one.verdict)
    low, high = wilson(one.won, one.games).percent(1)
    return say("{low:.1f} … {high:.1f} %", low=low, high=high)


# ------------------------------------------------------------------ JSON


def _object(variant: Variant, situation: Situation, advice: Advice, top: int) -> dict[str, object]:
    from solver.patience.positionfile import format_position

    return {
        "game": variant.game.id,
        "variant": variant.text,
        "digest": variant.digest,
        "version": __version__,
        "position": format_position(situation),
        "stock": {"cards": len(situation.game.stock), "known": situation.known},
        "verdict": advice.verdict,
        "moves": advice.line,
        "advice": [_told(one) for one in advice.candidates[:top]],
    }


def _told(one: Candidate) -> dict[str, object]:
    from solver.stats import wilson

    told: dict[str, object] = {"move": one.move, "reason": one.reason}
    if one.verdict is not None:
        return told | {"verdict": one.verdict}
    low, high = wilson(one.won, one.games)
    chance = {"low": low, "high": high, "confidence": 0.95}
    return told | {"won": one.won, "games": one.games, "chance": chance}
