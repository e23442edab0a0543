"""A line to type in, laid over the place on the board that it is about."""

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input

from tui.app.safe_text import safe_text


class LineEditor(Container):
    """One line, one purpose at a time.

    Attributes:
        purpose: What is typed; "" while it is closed.
    """

    can_focus = False

    @dataclass
    class Entered(Message):
        """Enter was pressed; the line stays open until it is closed."""

        purpose: str
        text: str

    @dataclass
    class Typed(Message):
        """The text is different."""

        purpose: str
        text: str

    @dataclass
    class Left(Message):
        """It was closed without enter."""

        purpose: str

    def __init__(self) -> None:
        super().__init__()
        self.display = False
        self.purpose = ""

    def compose(self) -> ComposeResult:
        """The line."""
        yield Input(select_on_focus=False)

    @property
    def line(self) -> Input:
        """The input itself."""
        return self.query_one(Input)

    def open(self, purpose: str, region: Region, *, value: str = "", placeholder: str = "") -> None:
        """Be typed in, at ``region`` of the screen."""
        self.styles.offset = region.offset
        self.styles.width = region.width
        self.styles.height = 3
        self.purpose = purpose
        self.display = True
        with self.prevent(Input.Changed):
            self.line.value = safe_text(value)
        self.line.placeholder = placeholder
        self.line.cursor_position = len(self.line.value)
        self.line.focus()

    def close(self) -> None:
        """Be gone."""
        self.purpose = ""
        self.display = False
        self.screen.set_focus(None)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        if self.purpose:
            self.post_message(self.Typed(self.purpose, event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Entered(self.purpose, event.value))

    def on_key(self, event: events.Key) -> None:
        """Close on escape; no key typed here is a command."""
        if event.key == "escape":
            purpose = self.purpose
            self.close()
            self.post_message(self.Left(purpose))
        event.stop()
