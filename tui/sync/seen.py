"""Seen: which boards this account may still see, and which it lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.store.db import written
from tui.store.tables.boards import note_lost

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.store.store import Store


class Seen:
    """Keeps in the store which boards are not for this account any more.

    Args:
        store: Keeps it.
        client: The board service.
    """

    def __init__(self, store: Store, client: BoardClient) -> None:
        self._store, self._client = store, client
        self._withheld: set[str] = set()

    async def listed(self, board_ids: Iterable[str]) -> None:
        """The service counts these among the account's boards; one that it did not let us read stays lost for all that."""
        for ident in board_ids:
            if ident not in self._withheld:
                await self.note(ident, lost=False)

    async def read(self, board_id: str) -> None:
        """The service let us read the board."""
        self._withheld.discard(board_id)
        await self.note(board_id, lost=False)

    async def withheld(self, board_id: str) -> None:
        """The service did not let us read the board."""
        self._withheld.add(board_id)
        await self.note(board_id, lost=True)

    async def note(self, board_id: str, *, lost: bool) -> None:
        """The service let us see the board just now, or did not."""
        if self._store.boards.lost(board_id) != lost:
            await written(self._store.write(lambda tx: note_lost(tx, board_id, lost=lost)))

    async def is_gone(self, board_id: str) -> bool:
        """Whether a board that is not among the account's is gone; one that is only no longer ours is noted.

        Raises:
            RemoteError: The service did not answer.
        """
        if self._store.boards.lost(board_id) and board_id not in self._withheld:
            return False
        self._withheld.discard(board_id)
        try:
            await self._client.boards.get(board_id)
        except NotFound:
            return True
        except Forbidden:
            await self.note(board_id, lost=True)
        return False
