"""Senders that mark notifications as read or unread."""

from tui.model.writes.notifications import MarkNotification, ReadNotifications
from tui.sync.sending.base import SendResult, Service, send


@send.register
async def _mark(write: MarkNotification, to: Service) -> SendResult:
    await to.client.notifications.mark(write.notification_id, unread=write.unread)
    return SendResult()


@send.register
async def _read_all(write: ReadNotifications, to: Service) -> SendResult:
    await to.client.notifications.read_all(write.newest_id)
    return SendResult()
