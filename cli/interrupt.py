"""Ctrl-C and SIGTERM as a flag that searches look at between slices."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import click

from cli.exits import INTERRUPTED
from cli.words import say

Stopped = Callable[[], bool]


@contextmanager
def interruptible() -> Iterator[Stopped]:
    """A function that tells whether the user wants to stop; a second Ctrl-C ends at once.

    A flag and no KeyboardInterrupt, which numba's callbacks would swallow: enter this before
    anything imports numba.
    """
    pressed = threading.Event()

    def press(number: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            leave()
        pressed.set()

    before = {number: signal.signal(number, press) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield pressed.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave() -> NoReturn:
    """End the process although threads still run in compiled code."""
    click.echo(say("interrupted"), err=True)
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def wait_for(work: Callable[[], object], stopped: Stopped) -> None:
    """Do work that cannot be stopped from inside (compiling); leave as soon as the user wants to.

    Raises:
        Exception: whatever the work raised.
    """
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)
        if stopped() and thread.is_alive():
            leave()
    if errors:
        raise errors[0]
