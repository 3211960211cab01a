"""The bar: what is known already, the running interval, the undecided."""

from __future__ import annotations

import io

from cli.progress import Bar, Progress
from cli.words import speaking
from solver.patience.results import Result
from solver.stats import win_rate


def test_the_bar_tells_what_is_known() -> None:
    shown = io.StringIO()
    bar = Bar(file=shown, ncols=150, mininterval=0)
    progress = Progress(bar)
    progress.begin("vosem", 100, {"solvable": 30, "unsolvable": 10, "undecided": 5})
    low, high = win_rate(30, 5, 45).percent(1)
    assert bar.n == 45 == bar.initial and bar.format_dict["rate"] is None
    assert bar.postfix == f"{low}-{high} % solvable, 5 undecided"
    verdicts = ["solvable"] * 9 + ["undecided"]
    progress.add([Result(n, verdict, "", 1, 0.0, 0) for n, verdict in enumerate(verdicts)])
    low, high = win_rate(39, 6, 55).percent(1)
    assert f"{low}-{high} % solvable, 6 undecided" in shown.getvalue() and bar.n == 55
    progress.begin("iznanka", 10, {})
    assert bar.n == 0 and bar.total == 10
    bar.close()
    assert "iznanka: " in shown.getvalue() and "deals/s" in shown.getvalue()


def test_the_bar_speaks_russian() -> None:
    shown = io.StringIO()
    with speaking("ru"), Bar(file=shown, ncols=150, mininterval=0) as bar:
        progress = Progress(bar)
        progress.begin("vosem", None, {"solvable": 1})
        progress.add([Result(1, "undecided", "", 1, 0.0, 0)])
        progress.begin("pairs", 10, {"A": 1})
    told = shown.getvalue()
    assert "% сходится, не решено 1" in told and "раскл./с" in told and "% выигрывает A" in told
