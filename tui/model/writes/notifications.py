"""Writes of notifications: which of them have been read. They belong to no board."""

from typing import Annotated, ClassVar, Literal

from tui.model.change import Noun
from tui.model.notification import Notification
from tui.model.writes.base import INBOX, Ident, Inverse, Key, NameOf, Write
from tui.model.writes.rows import Rows


class NotificationWrite(Write):
    """A write of which notifications have been read."""

    noun: ClassVar[Noun] = "notifications"

    board_id: Annotated[str, Ident("boards", checked=False)] = ""

    @property
    def entity(self) -> str:
        """One for all of them."""
        return INBOX


class MarkNotification(NotificationWrite):
    """Mark a notification read, or unread again."""

    target: ClassVar[str] = "notification_id"
    repeatable: ClassVar[bool] = True

    kind: Literal["mark_notification"] = "mark_notification"
    notification_id: Annotated[str, Ident("notifications")]
    unread: bool

    def apply(self, row: Notification | None) -> Notification | None:
        """The notification, read or unread."""
        return None if row is None else row.but(unread=self.unread)

    def inverse(self, rows: Rows) -> Inverse:
        """As it was; nothing where it was so already."""
        row = rows.get(Notification, self.notification_id)
        if row is None or row.unread == self.unread:
            return Inverse()
        return Inverse((MarkNotification(notification_id=row.id, unread=row.unread),))

    def describe(self, name: NameOf) -> str:
        """``Marked a notification read``."""
        return f"Marked a notification {'unread' if self.unread else 'read'}"


class ReadNotifications(NotificationWrite):
    """Mark all notifications read that are here.

    Attributes:
        newest_id: The newest of them; one that arrives later stays unread here.
    """

    target: ClassVar[str] = "newest_id"
    unnamed: ClassVar[Noun | None] = "notifications"

    kind: Literal["read_notifications"] = "read_notifications"
    newest_id: Annotated[str, Ident("notifications", checked=False)]

    @property
    def touches(self) -> tuple[Key, ...]:
        """Which they are only the rows know."""
        return ()

    def apply(self, row: Notification | None) -> Notification | None:
        """The notification, read if it is not newer."""
        return row if row is None or row.id > self.newest_id else row.but(unread=False)

    def inverse(self, rows: Rows) -> Inverse:
        """Those that were unread are unread again."""
        unread = rows.unread_up_to(self.newest_id)
        return Inverse(tuple(MarkNotification(notification_id=ident, unread=True) for ident in unread))

    def describe(self, name: NameOf) -> str:
        """``Marked all notifications read``."""
        return "Marked all notifications read"
