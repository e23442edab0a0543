"""LostCards: finds out whether vanished cards were deleted, or are lost as the service was put back to an older state."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.model.values.scalars import OBJECT_ID
from tui.store.key_values import in_actions

if TYPE_CHECKING:
    from collections.abc import Collection

    from tui.api.board.client import BoardClient
    from tui.store.store import Store

_AWAY = "deleteCard,moveCardFromBoard,updateCard:closed,moveListFromBoard,updateList:closed"
_MANY_AWAY = frozenset({"moveListFromBoard", "updateList"})
"""Types that take cards away which they do not name."""


class LostCards:
    """Finds the missing cards that the service has lost."""

    def __init__(self, store: Store, client: BoardClient) -> None:
        self._store, self._client = store, client

    async def among(self, board_id: str, missing: Collection[str]) -> frozenset[str]:
        """Return those of a board's missing cards that are lost.

        They are if the service seems to be older than what it told, and has not told since that they were deleted,
        archived or moved away. If the board itself is gone or hidden, no card counts as lost.
        """
        last = self._store.cursors.get(in_actions(board_id))
        if not missing or last is None or not await self.is_older(board_id):
            return frozenset()
        told = set[str | None]()
        since = datetime.fromtimestamp(int(last[:8], 16), UTC)
        try:
            async for page in self._client.boards.every_action(board_id, since=since, filter=_AWAY):
                if any(action.type in _MANY_AWAY for action in page):
                    return frozenset()
                told |= {action.card_id for action in page}
        except (Forbidden, NotFound):
            return frozenset()
        return frozenset(missing) - told

    async def is_older(self, board_id: str) -> bool:
        """Return whether the service does not know the last action that it told of a board, as after it was put back.

        A comment that was deleted since is not known either, so this alone does not say that anything is lost.
        """
        last = self._store.cursors.get(in_actions(board_id))
        if last is None or OBJECT_ID.fullmatch(last) is None:
            return False
        try:
            await self._client.actions.get(last)
        except NotFound:
            return True
        return False
