"""Seen: which boards this account may still see, and which it lost."""

from tui.api.board.client import BoardClient
from tui.errors import Forbidden, NotFound
from tui.store.boards import note_lost
from tui.store.db import written
from tui.store.store import Store


class Seen:
    """Keeps in the store which boards are not for this account any more.

    Args:
        store: Keeps it.
        client: The board service.
    """

    def __init__(self, store: Store, client: BoardClient) -> None:
        self._store, self._client = store, client

    async def note(self, board_id: str, *, lost: bool) -> None:
        """The service let us see the board just now, or did not."""
        if self._store.boards.lost(board_id) != lost:
            await written(self._store.write(lambda tx: note_lost(tx, board_id, lost=lost)))

    async def is_gone(self, board_id: str) -> bool:
        """Whether a board that is not among the account's is gone; one that is only no longer ours is noted.

        Raises:
            RemoteError: The service did not answer.
        """
        if self._store.boards.lost(board_id):
            return False
        try:
            await self._client.boards.get(board_id)
        except NotFound:
            return True
        except Forbidden:
            await self.note(board_id, lost=True)
        return False
