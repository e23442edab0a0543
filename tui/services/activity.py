"""Activity: what happened on a board or to a card, as the service tells it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.base import is_local
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.action import Action

PAGE = 50
"""Actions of a page."""


class Activity(WorkspacePart):
    """The actions of boards and cards: ``workspace.activity``."""

    async def page(
        self,
        board_id: str = "",
        card_id: str = "",
        *,
        before: str | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> Sequence[Action]:
        """Fetch actions of a board, or of a card if one is named, newest first; none of what the service has not.

        Args:
            board_id: The board.
            card_id: The card.
            before: Only actions before this one.
            since: Only actions after this one.
            limit: Most actions; None for a page.

        Raises:
            RemoteError: The service did not answer.
        """
        ident = self._store.current_id(card_id or board_id)
        if is_local(ident):
            return ()
        return await asyncio.wrap_future(
            self._engine.work(
                lambda session: (session.client.cards if card_id else session.client.boards).actions(
                    ident, before=before, since=since, limit=PAGE if limit is None else limit
                )
            )
        )
