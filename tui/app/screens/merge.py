"""MergeScreen: a box to merge two texts, in an editor that marks where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tui.app.screens.boxes.box import TextBox
from tui.app.widgets.draft_area import DraftArea
from tui.presentation.safe_text import safe_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tui.app.commands.command import Attempt

_MARKS = ("<<<<<<< ", "=======", ">>>>>>> ")
_KEYS = "ctrl+s saves it · esc leaves, kept as a draft"
_MARKS_LEFT = "There are still marks in it: take out <<<<<<<, ======= and >>>>>>>, and what is not to stay"


class MergeScreen(TextBox):
    """A box that asks for the merged text; its result is the text, or None if it was cancelled.

    Args:
        what: The name of the text's field.
        marked: Both texts in one, with the differing lines between marks.
        attempt: Called with the text; if it fails, the error is shown and the box stays open.
        keep: Keeps the text while it is typed, so that it is there when the box is opened again.

    Attributes:
        offers: The keys of the bottom line.
    """

    offers = (("ctrl+s", "save it"), ("esc", "leave, kept as a draft"))

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", show=False, priority=True),
        Binding("escape", "give_up", show=False, priority=True),
    ]

    def __init__(self, what: str, marked: str, attempt: Attempt, keep: Callable[[str], None]) -> None:
        super().__init__()
        self._what, self._marked, self._attempt, self._keep = what, marked, attempt, keep

    def compose(self) -> ComposeResult:
        """Yield the text and the keys."""
        with Vertical(classes="box"):
            yield Static(Content(f"One {safe_text(self._what)} of both"), classes="title")
            yield DraftArea(id="merge-area")
            yield Static(Content(_KEYS), classes="hint")

    def on_mount(self) -> None:
        """Start with both texts."""
        area = self.query_one(DraftArea)
        area.open(self._marked)
        area.move_cursor((0, 0))

    @on(DraftArea.Paused)
    def _paused(self, event: DraftArea.Paused) -> None:
        event.stop()
        self._keep(event.text)

    @on(DraftArea.Saved)
    def _saved(self, event: DraftArea.Saved) -> None:
        event.stop()
        self._keep(event.text)
        if any(line.startswith(_MARKS) for line in event.text.split("\n")):
            self.fail(_MARKS_LEFT)
        else:
            self.answer(event.text, self._attempt)

    def fail(self, why: str) -> None:
        """Show the error ``why`` under the text."""
        hint = self.query_one(".hint", Static)
        hint.update(Content(safe_text(why, multiline=True)))
        hint.add_class("-wrong")

    def action_save(self) -> None:
        """Submit the text as it is."""
        self.query_one(DraftArea).save()

    def action_give_up(self) -> None:
        """Close without a text; what was typed is kept."""
        self.query_one(DraftArea).leave()

    @on(DraftArea.Left)
    def _left(self, event: DraftArea.Left) -> None:
        event.stop()
        _ = self.dismiss(None)
