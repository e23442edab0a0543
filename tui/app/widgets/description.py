"""Description: a card's text, shown as Markdown and edited in place."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from tui.app.markdown import prose
from tui.app.widgets.assist.key_line import KeyLine
from tui.app.widgets.draft_area import UNSAVED, DraftArea
from tui.app.widgets.part import ScreenPart, hide
from tui.model.writes.base import LONGEST_TEXT

READING = "{edit-description} edit here · {edit-in-editor} in $EDITOR · {open-link} links"
ONLY_READ = "{open-link} links"
NOTHING = "No description."
EMPTY = "No description yet. {edit-description} writes one here, {edit-in-editor} in $EDITOR."
DRAFT = "A draft is kept that was not saved: {edit-description} goes on with it"
EDITING = (
    "{save-text} saves · {leave-text} leaves · ctrl+z undoes · {take-back-text} takes the saved text back"
)
LEAVING = "Not saved yet: {save-text} saves it, {leave-text} again keeps it as a draft"
CHANGED = "Somebody changed it meanwhile: {save-text} keeps both texts, {take-back-text} takes theirs"


class _Reading(Static, can_focus=True):
    """The shown text, which is focusable so that ``tab`` reaches it."""


class Description(ScreenPart):
    """The description of a card."""

    part = "The description"

    @dataclass
    class Wrote(Message):
        """Message that the user saved another text, which stays a draft until it is submitted.

        Attributes:
            was: The text when the user began. If it has changed since, both versions are kept.
        """

        description: Description
        card_id: str
        text: str
        was: str = ""

    @dataclass
    class Drafted(Message):
        """Message that the edited text changed.

        Attributes:
            text: The text so far, or "" if no draft needs to be kept.
            base: The saved text when the user began.
        """

        card_id: str
        text: str
        base: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._reading = _Reading(id="description-text")
        self._card_id = self._text = self._draft = self._base = ""
        self._draft_base: str | None = None
        self._notice = self._restored = ""
        self._area: DraftArea | None = None

    def compose(self) -> ComposeResult:
        """Yield the text and the key hints; the text area between them is mounted at the first edit."""
        yield self._reading
        yield KeyLine(id="description-hint")

    def show(
        self, card_id: str, text: str, draft: str = "", *, since: str | None = None, same: bool = False
    ) -> None:
        """Draw a card's text; a text being typed stays as it is.

        Args:
            card_id: The card.
            text: Its description.
            draft: An edited text that was not saved.
            since: The saved text when the draft was started; None if unknown.
            same: Whether this is the card shown before, under its new id from the service.
        """
        if card_id != self._card_id and not same:
            self._close_area()
        changed = text != self._text or not self._card_id
        self._card_id, self._text = card_id, text
        if not self.editing:
            self._draft, self._draft_base = (draft, since) if draft != text else ("", None)
        if changed:
            self._reading.update(prose(text))
        hide(self._reading, not text.strip())
        self._show_hint()

    def ensure_area(self) -> DraftArea:
        """Mount the text area if necessary, and return it; most cards are only read."""
        if self._area is None:
            self._area = DraftArea(id="description-area")
            _ = self.mount(self._area, before="#description-hint")
        return self._area

    @property
    def editing(self) -> bool:
        """Whether the text is being edited."""
        return self.has_class("-typing")

    @property
    def typed(self) -> str:
        """The typed text that is not saved, or ""."""
        if self._area is None or not self.editing:
            return ""
        return self._area.text if self._differs(self._area.text) else ""

    def focus(self, scroll_visible: bool = True) -> Description:
        """Focus the shown text, or the text area while it is open."""
        target: Widget = self.ensure_area() if self.editing else self._reading
        target.focus(scroll_visible)
        return self

    def edit(self, text: str | None = None, *, since: str | None = None) -> None:
        """Open the text area, with the draft if there is one.

        Args:
            text: Another initial text, such as the result of an editor.
            since: The saved text when that was started.
        """
        if not self.editing:
            begun = self._draft_base if self._draft and text is None else since
            self._base = self._text if begun is None else begun
            self.add_class("-typing")
            self._restored = self._draft if text is None else ""
            self.ensure_area().open(self._draft or self._text if text is None else text)
        self.ensure_area().focus()
        self._show_hint()

    def save_text(self) -> None:
        """Save the typed text."""
        self.ensure_area().save()

    def leave_text(self) -> None:
        """Close the text area; the typed text stays as a draft."""
        self.ensure_area().leave()

    def discard_draft(self) -> None:
        """Restore the saved text in the text area; Textual's undo brings the typed one back."""
        self.ensure_area().text = self._text
        self._base = self._text
        self._set_draft("")
        self._show_hint()

    # --- editing -------------------------------------------------------------------

    @on(DraftArea.Paused)
    def _paused(self, event: DraftArea.Paused) -> None:
        event.stop()
        self._set_draft(event.text if self._differs(event.text) else "")
        if self._notice:
            self._show_hint()

    @on(DraftArea.Saved)
    def _saved(self, event: DraftArea.Saved) -> None:
        event.stop()
        if len(event.text) > LONGEST_TEXT:
            self._set_draft(event.text)
            self._show_hint(
                f"{len(event.text):,} characters; the service takes {LONGEST_TEXT:,}. It is kept as a draft"
            )
        else:
            changed = self._differs(event.text)
            self._set_draft(event.text if changed else "")
            self._draft = ""
            if changed:
                self.post_message(self.Wrote(self, self._card_id, event.text, self._base))
            self._close_area()
            self.focus()

    @on(DraftArea.Left)
    def _left(self, event: DraftArea.Left) -> None:
        event.stop()
        if not self.editing:
            return  # the previous key saved the text
        unsaved = self._differs(event.text)
        self._set_draft(event.text if unsaved else "")
        if unsaved and self._notice != self.with_keys(LEAVING):
            self._show_hint(self.with_keys(LEAVING))
            return
        self._close_area()
        self.focus()

    def _differs(self, text: str) -> bool:
        """Return whether ``text`` differs from both the current text and the one the user began with."""
        return text not in {self._text, self._base}

    @property
    def draft_base(self) -> str:
        """The saved text when the typed text or the draft was started."""
        held = self._base if self.editing else self._draft_base
        return self._text if held is None else held

    def unsaved(self, text: str, was: str) -> None:
        """Keep a text that could not be submitted as a draft based on ``was``."""
        if not self.editing:
            self._base = was
            self._set_draft(text)
            self._show_hint()

    def _set_draft(self, text: str) -> None:
        self._draft, self._draft_base = text, self._base
        self.post_message(self.Drafted(self._card_id, text, self._base))

    def _close_area(self) -> None:
        self.remove_class("-typing")
        self._show_hint()

    def _show_hint(self, asked: str = "") -> None:
        self._notice = asked
        self.query_one("#description-hint", Static).update(Content(asked or self.with_keys(self._hint())))

    def _hint(self) -> str:
        if self.editing:
            if self._base != self._text:
                return CHANGED
            return UNSAVED if self._restored and self.ensure_area().text == self._restored else EDITING
        if self._draft:
            return DRAFT
        if self.reads_only:
            return ONLY_READ if self._text.strip() else NOTHING
        return READING if self._text.strip() else EMPTY
