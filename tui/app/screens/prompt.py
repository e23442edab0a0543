"""A question that is answered with a line of text."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.app.safe_text import safe_text


class PromptScreen(ModalScreen[str | None]):
    """Asks for a line; dismissed with it, or with None when it was blank or given up.

    Args:
        title: What is asked for.
        value: What stands there already.
        placeholder: What to type, shown while nothing is.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", show=False)]

    def __init__(self, title: str, *, value: str = "", placeholder: str = "") -> None:
        super().__init__()
        self._title = safe_text(title)
        self._value = value
        self._placeholder = safe_text(placeholder)

    def compose(self) -> ComposeResult:
        """The question and the line."""
        with Vertical(classes="box"):
            yield Static(Content(self._title), classes="title")
            yield Input(self._value, placeholder=self._placeholder, select_on_focus=False)
            yield Static(Content("enter keeps it · esc gives up"), classes="hint")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the answer."""
        event.stop()
        _ = self.dismiss(event.value.strip() or None)

    def action_give_up(self) -> None:
        """Leave without an answer."""
        _ = self.dismiss(None)
