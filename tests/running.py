"""Running commands in tests: in this process, or in one of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from cli.main import pasyans
from cli.schema import StoreError
from cli.store import open_for_reading

ROOT = Path(__file__).parent.parent


def invoke(*arguments: str) -> Result:
    """Run a command that must succeed."""
    done = CliRunner().invoke(pasyans, list(arguments))
    assert done.exit_code == 0, done.output
    return done


def told(*arguments: str) -> Any:
    """What a command tells as JSON."""
    return json.loads(invoke(*arguments, "--json").stdout)


def start(*arguments: str, **where: str) -> subprocess.Popen[str]:
    """A process that runs a command, with more environment variables."""
    return subprocess.Popen(
        [sys.executable, "-m", "cli", *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)} | where,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def count_results(path: str) -> int:
    """Results in a database, whatever becomes of it meanwhile."""
    try:
        with open_for_reading(Path(path)) as store:
            return int(store.rows("SELECT COUNT(*) FROM results")[0][0])
    except StoreError:
        return 0
