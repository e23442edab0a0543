"""DraftArea: a text area that reports its text at intervals, to be kept as a draft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import TextArea

from tui.app.widgets.line_editor import unprintable_text

Complete = Callable[[str], tuple[str, str] | None]
"""Function from a line up to the cursor to its last word and the replacement; None for no completion."""

PAUSE = 0.2
"""Maximum seconds of typing that a crash may lose."""


UNSAVED = (
    "A draft that was not saved · {save-text} saves it · {take-back-text} forgets it · {leave-text} keeps it"
)
"""The hint for a text that goes on from a draft of it."""


class DraftArea(TextArea):
    """Text area with a draft.

    Its parent handles the keys that save and leave it. While the user types, the text is reported every PAUSE
    seconds, so that a crash or a dropped connection loses no more than that.

    Args:
        complete: Completes the word before the cursor, for tab.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "cursor_document_start", show=False),
        Binding("ctrl+end", "cursor_document_end", show=False),
        Binding("ctrl+shift+home", "cursor_document_start(True)", show=False),
        Binding("ctrl+shift+end", "cursor_document_end(True)", show=False),
    ]

    @dataclass
    class Said(Message):
        """Base of its messages."""

        text: str

    class Paused(Said):
        """Message that the text changed, and should be kept as a draft."""

    class Typed(Said):
        """Message that a key changed the text, in an area that completes words.

        Attributes:
            text: The line up to the cursor.
        """

    class Saved(Said):
        """Message that the user saved the text."""

    class Left(Said):
        """Message that the user left the text without saving; it is still a draft."""

    def __init__(self, *, id: str | None = None, complete: Complete | None = None) -> None:
        super().__init__(id=id, soft_wrap=True, show_line_numbers=False, tab_behavior="focus")
        self._timer: Timer | None = None
        self._complete = complete

    def on_mount(self) -> None:
        """Turn the blinking cursor off, because it repaints an idle screen."""
        self.cursor_blink = False

    def on_focus(self) -> None:
        """Scroll into view, once the layout has made room."""
        self.call_after_refresh(self.scroll_visible, animate=False)

    def on_unmount(self) -> None:
        """Report the text that was not reported yet."""
        self._report_draft()

    def open(self, text: str) -> None:
        """Begin with ``text``, the cursor at its end and no undo history."""
        self.load_text(text)
        self.move_cursor(self.document.end)
        self._stop_timer()
        self.focus()

    def action_cursor_document_start(self, select: bool = False) -> None:
        """Move the cursor to the start of the text, and ``select`` what is between."""
        self.move_cursor((0, 0), select=select)

    def action_cursor_document_end(self, select: bool = False) -> None:
        """Move the cursor to the end of the text, and ``select`` what is between."""
        self.move_cursor(self.document.end, select=select)

    def save(self) -> None:
        """Report that the user saved the text."""
        self._stop_timer()
        self.post_message(self.Saved(self.text))

    def leave(self) -> None:
        """Report the draft, and that the user left the text."""
        self._report_draft()
        self.post_message(self.Left(self.text))

    async def _on_key(self, event: events.Key) -> None:
        """Complete the word before the cursor on tab; if there is none, tab moves the focus."""
        if event.key == "tab" and self._complete is not None and (found := self._complete(self._before)):
            event.stop()
            event.prevent_default()
            row, column = self.cursor_location
            typed, word = found
            blank = word.endswith(" ") and self.document.get_line(row)[column : column + 1] == " "
            # If a blank follows already, the cursor moves over it instead of adding a second one.
            at = column - len(typed)
            _ = self.replace(word, (row, at), (row, column + blank))
            self.move_cursor((row, at + len(word)))
            return
        if typed := unprintable_text(event):
            event.stop()
            event.prevent_default()
            _ = self.replace(typed, *self.selection, maintain_selection_offset=False)
            return
        await super()._on_key(event)

    @property
    def _before(self) -> str:
        """The line up to the cursor."""
        row, column = self.cursor_location
        return self.document.get_line(row)[:column]

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        if self._complete is not None and self.has_focus:
            self.post_message(self.Typed(self._before))
        if self._timer is None and self.has_focus:
            self._timer = self.set_timer(PAUSE, self._report_draft)

    def _report_draft(self) -> None:
        if self._timer is not None:
            self._stop_timer()
            self.post_message(self.Paused(self.text))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
