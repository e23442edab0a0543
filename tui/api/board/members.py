"""Members. The hosted service accepts only 100 requests in 900 seconds here, so cache the results."""

from tui.api.board.resource import MOST, Page, Resource, given, read_many, read_one
from tui.model.action import Action
from tui.model.board import Organization
from tui.model.member import Member


class Members(Resource):
    """The ``/1/members`` resource (docs/reference/board.md, 2.5)."""

    async def me(self) -> Member:
        """Return the member who owns the token: the usual test of a login."""
        return read_one(Member, await self._get("members", "me", fields="id,username,fullName,initials"))

    async def get(self, ident: str) -> Member:
        """Return a member by id or username."""
        return read_one(Member, await self._get("members", ident), asked=ident)

    async def workspaces(self) -> Page[Organization]:
        """Return the workspaces this account is in."""
        asked = await self._get("members", "me", "organizations", fields="name,displayName")
        return read_many(Organization, asked)

    async def actions(
        self,
        *,
        filter: str = "all",
        since: str | None = None,
        limit: int = MOST,
    ) -> Page[Action]:
        """Return one page of this account's actions, newest first.

        Args:
            filter: Types of actions joined by commas.
            since: Only actions after this one.
            limit: Maximum number of actions.
        """
        asked = given(filter=filter, since=since, limit=limit)
        return read_many(Action, await self._get("members", "me", "actions", **asked))

    async def workspace_actions(
        self,
        ident: str,
        *,
        filter: str = "all",
        since: str | None = None,
        limit: int = MOST,
    ) -> Page[Action]:
        """Return one page of the actions in a workspace; the arguments are as in ``actions``."""
        asked = given(filter=filter, since=since, limit=limit)
        return read_many(Action, await self._get("organizations", ident, "actions", **asked))
