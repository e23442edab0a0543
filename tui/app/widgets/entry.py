"""Entry: one line to type in, for names and identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class Entry(Input):
    """A line. ``enter`` sends it, ``esc`` leaves it; a paste of many lines arrives as many lines."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False, priority=True)]

    @dataclass
    class Left(Message):
        """The line was left without being sent."""

        entry: Entry

        @property
        def control(self) -> Entry:
            """The line that was left."""
            return self.entry

    @dataclass
    class Lines(Message):
        """Several lines were pasted.

        Attributes:
            lines: The lines that hold anything, stripped.
        """

        entry: Entry
        lines: tuple[str, ...]

        @property
        def control(self) -> Entry:
            """The line they were pasted into."""
            return self.entry

    def __init__(self, *, id: str | None = None, placeholder: str = "") -> None:  # noqa: A002 - the toolkit's own name
        # Selected text would be replaced by the first key, and what was there lost.
        super().__init__(id=id, placeholder=placeholder, select_on_focus=False)

    def on_mount(self) -> None:
        """Keep still: a blinking cursor repaints an idle screen."""
        self.cursor_blink = False

    def on_focus(self) -> None:
        """Come into view, once there is room made for the line."""
        self.call_after_refresh(self.scroll_visible, animate=False)

    def action_leave(self) -> None:
        """Say that the line was left."""
        self.post_message(self.Left(self))

    def _on_paste(self, event: events.Paste) -> None:
        lines = tuple(stripped for line in event.text.splitlines() if (stripped := line.strip()))
        if len(lines) < 2:  # one line is the toolkit's own case, and its handler runs next
            return
        # The toolkit would keep the first line and drop the rest without a word.
        event.stop()
        event.prevent_default()
        self.post_message(self.Lines(self, lines))
