"""Comments: what people wrote on a card, newest first, and the place to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.visual import Visual
from textual.widgets import OptionList, Static

from tui.app.markdown import headed
from tui.app.widgets.draft_area import DraftArea
from tui.app.widgets.part import ScreenPart
from tui.app.widgets.rows import RowList
from tui.model.base import new_local_id
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.presentation.safe_text import safe_text
from tui.presentation.when import ago

if TYPE_CHECKING:
    from tui.model.action import Comment
    from tui.model.writes.base import Write

KEYS = "{write-comment} write · {edit-comment} edit yours · {remove-comment} · {open-link} links"
EMPTY = "No comments yet. {write-comment} writes one."
WRITING = "{save-text} sends · {leave-text} keeps it as a draft"
RESTORED = (
    "A draft that was not sent · {save-text} sends it · {take-back-text} forgets it · {leave-text} keeps it"
)
EDITING = "{save-text} saves · {leave-text} keeps the old text"


class Comments(ScreenPart):
    """The comments of a card."""

    part = "The comments"

    @dataclass
    class Wrote(Message):
        """The user changed something.

        Attributes:
            ops: What to submit, in order.
            typed: The text they came from; to be given back with ``unsent`` when they cannot be submitted.
            seen: By field, what it said when the user began to change it.
        """

        comments: Comments
        card_id: str
        ops: tuple[Write, ...]
        typed: str = ""
        seen: Mapping[str, object] = field(default_factory=dict)

        @property
        def control(self) -> Comments:
            """The comments that were used."""
            return self.comments

    @dataclass
    class Drafted(Message):
        """A comment is being written.

        Attributes:
            card_id: The card it is for.
            text: What there is of it.
        """

        comments: Comments
        card_id: str
        text: str

        @property
        def control(self) -> Comments:
            """The comments that were used."""
            return self.comments

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own name
        super().__init__(id=id)
        self._board_id = self._card_id = self._draft = self._sent = ""
        self._comments: tuple[Comment, ...] = ()
        self._editing = self._was = self._restored = ""

    def compose(self) -> ComposeResult:
        """The place to write above what was written, because the newest is first."""
        yield Static(id="comment-hint")
        yield DraftArea(id="comment-area")
        yield RowList(id="comment-rows")

    def show(
        self,
        board_id: str,
        card_id: str,
        comments: Sequence[Comment],
        now: datetime,
        *,
        draft: str = "",
        bound: Mapping[str, str] | None = None,
    ) -> None:
        """Draw the comments of a card, cursor and typing staying as they are.

        Args:
            board_id: The card's board.
            card_id: The card.
            comments: Newest first.
            now: What "3 days ago" counts from.
            draft: A comment that was begun and not sent.
            bound: Local ids that have just become the service's.
        """
        bound = bound or {}
        if card_id != bound.get(self._card_id, self._card_id):
            self._leave()
        self._board_id, self._card_id, self._comments = board_id, card_id, tuple(comments)
        self._editing = bound.get(self._editing, self._editing)
        if not self.writing:
            # What is on its way to the disk is still a draft there, and none for the reader.
            self._draft = "" if draft.strip("\n") == self._sent else draft
        self.rows.show([(c.id, _drawn(c, now)) for c in comments], bound=bound, gaps=True)
        self.set_class(not comments, "-empty")
        self._say()

    @property
    def rows(self) -> RowList:
        """The list itself."""
        return self.query_one("#comment-rows", RowList)

    @property
    def area(self) -> DraftArea:
        """The place to write."""
        return self.query_one("#comment-area", DraftArea)

    @property
    def writing(self) -> bool:
        """Whether the place to write is open."""
        return self.has_class("-typing")

    @property
    def current(self) -> Comment | None:
        """The comment under the cursor."""
        return next((c for c in self._comments if c.id == self.rows.current), None)

    def focus(self, scroll_visible: bool = True) -> Comments:
        """Give the keys to the list, or to what is being written."""
        (self.area if self.writing else self.rows).focus(scroll_visible)
        return self

    # --- the verbs -----------------------------------------------------------------

    def write(self) -> None:
        """Write a comment, going on with the draft."""
        if not self.writing:
            self._open("", self._draft)
        self.area.focus()

    @property
    def editing(self) -> bool:
        """Whether a comment is written or edited."""
        return self.writing

    @property
    def drafting(self) -> bool:
        """Whether a new comment is written, whose draft can be forgotten."""
        return self.writing and not self._editing

    def save_text(self) -> None:
        """Send what is typed."""
        self.area.save()

    def leave_text(self) -> None:
        """Leave what is typed as a draft."""
        self.area.leave()

    def take_back(self) -> None:
        """Forget what was written; the toolkit's undo brings it again."""
        self.area.text = ""
        self._keep("")
        self._say()

    def delete(self) -> None:
        """Delete one's own comment."""
        comment = self.current
        if comment is None:
            return
        if not comment.mine:
            self._say(f"Only {safe_text(comment.author) or 'its author'} can delete this comment")
        else:
            self._write(DeleteComment(**self._of, comment_id=comment.id))

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.edit_here()

    def edit_here(self) -> None:
        """Edit one's own comment."""
        comment = self.current
        if comment is not None and comment.mine:
            self._open(comment.id, comment.text)
        elif comment is not None:
            self._say(f"Only {safe_text(comment.author) or 'its author'} can edit this comment")

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._say()

    # --- writing -------------------------------------------------------------------

    def _open(self, editing: str, text: str) -> None:
        self._editing, self._sent, self._was = editing, "", text
        self._restored = "" if editing else text
        self.add_class("-typing")
        self.area.open(text)
        self._say()

    @on(DraftArea.Paused)
    def _paused(self, event: DraftArea.Paused) -> None:
        event.stop()
        if self.writing and not self._editing:
            self._keep(event.text)
            self._say()

    @on(DraftArea.Saved)
    def _saved(self, event: DraftArea.Saved) -> None:
        event.stop()
        text, editing = event.text.strip("\n"), self._editing
        old = next((c.text for c in self._comments if c.id == editing), None)
        if not text.strip():
            self._say(
                "There is nothing to send" if not editing else "A comment cannot be empty; delete it instead"
            )
            return
        self._sent = text
        if not editing or old is None:
            # Also when the comment was deleted elsewhere while it was edited: the text is not lost.
            self._keep(text)
            self._draft = ""
            self._write(AddComment(**self._of, comment_id=new_local_id(), text=text), text)
        elif text != old:
            self._write(UpdateComment(**self._of, comment_id=editing, text=text), text)
        self._leave()
        self.rows.focus()

    @on(DraftArea.Left)
    def _left(self, event: DraftArea.Left) -> None:
        event.stop()
        if not self.writing:
            return  # sent by the key before this one
        if not self._editing:
            self._keep(event.text)
        self._leave()
        self.rows.focus()

    def unsent(self, text: str) -> None:
        """Take back a text that could not be submitted: it is a draft again."""
        self._sent = ""
        if not self.writing:
            self._keep(text)
            self._say()

    def _keep(self, text: str) -> None:
        self._draft = text
        self.post_message(self.Drafted(self, self._card_id, text))

    def _leave(self) -> None:
        self._editing = ""
        self.remove_class("-typing")
        self._say()

    def _write(self, op: Write, typed: str = "") -> None:
        seen = {"text": self._was} if isinstance(op, UpdateComment) else {}
        self.post_message(self.Wrote(self, self._card_id, (op,), typed, seen))

    @property
    def _of(self) -> dict[str, str]:
        return {"board_id": self._board_id, "card_id": self._card_id}

    def _say(self, words: str = "") -> None:
        self.query_one("#comment-hint", Static).update(Content(words or self.spelled(self._hint())))

    def _hint(self) -> str:
        if self.writing:
            if self._restored and self.area.text == self._restored:
                return RESTORED
            return EDITING if self._editing else WRITING
        if self.reads_only:
            return "{open-link} links" if self._comments else "No comments."
        kept = " · a draft is kept, {write-comment} goes on with it" if self._draft.strip() else ""
        return (KEYS if self._comments else EMPTY) + kept


def _drawn(comment: Comment, now: datetime) -> Visual:
    marks = (" · edited" if comment.edited else "") + (" · ⟳ not sent yet" if comment.pending else "")
    return _kept(safe_text(comment.author) or "somebody", f" · {ago(comment.date, now)}{marks}", comment.text)


@lru_cache(maxsize=512)
def _kept(who: str, when: str, text: str) -> Visual:
    """A comment; kept, because wrapping it again for each change of a long talk is felt."""
    return headed(Content.assemble((who, "bold"), (when, "$ink-quiet")), text)
