"""DraftArea: many lines to type in, given out to be kept as they are typed."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea

PAUSE = 0.4
"""Seconds of typing that a crash may cost at most."""


class DraftArea(TextArea):
    """A text with a draft.

    Whoever holds it has the keys that save and leave it. While it is typed in, the text is given out every PAUSE seconds, so that
    a crash or a dropped connection loses no more than that.
    """

    @dataclass
    class Said(Message):
        """The base of what it says.

        Attributes:
            text: All of the text.
        """

        area: DraftArea
        text: str

        @property
        def control(self) -> DraftArea:
            """The text that says it."""
            return self.area

    class Paused(Said):
        """The text is different now, and should be kept as a draft."""

    class Saved(Said):
        """The text is done."""

    class Left(Said):
        """The text was left without being saved; it is still a draft."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id, soft_wrap=True, show_line_numbers=False, tab_behavior="focus")
        self._pause: Timer | None = None

    def on_mount(self) -> None:
        """Keep still: a blinking cursor repaints an idle screen."""
        self.cursor_blink = False

    def on_focus(self) -> None:
        """Come into view, once there is room made for the text."""
        self.call_after_refresh(self.scroll_visible, animate=False)

    def on_unmount(self) -> None:
        """Give out what the last pause has not."""
        self._give()

    def open(self, text: str) -> None:
        """Begin with ``text``, the cursor at its end, nothing to undo."""
        self.load_text(text)
        self.move_cursor(self.document.end)
        self._stop()
        self.focus()

    def save(self) -> None:
        """Say that the text is done."""
        self._stop()
        self.post_message(self.Saved(self, self.text))

    def leave(self) -> None:
        """Say that the text was left."""
        self._give()
        self.post_message(self.Left(self, self.text))

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self._pause is None and self.has_focus:
            self._pause = self.set_timer(PAUSE, self._give)

    def _give(self) -> None:
        if self._pause is not None:
            self._stop()
            self.post_message(self.Paused(self, self.text))

    def _stop(self) -> None:
        if self._pause is not None:
            self._pause.stop()
        self._pause = None
