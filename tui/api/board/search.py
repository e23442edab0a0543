"""Search over everything the account may see."""

from dataclasses import dataclass
from typing import Any

from tui.api.board.resource import Page, Resource, given, read_many
from tui.errors import Garbled
from tui.model.board import Board
from tui.model.card import Card
from tui.model.member import Member


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits of a search, best first."""

    boards: Page[Board]
    cards: Page[Card]


class Search(Resource):
    """The ``/1/search`` resource (docs/reference/board.md, 2.5), which has a lower rate limit than others."""

    async def everything(self, query: str, *, limit: int = 50, partial: bool = True) -> SearchResult:
        """Search for boards and cards.

        Args:
            query: Words and search operators of the service: ``@me``, ``#label``, ``due:week`` …
            limit: Maximum number of hits of each kind.
            partial: Whether the last word may be the beginning of a word.

        Raises:
            Garbled: The response is no search result.
        """
        data = await self._get(
            "search",
            query=query,
            modelTypes="boards,cards",
            cards_limit=limit,
            boards_limit=limit,
            partial=partial,
            card_fields="all",
            card_list="true",
            card_board="true",
            board_fields="all",
        )
        if not isinstance(data, dict):
            raise Garbled("The answer is no search's.", service="board")
        return SearchResult(read_many(Board, _part(data, "boards")), read_many(Card, _part(data, "cards")))

    async def members(self, query: str, *, limit: int = 8, board_id: str | None = None) -> Page[Member]:
        """Search for members by name, username or e-mail address; at most 20."""
        params = given(idBoard=board_id)
        return read_many(Member, await self._get("search", "members", query=query, limit=limit, **params))


def _part(data: dict[str, Any], name: str) -> Any:
    return data.get(name) or []
