"""Writes of notifications: which of them have been read. They belong to no board."""

from typing import Literal

from tui.model.ops.base import BaseOp


class MarkNotification(BaseOp):
    """Mark a notification read, or unread again."""

    kind: Literal["mark_notification"] = "mark_notification"
    board_id: str = ""
    notification_id: str
    unread: bool


class ReadNotifications(BaseOp):
    """Mark all notifications read that are here.

    Attributes:
        newest_id: The newest of them; one that arrives later stays unread here.
    """

    kind: Literal["read_notifications"] = "read_notifications"
    board_id: str = ""
    newest_id: str
