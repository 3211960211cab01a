"""What the kernel tests share: a numbered deal of a variant as the kernels take it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.deals import patience_deal
from solver.patience.rules import Rules, compile_rules, to_codes
from solver.variants import Variant, parse


class Case(NamedTuple):
    """A deal under the rules of a variant."""

    variant: Variant
    rules: Rules
    faces: list[int]
    codes: NDArray[np.int64]


def case(text: str, number: int) -> Case:
    """Deal ``number`` of the variant that ``text`` names."""
    variant = parse(text)
    rules = compile_rules(variant.rules)
    faces = patience_deal(number, int(variant.rules["ranks"]))
    return Case(variant, rules, faces, np.array(to_codes(rules, faces), dtype=np.int64))
