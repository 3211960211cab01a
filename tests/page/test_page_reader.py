"""What a reader of a page does: keys, slider, clicks, languages, a narrow screen."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from browser import Shown
from pages import page_of
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from cli.page.patience import view


@pytest.fixture
def shown(chrome: Chrome, tmp_path: Path) -> Shown:
    page_of("vosem", 7, 150, tmp_path / "game.html")
    return Shown(chrome, tmp_path / "game.html")


def press(shown: Shown, *keys: str) -> None:
    ActionChains(shown.driver).send_keys(*keys).perform()


def test_keys(shown: Shown) -> None:
    press(shown, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert shown.at == 3 and shown.text("status").startswith(f"3 of {shown.last}: ")
    press(shown, Keys.ARROW_LEFT)
    assert shown.at == 2
    press(shown, Keys.END, Keys.ARROW_RIGHT)
    assert shown.at == shown.last
    press(shown, Keys.HOME, Keys.ARROW_LEFT)
    assert shown.at == 0
    press(shown, Keys.PAGE_DOWN)
    group = shown.at
    assert (
        shown.run("return document.querySelector('[aria-current]').parentNode.previousSibling")
        is None
        and group > 0
    )  # the first move of its group
    press(shown, Keys.PAGE_DOWN, Keys.PAGE_UP)
    assert shown.at == group


def test_slider_buttons_and_clicks(shown: Shown) -> None:
    shown.slide(70)
    assert shown.text("status").startswith(f"70 of {shown.last}: ")
    shown.click("#list [data-at='33']")
    assert shown.at == 33
    assert shown.run("return document.querySelector('[aria-current=step]').dataset.at") == "33"
    for button, at in (
        ("first", 0),
        ("forward", 1),
        ("last", shown.last),
        ("back", shown.last - 1),
    ):
        shown.click(f"#{button}")
        assert shown.at == at
    slider = shown.driver.find_element("id", "slider")
    slider.send_keys(Keys.ARROW_LEFT)
    assert shown.at == shown.last - 2


def test_autoplay_runs_at_its_speed_and_stops_at_the_end(shown: Shown) -> None:
    shown.run("const s = document.getElementById('speed'); s.value = '200'")
    shown.slide(shown.last - 4)
    press(shown, " ")
    assert shown.run("return document.getElementById('play').title") == "Pause"
    deadline = time.monotonic() + 10
    while shown.at < shown.last and time.monotonic() < deadline:
        time.sleep(0.05)
    assert shown.at == shown.last
    assert shown.run("return document.getElementById('play').title") == "Play"
    shown.click("#play")  # from the start again
    shown.click("#play")
    assert shown.at <= 1


def test_theme(shown: Shown) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = shown.run(ground)
    shown.click("#theme")
    assert shown.run(ground) != light
    shown.click("#theme")
    assert shown.run(ground) == light


def test_languages_and_narrow_screens(chrome: Chrome, tmp_path: Path) -> None:
    """In Russian no English word is left; on a narrow screen nothing is cut or scrolls sideways."""
    page_of("iznanka", 7, 150, tmp_path / "game.html")
    shown = Shown(chrome, tmp_path / "game.html", width=360)
    for name in ("en", "ru"):
        assert shown.run("return document.documentElement.lang") == name
        for at in (0, 60, shown.last):
            shown.slide(at)
            assert shown.run("return document.documentElement.scrollWidth") <= 360
        shown.click("#language") if name == "en" else None
    labels = shown.run(
        "return [...document.querySelectorAll('[aria-label]')].map(n => n.ariaLabel)"
    )
    seen = shown.run("return document.body.innerText") + "".join(labels)
    known = r"In English|iznanka|pasyans|Page Up|Page Down|Home|End"
    assert not re.findall(r"[A-Za-z]+", re.sub(known, "", seen))
    assert shown.run("return document.querySelectorAll('#face12 text')[0].textContent") == "К"


def test_turned_lifted_and_closed_are_shown(chrome: Chrome, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    games = page_of("vosem,bases=twos-aces", 5, 400, path)
    shown = Shown(chrome, path)
    lifted = next(at for at, game in enumerate(games) if game.aside)
    aside = games[lifted].aside
    assert aside and shown.piles([lifted])[0][f"aside{aside[1]}"] == [aside[0]]
    turned = next(at for at, game in enumerate(games) if len(game.turned) == 2)
    shown.slide(turned)
    heads = shown.run("return [...document.querySelectorAll('.head')].map(n => n.textContent)")
    assert [head.endswith("↻") for head in heads] == [True] * 2 + [False] * 6
    closed = {key for key in view(games[-1]).piles if key.startswith("closed-")}
    assert len(closed) >= 2
    assert closed <= set(shown.piles([len(games) - 1])[0])
