"""Comments: the comments of a card, newest first, with a text area to write in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.visual import Visual
from textual.widgets import OptionList, Static

from tui.app.markdown import prose_with_heading
from tui.app.widgets.assist.key_line import KeyLine
from tui.app.widgets.draft_area import UNSAVED, DraftArea
from tui.app.widgets.part import ScreenPart, hide
from tui.app.widgets.rows import RowList
from tui.model.values.scalars import new_local_id
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.presentation.mentions import by_username, untold_words, with_usernames
from tui.presentation.quick_names import matching
from tui.presentation.safe_text import safe_text
from tui.presentation.timestamps import undivided_ago

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.model.action import Comment
    from tui.model.filter.facts import NamedThing
    from tui.model.writes.base import Write

READING = 0.3
"""Seconds until comments that are not here yet are said to be read; most come before."""

WRITE = "{write-comment} writes one"
KEYS = "{write-comment} write · {edit-comment} edit yours · {remove-comment} removes · {open-link} links"
EMPTY = "No comments yet. {write-comment} writes one."
WRITING = "{save-text} sends · {leave-text} keeps it as a draft"
RESTORED = (
    "A draft that was not sent · {save-text} sends it · {take-back-text} forgets it · {leave-text} keeps it"
)
EDITING = "{save-text} saves · {leave-text} keeps it as a draft · {take-back-text} takes the saved text back"
GONE = "Deleted meanwhile · {save-text} again adds it anew · {leave-text} keeps a draft"
OTHER_EDIT = "Another comment of yours was changed and not saved: save or forget that first"

_MENTION = re.compile(r"(?<![\w@])@(\w*)$")
_SHOWN, _LISTED = 4, 12  # maximum people in the hint, after the start of a name and after a bare sign


class Comments(ScreenPart):
    """The comments of a card, to read, write, edit and delete.

    Attributes:
        rows: The rows of comments.
    """

    part = "The comments"

    @dataclass
    class Wrote(Message):
        """Message that the user changed something.

        Attributes:
            writes: Writes to submit, in order.
            typed: The typed text, to be passed to ``unsent`` if the writes cannot be submitted.
            was: The saved text of the comment whose edit this was; None for a new comment.
            seen: Values by field when the user began to edit.
        """

        comments: Comments
        card_id: str
        writes: tuple[Write, ...]
        typed: str = ""
        was: str | None = None
        seen: Mapping[str, object] = field(default_factory=dict)

    @dataclass
    class Drafted(Message):
        """Message that the text being typed changed.

        Attributes:
            text: The text so far, or "" if no draft needs to be kept.
            base: The saved text of the comment that is edited; None for a new comment.
        """

        card_id: str
        text: str
        base: str | None = None

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows = RowList(id="comment-rows")
        self._board_id = self._card_id = self._draft = self._sent = ""
        self._comments: tuple[Comment, ...] = ()
        self._editing = self._initial = self._restored = ""
        self._edit = self._edit_base = ""  # an edit that was left, and the saved text when it was begun
        # Whether the hint is about a name, and whether it tells that the edited comment was deleted.
        self._hinting = self._told_gone = False
        self._people: Sequence[NamedThing] = ()
        self._area: DraftArea | None = None
        self._awaited = 0
        self._patience: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the key hints and the comments; the area between them is mounted when the user first writes."""
        yield KeyLine(id="comment-hint")
        yield self.rows

    def show(
        self,
        board_id: str,
        card_id: str,
        comments: Sequence[Comment],
        now: datetime,
        *,
        draft: str = "",
        edit: tuple[str, str] = ("", ""),
        bound: Mapping[str, str] = MappingProxyType({}),
        people: Sequence[NamedThing] = (),
        awaited: int = 0,
    ) -> None:
        """Draw the comments of a card; cursor and typed text stay as they are.

        Args:
            board_id: The card's board.
            card_id: The card.
            comments: Its comments, newest first.
            now: Current time, for "3 days ago".
            draft: Text of an unsent comment.
            edit: Text of a comment's edit that was not saved, and the saved text when it was begun.
            bound: The service's ids by the local ids they have just replaced.
            people: The members of the board, for completion after an ``@``; this account's also as ``me``.
            awaited: Number of comments that the card has, and that are not here yet.
        """
        self._await(awaited)
        self._people = people
        if card_id != bound.get(self._card_id, self._card_id):
            self._close_area()
        self._board_id, self._card_id, self._comments = board_id, card_id, tuple(comments)
        self._editing = bound.get(self._editing, self._editing)
        if not self.editing:
            # A text that was just sent may still be stored as the draft; the user must not see it again.
            self._draft = "" if draft.strip("\n") == self._sent else draft
            self._edit, self._edit_base = ("", "") if edit[0].strip("\n") == self._sent else edit
        self.rows.show([(c.id, _comment_visual(c, now)) for c in comments], bound=bound, gaps=True)
        hide(self.rows, not comments)
        self._show_hint()

    def _await(self, awaited: int) -> None:
        """Say after a moment that comments are being read; they usually come at once, and the line must not flicker."""
        if awaited != self._awaited and self._patience is not None:
            self._patience.stop()
            self._patience = None
        if awaited and awaited != self._awaited:
            self._patience = self.set_timer(READING, self._lose_patience)
        self._awaited = awaited

    def _lose_patience(self) -> None:
        self._patience = None
        if self._awaited:
            self._show_hint()

    def ensure_area(self) -> DraftArea:
        """Mount the text area if necessary, above the comments, the newest of which is first; return it."""
        if self._area is None:
            self._area = DraftArea(id="comment-area", complete=self._complete)
            _ = self.mount(self._area, before="#comment-rows")
        return self._area

    @property
    def editing(self) -> bool:
        """Whether a comment is being written or edited."""
        return self.has_class("-typing")

    @property
    def current(self) -> Comment | None:
        """The comment under the cursor."""
        return next((c for c in self._comments if c.id == self.rows.current), None)

    def focus(self, scroll_visible: bool = True) -> Comments:
        """Focus the rows, or the text area while it is open."""
        (self.ensure_area() if self.editing else self.rows).focus(scroll_visible)
        return self

    # --- the verbs -----------------------------------------------------------------

    def write(self) -> None:
        """Open the text area for a new comment, beginning with the draft."""
        if not self.editing:
            self._open("", self._draft, restored=self._draft)
        self.ensure_area().focus()

    def save_text(self) -> None:
        """Send the typed text."""
        self.ensure_area().save()

    def leave_text(self) -> None:
        """Close the text area; the typed text stays as a draft."""
        self.ensure_area().leave()

    def discard_draft(self) -> None:
        """Discard the draft, or restore the saved text of the edited comment; Textual's undo brings it back."""
        saved = self._saved_text
        self.ensure_area().text = saved or ""
        self._initial = saved or ""
        self._set_draft("")
        self._show_hint()

    def delete(self) -> None:
        """Delete the comment under the cursor, if it is the user's own."""
        if (comment := self.current) is None:
            return
        if not comment.mine:
            self._show_hint(f"Only {safe_text(comment.author) or 'its author'} can delete this comment")
        else:
            self._write(DeleteComment(**self._ids, comment_id=comment.id))

    @on(OptionList.OptionSelected)
    def _entered(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.edit_here()

    def edit_here(self) -> None:
        """Edit the comment under the cursor, if it is the user's own."""
        comment = self.current
        if comment is not None and comment.mine and self._is_of_another(comment):
            self._show_hint(OTHER_EDIT)
        elif comment is not None and comment.mine:
            self._open(comment.id, self._edit or comment.text, restored=self._edit)
            self._initial = self._edit_base if self._edit else comment.text
        elif comment is not None:
            self._show_hint(f"Only {safe_text(comment.author) or 'its author'} can edit this comment")

    def _is_of_another(self, comment: Comment) -> bool:
        """Return whether the edit that was left belongs to another comment, which still has its old text.

        An edit whose comment was changed meanwhile can be continued on any comment.
        """
        base = self._edit_base
        return (
            bool(self._edit)
            and base != comment.text
            and any(c.mine and c.text == base for c in self._comments)
        )

    @property
    def _saved_text(self) -> str | None:
        """The saved text of the comment that is edited; None for a new comment, and for one that is gone."""
        return next((c.text for c in self._comments if c.id == self._editing), None)

    @on(OptionList.OptionHighlighted)
    def _walked(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self._show_hint()

    # --- writing -------------------------------------------------------------------

    def _open(self, editing: str, text: str, *, restored: str = "") -> None:
        self._editing, self._sent, self._initial = editing, "", text
        self._restored, self._told_gone = restored, False
        self.add_class("-typing")
        self.ensure_area().open(text)
        self._show_hint()

    def _complete(self, line: str) -> tuple[str, str] | None:
        """Return the ``@name`` at the end of ``line`` and its completion; None if there is none.

        An unknown name is kept: if tab left the text, the following letters would run commands.
        """
        if (begun := _MENTION.search(line)) is None:
            return None
        found = matching(begun[1], self._people)[:1]
        return begun[0], f"@{by_username(found[0], self._people).other} " if found else begun[0]

    @on(DraftArea.Typed)
    def _mentioning(self, event: DraftArea.Typed) -> None:
        """Show which person tab would name, and who else has such a name."""
        event.stop()
        begun = _MENTION.search(event.text)
        most = _SHOWN if begun is not None and begun[1] else _LISTED
        found = matching(begun[1], self._people)[:most] if begun is not None else []
        if begun is not None and found:
            # After a bare sign all are listed, by username.
            found = [by_username(one, self._people) for one in found]
            named = [f"@{one.other} {one.name if begun[1] else ''}".strip() for one in found]
            self._show_hint(f"tab {safe_text(' · '.join(named))}")
            self._hinting = True
        elif self._hinting:
            self._hinting = False
            self._show_hint()

    @on(DraftArea.Paused)
    def _paused(self, event: DraftArea.Paused) -> None:
        event.stop()
        if self.editing:
            self._set_draft(self._unsaved(event.text))
            if not self._hinting:
                self._show_hint()

    @on(DraftArea.Saved)
    def _saved(self, event: DraftArea.Saved) -> None:
        event.stop()
        text, editing = with_usernames(event.text.strip("\n"), self._people), self._editing
        old = self._saved_text
        if not text.strip():
            self._show_hint(
                "There is nothing to send" if not editing else "A comment cannot be empty; delete it instead"
            )
            return
        if editing and old is None and not self._told_gone:
            self._told_gone = True
            self._show_hint()
            return
        self._sent = text
        self._set_draft("" if text == old else text)
        # A draft until it is submitted, but not offered again meanwhile.
        if editing:
            self._edit = ""
        else:
            self._draft = ""
        if old is None:  # also one that was deleted during its edit, once the user was told and sent it again
            self._write(AddComment(**self._ids, comment_id=new_local_id(), text=text), text)
        elif text != old:
            self._write(UpdateComment(**self._ids, comment_id=editing, text=text), text)
        self._close_area()
        self.rows.focus()

    @on(DraftArea.Left)
    def _left(self, event: DraftArea.Left) -> None:
        event.stop()
        if not self.editing:
            return  # the previous key sent the text
        self._set_draft(self._unsaved(event.text))
        self._close_area()
        self.rows.focus()

    def untold_words(self, text: str) -> str:
        """Return the message about the ``@names`` in ``text`` that no member of the board has; "" if there are none."""
        return untold_words(text, self._people)

    def unsent(self, text: str, was: str | None = None) -> None:
        """Keep a text that could not be submitted as a draft, of a comment that was ``was`` if it was an edit."""
        self._sent = ""
        if not self.editing:
            self._keep(text, was)
            self._show_hint()

    def _unsaved(self, text: str) -> str:
        """Return the part of ``text`` that a draft must keep: none if the edited comment is as it was."""
        return "" if self._editing and text in {self._initial, self._saved_text} else text

    def _set_draft(self, text: str) -> None:
        self._keep(text, self._initial if self._editing else None)

    def _keep(self, text: str, base: str | None) -> None:
        if base is None:
            self._draft = text
        else:
            self._edit, self._edit_base = text, base
        self.post_message(self.Drafted(self._card_id, text, base))

    def _close_area(self) -> None:
        self._editing = ""
        self.remove_class("-typing")
        self._show_hint()

    def _write(self, write: Write, typed: str = "") -> None:
        seen = {"text": self._initial} if isinstance(write, UpdateComment) else {}
        was = self._initial if self._editing else None
        self.post_message(self.Wrote(self, self._card_id, (write,), typed, was, seen))

    @property
    def _ids(self) -> dict[str, str]:
        return {"board_id": self._board_id, "card_id": self._card_id}

    def _show_hint(self, words: str = "") -> None:
        self.query_one("#comment-hint", Static).update(Content(words or self.with_keys(self._hint())))

    def _hint(self) -> str:
        if self.editing:
            return self._writing_hint()
        if self._awaited:
            return self._waiting_hint()
        if self.reads_only:
            return "{open-link} links" if self._comments else "No comments."
        kept = " · a draft is kept, {write-comment} goes on with it" if self._draft.strip() else ""
        kept += " · an edit is kept, {edit-comment} goes on with it" if self._edit else ""
        return (KEYS if self._comments else EMPTY) + kept

    def _writing_hint(self) -> str:
        if self._told_gone and self._saved_text is None:
            return GONE
        if self._restored and self.ensure_area().text == self._restored:
            return UNSAVED if self._editing else RESTORED
        return EDITING if self._editing else WRITING

    def _waiting_hint(self) -> str:
        some = "a comment" if self._awaited == 1 else f"{self._awaited} comments"
        reading = "" if self._patience is not None else f"⟳ reading {some} …"
        return reading if self.reads_only else f"{reading and f'{reading} · '}{WRITE}"


def _comment_visual(comment: Comment, now: datetime) -> Visual:
    marks = (" · edited" if comment.edited else "") + (" · ⟳ not sent yet" if comment.pending else "")
    return _draw(
        safe_text(comment.author) or "somebody", f" · {undivided_ago(comment.date, now)}{marks}", comment.text
    )


@lru_cache(maxsize=512)
def _draw(who: str, when: str, text: str) -> Visual:
    """Draw a comment; cached, because wrapping many comments again at each change is slow."""
    return prose_with_heading(Content.assemble((who, "bold"), (when, "$ink-quiet")), text)
