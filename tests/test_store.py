"""The database of results: who may write, what is refused and left alone, what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import ROOT
from spoilt import newer, no_text, other_file, other_program, overwritten, truncated

from cli import schema, selection
from cli.frames import counts, results, searches, variants
from cli.lock import Held, Lock
from cli.schema import IMPLIED, METHODS, MIGRATIONS, NODES, VERDICTS, StoreError
from cli.selection import Selection, signed, unsigned
from cli.series import Contradiction, Series
from cli.store import Search, Store, open_for_reading, open_for_writing
from solver.patience.case_search import Cases
from solver.patience.limits import Limits
from solver.patience.results import Result
from solver.patience.searches import Beam, Exhaustive, Restarts
from solver.variants import parse

PATH = Path("results.sqlite")
VARIANT = parse("iznanka,ranks=4")
LIMITS = Limits(1000, float("inf"), 1 << 30)


def search(digest: str = "a", limits: Limits = LIMITS) -> Search:
    return Search("0.1", digest, limits)


def result(
    deal: int, verdict: str = "solvable", method: str = "restarts", nodes: int = 5
) -> Result:
    return Result(deal, verdict, method, nodes, 0.25, 7 if verdict == "solvable" else 0)


def kept(series: Series, deals: range) -> list[tuple[int, int]]:
    return sorted(series.find("deal, verdict", Selection(deals)))


def filled(count: int = 3000) -> None:
    """A database with many pages."""
    with open_for_writing(PATH) as store:
        store.series(VARIANT, search()).write(result(deal) for deal in range(count))


# --- one writer ---------------------------------------------------------------------------------


def test_rows_come_back_as_they_were_written() -> None:
    line = b"\x01\x02"
    with open_for_writing(PATH) as store:
        series = store.series(VARIANT, search())
        series.write([result(3), result(2**64 - 1, "unsolvable", "exhaustive", 9)])
        series.write([result(5)._replace(line=line)])
    with open_for_reading(PATH) as store:
        frame = results(store, 1, columns=("verdict", "method", "nodes", "microseconds", "moves"))
        assert list(frame.index) == [3, 5, 2**64 - 1]
        plain, last = [0, 0, 5, 250_000, 7], [1, METHODS.index("exhaustive"), 9, 250_000, 0]
        assert frame.to_numpy().tolist() == [plain, plain, last]
        assert store.rows("SELECT line FROM results WHERE line IS NOT NULL") == [(line,)]
        shown = store.rows("SELECT game, variant, deal, verdict, method, budget FROM readable")
        assert ("iznanka", "iznanka,ranks=4", 5, "solvable", "restarts", 1000) in shown
        assert variants(store)["digest"].tolist() == [VARIANT.digest]
        assert searches(store)["budget"].tolist() == [1000]
        assert counts(store)[["verdict", "deals", "nodes", "seconds"]].to_numpy().tolist() == [
            ["solvable", 2, 10, 0.5],
            ["unsolvable", 1, 9, 0.25],
        ]


def test_a_writer_excludes_others_and_no_readers() -> None:
    with open_for_writing(PATH) as store:
        store.series(VARIANT, search()).write([result(1)])
        with pytest.raises(StoreError, match=f"in use by process {os.getpid()} on .* since 20"):
            open_for_writing(PATH)
        with open_for_reading(PATH) as reader:
            assert reader.rows("SELECT deal FROM results") == [(1,)]
    with open_for_writing(PATH):
        pass
    assert [path.name for path in Path().iterdir()] == [PATH.name]


def test_the_lock_of_a_dead_process_is_taken_over() -> None:
    script = (
        "import os; from pathlib import Path; from cli.store import open_for_writing\n"
        f"open_for_writing(Path({str(PATH)!r})); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode != 0 and Path(f"{PATH}.lock").exists()
    with open_for_writing(PATH) as store:
        assert store.rows("SELECT * FROM results") == []


@pytest.mark.parametrize("text", ["", "{", "[1]", "{}", '{"pid": 1}', "\x00"])
def test_a_spoilt_lock_file_is_no_harm(text: str) -> None:
    path = Path("lock")
    path.write_text(text)
    with Lock(path), pytest.raises(Held, match="process"):
        Lock(path)
    assert not path.exists()


def test_where_nothing_can_be_written() -> None:
    Path("file").write_text("")
    with pytest.raises(StoreError, match=r"cannot write .*file/x.sqlite.*--db, or .*--no-db"):
        open_for_writing(Path("file/x.sqlite"))
    Path("folder").mkdir()
    for name in ("folder", ".", ""):
        for opening in (open_for_writing, open_for_reading):
            with pytest.raises(StoreError, match="is a folder: name a file such as"):
                opening(Path(name))
    with pytest.raises(StoreError, match="there is no database"):
        open_for_reading(Path("none.sqlite"))


@pytest.mark.parametrize("name", ["-", ":memory:"])
def test_what_is_hardly_meant_as_a_file(name: str) -> None:
    for opening in (open_for_writing, open_for_reading):
        with pytest.raises(StoreError, match=f"'{name}' is no file: name one such as"):
            opening(Path(name))
    assert not list(Path().iterdir())


# --- what is refused is left alone --------------------------------------------------------------


SPOILT: list[tuple[Callable[[Path], None], str]] = [
    (newer, "made by a newer version of pasyans .*update pasyans or name another file"),
    (truncated, "is damaged or no database .*; it is left as it is: move it away or"),
    (overwritten, "is damaged or no database .*; it is left as it is: move it away or"),
    (no_text, "is damaged or no database .*; it is left as it is: move it away or"),
    (other_file, "is damaged or no database .*; it is left as it is: move it away or"),
    (other_program, "is a database of another program: name another file"),
]


@pytest.mark.parametrize(("spoil", "words"), SPOILT)
@pytest.mark.parametrize("opening", [open_for_writing, open_for_reading])
def test_what_is_refused_stays_as_it_is(
    spoil: Callable[[Path], None], words: str, opening: Callable[[Path], Store]
) -> None:
    filled()
    spoil(PATH)
    before = PATH.read_bytes()
    with pytest.raises(StoreError, match=words):
        opening(PATH)
    assert PATH.read_bytes() == before
    assert [path.name for path in Path().iterdir()] == [PATH.name]


def test_an_empty_file_becomes_a_database() -> None:
    PATH.touch()
    filled(3)
    with open_for_reading(PATH) as store:
        assert store.rows("SELECT COUNT(*) FROM results") == [(3,)]


def test_an_older_layout_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    filled(5)
    later = (*MIGRATIONS, "ALTER TABLE variants ADD COLUMN note TEXT NOT NULL DEFAULT 'none';")
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    monkeypatch.setattr("cli.store.MIGRATIONS", later)
    with pytest.raises(StoreError, match="of an older layout"):
        open_for_reading(PATH)
    with open_for_writing(PATH) as store:
        assert store.rows("SELECT text, note FROM variants") == [(VARIANT.text, "none")]
        assert len(store.rows("SELECT * FROM readable")) == 5
    with open_for_reading(PATH) as store:
        assert store.rows("PRAGMA user_version") == [(len(later),)]


def test_a_migration_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    filled(5)
    wrong = (*MIGRATIONS, "DROP TABLE searches; CREATE TABLE players (id);")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", wrong)
        with pytest.raises(StoreError, match="players already exists"):
            open_for_writing(PATH)
    with open_for_writing(PATH) as store:
        assert store.rows("SELECT COUNT(*) FROM searches") == [(1,)]
        assert store.rows("SELECT COUNT(*) FROM results") == [(5,)]


# --- what is kept, and what is missing -----------------------------------------------------------


def test_undecided_never_replaces_a_verdict() -> None:
    with open_for_writing(None) as store:
        series = store.series(VARIANT, search())
        series.write([result(1), result(2, "undecided", "nodes")])
        series.write([result(1, "undecided", "nodes"), result(2, "unsolvable", "exhaustive")])
        assert kept(series, range(5)) == [(1, 0), (2, 1)]


@pytest.mark.parametrize("verdicts", [("solvable", "unsolvable"), ("unsolvable", "solvable")])
def test_a_contradiction_is_found_and_not_written(verdicts: tuple[str, str]) -> None:
    with open_for_writing(None) as store:
        series = store.series(VARIANT, search())
        series.write(result(deal, verdicts[0]) for deal in (5, 2**64 - 2))
        with pytest.raises(Contradiction) as found:
            series.write([result(6), result(2**64 - 2, verdicts[1])])
        assert (found.value.deal, found.value.verdict) == (2**64 - 2, verdicts[1])
        assert {verdict for _, verdict in kept(series, range(5, 6))} == {
            VERDICTS.index(verdicts[0])
        }


def missing(series: Series, *deals: int) -> list[int]:
    return list(series.missing(Selection(deals or range(10))))


def test_what_is_missing() -> None:
    ended = ("nodes", "seconds", "memory")
    with open_for_writing(None) as store:
        series = store.series(VARIANT, search(limits=Limits(1000, 2.0, 1 << 30)))
        series.write(
            [result(0), result(1, "unsolvable", "exhaustive"), result(2, method="implied")]
        )
        series.write(result(3 + at, "undecided", method) for at, method in enumerate(ended))

        def asked(
            digest: str = "a", nodes: int = 1000, seconds: float = 2, memory: int = 30
        ) -> str:
            again = store.series(VARIANT, search(digest, Limits(nodes, seconds, 1 << memory)))
            left = missing(again)
            assert 2 in left and not {0, 1} & set(left) and {6, 7, 8, 9} <= set(left)
            return "".join(name[0] for at, name in enumerate(ended, 3) if at in left)

        assert asked() == "" and missing(series) == [2, 6, 7, 8, 9]
        assert asked(nodes=999) == asked(seconds=1) == asked(memory=29) == ""
        assert asked(nodes=1001) == "nm"  # more positions for what ran out of them
        assert asked(memory=31) == "m"
        assert asked(seconds=3) == asked(seconds=float("inf")) == "s"
        assert asked(digest="b") == asked(digest="b", nodes=1) == "nsm"
        other = store.series(parse("iznanka,ranks=5"), search())
        assert missing(other) == list(range(10))
        assert missing(store.series(VARIANT, search(), player="greedy")) == list(range(10))


def test_implied_verdicts_may_count() -> None:
    with open_for_writing(None) as store:
        series = store.series(VARIANT, search())
        series.write([result(4, method="implied"), result(5)])
        found = series.find("deal", Selection(range(10)), series.final(implied=True))
        assert found == [(4,), (5,)] and 4 in missing(series)


def test_chunks_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "CHUNK", 7)
    with open_for_writing(None) as store:
        series = store.series(VARIANT, search())
        series.write(result(deal) for deal in range(100) if deal % 10 and not 30 <= deal < 50)
        expected = sorted({*range(0, 100, 10), *range(30, 50)})
        assert list(series.missing(Selection(range(100)))) == expected
        listed = Selection(sorted({5, 10, 33, 77, 95, 2**63 + 1}))
        store.attach(listed)
        assert list(series.missing(listed)) == [10, 33, 2**63 + 1]


@given(st.sets(st.integers(0, 2**64 - 1) | st.integers(2**63 - 5, 2**63 + 5), min_size=1))
def test_a_list_of_deals_finds_its_rows(deals: set[int]) -> None:
    chosen = Selection(sorted(deals))
    with open_for_writing(None) as store:
        store.attach(chosen)
        series = store.series(VARIANT, search())
        others = {(deal + 1) % 2**64 for deal in deals} - deals
        series.write(result(deal) for deal in [*deals, *others])
        found = np.array(series.find("deal", chosen), dtype=np.int64)[:, 0]
        assert sorted(unsigned(deal) for deal in found.tolist()) == sorted(deals)
        assert [chosen.numbers[place] for place in chosen.places(found)] == [
            unsigned(deal) for deal in found.tolist()
        ]


@given(st.integers(0, 2**64 - 20) | st.integers(2**63 - 20, 2**63 + 5), st.integers(0, 20))
def test_a_range_of_deals_finds_its_rows(first: int, count: int) -> None:
    chosen = Selection(range(first, first + count))
    around = [deal for deal in range(first - 3, first + count + 3) if 0 <= deal < 2**64]
    with open_for_writing(None) as store:
        series = store.series(VARIANT, search())
        series.write(result(deal) for deal in around)
        found = [unsigned(deal) for (deal,) in series.find("deal", chosen)]
        assert sorted(found) == list(chosen.numbers)
        places = chosen.places(np.array([signed(deal) for deal in found], dtype=np.int64))
        assert [chosen.numbers[place] for place in places] == found


def test_every_method_of_search_has_its_number() -> None:
    """Case analysis once had none, and a finished batch could not be written."""
    assert {kind.name for kind in (Restarts, Beam, Exhaustive, Cases)} <= set(METHODS)
    assert METHODS[NODES] == "nodes" and METHODS[IMPLIED] == "implied"
