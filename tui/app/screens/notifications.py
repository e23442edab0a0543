"""NotificationsScreen: other people's actions that concern this account."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content

from tui.app.commands.list_pages import NOTIFICATIONS
from tui.app.screens.list_page import ListPage
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import ago

if TYPE_CHECKING:
    from tui.app.commands.command import CommandType, Undoes
    from tui.app.widgets.rows import Row
    from tui.clock import Clock
    from tui.model.change import Noun
    from tui.model.notification import Notification
    from tui.workspace import Workspace

_WORDS = {
    "mentionedOnCard": "mentioned you on",
    "addedToCard": "put you on",
    "removedFromCard": "took you off",
    "addedToBoard": "put you on the board",
    "removedFromBoard": "took you off the board",
    "invitedToBoard": "invited you to the board",
    "makeAdminOfBoard": "made you an admin of",
    "commentCard": "commented on",
    "changeCard": "changed",
    "createdCard": "made",
    "closeBoard": "closed the board",
    "addAttachmentToCard": "attached a file to",
    "updateCheckItemStateOnCard": "ticked an item of",
    "addedMemberToCard": "put somebody on",
    "cardDueSoon": "is due soon",
}
"""The verb for each notification type, which stands between the author and the thing."""


class NotificationsScreen(ListPage):
    """The page of the account's notifications, newest first."""

    heading = "Notifications"
    undoes: Undoes = "notifications"
    nothing = "Nothing yet.\n\nHere stands who mentions you, puts you on a card, or comments where you are."
    about: ClassVar[frozenset[Noun]] = frozenset({"notifications"})
    commands: ClassVar[tuple[CommandType, ...]] = NOTIFICATIONS

    def __init__(self, workspace: Workspace, *, clock: Clock, keys: Mapping[str, str] | None = None) -> None:
        super().__init__(workspace, keys=keys)
        self._clock = clock

    def title_words(self) -> str:
        """Return how many notifications are unread."""
        return f"{self.workspace.inbox.unread()} unread"

    def entries(self) -> list[Row]:
        """Return one row per notification."""
        now = self._clock.now()
        return [(one.id, _row(one, ago(one.date, now))) for one in self.workspace.inbox.all()]


def _row(one: Notification, when: str) -> Content:
    mark = ("● ", "$cursor") if one.unread else ("  ", "$ink-quiet")
    what = safe_line(one.card_name or one.board_name)
    did = _WORDS.get(one.type, one.type)
    words = (
        f"{what} {'is due' if _comes_when_due(one) else did}"
        if one.type == "cardDueSoon"
        else f"{safe_line(one.author or 'somebody')} {did} {what}"
    )
    place = f" · {safe_line(one.board_name)}" if one.card_name and one.board_name else ""
    head = Content.assemble(mark, (words, "bold" if one.unread else ""), (f"{place} · {when}", "$ink-quiet"))
    return (
        head
        if not one.text
        else Content("\n").join([head, Content.styled(f"  {safe_line(one.text)}", "$ink-quiet")])
    )


def _comes_when_due(one: Notification) -> bool:
    """Return whether a reminder came at the due date, or later, and not before it."""
    try:
        return one.date >= datetime.fromisoformat(one.card_due)
    except (ValueError, TypeError):
        return False  # the service did not say when it is due
