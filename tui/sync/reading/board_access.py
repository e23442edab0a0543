"""Access to boards: which of them this account may still see, and which it lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound
from tui.store.db import until_written
from tui.store.tables.boards import note_lost

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.store.store import Store


class BoardAccess:
    """A recorder of boards that this account may not see any more.

    Args:
        store: Stores which boards are lost.
    """

    def __init__(self, store: Store, client: BoardClient) -> None:
        self._store, self._client = store, client
        self._withheld: set[str] = set()

    async def listed(self, board_ids: Iterable[str]) -> None:
        """Record that the service lists these boards; one that it did not let us read stays lost."""
        for ident in board_ids:
            if ident not in self._withheld:
                await self.note(ident, lost=False)

    async def read(self, board_id: str) -> None:
        """Record that the service let us read the board."""
        self._withheld.discard(board_id)
        await self.note(board_id, lost=False)

    async def record_denied(self, board_id: str) -> None:
        """Record that the service did not let us read the board."""
        self._withheld.add(board_id)
        await self.note(board_id, lost=True)

    async def note(self, board_id: str, *, lost: bool) -> None:
        """Record whether the service just let us see the board."""
        if self._store.boards.lost(board_id) != lost:
            await until_written(self._store.write(lambda tx: note_lost(tx, board_id, lost=lost)))

    async def is_gone(self, board_id: str) -> bool:
        """Return whether an unlisted board is deleted; if we only lost access to it, record that.

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
