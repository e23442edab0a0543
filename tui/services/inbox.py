"""The account's notifications: read at once from the store, marked offline too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.model.writes.notifications import MarkNotification, ReadNotifications
from tui.services.part import WritingPart

if TYPE_CHECKING:
    from tui.model.notification import Notification


class Inbox(WritingPart):
    """``workspace.inbox``."""

    def all(self, *, unread_only: bool = False, limit: int = 100) -> list[Notification]:
        """The newest notifications, newest first."""
        return self._store.notifications.all(unread_only=unread_only, limit=limit)

    def unread(self) -> int:
        """How many have not been read."""
        return self._store.notifications.unread()

    async def mark(self, notification_id: str, *, unread: bool) -> None:
        """Mark one read, or unread again.

        Raises:
            StoreError: It is not there any more.
        """
        await self._submit([MarkNotification(notification_id=notification_id, unread=unread)])

    async def read_all(self) -> int:
        """Mark all read that are here; how many that were."""
        newest, count = self._store.notifications.newest(), self.unread()
        if newest is not None and count:
            await self._submit([ReadNotifications(newest_id=newest)])
        return count
