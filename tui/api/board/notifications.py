"""Notifications of this account."""

from tui.api.board.resource import MOST, Page, Resource, given, read_many, read_one
from tui.model.notification import Notification


class Notifications(Resource):
    """The ``/1/notifications`` resource, also under ``/1/members/me`` (docs/reference/board.md, 2.5)."""

    async def mine(
        self, *, limit: int = 50, since: str | None = None, before: str | None = None, read: str = "all"
    ) -> Page[Notification]:
        """Return one page of notifications, newest first.

        Args:
            limit: Maximum number of notifications.
            since: Only notifications newer than this one.
            before: Only notifications older than this one.
            read: ``all``, ``read`` or ``unread``.
        """
        params = given(limit=limit, since=since, before=before, read_filter=read)
        return read_many(Notification, await self._get("members", "me", "notifications", **params))

    async def mark(self, ident: str, *, unread: bool) -> Notification:
        """Mark a notification read or unread; needs a token with the ``account`` scope."""
        return read_one(Notification, await self._put("notifications", ident, unread=unread), asked=ident)

    async def read_all(self, newest_id: str) -> None:
        """Mark all notifications up to ``newest_id`` read; needs a token with the ``account`` scope.

        The request lists their ids, because otherwise the service would also mark newer ones, which nobody
        has seen.
        """
        before = None
        while True:
            page = await self.mine(limit=MOST, before=before, read="unread")
            seen = [one.id for one in page if one.id <= newest_id]
            if seen:
                await self._ask("POST", "notifications", "all", "read", form={"ids": seen}, repeatable=True)
            if not page.may_go_on or page.oldest == before:
                return
            before = page.oldest
