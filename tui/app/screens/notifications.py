"""NotificationsScreen: other people's actions that concern this account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui.app.commands.list_pages import NOTIFICATIONS
from tui.app.screens.list_page import DatedListPage
from tui.presentation.inbox_words import notification_words
from tui.presentation.safe_text import safe_line
from tui.presentation.timestamps import undivided_ago

if TYPE_CHECKING:
    from tui.app.widgets.rows import Row
    from tui.model.notification import Notification


class NotificationsScreen(DatedListPage):
    """The page of the account's notifications, newest first."""

    heading = "Notifications"
    undoes = "notifications"
    nothing = "Nothing yet.\n\nHere stands who mentions you, puts you on a card, or comments where you are."
    about = frozenset({"notifications"})
    commands = NOTIFICATIONS

    def on_mount(self) -> None:
        """Ask for what is new: by itself that comes twice a minute, or with a change of the shown board."""
        self.workspace.sync.refresh()

    def title_words(self) -> str:
        """Return how many notifications are unread."""
        return f"{self.workspace.inbox.unread()} unread"

    def entries(self) -> list[Row]:
        """Return one row per notification."""
        now = self.clock.now()
        return [(one.id, _row(one, undivided_ago(one.date, now))) for one in self.workspace.inbox.all()]


def _row(one: Notification, when: str) -> Content:
    mark = ("● ", "$cursor") if one.unread else ("  ", "$ink-quiet")
    words = notification_words(one)
    place = f" · {safe_line(one.board_name)}" if one.card_name and one.board_name else ""
    head = Content.assemble(mark, (words, "bold" if one.unread else ""), (f"{place} · {when}", "$ink-quiet"))
    return (
        head
        if not one.text
        else Content("\n").join([head, Content.styled(f"  {safe_line(one.text)}", "$ink-quiet")])
    )
