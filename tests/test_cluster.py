"""A real Dask scheduler and workers on this machine: the same results, and none is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from click import ClickException
from running import ROOT, count_results, invoke, start, told

import cli.cluster
from cli.main import run
from cli.worker import OtherSearch, Task, decide
from solver.patience.limits import Limits
from solver.variants import parse

distributed = pytest.importorskip("distributed")

SMALL = "vosem:strict,ranks=3,piles=2"
OPEN = "iznanka:noturn,ranks=7"

pytestmark = pytest.mark.usefixtures("compiled")


def dask(log: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A process of Dask's that writes a log."""
    with log.open("wb") as stream:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=stream,
            stderr=stream,
        )


def found(log: Path, pattern: str) -> str:
    """What a log tells, once it does."""
    begun = time.monotonic()
    while time.monotonic() < begun + 60:
        if told := re.search(pattern, log.read_text(errors="replace")):
            return told[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text(errors="replace"))


class Cluster:
    """A scheduler and two workers of a thread each."""

    def __init__(self, folder: Path) -> None:
        self.scheduler = dask(folder / "scheduler", "scheduler", "--host", "127.0.0.1", "--port=0")
        self.address = found(folder / "scheduler", r"Scheduler at: *(tcp://127\.0\.0\.1:\d+)")
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.workers = [
            dask(folder / f"worker{i}", "worker", self.address, *options) for i in range(2)
        ]
        for i in range(2):
            found(folder / f"worker{i}", r"(Registered to)")

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    one = Cluster(tmp_path)
    yield one
    one.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_cluster_from_its_start_to_its_end(cluster: Cluster) -> None:
    path, arguments = "shared.sqlite", ("estimate", OPEN, "--deals", "2000", "--memory", "1G")
    process = start(*arguments, "--db", path, "--scheduler", cluster.address)
    while count_results(path) < 500 and process.poll() is None:
        time.sleep(0.02)
    cluster.workers[0].kill()
    assert count_results(path) < 2000
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert out == invoke(*arguments, "--jobs", "1", "--no-db").stdout
    assert "this run: 2,000 deals searched" in err
    assert told(*arguments, "--jobs", "1", "--db", path)["run"]["searched"] == 0
    compares_as_here(cluster)
    interrupted_run_frees_the_workers(cluster)
    scheduler_that_dies(cluster)


def compares_as_here(cluster: Cluster) -> None:
    compared = ("compare", SMALL, "vosem:noturn,ranks=3,piles=2", "--deals", "150", "--memory=1G")
    far, near = (
        told(*compared, "--no-db", *where)
        for where in (["--scheduler", cluster.address], ["--jobs", "1"])
    )
    for one in (far, near):
        del one["run"]
    assert far == near


def seconds_spent(process: subprocess.Popen[bytes]) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_idle(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process has nothing left to do of what it was asked before."""
    before, begun = -1.0, time.monotonic()
    while seconds_spent(process) > before + 0.1:
        assert time.monotonic() < begun + 60
        before = seconds_spent(process)
        time.sleep(0.7)


def hard(cluster: Cluster) -> subprocess.Popen[str]:
    """A run of searches that take long, well begun."""
    wait_until_idle(cluster.workers[1])
    before = seconds_spent(cluster.workers[1])
    arguments = ("--deals", "100", "--first", "2", "--budget", "1T", "--no-db", "--memory=400M")
    variant = "iznanka,bases=aces,build=down,turn=none"
    process = start("estimate", variant, *arguments, "--scheduler", cluster.address)
    while seconds_spent(cluster.workers[1]) < before + 1 and process.poll() is None:
        time.sleep(0.05)
    return process


def interrupted_run_frees_the_workers(cluster: Cluster) -> None:
    process = hard(cluster)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "interrupted after" in err, err
    assert re.search(r"undecided +[1-9]", out)
    time.sleep(1.5)
    before = seconds_spent(cluster.workers[1])
    time.sleep(1)
    assert seconds_spent(cluster.workers[1]) - before < 0.5


def scheduler_that_dies(cluster: Cluster) -> None:
    process = hard(cluster)
    cluster.scheduler.kill()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1 and "Traceback" not in err
    assert err.strip().endswith(f"the scheduler at {cluster.address} is gone")  # nothing is kept


@pytest.mark.parametrize("lost_at", ["nthreads", "cancel"])
def test_a_scheduler_that_goes_before_the_client_knows(lost_at: str) -> None:
    one = object.__new__(cli.cluster.Cluster)
    one.plan, one.address, one.limits = MagicMock(keep_lines=False), "tcp://there:1", Limits()
    one.client = MagicMock(status="running")
    one.client.nthreads.return_value = {"tcp://there:2": 1}
    getattr(one.client, lost_at).side_effect = distributed.comm.CommClosedError("reset by peer")
    rows = one.rows(parse(SMALL), [1, 2, 3], lambda: False)
    if lost_at == "nthreads":
        with pytest.raises(ClickException, match="the scheduler at tcp://there:1 is gone; what"):
            next(rows)
    else:
        assert next(rows) == []  # handed over, and nothing is finished yet
    rows.close()
    assert one.client.submit.call_count == (0 if lost_at == "nthreads" else 2)


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(OtherSearch):
        decide(Task(SMALL, Limits(), False, "another"), (1,))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nowhere", "an address is such as tcp://host:8786"),
        ("tcp://127.0.0.1:1", "Connection refused; start one with `dask scheduler`"),
        ("tcp://127.0.0.1:x", "start one with `dask scheduler`"),
    ],
)
def test_no_scheduler(address: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["estimate", SMALL, "--deals", "3", "--no-db", "--scheduler", address]) == 1
    shown = capsys.readouterr().err
    assert f"no scheduler answers at '{address}'" in shown and words in shown
