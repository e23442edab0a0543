"""Senders that mark notifications as read or unread."""

from tui.errors import NotFound
from tui.model.writes.notifications import MarkNotification, ReadNotifications
from tui.sync.sending.base import SendResult, Service, send


@send.register
async def _mark(write: MarkNotification, to: Service) -> SendResult:
    try:
        await to.client.notifications.mark(write.notification_id, unread=write.unread)
    except NotFound:
        # One that is gone, as when the due date is another by now, is neither read nor unread.
        return SendResult.gone("notifications", write.notification_id)
    return SendResult()


@send.register
async def _read_all(write: ReadNotifications, to: Service) -> SendResult:
    await to.client.notifications.read_all(write.newest_id)
    return SendResult()
