"""A headless browser for the tests of the pages, and a page in it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

BINARY, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MISSING = "no chromium and chromedriver: install the packages chromium and chromium-driver"
FLAGS = (
    "headless=new",
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
    "lang=en",
)

TEXTS = """
const slider = document.getElementById("slider"), told = [];
for (let at = 0; at <= Number(slider.max); at++) {
  slider.value = at;
  slider.dispatchEvent(new Event("input"));
  told.push(document.getElementById("text").textContent);
}
return told;
"""
CARDS = """
const slider = document.getElementById("slider");
return arguments[0].map(at => {
  const step = at - Number(slider.value);
  if (Math.abs(step) === 1) document.getElementById(step > 0 ? "forward" : "back").click();
  else { slider.value = at; slider.dispatchEvent(new Event("input")); }
  return [...document.querySelectorAll(".card")].map(
    node => [node.dataset.at, Number(node.firstChild.getAttribute("href").slice(5))]);
});
"""
Piles = dict[str, list[int]]


@contextmanager
def started(folder: Path) -> Iterator[Chrome]:
    """A browser with an empty profile; the test is skipped where none is installed."""
    if BINARY is None or DRIVER is None:
        pytest.skip(MISSING)
    options = ChromeOptions()
    options.binary_location = BINARY
    for flag in (*FLAGS, f"user-data-dir={folder}"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


class Shown:
    """A page that is open."""

    def __init__(self, driver: Chrome, path: Path, width: int = 1200) -> None:
        self.driver = driver
        size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(path.resolve().as_uri())

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def text(self, name: str) -> str:
        """The text of an element."""
        return str(self.run("return document.getElementById(arguments[0]).textContent", name))

    @property
    def at(self) -> int:
        """The move after which the position is shown."""
        return int(self.run("return document.getElementById('slider').value"))

    @property
    def last(self) -> int:
        """The number of moves."""
        return int(self.run("return document.getElementById('slider').max"))

    def click(self, selector: str) -> None:
        """Click on the first element of a selector."""
        self.run("document.querySelector(arguments[0]).click()", selector)

    def slide(self, at: int) -> None:
        """Move the slider."""
        script = "const s = document.getElementById('slider'); s.value = arguments[0];"
        self.run(f"{script} s.dispatchEvent(new Event('input'))", at)

    def texts(self) -> list[str]:
        """The position as text after each move."""
        return list(self.run(TEXTS))

    def piles(self, order: Sequence[int]) -> list[Piles]:
        """The cards drawn after moves, shown in that order by steps and jumps."""
        return [_piles(drawn) for drawn in self.run(CARDS, list(order))]

    def complaints(self) -> list[str]:
        """Errors and warnings in the console since this was last asked."""
        entries = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [json.dumps(entry) for entry in entries]


def _piles(drawn: Iterable[tuple[str, int]]) -> Piles:
    """Drawn cards pile by pile, in the order in which they lie on each other."""
    piles: Piles = {}
    for place, face in drawn:
        key, at = place.split("/")
        pile = piles.setdefault(key, [])
        assert face < 0 or int(at) == len(pile), (place, pile)
        pile.append(face)
    return piles
