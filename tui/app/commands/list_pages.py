"""Commands of the pages that list things: the archive, the outbox and the notifications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from tui.app.commands.app import APP
from tui.app.commands.command import Choice, Command, CommandType, Context, GoCommand, ImmediateCommand
from tui.model.writes.cards import DeleteCard, UpdateCard
from tui.model.writes.lists import UpdateList

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tui.model.notification import Notification
    from tui.model.sync import Unsent


class ListPageContext(Context, Protocol):
    """A page with a cursor on a list of things."""

    @property
    def chosen(self) -> str | None:
        """Id of the thing under the cursor, or None if there is none."""

    @property
    def chosen_rows(self) -> Sequence[str]:
        """Ids of the thing under the cursor and of those below it, as many as the number typed before the key."""


class Back(GoCommand):
    """Go back."""

    keys = ("escape", "q")
    group = "Page"
    shown = "back"
    place = "back"


@runtime_checkable
class RowsOnTop(Protocol):
    """A widget with rows and a cursor."""

    def action_first(self) -> None:
        """Move the cursor to the first row."""
        ...


class FirstRowContext(Context, Protocol):
    """A page of rows."""

    @property
    def focused(self) -> object:
        """The widget with the focus."""
        ...


class FirstRow(ImmediateCommand[FirstRowContext]):
    """Go to the first row, as G does to the last."""

    keys = ("g g",)
    group = "Page"

    def act(self, context: FirstRowContext) -> None:
        """Move the cursor there."""
        if isinstance(rows := context.focused, RowsOnTop):
            rows.action_first()


class ScrolledPane(Protocol):
    """A place for a text that may be longer."""

    def scroll_part(self, pages: float) -> None:
        """Scroll by a share of the height, down for a positive one."""


class TextContext(Context, Protocol):
    """A page with such places."""

    def query(self, selector: str, /) -> Iterable[ScrolledPane]:
        """Return the parts of the page of a type or with an id."""


class ScrollTextDown(ImmediateCommand[TextContext]):
    """Scroll the text down."""

    keys = ("ctrl+d",)
    group = "Page"

    def act(self, context: TextContext) -> None:
        """Scroll down."""
        _scroll(context, 0.5)


class ScrollTextUp(ImmediateCommand[TextContext]):
    """Scroll the text up."""

    keys = ("ctrl+u",)
    group = "Page"

    def act(self, context: TextContext) -> None:
        """Scroll up."""
        _scroll(context, -0.5)


def _scroll(context: TextContext, pages: float) -> None:
    for pane in context.query("ScrolledText"):
        pane.scroll_part(pages)


SCROLL_TEXT: tuple[CommandType, ...] = (ScrollTextDown, ScrollTextUp)

S_contra = TypeVar("S_contra", bound=ListPageContext, contravariant=True)


class OnChosen(Command[S_contra]):
    """A command on the thing under the cursor."""

    group = "Page"

    def refuse(self, context: S_contra) -> str | None:
        """Refuse if nothing is under the cursor."""
        return None if context.chosen is not None else "there is nothing here"


# --- the archive ------------------------------------------------------------------------


class Restore(OnChosen[ListPageContext]):
    """Put the card or the list back on the board; 3r does it for three rows."""

    asks = True
    keys = ("enter", "ctrl+r", "r")
    shown = "restore"

    async def run(self, context: ListPageContext) -> None:
        """Put the cards and lists back; lists that hold the cards and are archived too only if the user says so."""
        board, rows = context.board, [_parts(row) for row in context.chosen_rows]
        if board is None:
            return
        under = context.workspace.archive.lists_under(ident for kind, ident in rows if kind == "card")
        with_them = [one for one in under if ("list", one.id) not in rows]
        names = ", ".join(f"“{one.name}”" for one in with_them)
        if with_them:
            detail = "A card is not shown while its list is archived."
            if not await context.confirm(f"Restore {names} too?", detail=detail, yes="Restore", meant=True):
                return
        writes = [
            UpdateList(board_id=board.id, list_id=ident, closed=False)
            if kind == "list"
            else UpdateCard(board_id=board.id, card_id=ident, closed=False)
            for kind, ident in (*(("list", one.id) for one in with_them), *rows)
        ]
        await context.workspace.writes.submit_all(writes)
        what = f"the {rows[0][0]} is" if len(rows) == 1 else f"{len(rows)} rows are"
        context.tell(f"{what} on the board again{f', with {names}' if with_them else ''}", undo=True)


class ArchiveContext(ListPageContext, Protocol):
    """The page of the archive."""

    def choices(self) -> list[Choice]:
        """Return the archived lists and cards, as they are listed."""

    def go_to(self, chosen: str) -> None:
        """Put the cursor on one of them."""


class FindArchived(OnChosen[ArchiveContext]):
    """Find an archived card or list by its name, and go to it."""

    asks = True
    keys = ("slash",)
    shown = "find"

    async def run(self, context: ArchiveContext) -> None:
        """Ask for it, and put the cursor on it."""
        chosen = await context.choose("Find in the archive", context.choices())
        if chosen is not None:
            context.go_to(chosen)


class DeleteArchived(OnChosen[ListPageContext]):
    """Delete the archived card for good, after asking; 3X deletes three."""

    asks = True
    keys = ("X", "delete")
    shown = "delete"

    def refuse(self, context: ListPageContext) -> str | None:
        """Refuse for lists: the service cannot delete them."""
        if any(_parts(row)[0] == "list" for row in context.chosen_rows):
            return "a list cannot be deleted, only put away"
        return super().refuse(context)

    async def run(self, context: ListPageContext) -> None:
        """Ask for confirmation, then delete the cards."""
        board, cards = context.board, context.workspace.cards
        faces = [face for row in context.chosen_rows if (face := cards.face(_parts(row)[1])) is not None]
        if board is None or not faces:
            return
        what = f"“{faces[0].name}”" if len(faces) == 1 else f"{len(faces)} cards"
        if await context.confirm(f"Delete {what}?", detail="It cannot be undone.", yes="Delete"):
            await context.workspace.writes.submit_all(
                [DeleteCard(board_id=board.id, card_id=face.id) for face in faces]
            )
            context.tell(f"deleted {what}")


def _parts(chosen: str | None) -> tuple[str, str]:
    """Split the chosen id into its kind, ``card`` or ``list``, and the plain id."""
    kind, _, ident = (chosen or "").partition(":")
    return kind, ident


ARCHIVE: tuple[CommandType, ...] = (Back, FirstRow, Restore, FindArchived, DeleteArchived, *APP)


# --- the outbox ---------------------------------------------------------------------------


class _Refused(OnChosen[ListPageContext]):
    """A command on a write that the service refused."""

    def refuse(self, context: ListPageContext) -> str | None:
        """Refuse for a write that was not refused, because it will be sent automatically."""
        if (reason := super().refuse(context)) is not None:
            return reason
        if _refused(context):
            return None
        return f"it waits to be sent, and will be: {context.key_names['undo']} takes it back"


class SendAgain(_Refused):
    """Send the refused change again; 3r sends three."""

    quick = True
    keys = ("r", "enter")
    shown = "send again"

    async def run(self, context: ListPageContext) -> None:
        """Queue the writes again."""
        for unsent in (again := _refused(context)):
            await context.workspace.outbox.retry(unsent.seq)
        context.tell("it is sent again" if len(again) == 1 else f"{len(again)} are sent again")


class GiveUp(_Refused):
    """Give the refused change up, after asking; 3X gives three up."""

    asks = True
    keys = ("X", "delete")
    shown = "give up"

    async def run(self, context: ListPageContext) -> None:
        """Ask for confirmation, then drop the writes."""
        given_up = _refused(context)
        what = "this change" if len(given_up) == 1 else f"{len(given_up)} changes"
        detail = "\n".join(unsent.words for unsent in given_up)
        if given_up and await context.confirm(f"Give {what} up?", detail=detail, yes="Give up"):
            for unsent in given_up:
                await context.workspace.outbox.drop(unsent.seq)
            context.tell("given up")


class CopyTyped(OnChosen[ListPageContext]):
    """Copy the text that was typed for it."""

    keys = ("y",)
    shown = "copy text"

    def refuse(self, context: ListPageContext) -> str | None:
        """Refuse if the change has no typed text."""
        unsent = _unsent(context)
        return None if unsent and unsent.typed else "nothing was typed for this change"

    async def run(self, context: ListPageContext) -> None:
        """Copy the text."""
        if (unsent := _unsent(context)) is not None:
            context.copy(unsent.typed, "the text")


def _unsent(context: ListPageContext) -> Unsent | None:
    return next((one for one in context.workspace.outbox.all() if str(one.seq) == context.chosen), None)


def _refused(context: ListPageContext) -> list[Unsent]:
    """Return those of the chosen writes that the service refused."""
    chosen = frozenset(context.chosen_rows)
    return [
        one for one in context.workspace.outbox.all() if str(one.seq) in chosen and one.standing == "refused"
    ]


OUTBOX: tuple[CommandType, ...] = (Back, FirstRow, SendAgain, GiveUp, CopyTyped, *APP)


# --- the notifications -----------------------------------------------------------------------


class OpenNotified(OnChosen[ListPageContext]):
    """Open the card or board it is about, and mark it read."""

    quick = True
    keys = ("enter",)
    shown = "open"

    async def run(self, context: ListPageContext) -> None:
        """Mark the notification read, and go to its card or board."""
        if (item := _notification(context)) is None:
            return
        await context.workspace.inbox.mark(item.id, unread=False)
        if item.card_id and context.workspace.cards.face(item.card_id) is not None:
            context.go(f"card:{item.card_id}")
        elif item.board_id and context.workspace.boards.get(item.board_id) is not None:
            context.go(f"board:{item.board_id}")
        else:
            context.tell("what it is about is not on a board you have")


class TurnRead(OnChosen[ListPageContext]):
    """Mark it read, or unread again; 3x does it for three rows."""

    quick = True
    keys = ("x", "space")
    shown = "read / unread"

    async def run(self, context: ListPageContext) -> None:
        """Mark the notifications as the first one is not."""
        if (item := _notification(context)) is not None:
            await context.workspace.inbox.mark(*context.chosen_rows, unread=not item.unread)


def _notification(context: ListPageContext) -> Notification | None:
    return next((one for one in context.workspace.inbox.all() if one.id == context.chosen), None)


class ReadAll(Command[Context]):
    """Mark all of them read."""

    quick = True
    keys = ("a",)
    group = "Page"
    shown = "all read"

    def refuse(self, context: Context) -> str | None:
        """Refuse if there are no notifications."""
        return None if context.workspace.inbox.all() else "there is nothing here"

    async def run(self, context: Context) -> None:
        """Mark all notifications read."""
        count = await context.workspace.inbox.read_all()
        context.tell(f"{count} marked as read" if count else "all are read")


NOTIFICATIONS: tuple[CommandType, ...] = (Back, FirstRow, OpenNotified, TurnRead, ReadAll, *APP)
