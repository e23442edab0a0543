"""The account's notifications, read from the store and marked offline too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.writes.notifications import MarkNotification, ReadNotifications
from tui.services.part import WritingPart

if TYPE_CHECKING:
    from tui.model.notification import Notification


class Inbox(WritingPart):
    """The account's notifications, read from the store and marked even offline: ``workspace.inbox``."""

    def all(self, *, unread_only: bool = False, limit: int = 100) -> list[Notification]:
        """Return the newest notifications, newest first."""
        return self._store.notifications.all(unread_only=unread_only, limit=limit)

    def unread(self) -> int:
        """Return the number of unread notifications."""
        return self._store.notifications.unread()

    async def mark(self, *idents: str, unread: bool) -> None:
        """Mark notifications as read, or as unread again.

        Raises:
            StoreError: One of them is gone.
        """
        await self._submit([MarkNotification(notification_id=ident, unread=unread) for ident in idents])

    async def read_all(self) -> int:
        """Mark every stored notification as read, and return how many were unread."""
        newest, count = self._store.notifications.newest(), self.unread()
        if newest is not None and count:
            await self._submit([ReadNotifications(newest_id=newest)])
        return count
