"""Description: a card's text, read as Markdown and edited in place."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from tui.app.markdown import prose
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.part import ScreenPart

LONGEST = 16_384
"""Characters the service takes (docs/reference/board.md, 1.3)."""

READING = "{edit-description} edit here · {edit-in-editor} in $EDITOR · {open-link} links"
ONLY_READ = "{open-link} links"
NOTHING = "No description."
EMPTY = "No description yet. {edit-description} writes one here, {edit-in-editor} in $EDITOR."
DRAFT = "A draft is kept that was not saved: {edit-description} goes on with it"
EDITING = (
    "{save-text} saves · {leave-text} leaves · ctrl+z undoes · {take-back-text} takes the saved text back"
)
RESTORED = (
    "A draft that was not saved · {save-text} saves it · {take-back-text} forgets it · {leave-text} keeps it"
)
UNSAVED = "Not saved yet: {save-text} saves it, {leave-text} again keeps it as a draft"
CHANGED = "Somebody changed it meanwhile: {save-text} keeps both texts, {take-back-text} takes theirs"


class _Reading(Static, can_focus=True):
    """The text, which takes the focus so that ``tab`` reaches it."""


class Description(ScreenPart):
    """The description of a card."""

    part = "The description"

    @dataclass
    class Wrote(Message):
        """The user saved another text, which is kept as a draft until it is submitted.

        Attributes:
            was: What it said when the user began; what it says otherwise by now stays, and this is kept beside it.
        """

        description: Description
        card_id: str
        text: str
        was: str = ""

        @property
        def control(self) -> Description:
            """The description that was saved."""
            return self.description

    @dataclass
    class Drafted(Message):
        """The text is being edited.

        Attributes:
            text: What there is of it, or "" when nothing needs to be kept.
            base: What it said when the user began.
        """

        description: Description
        card_id: str
        text: str
        base: str

        @property
        def control(self) -> Description:
            """The description being edited."""
            return self.description

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id)
        self._card_id = self._text = self._draft = self._base = ""
        self._begun: str | None = None
        self._asked = self._restored = ""

    def compose(self) -> ComposeResult:
        """The text or the place to edit it, and what the keys do."""
        yield _Reading(id="description-text")
        yield DraftArea(id="description-area")
        yield Static(id="description-hint")

    def show(
        self, card_id: str, text: str, draft: str = "", *, since: str | None = None, same: bool = False
    ) -> None:
        """Draw a card's text; what is being typed stays as it is.

        Args:
            card_id: The card.
            text: Its description.
            draft: An edit that was begun and not saved.
            since: What it said when that was begun; None when nobody knows.
            same: Whether it is the card shown before, under the id the service gave it.
        """
        if card_id != self._card_id and not same:
            self._leave()
        changed = text != self._text or not self._card_id
        self._card_id, self._text = card_id, text
        if not self.editing:
            self._draft, self._begun = (draft, since) if draft != text else ("", None)
        if changed:
            self.query_one(_Reading).update(prose(text))
        self.set_class(not text.strip(), "-empty")
        self._say()

    @property
    def area(self) -> DraftArea:
        """The place to edit."""
        return self.query_one(DraftArea)

    @property
    def editing(self) -> bool:
        """Whether it is being edited."""
        return self.has_class("-typing")

    @property
    def typed(self) -> str:
        """What is typed and not saved, or ""."""
        return self.area.text if self.editing and self._differs(self.area.text) else ""

    def focus(self, scroll_visible: bool = True) -> Description:
        """Give the keys to the text, or to what is being edited."""
        target: Widget = self.area if self.editing else self.query_one(_Reading)
        target.focus(scroll_visible)
        return self

    def edit(self, text: str | None = None, *, since: str | None = None) -> None:
        """Edit in place, going on with the draft when there is one.

        Args:
            text: What to begin with instead, such as what an editor left.
            since: What it said when that was begun.
        """
        if not self.editing:
            begun = self._begun if self._draft and text is None else since
            self._base = self._text if begun is None else begun
            self.add_class("-typing")
            self._restored = self._draft if text is None else ""
            self.area.open(self._draft or self._text if text is None else text)
        self.area.focus()
        self._say()

    @property
    def drafting(self) -> bool:
        """Whether what is typed can be taken back to the saved text."""
        return self.editing

    def save_text(self) -> None:
        """Save what is typed."""
        self.area.save()

    def leave_text(self) -> None:
        """Leave what is typed as a draft."""
        self.area.leave()

    def take_back(self) -> None:
        """Put the saved text back; the toolkit's undo brings the other one again."""
        self.area.text = self._text
        self._base = self._text
        self._keep("")
        self._say()

    # --- editing -------------------------------------------------------------------

    @on(DraftArea.Paused)
    def _paused(self, event: DraftArea.Paused) -> None:
        event.stop()
        self._keep(event.text if self._differs(event.text) else "")
        if self._asked:
            self._say()

    @on(DraftArea.Saved)
    def _saved(self, event: DraftArea.Saved) -> None:
        event.stop()
        if len(event.text) > LONGEST:
            self._keep(event.text)
            self._say(f"{len(event.text):,} characters; the service takes {LONGEST:,}. It is kept as a draft")
        else:
            changed = self._differs(event.text)
            self._keep(event.text if changed else "")
            self._draft = ""
            if changed:
                self.post_message(self.Wrote(self, self._card_id, event.text, self._base))
            self._leave()
            self.focus()

    @on(DraftArea.Left)
    def _left(self, event: DraftArea.Left) -> None:
        event.stop()
        if not self.editing:
            return  # saved by the key before this one
        unsaved = self._differs(event.text)
        self._keep(event.text if unsaved else "")
        if unsaved and self._asked != self.spelled(UNSAVED):
            self._say(self.spelled(UNSAVED))
            return
        self._leave()
        self.focus()

    def _differs(self, text: str) -> bool:
        """Whether ``text`` is neither what it says, nor what it said when the user began."""
        return text not in {self._text, self._base}

    @property
    def begun(self) -> str:
        """What it said when what is typed, or is kept as a draft, was begun."""
        held = self._base if self.editing else self._begun
        return self._text if held is None else held

    def unsaved(self, text: str, was: str) -> None:
        """Take back a text that could not be submitted: it is a draft again, of what ``was`` there."""
        if not self.editing:
            self._base = was
            self._keep(text)
            self._say()

    def _keep(self, text: str) -> None:
        self._draft, self._begun = text, self._base
        self.post_message(self.Drafted(self, self._card_id, text, self._base))

    def _leave(self) -> None:
        self.remove_class("-typing")
        self._say()

    def _say(self, asked: str = "") -> None:
        self._asked = asked
        self.query_one("#description-hint", Static).update(Content(asked or self.spelled(self._hint())))

    def _hint(self) -> str:
        if self.editing:
            if self._base != self._text:
                return CHANGED
            return RESTORED if self._restored and self.area.text == self._restored else EDITING
        if self._draft:
            return DRAFT
        if self.reads_only:
            return ONLY_READ if self._text.strip() else NOTHING
        return READING if self._text.strip() else EMPTY
