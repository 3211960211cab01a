"""Kept lines of play are judged anew, and can be had again: verify and solve of a database."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from running import invoke, start, told
from spoilt import newer, other_program, truncated

import cli.rejudged
from cli.kept import Kept
from cli.main import pasyans
from cli.progress import Bar
from solver.variants import Variant

SMALL = "vosem:strict,ranks=3,piles=2"
PAST = 1 << 63
"""From here on deal numbers are negative in the database."""
GAMES = [
    ("pairs,take=optional", "greedy,random"),
    ("double", "greedy,random"),
    ("zevaki,attention=0.4,claim=0.5", "greedy,greedy"),
    ("rusbank", "random,greedy"),
]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lines of a search, of a player and of games for two; deals with and without."""
    path = str(tmp_path_factory.mktemp("kept") / "kept.sqlite")
    more = ("--db", path, "--quiet")
    for first in (1, PAST - 3):
        invoke("estimate", SMALL, "--deals", "25", "--first", str(first), "--keep-lines", *more)
    invoke("estimate", SMALL, "--deals", "50", *more)
    invoke("estimate", SMALL, "--deals", "20", "--player", "greedy", "--keep-lines", *more)
    for variant, players in GAMES:
        invoke("estimate", variant, "--deals=5", "--players", players, "--keep-lines", *more)
    invoke("estimate", "double", "--deals=7", "--players", "greedy,random", *more)
    return Path(path)


def copy(database: Path) -> sqlite3.Connection:
    """A copy in this test's folder, to be spoilt."""
    Path("kept.sqlite").write_bytes(database.read_bytes())
    return sqlite3.connect("kept.sqlite")


def verify(*arguments: str) -> Result:
    """What becomes of it."""
    return CliRunner().invoke(pasyans, ["verify", *arguments])


# --- valid --------------------------------------------------------------------------------------


def test_all_lines_are_judged_game_by_game(database: Path) -> None:
    found = told("estimate", SMALL, "--deals", "50", "--db", str(database))
    more = told("estimate", SMALL, "--deals=25", f"--first={PAST - 3}", "--db", str(database))
    lost = [deal for deal in found["unsolvable_deals"] if deal <= 25]
    kept = 25 - len(lost) + more["counts"]["solvable"]
    unsolvable = len(found["unsolvable_deals"]) + more["counts"]["unsolvable"]
    without = f"solvable {found['counts']['solvable'] - (25 - len(lost))}, unsolvable {unsolvable}"
    assert verify(str(database)).stdout.splitlines() == [
        "double, greedy,random: 5 kept lines of play are valid; deals without a line: 2",
        "pairs,take=optional, greedy,random: 5 kept lines of play are valid",
        "rusbank, random,greedy: 5 kept lines of play are valid",
        f"{SMALL}, clairvoyant: {kept} kept lines of play are valid; "
        f"deals without a line: {without}",
        f"{SMALL}, greedy: 20 kept lines of play are valid",
        "zevaki,attention=0.4,claim=0.5, greedy,greedy: 5 kept lines of play are valid",
    ]


def test_no_kernel_judges(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.dispatcher.Dispatcher.compile", None)
    assert verify(str(database)).exit_code == 0


def test_some_of_them(database: Path) -> None:
    shown = verify(str(database), "double").stdout
    assert shown.startswith("double, ") and shown.count("\n") == 1
    some = verify(str(database), "double", "--deals", "4", "--first", "4").stdout
    assert "2 kept lines of play are valid; deals without a line: 2" in some
    last = verify(str(database), SMALL, "--first", str(PAST)).stdout
    assert last.startswith(f"{SMALL}, clairvoyant: ") and last.count("\n") == 1
    none = verify(str(database), "--first", str(2**64 - 1))
    assert none.exit_code == 1 and "keeps no lines of play of these deals" in none.stderr
    other = verify(str(database), "vosem")
    assert other.exit_code == 1 and "no deals of vosem in " in other.stderr


def test_a_database_without_lines_says_how_to_keep_them() -> None:
    invoke("estimate", SMALL, "--deals", "5", "--quiet")
    done = verify("pasyans.sqlite")
    assert done.exit_code == 1 and done.stdout == ""
    assert "keeps no lines of play" in done.stderr and "--keep-lines" in done.stderr


def test_what_chooses_deals_is_for_databases(tmp_path: Path) -> None:
    Path("game.json").write_text(invoke("solve", SMALL, "--deal", "1", "--json").stdout)
    for more in (["vosem"], ["--deals", "3"], ["--first", "0"]):
        done = verify("game.json", *more)
        assert done.exit_code == 2 and "'game.json' is none" in done.stderr


# --- not valid ----------------------------------------------------------------------------------


def spoil(database: Path, change: Callable[[bytes], bytes], where: str) -> None:
    """Change the lines of some rows."""
    connection = copy(database)
    connection.create_function("spoilt", 1, change)
    with connection:
        connection.execute(f"UPDATE results SET line = spoilt(line) {OF.format(where)}")
    connection.close()


OF = """WHERE deal = 3 AND variant IN (SELECT id FROM variants WHERE text LIKE '{}%')
    AND player IN (SELECT id FROM players WHERE name <> 'greedy')"""
SPOILT: list[tuple[str, Callable[[bytes], bytes], str]] = [
    (SMALL, lambda line: line[:4] + line[5:], f"{SMALL}, clairvoyant, deal 3: move "),
    (SMALL, lambda line: line[:-1], "deal 3: the moves are legal but do not win"),
    (SMALL, lambda line: line + line[-1:], "the game was won by move"),
    (SMALL, lambda line: line[:2] + b"\xf0" + line[3:], "deal 3: move 3 cannot be read"),
    (SMALL, lambda line: line[:2] + b"\x50", "deal 3: move 3 cannot be read"),
    (SMALL, lambda line: b"", "do not win: 0 of 24 cards are on bases"),
    ("double", lambda line: line[:-1], "greedy,random, deal 3: action "),
    ("double", lambda line: line[:-2], "the game is not over after the last action"),
    ("double", lambda line: line[:8] + b"\xff\xff" + line[10:], "action 5 cannot be read"),
    ("double", lambda line: line[2:], "deal 3: action 1: "),
    ("pairs", lambda line: line[:4] + b"\xff\xff" + line[6:], "action 3 cannot be read"),
    ("pairs", lambda line: line[:2] * 2 + line[4:], "action 2: a place is empty"),
    ("zevaki", lambda line: line[:6] + b"\xff\xff" + line[8:], "action 4 cannot be read"),
    ("rusbank", lambda line: line + line[-2:], "the game is over"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "change", "message"), SPOILT, ids=range(len(SPOILT)))
def test_the_first_line_that_is_not_valid(
    where: str, change: Callable[[bytes], bytes], message: str, database: Path
) -> None:
    spoil(database, change, where)
    done = verify("kept.sqlite")
    assert done.exit_code == 1 and done.stderr.startswith("Error: not valid: ")
    assert message in done.stderr and "deal 3: " in done.stderr and len(done.stderr) < 400
    assert where not in done.stdout.replace(f"{SMALL}, greedy", "")
    assert verify("kept.sqlite", "--first", "4").exit_code == 0


FALSE: list[tuple[str, str, str]] = [
    ("double", "moves = moves + 1", '"moves" is '),
    ("double", "verdict = 11 - verdict", '"verdict" is '),
    ("double", "verdict = 99", "\"verdict\" is '99' in the database; the line gives "),
    ("double", "tally = NULL", "what was counted in the game cannot be read"),
    ("double", "tally = zeroblob(length(tally))", "\"turns\" is '0' in the database; the line "),
    (SMALL, "moves = 'many'", "\"moves\" is 'many' in the database; the line gives "),
    (SMALL, "verdict = 2", "\"verdict\" is 'undecided' in the database; the line gives solvable"),
]


@pytest.mark.parametrize(("where", "change", "message"), FALSE, ids=range(len(FALSE)))
def test_what_is_told_of_a_line_must_be_so(
    where: str, change: str, message: str, database: Path
) -> None:
    connection = copy(database)
    with connection:
        connection.execute(f"UPDATE results SET {change} {OF.format(where)}")
    connection.close()
    done = verify("kept.sqlite")
    assert done.exit_code == 1 and f"deal 3: {message}" in done.stderr


def test_a_game_lost_is_not_won(database: Path) -> None:
    connection = copy(database)
    with connection:
        connection.execute("UPDATE results SET verdict = 7 - verdict WHERE verdict IN (3, 4)")
    connection.close()
    assert 'greedy, deal 1: "verdict" is \'' in verify("kept.sqlite").stderr


def test_a_variant_that_is_not_known(database: Path) -> None:
    for change, message in (
        ("text = 'pairs:new'", "unknown preset 'new'"),
        ("digest = 'other'", "pairs,take=optional names other rules in this version"),
    ):
        connection = copy(database)
        with connection:
            connection.execute(f"UPDATE variants SET {change} WHERE game = 'pairs'")
        connection.close()
        done = verify("kept.sqlite")
        assert done.exit_code == 1 and message in done.stderr
        assert done.stdout.startswith("double, ") and done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (newer, "made by a newer version of pasyans"),
        (truncated, "is damaged or no database"),
        (other_program, "is a database of another program"),
    ],
)
def test_other_databases(change: Callable[[Path], None], message: str, database: Path) -> None:
    copy(database).close()
    change(Path("kept.sqlite"))
    done = verify("kept.sqlite")
    assert done.exit_code == 1 and message in done.stderr and done.stdout == ""
    done = CliRunner().invoke(pasyans, ["solve", SMALL, "--deal", "1", "--db", "kept.sqlite"])
    assert done.exit_code == 1 and message in done.stderr


# --- while it runs ------------------------------------------------------------------------------


def test_an_interrupt_says_how_many_were_judged(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, seen = cli.rejudged.fault, list[int]()

    def slow(variant: Variant, clairvoyant: bool, kept: Kept) -> str:
        seen.append(kept.deal)
        if len(seen) == 7:
            os.kill(os.getpid(), signal.SIGINT)
        return judge(variant, clairvoyant, kept)

    monkeypatch.setattr("cli.rejudged.fault", slow)
    done = verify(str(database))
    assert done.exit_code == 130 and len(seen) == 7
    assert "interrupted after 7 of 85 kept lines of play; all of those are valid" in done.stderr
    assert done.stdout.count("\n") == 1 and done.stdout.startswith("double, ")


def test_a_bar_shows_how_far_it_is(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()

    def bar(quiet: bool, count: int) -> Bar:
        return Bar(total=count, file=shown, ncols=100, mininterval=0, disable=quiet)

    monkeypatch.setattr("cli.audit.bar", bar)
    verify(str(database), "double", "--quiet")
    assert shown.getvalue() == ""
    verify(str(database), "double")
    assert "double: " in shown.getvalue() and "5/5" in shown.getvalue()


# --- a line again -------------------------------------------------------------------------------


def test_a_kept_line_is_had_again(database: Path) -> None:
    found = told("solve", SMALL, "--deal", "3", "--db", str(database))
    searched = told("solve", SMALL, "--deal", "3")
    assert list(found) == list(searched) and found["deal"] == searched["deal"]
    assert found["moves"] and found["search"]["kept"] is True
    assert set(searched["search"]) | {"kept"} == set(found["search"])
    Path("game.json").write_text(json.dumps(found))
    assert "is won in" in invoke("verify", "game.json").stdout
    shown = invoke("solve", SMALL, "--deal=3", "--db", str(database), "--html=game.html").stdout
    assert "deal 3: solvable in" in shown and "\nkept in " in shown and Path("game.html").exists()


def test_it_is_the_line_that_a_search_finds() -> None:
    """The search of a batch and that of solve are the same."""
    invoke("estimate", "iznanka", "--deals", "2", "--keep-lines", "--quiet")
    one: Any = told("solve", "iznanka", "--deal", "2", "--db", "pasyans.sqlite")
    other = told("solve", "iznanka", "--deal", "2")
    assert one["moves"] == other["moves"]
    for name in ("method", "nodes", "budget"):
        assert one["search"][name] == other["search"][name]


def test_what_solve_says_where_no_line_is_kept(database: Path) -> None:
    def refused(*arguments: str) -> str:
        done = CliRunner().invoke(pasyans, ["solve", *arguments])
        assert done.exit_code in (1, 2) and done.stdout == "" and len(done.stderr) < 400
        return done.stderr

    there = ("--db", str(database))
    assert "keeps no line of play of deal 30 (" in refused(SMALL, "--deal", "30", *there)
    assert f"holds no search of deal 90 of {SMALL}" in refused(SMALL, "--deal", "90", *there)
    assert "there is no database 'none'" in refused(SMALL, "--deal", "1", "--db", "none")
    for option in (["--budget", "5"], ["--short"], ["--memory", "1G"], ["--time", "3"]):
        told = refused(SMALL, "--deal", "1", *there, *option)
        assert f"and searches nothing: leave out {option[0]}" in told
    assert "leave out --file" in refused(SMALL, "--file", "-", *there)
    spoil(database, lambda line: line[:-1], SMALL)
    told = refused(SMALL, "--deal", "3", "--db", "kept.sqlite")
    assert f"not valid: {SMALL}, deal 3: the moves are legal but do not win" in told


@pytest.mark.parametrize(
    "change",
    [
        "method = 99",
        "method = 'x'",
        "verdict = -1",
        "nodes = 'x'",
        "nodes = -5",
        "microseconds = x'00'",
    ],
)
def test_figures_that_nobody_wrote_are_damage(change: str, database: Path) -> None:
    with copy(database) as connection:
        connection.execute(f"UPDATE results SET {change} WHERE line IS NOT NULL")
    connection.close()
    done = CliRunner().invoke(pasyans, ["solve", SMALL, "--deal=3", "--db", "kept.sqlite"])
    assert done.exit_code == 1 and "is damaged or no database" in done.stderr, done.output


def test_a_verdict_that_nobody_wrote_is_told_as_it_is(database: Path) -> None:
    with copy(database) as connection:
        connection.execute("UPDATE results SET verdict = 99 WHERE line IS NULL")
    connection.close()
    done = verify("kept.sqlite", SMALL)
    assert done.exit_code == 0 and "deals without a line: 99" in done.stdout


def test_a_page_is_not_written_over_the_database(database: Path) -> None:
    copy(database).close()
    before = Path("kept.sqlite").read_bytes()
    Path("linked.html").symlink_to("kept.sqlite")
    for page in ("kept.sqlite", "linked.html"):
        command = ["solve", SMALL, "--deal=3", "--db", "kept.sqlite", "--html", page]
        done = CliRunner().invoke(pasyans, command)
        assert done.exit_code == 2 and "would write over what is read" in done.stderr
    assert Path("kept.sqlite").read_bytes() == before


def test_it_is_told_in_russian(database: Path) -> None:
    lines = invoke("verify", str(database), "--lang", "ru").stdout.splitlines()
    assert lines[0] == (
        "double, жадный,случайный: верны 5 сохранённых игр; раскладов без сохранённой игры: 2"
    )
    spoil(database, lambda line: line[:2] + b"\xf0", SMALL)
    process = start("verify", "kept.sqlite", PASYANS_LANG="ru", PYTHONUTF8="1")
    _, errors = process.communicate()
    assert f"Ошибка: неверно: {SMALL}, ясновидящий, расклад 3: ход 3 не читается" in errors
