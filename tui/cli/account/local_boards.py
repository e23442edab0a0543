"""Imports boards into the service on this machine while the screens are open."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.cli.session import Session


class LocalBoards:
    """The importer of boards for the screens.

    Args:
        session: Has the server of the account on this machine.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    async def sample(self) -> str:
        """Create new sample boards; return the id of the first.

        Raises:
            StoreError: The server's file cannot be written.
        """
        return await asyncio.to_thread(self._sample)

    def _sample(self) -> str:
        from tui.server.demo_data.seed import seed
        from tui.server.storage.db import writing

        server = self._session.server()
        with writing(server.engine) as connection:
            # They get new ids, because boards of an earlier sample may be closed, or remembered as deleted.
            return seed(connection, self._session.clock, owner_id=server.id_member, mode="copy")[0]
