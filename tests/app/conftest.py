"""The moment at which every test of the app happens."""

import asyncio
import time
from collections.abc import Hashable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tests.corpora import texts

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture(scope="session", autouse=True)
def sheets_are_parsed_once() -> Iterator[None]:
    """The style sheets of the apps of this process are parsed once: it is a tenth of what such a test costs."""
    parsed: dict[Hashable, list[RuleSet]] = {}
    parse = Stylesheet._parse_rules

    def parse_once(sheet: Stylesheet, *args: Hashable, **options: Hashable) -> list[RuleSet]:
        key = (args, *options.items(), *sheet._variables.items())
        if key not in parsed:
            parsed[key] = parse(sheet, *args, **options)  # type: ignore[arg-type]  # passed on as they came
        return parsed[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield


def is_drawn(screen: Screen[Any]) -> bool:
    """Whether ``screen`` and all in it have nothing left to do or to draw."""
    if screen._dirty_widgets or screen._callbacks:
        return False
    return not any(
        node.message_queue_size
        or node._next_callbacks
        or node._layout_required
        or node._repaint_required
        or node._recompose_required
        or node._refresh_styles_required
        for node in screen.walk_children(Widget, with_self=True)
    )


@pytest.fixture(scope="session", autouse=True)
def pauses_end_with_a_drawn_screen() -> Iterator[None]:
    """A pause ends when all is drawn: the toolkit takes a process that gets no CPU for one that is idle."""
    pause = Pilot.pause

    async def until_drawn(pilot: Pilot[None], delay: float | None = None) -> None:
        await pause(pilot, delay)
        for _ in range(200 if delay is None else 0):
            if is_drawn(pilot.app.screen):
                break
            await asyncio.sleep(0.01)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pilot, "pause", until_drawn)
        yield


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times are shown as in Greenwich, wherever the test runs."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="session")
def hostile_texts() -> list[str]:
    """Bad text of every kind that is drawn."""
    return [*texts("terminal_escapes", "control_chars", "markup"), "\u202eabc", "\ud800"]
