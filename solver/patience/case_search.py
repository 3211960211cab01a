"""The case analysis as a search of the portfolio: its line of play and its proof."""

from __future__ import annotations

from solver.cards import card_text
from solver.patience.cases import (
    IDLE,
    MOST_REFUTED,
    NODES,
    REFUTED,
    CaseWork,
    agreed_ways,
    analyse,
    new_case_work,
)
from solver.patience.early import early_line
from solver.patience.keys import Ints
from solver.patience.rules import Rules, to_face
from solver.patience.searches import Search
from solver.patience.ways import NAMES, WAYS, copies_of, first_ways, only_start

MOST_GAMES = 1 << 13
"""Relaxed games between two looks at the clock: as long as many more positions elsewhere."""

Refutation = list[object]
"""``[card, way, [refutation, ...]]``: see certificates.py."""


class Cases(Search):
    """Case analysis; it decides every deal under rules that :func:`ways.decidable` allows.

    A node is a relaxed game played; ``stored`` counts the assumptions refuted.
    """

    name = "cases"
    work: CaseWork

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, new_case_work())

    def begin(self, deal: Ints, first: Ints | None = None) -> None:
        """Take up another deal.

        Raises:
            ValueError: from a position in progress; ways are of whole deals.
        """
        if first is not None:
            raise ValueError("a case analysis begins at the start of a deal")
        self.deal = deal
        self.work.ctl[:] = 0
        self.copies = copies_of(deal)
        self.work.trouble[:] = 0
        self.work.ctl[IDLE] = only_start(self.rules)
        self.work.ways[0] = first_ways(self.rules, self.copies)

    def run(self, nodes: int, most: int) -> int:
        limit = self.nodes + min(nodes, most, MOST_GAMES)
        return analyse(self.rules, self.copies, self.work, limit)

    @property
    def nodes(self) -> int:
        return int(self.work.ctl[NODES])

    @property
    def stored(self) -> int:
        return int(self.work.ctl[REFUTED])

    @property
    def line(self) -> tuple[int, ...]:
        return early_line(self.rules, self.copies, agreed_ways(self.rules, self.work))

    @property
    def proof(self) -> list[Refutation] | None:
        """The refutations that prove a deal unsolvable (certificates.py), None if too many."""
        if self.stored > MOST_REFUTED:
            return None
        lists: list[list[Refutation]] = [[] for _ in range(len(self.work.assumed) + 1)]
        for entry in self.work.proof[: self.stored].tolist():
            ply, (code, way) = entry >> 16, divmod(entry & 0xFFFF, len(WAYS))
            card = card_text(to_face(self.rules, code))
            lists[ply].append([card, NAMES[way], lists[ply + 1]])
            lists[ply + 1] = []
        return lists[0]
