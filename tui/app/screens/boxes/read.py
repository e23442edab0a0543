"""ReadScreen: a box with a scrollable text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from tui.app.screens.boxes.box import Box
from tui.app.widgets.assist.scrolled_text import ScrolledText
from tui.presentation.safe_text import safe_line

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint


class ReadScreen(Box[None]):
    """A text to read.

    Args:
        text: The text, made safe.
        copied: The text that ``y`` copies to the terminal's clipboard; "" for nothing.
    """

    offers: tuple[Hint, ...] = (("esc", "close"), ("↑ ↓", "scroll"))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "dismiss", show=False),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("pageup", "scroll(-10)", show=False, priority=True),
        Binding("pagedown,space", "scroll(10)", show=False, priority=True),
        Binding("home,g", "scroll(-100000)", show=False, priority=True),
        Binding("end,G", "scroll(100000)", show=False, priority=True),
        Binding("y", "copy", show=False, priority=True),
    ]

    def __init__(self, title: str, text: Content, *, copied: str = "") -> None:
        super().__init__()
        self._title, self._text, self._copied = safe_line(title), text, copied
        self.offers += (("y", "copy"),) if copied else ()

    def compose(self) -> ComposeResult:
        """Yield the title and the text."""
        with ScrolledText(classes="box") as box:
            box.border_title = Content(self._title)
            yield Static(self._text)

    def action_copy(self) -> None:
        """Copy the text to the terminal's clipboard, and show that in the frame."""
        if self._copied:
            self.app.copy_to_clipboard(self._copied)
            self.query_one(ScrolledText).border_subtitle = "sent to the terminal's clipboard"

    def action_scroll(self, by: int) -> None:
        """Scroll by ``by`` lines."""
        self.query_one(ScrolledText).scroll_relative(y=by, animate=False)
