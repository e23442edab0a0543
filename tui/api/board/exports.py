"""Whole boards, in the form of the hosted service's export."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tui.api.board.boards import CARDS_OF_CHECKLISTS
from tui.api.board.resource import MOST, Page, Resource, every_page, given, smallest_id
from tui.errors import Garbled

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

_CARD = {
    "fields": "all",
    "attachments": True,
    "checklists": "all",
    "customFieldItems": True,
    "stickers": True,
}


class Exports(Resource):
    """The exports of boards (docs/reference/board.md, 3.3), read through the addresses of the API."""

    async def board(self, ident: str) -> Json:
        """Return all of a board as the service sends it, archived things and the whole feed included.

        Raises:
            Garbled: The answer is no board.
        """
        many = dict.fromkeys(("lists", "labels", "members", "memberships"), "all")
        data = await self._get(
            "boards", ident, fields="all", labels_limit=MOST, member_fields="all", customFields=True, **many
        )
        if not isinstance(data, dict) or "id" not in data:
            raise Garbled("The answer is no board.", service="board")
        cards = await self._all(ident, "cards", CARDS_OF_CHECKLISTS, filter="all", **_CARD)
        checklists = [one for card in cards for one in card.pop("checklists", None) or ()]
        actions = await self._all(ident, "actions", MOST, filter="all")
        return {**data, "cards": cards, "checklists": checklists, "actions": actions}

    async def _all(self, ident: str, noun: str, limit: int, **params: Any) -> list[Json]:
        """Return all of a board's cards or actions."""

        async def page(most: int, before: str | None) -> Page[Json]:
            found = await self._get("boards", ident, noun, limit=most, **given(before=before), **params)
            return Page(_objects(found), sent=len(found), oldest=smallest_id(found))

        return [one async for some in every_page(page, limit) for one in some]


def _objects(data: Any) -> Iterable[Json]:
    if not isinstance(data, list):
        raise Garbled("The answer is no list.", service="board")
    return [one for one in data if isinstance(one, dict)]
