"""A stage: one widget in a bare app with our themes and sheets, and all that it says."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from tui.app.commands.catalogue import KeyNames
from tui.app.screens.screen_keys import ScreenKeys
from tui.app.terminal.line_filters import ControlFilter
from tui.app.theme import DARK, THEMES, TOKENS

ROOT = Path(__file__).parents[3]
SHEETS = ROOT / "styles" / "widgets"
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


class StageScreen(Screen[None]):
    """Reads the keys of the parts on it, as every screen of ours does."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__()
        self._keys = ScreenKeys(self, (), keys)
        self.key_names = KeyNames(keys)

    async def on_key(self, event: events.Key) -> None:
        if (asked := self._keys.read(event.key, self._keys.layers(event.key))) is not None:
            event.stop()
            if asked.command is not None:
                await asked.command.run(asked.context)


class Stage(App[None]):
    """Shows one widget, and keeps what it and its like say."""

    def __init__(self, widget: Widget, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(css_path=[str(path) for path in sorted(SHEETS.rglob("*.tcss"))])
        self.widget, self.keys = widget, keys or {}
        self.heard: list[Message] = []
        self._control_filter = ControlFilter()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(TOKENS)

    def get_line_filters(self):
        return [*super().get_line_filters(), self._control_filter]

    def get_default_screen(self) -> Screen[None]:
        return StageScreen(self.keys)

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False):
            yield self.widget

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DARK

    def said(self, kind: type[Message]) -> list[Message]:
        """What the widget said of one kind."""
        once = {id(message): message for message in self.heard if isinstance(message, kind)}
        return list(once.values())  # the hook hears a message again at each widget it bubbles through

    def writes(self) -> list[object]:
        """Every write it asked for, in order."""
        return [write for message in self.said(Message) for write in getattr(message, "writes", ())]

    def text(self) -> str:
        """The screen as lines of text."""
        width, height = self.size
        lines = self.screen._compositor.render_strips(self.size)
        assert len(lines) == height
        return "\n".join(line.text[:width] for line in lines)


@pytest.fixture
def stage():
    """Makes a stage; its ``heard`` is filled by ``run_test(message_hook=…)``."""

    def make(widget: Widget, keys: Mapping[str, str] | None = None) -> Stage:
        return Stage(widget, keys)

    return make
