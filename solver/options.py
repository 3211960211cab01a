"""What a rule that can be chosen is, and a game: the entries of the option tables.

Each family of games has its own table, in its own folder; variants.py gathers them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Option(NamedTuple):
    """One rule that can be chosen. ``values[0]`` is the family's plain reading."""

    name: str
    values: tuple[str, ...]
    note: str
    idle: Callable[[Mapping[str, str]], bool] = lambda options: False
    """True where the rest of the rules leaves this option without effect."""
    default: str = ""
    """The plain reading where it is not ``values[0]`` (numbers)."""
    looser: tuple[tuple[str, str], ...] = ()
    """Pairs (stricter, looser): whoever wins a deal under the first wins it under the second, all
    else being equal (order.py). Values that no chain of pairs connects are not comparable."""
    looser_if: tuple[str, str] | None = None
    """The option and its value under which alone ``looser`` holds."""

    @property
    def plain(self) -> str:
        """The value that the family takes unless a game or preset says otherwise."""
        return self.default or self.values[0]

    @property
    def span(self) -> str:
        """The valid values as a person reads them."""
        if self.default:
            told = self.values
            if "." in told[1]:  # shares: the middle shows how they are written
                return f"{told[0]}, {told[1]} … {told[10]}, {told[11]} … {told[-1]}"
            return f"{told[0]} … {told[-1]}"
        return ", ".join(self.values)


@dataclass(frozen=True)
class Game:
    """A game of a family: its titles, its own defaults and its presets."""

    id: str
    family: str
    title: str
    about: str
    table: tuple[Option, ...] = field(repr=False)
    own: Mapping[str, str]
    presets: Mapping[str, Mapping[str, str]]
    seats: int = 1
    """Players: 1, or 2 in the games for two."""
    warning: Callable[[Mapping[str, str]], str] = lambda rules: ""
    """What is odd about effective rules that are allowed all the same; empty for most."""
    means: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Values of options that stand for another one in this game of the family."""

    def defaults(self, preset: str = "") -> dict[str, str]:
        """Every option's value under ``preset``, in table order."""
        chosen = {**self.own, **self.presets.get(preset, {})}
        return {option.name: chosen.get(option.name, option.plain) for option in self.table}


def numbers(low: int, high: int) -> tuple[str, ...]:
    """The values of an option that is a number."""
    return tuple(str(n) for n in range(low, high + 1))
