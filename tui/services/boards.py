"""Boards, and what hangs on a board as a whole: its lists, labels and members."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.model.base import is_local, new_local_id
from tui.model.position import STEP
from tui.model.writes.boards import CreateBoard
from tui.model.writes.lists import CreateList
from tui.services.part import WritingPart
from tui.store.key_values import in_actions

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList
    from tui.model.label import Label
    from tui.model.member import Member, Membership

FIRST_LISTS = ("To Do", "Doing", "Done")
"""What a new board begins with."""


class Boards(WritingPart):
    """``workspace.boards.all``."""

    def all(self, *, closed: bool = False) -> list[Board]:
        """Every open board of the account, starred ones first; with ``closed`` the closed ones instead."""
        return self._store.boards.all(closed=closed)

    def recent(self, limit: int = 10) -> list[Board]:
        """Boards that were opened on this machine, the last one first."""
        return self._store.boards.recent(limit)

    def get(self, board_id: str) -> Board | None:
        """The board, or None when it is unknown here."""
        return self._store.boards.get(board_id)

    def find(self, text: str) -> Board | None:
        """The board that ``text`` names: its name (any case), id, short link or URL."""
        return self._store.boards.find(text)

    def was_read(self, board_id: str) -> bool:
        """Whether the board was made here, or was read from the service at least once."""
        return is_local(board_id) or self._store.cursors.get(in_actions(board_id)) is not None

    def lists(self, board_id: str) -> list[BoardList]:
        """The board's open lists, in order."""
        return self._store.lists.of_board(board_id)

    def get_list(self, list_id: str) -> BoardList | None:
        """One list, by either of its ids; None when it is unknown here."""
        return self._store.lists.get(list_id)

    def labels(self, board_id: str) -> list[Label]:
        """The board's labels."""
        return self._store.labels.of_board(board_id)

    def members(self, board_id: str) -> list[Member]:
        """The board's members."""
        return self._store.members.of_board(board_id)

    def roles(self, board_id: str) -> list[Membership]:
        """Who may do what on the board."""
        return self._store.members.roles(board_id)

    async def pull(self, board_id: str) -> None:
        """Fetch the whole board; returns when it is in the store.

        Raises:
            RemoteError: The service did not give it.
        """
        await asyncio.wrap_future(self._engine.pull(board_id))

    async def create(
        self,
        name: str,
        *,
        desc: str = "",
        lists: Sequence[str] = FIRST_LISTS,
        background: str | None = None,
    ) -> str:
        """Make a board with lists.

        Returns:
            Its id; a local one until the service has named it, and understood for ever after.
        """
        board_id = new_local_id()
        columns = [
            CreateList(board_id=board_id, list_id=new_local_id(), name=one, pos=STEP * (place + 1))
            for place, one in enumerate(lists)
        ]
        board = CreateBoard(board_id=board_id, name=name, desc=desc, background=background)
        await self._submit([board, *columns])
        return board_id
