"""What was put away on a board: its archived cards and lists."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tui.services.part import WorkspacePart
from tui.store.outbox.arrive import Arrived

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import CardFace

PAGE = 100
"""Cards asked for at once."""


class Archive(WorkspacePart):
    """``workspace.archive``. Restoring and deleting are the writes of cards and lists."""

    def lists(self, board_id: str) -> list[BoardList]:
        """The board's archived lists, in order."""
        return self._store.lists.of_board(board_id, closed=True)

    def cards(self, board_id: str, offset: int = 0, limit: int | None = None) -> list[CardFace]:
        """The board's archived cards by name, as far as they are here: see ``fetch``."""
        return self._store.cards.archived(board_id, offset, limit)

    def count(self, board_id: str) -> int:
        """How many of them are here."""
        return self._store.cards.archived_count(board_id)

    async def fetch(self, board_id: str, before: str | None = None) -> str | None:
        """Bring a page of archived cards into the store, those made last first.

        Args:
            board_id: The board.
            before: What the call before this one returned; None begins.

        Returns:
            Where the next page begins, or None when this was the last.

        Raises:
            RemoteError: The service did not give it.
        """
        mark = self._store.mark()
        page = await asyncio.wrap_future(
            self._engine.work(
                lambda session: session.client.boards.cards(
                    board_id, limit=PAGE, before=before, filter="closed"
                )
            )
        )
        await asyncio.wrap_future(self._store.arrive(Arrived(cards=tuple(page), since=mark)))
        return page.oldest if page.may_go_on and page.oldest != before else None
