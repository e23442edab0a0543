"""Members. The hosted service takes 100 requests in 900 seconds here, so ask once and remember."""

from tui.api.board.resource import Resource, read_one
from tui.model.member import Member


class Members(Resource):
    """``/1/members`` (docs/reference/board.md, 2.5)."""

    async def me(self) -> Member:
        """The member whose token this is: the usual test of a login."""
        return read_one(Member, await self._get("members", "me", fields="id,username,fullName,initials"))

    async def get(self, ident: str) -> Member:
        """One member, by id or username."""
        return read_one(Member, await self._get("members", ident), asked=ident)
