"""Writes that mark notifications read or unread. They belong to no board."""

from typing import Annotated, ClassVar, Literal

from tui.model.change import Noun
from tui.model.notification import Notification
from tui.model.writes.base import INBOX, Ident, Inverse, Key, NameOf, Write
from tui.model.writes.rows import Rows


class NotificationWrite(Write):
    """The base of writes that mark notifications."""

    noun: ClassVar[Noun] = "notifications"

    board_id: Annotated[str, Ident("boards", checked=False)] = ""

    @property
    def entity(self) -> str:
        """The one entity of all writes of notifications, so that they are sent in order."""
        return INBOX


class MarkNotification(NotificationWrite):
    """Mark a notification read, or unread again."""

    target: ClassVar[str] = "notification_id"
    repeatable: ClassVar[bool] = True

    kind: Literal["mark_notification"] = "mark_notification"
    notification_id: Annotated[str, Ident("notifications")]
    unread: bool

    def apply(self, row: Notification | None) -> Notification | None:
        """Return the notification marked read or unread."""
        return None if row is None else row.replace(unread=self.unread)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by restoring the earlier mark; nothing if it was the same."""
        row = rows.get(Notification, self.notification_id)
        if row is None or row.unread == self.unread:
            return Inverse()
        return Inverse((MarkNotification(notification_id=row.id, unread=row.unread),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Marked a notification read``."""
        return f"Marked a notification {'unread' if self.unread else 'read'}"


class ReadNotifications(NotificationWrite):
    """Mark all present notifications read.

    Attributes:
        newest_id: Id of the newest of them; later ones stay unread here.
    """

    target: ClassVar[str] = "newest_id"
    unnamed: ClassVar[Noun | None] = "notifications"

    kind: Literal["read_notifications"] = "read_notifications"
    newest_id: Annotated[str, Ident("notifications", checked=False)]

    @property
    def touches(self) -> tuple[Key, ...]:
        """Nothing: only the rows know which notifications there are."""
        return ()

    def apply(self, row: Notification | None) -> Notification | None:
        """Return the notification, marked read unless it is newer than ``newest_id``."""
        return row if row is None or row.id > self.newest_id else row.replace(unread=False)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by marking those as unread that were unread before."""
        unread = rows.unread_up_to(self.newest_id)
        return Inverse(tuple(MarkNotification(notification_id=ident, unread=True) for ident in unread))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Marked all notifications read``."""
        return "Marked all notifications read"
