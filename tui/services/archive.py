"""The archive of a board: its archived cards and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.services.part import WorkspacePart
from tui.store.outbox.arrivals import Arrived

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tui.model.board import BoardList
    from tui.model.card import CardFace
    from tui.sync.session import SyncSession

PAGE = 100
"""Cards per request."""


class Archive(WorkspacePart):
    """The archived cards and lists of boards: ``workspace.archive``."""

    def lists(self, board_id: str) -> list[BoardList]:
        """Return the board's archived lists, in order."""
        return self._store.lists.of_board(board_id, closed=True)

    def lists_under(self, card_ids: Iterable[str]) -> list[BoardList]:
        """Return the archived lists that hold these cards: restored cards are not shown while theirs is archived."""
        cards = [card for ident in card_ids if (card := self._store.cards.get(ident)) is not None]
        lists = map(self._store.lists.get, dict.fromkeys(card.id_list for card in cards))
        return [one for one in lists if one is not None and one.closed]

    def cards(self, board_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """Return the board's archived cards by name, as far as ``fetch`` has stored them."""
        return self._store.cards.archived(board_id, offset, limit)

    def latest(self, board_id: str, limit: int) -> list[CardFace]:
        """Return so many of the board's archived cards, the last touched first."""
        return self._store.cards.archived_lately(board_id, limit)

    def count(self, board_id: str) -> int:
        """Return how many of the board's archived cards are in the store."""
        return self._store.cards.archived_count(board_id)

    async def fetch(self, board_id: str, before: str | None = None) -> str | None:
        """Fetch a page of archived cards into the store, most recently created first.

        Args:
            board_id: The board.
            before: What the previous call returned; None for the first page.

        Returns:
            Where the next page begins, or None if this was the last.

        Raises:
            RemoteError: The service did not deliver the page.
        """

        async def read(session: SyncSession) -> str | None:
            mark = self._store.mark()
            page = await session.client.boards.cards(board_id, limit=PAGE, before=before, filter="closed")
            await session.puller.arrive(Arrived(cards=tuple(page), since=mark))
            return page.oldest if page.may_go_on and page.oldest != before else None

        return await self._at_service(read)
