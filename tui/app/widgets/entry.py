"""Entry: a single-line text field for names and identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from tui.app.widgets.line_editor import FittingInput, taken_lines


class Entry(FittingInput):
    """Text field: ``enter`` submits it, ``esc`` leaves it; a paste of several lines is reported as lines."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False, priority=True)]

    class Left(Message):
        """Message that the field was left without being submitted."""

    @dataclass
    class Lines(Message):
        """Message that several lines were pasted.

        Attributes:
            lines: The lines that are not blank, stripped.
        """

        entry: Entry
        lines: tuple[str, ...]

    def __init__(self, *, id: str | None = None, placeholder: str = "") -> None:
        # Not selected, because the first key would replace the text.
        super().__init__(id=id, placeholder=placeholder)

    def on_focus(self) -> None:
        """Scroll into view, once the layout has made room."""
        self.call_after_refresh(self.scroll_visible, animate=False)

    def action_leave(self) -> None:
        """Post that the field was left."""
        self.post_message(self.Left())

    def _on_paste(self, event: events.Paste) -> None:
        if lines := taken_lines(event):
            self.post_message(self.Lines(self, lines))
