"""What there is to tell about a deal that was searched, as text and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli.options import source_name
from cli.words import counted, say, word
from solver import __version__
from solver.cards import card_text
from solver.patience.limits import Limits
from solver.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.patience.evidence import Evidence
    from solver.patience.lines import Move
    from solver.patience.solve import Outcome


class Found(NamedTuple):
    """What there is to tell about a deal."""

    outcome: Outcome
    moves: list[Move]
    """A line that has passed the referee, the shortened one if that was asked for."""
    short: bool
    evidence: Evidence | None
    """Of an exhaustive search that found no win."""
    proof: dict[str, object] | None
    """Of an unsolvable deal, where it is a case analysis (certificates.py)."""
    db: Path | None = None
    """The database that kept the line, if no search has found it now."""


def headline(variant: Variant, number: int | None, path: str | None, found: Found) -> str:
    """The verdict, and what it took."""
    outcome = found.outcome
    name = say("deal {number}", number=number) if path is None else source_name(path)
    verdict = word("verdict", outcome.verdict)
    return f"{variant} «{variant.game.title}», {name}: {verdict}{_how(found)}\n{_effort(found)}"


def _how(found: Found) -> str:
    """What a verdict rests on, in words that follow it."""
    outcome = found.outcome
    if found.moves:
        told = counted(" in {count} move", " in {count} moves", len(found.moves))
        before = len(outcome.line)
        return told + say(" ({count} before they were shortened)", count=before) * found.short
    if found.evidence is not None:
        return counted(
            " (exhaustive search, {count:,} position)",
            " (exhaustive search, {count:,} positions)",
            found.evidence.stored,
        )
    if outcome.verdict == "unsolvable":
        return counted(
            " (case analysis, {count:,} assumption refuted)",
            " (case analysis, {count:,} assumptions refuted)",
            outcome.stored,
        )
    return f" ({word('limit', REASONS[outcome.method])})"


def _effort(found: Found) -> str:
    """What the search has cost."""
    outcome = found.outcome
    if found.db is not None:
        return counted(
            "kept in {db}: {count:,} position had been searched in {seconds:.2f} s",
            "kept in {db}: {count:,} positions had been searched in {seconds:.2f} s",
            outcome.nodes,
            seconds=outcome.seconds,
            db=source_name(str(found.db)),
        )
    if outcome.method == "cases":
        return counted(
            "{count:,} relaxed game played in {seconds:.2f} s",
            "{count:,} relaxed games played in {seconds:.2f} s",
            outcome.nodes,
            seconds=outcome.seconds,
        )
    return counted(
        "{count:,} position searched in {seconds:.2f} s",
        "{count:,} positions searched in {seconds:.2f} s",
        outcome.nodes,
        seconds=outcome.seconds,
    )


REASONS = {
    "nodes": "the budget of positions is spent; a larger --budget searches on",
    "seconds": "the time is up; a longer --time searches on",
    "memory": "the memory is full; a larger --memory searches on",
    "interrupt": "interrupted",
}


def solution_object(
    variant: Variant, number: int | None, faces: Sequence[int], found: Found, limits: Limits
) -> dict[str, object]:
    """The object of ``solve --json``."""
    return {
        "game": variant.game.id,
        "variant": variant.text,
        "rules": variant.rules,
        "digest": variant.digest,
        "version": __version__,
        "deal": {"number": number, "cards": [card_text(face) for face in faces]},
        "verdict": found.outcome.verdict,
        "moves": found.moves,
        "search": _search_object(found, limits),
        **({} if found.proof is None else {"proof": found.proof}),
    }


def _search_object(found: Found, limits: Limits) -> dict[str, object]:
    outcome, evidence = found.outcome, found.evidence
    told: dict[str, object] = {
        "method": outcome.method,
        "nodes": outcome.nodes,
        "stored": None if found.db else outcome.stored,
        "seconds": round(outcome.seconds, 6),
        "budget": limits.nodes,
        "memory": limits.memory,
    }
    if found.db is not None:
        told["kept"] = True
    if evidence is not None:
        told |= {**evidence._asdict()}
    if found.moves and found.short:
        told["shortened"] = {"before": len(outcome.line), "after": len(found.moves)}
    return told
