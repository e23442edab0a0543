"""What is done in the texts of the open card: its description and its comments."""

from typing import Protocol

from tui.app.commands.command import CommandType, ImmediateCommand


class TextContext(Protocol):
    """A text that can be edited in place."""

    @property
    def editing(self) -> bool:
        """Whether it is being edited."""
        ...

    @property
    def drafting(self) -> bool:
        """Whether what is typed can be taken back to what it was before."""
        ...

    def save_text(self) -> None:
        """Save what is typed."""
        ...

    def leave_text(self) -> None:
        """Leave the text; what is typed stays a draft."""
        ...

    def take_back(self) -> None:
        """Take what is typed back: the saved text is there again, or none."""
        ...


class CommentContext(TextContext, Protocol):
    """The comments of a card, with a cursor on one of them."""

    def write(self) -> None:
        """Open the place to write a comment."""
        ...

    def edit_here(self) -> None:
        """Edit the comment under the cursor."""
        ...

    def delete(self) -> None:
        """Delete the comment under the cursor."""
        ...


class _WhileEditing(ImmediateCommand[TextContext]):
    """Something done while a text is edited."""

    group = "A text"
    over_text = True

    def applies(self, context: TextContext) -> bool:
        """Only while it is edited."""
        return context.editing


class SaveText(_WhileEditing):
    """Save the text, or send the comment."""

    keys = ("ctrl+s",)

    def act(self, context: TextContext) -> None:
        """Save it."""
        context.save_text()


class LeaveText(_WhileEditing):
    """Leave the text; what was typed is kept as a draft."""

    keys = ("escape",)

    def act(self, context: TextContext) -> None:
        """Leave it."""
        context.leave_text()


class TakeBackText(_WhileEditing):
    """Take the saved text back, or forget the draft of a comment."""

    keys = ("ctrl+r",)

    def applies(self, context: TextContext) -> bool:
        """Only while there is something to take back."""
        return context.drafting

    def act(self, context: TextContext) -> None:
        """Take it back."""
        context.take_back()


class _InComments(ImmediateCommand[CommentContext]):
    """Something done with the comments."""

    group = "The comments"


class NewComment(_InComments):
    """Write a comment, going on with the draft when there is one."""

    keys = ("n",)

    def act(self, context: CommentContext) -> None:
        """Open the place to write."""
        context.write()


class EditComment(_InComments):
    """Edit your own comment."""

    keys = ("enter",)

    def act(self, context: CommentContext) -> None:
        """Edit it."""
        context.edit_here()


class RemoveComment(_InComments):
    """Delete your own comment."""

    keys = ("delete", "backspace")

    def act(self, context: CommentContext) -> None:
        """Delete it."""
        context.delete()


IN_TEXT: tuple[CommandType, ...] = (SaveText, LeaveText, TakeBackText)
IN_COMMENTS: tuple[CommandType, ...] = (NewComment, EditComment, RemoveComment, *IN_TEXT)
