"""ConfirmScreen: a question before something that cannot be undone, or a notice."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static

from tui.app.screens.boxes.box import Box
from tui.app.widgets.assist.scrolled_text import ScrolledText
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from tui.app.widgets.status_bar import Hint


class ConfirmScreen(Box[bool]):
    """A yes-no question; Enter gives the focused answer, which is at first the safe one.

    Args:
        detail: What will happen; may be "".
        no: The label of the no button; "" for a notice, which has one button only.
        meant: Whether Enter says yes, because the user requested the action and it loses nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape,q", "answer(False)", show=False),
        Binding("left,right,h,l", "app.focus_next", show=False),
        Binding("down,j", "scroll_detail(1)", show=False),
        Binding("up,k", "scroll_detail(-1)", show=False),
        Binding("pagedown,ctrl+d", "scroll_detail(8)", show=False),
        Binding("pageup,ctrl+u", "scroll_detail(-8)", show=False),
    ]

    def __init__(
        self, question: str, *, detail: str = "", yes: str = "Yes", no: str = "Cancel", meant: bool = False
    ) -> None:
        super().__init__()
        self._question = safe_text(question)
        self._detail = safe_text(detail, multiline=True)
        self._yes = yes
        self._no = no
        self._meant = meant or not no

    @property
    def offers(self) -> tuple[Hint, ...]:
        """The key hints for the bottom line; Enter gives the focused answer."""
        yes, no = self._yes.lower(), self._no.lower()
        if not no:
            return (("enter", yes),)
        marked = self._meant if self.focused is None else self.focused.id == "yes"
        more = (("↑ ↓", "scroll"),) if self._scrolls else ()
        return (
            (("enter", yes), ("esc", no), *more)
            if marked
            else (("y", yes), ("enter", no), ("esc", no), *more)
        )

    @property
    def _scrolls(self) -> bool:
        """Whether a part of the detail is out of view."""
        return any(detail.max_scroll_y for detail in self.query(".detail"))

    def compose(self) -> ComposeResult:
        """Yield the question, the detail and the answers."""
        with Vertical(classes="box"):
            yield Static(Content(self._question), classes="question")
            if self._detail:
                with ScrolledText(classes="detail"):
                    yield Static(Content(self._detail))
            with Horizontal(classes="answers"):
                if self._no:
                    yield Button(Content(self._no), id="no")
                yield Button(Content(self._yes), id="yes", variant="default" if self._meant else "error")

    def on_mount(self) -> None:
        """Focus the yes button if Enter says yes."""
        if self._meant:
            self.query_one("#yes", Button).focus()

    def on_descendant_focus(self) -> None:
        """Update the key hints: Enter now gives another answer."""
        self.app.screen_change_signal.publish(self)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer by button."""
        event.stop()
        _ = self.dismiss(event.button.id == "yes")

    def action_scroll_detail(self, by: int) -> None:
        """Scroll the detail by ``by`` lines."""
        for detail in self.query(".detail"):
            detail.scroll_relative(y=by, animate=False)

    def action_answer(self, answer: bool) -> None:
        """Answer by key."""
        _ = self.dismiss(answer)
