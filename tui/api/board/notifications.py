"""Notifications: what others did that concerns this account."""

from tui.api.board.resource import MOST, Page, Resource, given, read_many, read_one
from tui.model.notification import Notification


class Notifications(Resource):
    """``/1/notifications`` and ``/1/members/me/notifications`` (docs/reference/board.md, 2.5)."""

    async def mine(
        self, *, limit: int = 50, since: str | None = None, before: str | None = None, read: str = "all"
    ) -> Page[Notification]:
        """One page of them, newest first.

        Args:
            limit: At most so many.
            since: Only newer ones than this one.
            before: Only older ones than this one.
            read: ``all``, ``read`` or ``unread``.
        """
        asked = given(limit=limit, since=since, before=before, read_filter=read)
        return read_many(Notification, await self._get("members", "me", "notifications", **asked))

    async def mark(self, ident: str, *, unread: bool) -> Notification:
        """Mark one read or unread; needs a token that may write the account."""
        return read_one(Notification, await self._put("notifications", ident, unread=unread), asked=ident)

    async def read_all(self, newest_id: str) -> None:
        """Mark all read up to one of them; needs a token that may write the account.

        They are named to the service: it would mark those too that nobody has seen yet.
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
