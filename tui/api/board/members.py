"""Members. The hosted service accepts only 100 requests in 900 seconds here, so cache the results."""

from tui.api.board.resource import Resource, read_one
from tui.model.member import Member


class Members(Resource):
    """The ``/1/members`` resource (docs/reference/board.md, 2.5)."""

    async def me(self) -> Member:
        """Return the member who owns the token: the usual test of a login."""
        return read_one(Member, await self._get("members", "me", fields="id,username,fullName,initials"))

    async def get(self, ident: str) -> Member:
        """Return a member by id or username."""
        return read_one(Member, await self._get("members", ident), asked=ident)
