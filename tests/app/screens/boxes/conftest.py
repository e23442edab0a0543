"""A page for boxes to lie on, and a bare app with one box."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from textual.app import App
from textual.worker import Worker

from tests.app.widgets.conftest import ROOT
from tui.app.screens.boxes.box import Box
from tui.app.terminal.frame import Frame
from tui.app.theme import DARK, THEMES, TOKENS


class NoQueue:
    """A queue of keys that holds none back."""

    def hold(self, *_: object) -> None:
        """Do nothing."""

    def release(self, _worker: Worker[object]) -> None:
        """Do nothing."""


class BoxApp(App[None]):
    """Shows a box, and keeps what was answered."""

    def __init__(self, box: Box[object]) -> None:
        sheets = [
            ROOT / "styles" / "app.tcss",
            *sorted((ROOT / "styles" / "screens" / "boxes").glob("*.tcss")),
        ]
        super().__init__(css_path=[str(path) for path in sheets])
        self.box, self.answers = box, list[object]()
        self.ahead, self.frame = NoQueue(), Frame()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(TOKENS)

    async def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DARK
        await self.push_screen(self.box, self.answers.append)

    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(line.text for line in self.screen._compositor.render_strips(self.size))


@pytest.fixture
def shown():
    """Shows a box: ``async with shown(box) as (app, pilot)``."""

    @asynccontextmanager
    async def show(box, size=(60, 20)):
        app = BoxApp(box)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot

    return show


@pytest.fixture
async def opened(play):
    """A page on the board, for boxes to lie on."""
    async with play() as p:
        await p.open("Ana")
        yield p


async def taken(true) -> None:
    """Wait until an attempt has come to its end."""
    for _ in range(200):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it was never taken")
