"""Compiled code: its cache folder, its signatures, and the same numbers without it or checked.

What must be seen from outside runs in a fresh interpreter: :func:`told_by` calls one of the
functions of the first part there, and reads what it returns.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import warnings
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kernels import case
from make_perft import FOLDER, read

import solver
from solver import jit
from solver.deals import duel_deal, patience_pack
from solver.duel.family import family_of
from solver.duel.names import parse_pairing
from solver.patience.batch import Batch
from solver.patience.evidence import search_again
from solver.patience.limits import Limits
from solver.patience.perft import perft, split
from solver.patience.players import names as players
from solver.patience.players.batch import new_player
from solver.patience.players.game import play_game
from solver.patience.playout import Playout
from solver.patience.position import SIZE, pick
from solver.patience.searches import Exhaustive
from solver.patience.shorten import shorten
from solver.patience.situation import arrays, at_start
from solver.patience.solve import Solver
from solver.shuffle import shuffle_pack
from solver.variants import parse

ROOT = Path(__file__).parent.parent

# --- what runs in a fresh interpreter -----------------------------------------------------------


def perfts(most: int) -> dict[str, list[list[int]]]:
    """Counts of sequences and positions of every perft file, ``most`` moves a table."""
    counts = {}
    for path in sorted(FOLDER.glob("*.perft")):
        variant, tables = read(path)
        for number, rows in tables.items():
            game = case(variant, number)
            totals = accumulate(row.perft for row in rows)
            depth = sum(total <= most for total in totals)
            counts[f"{path.stem} {number}"] = [
                perft(game.rules, game.codes, depth, unique) for unique in (False, True)
            ]
    split(game.rules, game.codes, 1)
    return counts


def solves(nodes: int, deals: int) -> dict[str, list[Any]]:
    """Outcomes without seconds: small decks of both verdicts, full ones by every search."""
    outcomes = {}
    for text in (
        "vosem:strict,ranks=3,piles=2",
        "iznanka:noturn,bases=aces,ranks=3,piles=2",
        "iznanka:strict,ranks=5,piles=2",
        "iznanka,bases=aces,ranks=4,piles=2",
        "vosem:fill,lift=any,turn=any,pause=card,ranks=4,piles=12",
        "iznanka",
        "vosem:free",
    ):
        solver = Solver(case(text, 1).rules, Limits(nodes))
        for number in range(1, deals + 1):
            verdict, line, *rest = solver.solve(case(text, number).codes)[:-1]
            outcomes[f"{text} {number}"] = [verdict, list(line), *rest]
    return outcomes


def lines_and_digests() -> dict[str, Any]:
    """A line made shorter; the evidence of searches with and without interchangeable places."""
    game = case("iznanka,ranks=3,piles=4", 2)
    line = Solver(game.rules, Limits(5000)).solve(game.codes).line
    told: dict[str, Any] = {
        "short": [list(line), list(shorten(game.rules, game.codes, line, 9000))]
    }
    for text, number in (
        ("vosem:noturn,build=none,ranks=4,piles=3", 55),
        ("vosem:nobuild,bases=aces,lift=any,turn=any,ranks=4,piles=2", 4),
    ):
        game = case(text, number)
        told[text] = list(search_again(Exhaustive(game.rules, 1 << 26), game.codes, 2000))
    return told


def shuffles() -> list[list[int]]:
    """Some numbered deals by the kernel."""
    deals = []
    for number in (0, 1, 2**63, 2**64 - 1):
        faces = np.array(patience_pack(), dtype=np.int64)
        shuffle_pack(np.uint64(number), faces)
        deals.append([int(face) for face in faces])
    return deals


def numbers(most: int, nodes: int, deals: int) -> dict[str, Any]:
    """All of the above."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # numpy tells of sums that wrap
        return {
            "perfts": perfts(most),
            "solves": solves(nodes, deals),
            "shuffles": shuffles(),
            "others": lines_and_digests(),
        }


def played() -> dict[str, list[int]]:
    """A game by each player that does not see the stock, and what a playout comes to."""
    game, limits, lines = case("iznanka", 3), Limits(10_000), {}
    for name in ("random", "greedy", "planner:1"):
        player = new_player(players.parse(name).under(game.variant), game.rules, limits)
        ended = play_game(game.rules, game.codes, player, 3)
        lines[name] = list(ended.line) if ended else []
    deal, pos = arrays(game.rules, at_start(game.variant, game.faces, True).game)
    lines["playout"] = list(Playout(game.rules, 8, 500).end_of(pos, deal))
    assert Batch(game.variant, limits).decide(1, lambda: False)  # and replay its line
    return lines


def checked(most: int, nodes: int, deals: int) -> dict[str, Any]:
    """All of the above, where bounds are checked; first, that they are."""
    with pytest.raises(IndexError):
        pick(np.zeros(SIZE, np.int64), SIZE)
    return {"numbers": numbers(most, nodes, deals), "played": played()}


def duels() -> None:
    """Let every player of a game for two play, and count actions of the Banks."""
    for text in (
        "pairs:rank-owner,take=optional,thirteenth=optional",
        "double",
        "zevaki",
        "rusbank",
    ):
        variant = parse(text)
        for names in ("planner,random", "greedy,planner"):
            pairing = parse_pairing(names).under(variant.game)
            family_of(variant.game.family).table(variant.rules, pairing).play(1)
    zevaki = parse("zevaki").rules
    for unique in (False, True):
        family_of("bank").counter(zevaki, duel_deal(1)).counts(3, unique)


def compile_one() -> list[Any]:
    """Compile the smallest kernel: its result, the cache folder, known as compiled or not."""
    before = jit.is_compiled(jit.lowest)
    return [jit.lowest(0b11000), jit.config.CACHE_DIR, before, jit.is_compiled(jit.lowest)]


def cache_folder() -> str:
    """The cache folder, where nothing has been compiled."""
    return str(jit.config.CACHE_DIR)


# --- fresh interpreters -------------------------------------------------------------------------


def told_by(call: str, environment: dict[str, str], root: Path = ROOT) -> Any:
    """What a call of a function of this module returns in a new interpreter."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_"))}
    done = subprocess.run(
        [sys.executable, "-c", f"import json, test_jit; print(json.dumps(test_jit.{call}))"],
        cwd=root,
        env={**kept, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"} | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def same(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    """Whether two sets of numbers agree; a mismatch is shown item by item."""
    assert ours.keys() == theirs.keys(), theirs.get("error")
    for part in ("perfts", "solves"):
        wrong = [key for key in ours[part] if ours[part][key] != theirs[part].get(key)]
        assert not wrong, (wrong[0], ours[part][wrong[0]], theirs[part].get(wrong[0]))
    return json.loads(json.dumps(ours)) == theirs


# --- signatures ---------------------------------------------------------------------------------


def stored_versions() -> dict[str, list[list[str]]]:
    """For each kernel the types of arguments and result of every version in the cache folder."""
    from numba.core.dispatcher import Dispatcher

    found = {}
    for info in pkgutil.walk_packages(solver.__path__, "solver."):
        here = vars(importlib.import_module(info.name)).values()
        kernels: list[Any] = [one for one in here if isinstance(one, Dispatcher)]
        for kernel in kernels:
            if kernel.py_func.__module__ == info.name:
                cache, own = kernel._cache, kernel.targetctx
                kinds = [index[0] for index in cache._cache_file._load_index()]
                versions = [cache.load_overload(kind, own).signature for kind in kinds]
                found[f"{info.name}.{kernel.py_func.__name__}"] = [
                    [*map(str, one.args), str(one.return_type)] for one in versions
                ]
    return found


def test_one_signature_and_int64() -> None:
    """Whatever ran before in this folder: constants, too, must not make another version."""
    numbers(1000, 100_000, 2)
    played()
    duels()
    found = stored_versions()
    assert {name: versions for name, versions in found.items() if len(versions) != 1} == {}
    results = {name: versions[0][-1] for name, versions in found.items()}
    odd = {name: kind for name, kind in results.items() if kind not in ("int64", "none", "bool")}
    streams = {f"solver.shuffle.{name}" for name in ("finish", "shuffle_part", "own_stream")}
    assert {name for name, kind in odd.items() if kind == "uint64"} == streams
    unsigned = {name for name, versions in found.items() if "uint64" in versions[0]}
    deals = {f"solver.shuffle.{name}" for name in ("shuffle_pack", "deal_packs")}
    deals.add("solver.duel.start.deal_game")
    assert unsigned == streams | deals
    chances = {name for name, versions in found.items() if "float" in json.dumps(versions)}
    assert {name.rpartition(".")[0] for name in chances} == {"solver.duel.pairs.chances"}
    assert set(odd) - streams <= chances | {"solver.duel.pairs.chances.coming"}
    assert len(found) > 150 and "solver.patience.dfs.search" in found


# --- the cache folder ---------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the sources and of what this module imports."""
    for folder in ("solver", "tests"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / "copy" / folder, ignore=ignored)
    return tmp_path / "copy"


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that is in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_digest_of_the_sources(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = jit.source_digest()
    assert len(ours) == 16 and int(ours, 16) > 0
    monkeypatch.setattr(jit, "__file__", str(copy / "solver" / "jit.py"))
    assert jit.source_digest() == ours
    (copy / "solver" / "notes.txt").write_text("no source", encoding="utf-8")
    assert jit.source_digest() == ours
    digests = {ours}
    helper = copy / "solver" / "patience" / "keys.py"
    edit(helper, "packed + 1", "packed + 2")
    digests.add(jit.source_digest())
    edit(helper, "packed + 2", "packed + 1")
    assert jit.source_digest() == ours
    helper.rename(helper.with_name("quays.py"))
    digests.add(jit.source_digest())
    (copy / "solver" / "more.py").write_text("", encoding="utf-8")
    digests.add(jit.source_digest())
    assert len(digests) == 4


def test_cache_folder_follows_the_sources(copy: Path, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path / "home")}
    first = Path(told_by("cache_folder()", home, copy))
    assert first == tmp_path / "home" / ".cache" / "pasyans" / f"kernels-{jit.source_digest()}"
    assert told_by("cache_folder()", home, copy) == str(first)
    checked = Path(told_by("cache_folder()", home | {"NUMBA_BOUNDSCHECK": "1"}, copy))
    assert checked == first.with_name(f"checked-{jit.source_digest()}")
    elsewhere = told_by("cache_folder()", home | {"XDG_CACHE_HOME": str(tmp_path / "xdg")}, copy)
    assert elsewhere == str(tmp_path / "xdg" / "pasyans" / first.name)
    edit(copy / "solver" / "patience" / "keys.py", "packed + 1", "packed + 2")
    second = Path(told_by("cache_folder()", home, copy))
    assert second.parent == first.parent and second != first


def mixed_zero() -> list[int]:
    """A number that one file's kernel makes with another file's helper."""
    from solver.patience.position import KEY, add_counters

    pos = np.zeros(SIZE, np.int64)
    add_counters(pos, 1)
    return [int(pos[KEY]), int(pos[KEY + 1])]


def test_an_edited_helper_is_compiled_again(copy: Path, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path / "home")}
    first = told_by("mixed_zero()", home, copy)
    assert first == mixed_zero() and told_by("mixed_zero()", home, copy) == first
    edit(copy / "solver" / "patience" / "keys.py", "packed + 1", "packed + 2")
    assert told_by("mixed_zero()", home, copy) != first


def test_cache_in_the_home_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    result, folder, before, after = told_by("compile_one()", {"HOME": str(home)})
    assert (result, before, after) == (3, False, True)
    assert Path(folder).is_relative_to(home) and list(Path(folder).rglob("jit.lowest-*.nbi"))
    assert told_by("compile_one()", {"HOME": str(home)}) == [3, folder, True, True]


def test_cache_without_a_home_folder(tmp_path: Path) -> None:
    """Where the home folder cannot be written, the temporary folder takes the code."""
    no_folder, temporary = tmp_path / "file", tmp_path / "temporary"
    no_folder.write_text("not a folder", encoding="utf-8")
    temporary.mkdir()
    where = {"HOME": str(no_folder / "home"), "TMPDIR": str(temporary)}
    result, folder, before, after = told_by("compile_one()", where)
    assert (result, before, after) == (3, False, True)
    private = temporary / f"pasyans-{os.getuid()}"
    assert Path(folder) == private / f"kernels-{jit.source_digest()}"
    assert private.stat().st_mode & 0o077 == 0
    assert list(Path(folder).rglob("jit.lowest-*.nbi"))


# --- the same numbers, otherwise compiled -------------------------------------------------------


def test_without_compiled_code(tmp_path: Path) -> None:
    size = (300, 30_000, 2)
    bare = {"HOME": str(tmp_path / "home"), "NUMBA_DISABLE_JIT": "1"}
    assert same(numbers(*size), told_by(f"numbers{size}", bare))
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.slow
def test_with_bounds_checked(tmp_path: Path) -> None:
    size, cache = (20_000, 1_000_000, 4), tmp_path / "cache"
    where = {"NUMBA_CACHE_DIR": str(cache), "HOME": str(tmp_path / "home")}
    told = told_by(f"checked{size}", where | {"NUMBA_BOUNDSCHECK": "1"})
    assert same(numbers(*size), told["numbers"]) and played() == told["played"]
    # NUMBA_CACHE_DIR took all of it.
    stored = {path.name.split("-")[0] for path in cache.rglob("*.nbi")}
    assert {"dfs.search", "moves.generate", "jit.lowest"} <= stored
    assert not (tmp_path / "home" / ".cache").exists()


def test_the_numbers_are_worth_comparing() -> None:
    """Every kind of outcome is among them, and so are all searches."""
    outcomes = solves(1_000_000, 4)
    assert {outcome[0] for outcome in outcomes.values()} == {"solvable", "unsolvable", "undecided"}
    assert {outcome[2] for outcome in outcomes.values()} >= {"restarts", "exhaustive", "nodes"}
    counts = perfts(300)
    assert len(counts) > 60 and sum(len(told[0]) for told in counts.values()) > 300
