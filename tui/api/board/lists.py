"""Lists of a board."""

from collections.abc import AsyncIterator

from tui.api.board.resource import MOST, Page, Resource, given, read_many, read_one
from tui.model.board import BoardList
from tui.model.card import Card


class Lists(Resource):
    """``/1/lists`` (reference 2.2). The service has no way to delete one: a list is archived."""

    async def get(self, ident: str) -> BoardList:
        """One list."""
        return read_one(BoardList, await self._get("lists", ident, fields="all"), asked=ident)

    async def create(self, *, board_id: str, name: str, pos: float, idempotency_key: str) -> BoardList:
        """Add a list to a board; ``board_id`` must be the whole id, not a shortLink."""
        return await self._create(
            BoardList, "lists", key=idempotency_key, name=name, id_board=board_id, pos=pos
        )

    async def update(
        self, ident: str, *, name: str | None = None, closed: bool | None = None, pos: float | None = None
    ) -> BoardList:
        """Change fields of a list; None leaves a field as it is."""
        changes = given(name=name, closed=closed, pos=pos)
        return read_one(BoardList, await self._put("lists", ident, **changes), asked=ident)

    async def cards(
        self,
        ident: str,
        *,
        limit: int = MOST,
        before: str | None = None,
        filter: str = "open",  # noqa: A002 - the service's word
    ) -> Page[Card]:
        """One page of its cards, the newest first to be asked for; sorted by position within it."""
        asked = given(limit=limit, before=before)
        data = await self._get(
            "lists", ident, "cards", filter=filter, fields="all", attachments=True, **asked
        )
        return read_many(Card, data)

    async def every_card(
        self,
        ident: str,
        *,
        limit: int = MOST,
        filter: str = "open",  # noqa: A002 - the service's word
    ) -> AsyncIterator[Page[Card]]:
        """All its cards, page after page."""
        before: str | None = None
        while True:
            page = await self.cards(ident, limit=limit, before=before, filter=filter)
            yield page
            if not page.may_go_on or page.oldest == before:
                return
            before = page.oldest
