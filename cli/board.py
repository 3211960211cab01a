"""A position of a patience as a picture, as the referee draws it, in the language."""

from __future__ import annotations

from cli.words import counted, heard, respelled, say, speaks_english, word
from solver.patience import board
from solver.patience.board import Board


def count_text(cards: int) -> str:
    """``no cards``, ``1 card``, ``2 cards``."""
    return counted("{count} card", "{count} cards", cards) if cards else say("no cards")


def board_text(game: Board, symbols: bool = False) -> str:
    """The whole position: base piles, places, stock, the card aside, what is next."""
    text = board.board_text(game, symbols)
    if speaks_english():
        return text
    lines, places = text.splitlines(), len(game.piles)
    bases, rest = lines[:5], lines[5 + places :]
    told = [*_bases(bases), *map(respelled, lines[5 : 5 + places]), *map(heard, rest)]
    return "\n".join(told)


def _bases(lines: list[str]) -> list[str]:
    """The heading and a line a suit, in columns as wide as the words are now."""
    heads = lines[0].split()
    starts = [lines[0].index(head) for head in heads]
    cells = [
        [line[begin:end].rstrip() for begin, end in zip([0, *starts], [*starts, None], strict=True)]
        for line in lines
    ]
    told = [["", *(word("pile", head) for head in heads)]]
    told += [[_suit(row[0]), *map(respelled, row[1:])] for row in cells[1:]]
    widths = [max(map(len, column)) for column in zip(*told, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in told
    ]


def _suit(sign: str) -> str:
    """The suit of a line, which is named by its letter or sign."""
    return respelled(f"A{sign.strip()}")[1:]
