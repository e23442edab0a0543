"""Commands of the texts on the open card: its description and its comments."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand, calls


class TextContext(Protocol):
    """A text that can be edited in place."""

    @property
    def editing(self) -> bool:
        """Whether the text is being edited."""

    def save_text(self) -> None:
        """Save the typed text."""

    def leave_text(self) -> None:
        """Stop editing; the typed text stays as a draft."""

    def discard_draft(self) -> None:
        """Discard the draft and restore the saved text, if there is one."""


class CommentContext(TextContext, Protocol):
    """The comments of a card, with a cursor on one of them."""

    def write(self) -> None:
        """Open the field for a new comment."""

    def edit_here(self) -> None:
        """Edit the comment under the cursor."""

    def delete(self) -> None:
        """Delete the comment under the cursor."""


class _WhileEditing(ImmediateCommand[TextContext]):
    """A command while a text is edited."""

    group = "A text"
    over_text = True

    def applies(self, context: TextContext) -> bool:
        """Only while the text is edited."""
        return context.editing


class SaveText(_WhileEditing):
    """Save the text, or send the comment."""

    keys = ("ctrl+s",)
    act = calls(TextContext.save_text)


class LeaveText(_WhileEditing):
    """Leave the text; what was typed is kept as a draft."""

    keys = ("escape",)
    act = calls(TextContext.leave_text)


class TakeBackText(_WhileEditing):
    """Take the saved text back, or forget the draft of a comment."""

    keys = ("ctrl+r",)
    act = calls(TextContext.discard_draft)


class _InComments(ImmediateCommand[CommentContext]):
    """A command in the comments."""

    group = "The comments"


class NewComment(_InComments):
    """Write a comment, going on with the draft when there is one."""

    keys = ("n",)
    act = calls(CommentContext.write)


class EditComment(_InComments):
    """Edit your own comment."""

    keys = ("enter",)
    act = calls(CommentContext.edit_here)


class RemoveComment(_InComments):
    """Delete your own comment."""

    keys = ("delete", "backspace")
    act = calls(CommentContext.delete)


IN_TEXT: tuple[CommandType, ...] = (SaveText, LeaveText, TakeBackText)
IN_COMMENTS: tuple[CommandType, ...] = (NewComment, EditComment, RemoveComment, *IN_TEXT)
