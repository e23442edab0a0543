"""Boards, and what belongs to a board as a whole: its lists, labels and members."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.errors import Forbidden, NotFound, RemoteError, StoreError, UsageError
from tui.model import position
from tui.model.board import FIRST_LISTS
from tui.model.values.scalars import OBJECT_ID, is_local, new_local_id
from tui.model.writes.boards import CompleteBoardCopy, CopyBoard, CreateBoard
from tui.model.writes.lists import CompleteListCopy, CopyList, CreateList
from tui.services.board_csv import board_csv
from tui.services.part import WritingPart
from tui.store.key_values import in_actions

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList
    from tui.model.label import Label
    from tui.model.member import Member, Membership
    from tui.model.values.scalars import Json


class Boards(WritingPart):
    """Queries and writes on boards: ``workspace.boards``."""

    def all(self, *, closed: bool = False) -> list[Board]:
        """Return the account's open boards, starred ones first; with ``closed``, the closed boards instead."""
        return self._store.boards.all(closed=closed)

    def recent(self, limit: int = 10) -> list[Board]:
        """Return boards that were opened on this machine, most recent first."""
        return self._store.boards.recent(limit)

    def get(self, board_id: str) -> Board | None:
        """Return the board, or None if it is not in the store."""
        return self._store.boards.get(board_id)

    def find(self, text: str) -> Board | None:
        """Find the board that ``text`` names: by name (any case), id, short link or URL."""
        return self._store.boards.find(text)

    def was_read(self, board_id: str) -> bool:
        """Return whether the board was created here, or read from the service at least once."""
        return is_local(board_id) or self._store.cursors.get(in_actions(board_id)) is not None

    def has_read_lists(self, board_id: str) -> bool:
        """Return whether the board's lists were read; they are read before its cards."""
        lists = self._store.lists
        return self.was_read(board_id) or bool(
            lists.of_board(board_id) or lists.of_board(board_id, closed=True)
        )

    def never_read(self) -> list[Board]:
        """Return the open boards that were never read on this machine."""
        return [board for board in self._store.boards.all() if not self.was_read(board.id)]

    def never_opened(self) -> list[Board]:
        """Return the open boards whose contents are unknown: never read on this machine, nor made on it."""
        unread = self.never_read()
        made = self._store.outbox.named(board.id for board in unread)
        return [board for board in unread if board.id not in made]

    def lists(self, board_id: str) -> list[BoardList]:
        """Return the board's open lists, in order."""
        return self._store.lists.of_board(board_id)

    def get_list(self, list_id: str) -> BoardList | None:
        """Return one list, by its local or its remote id; None if it is not in the store."""
        return self._store.lists.get(list_id)

    def labels(self, board_id: str) -> list[Label]:
        """Return the board's labels."""
        return self._store.labels.of_board(board_id)

    def members(self, board_id: str) -> list[Member]:
        """Return the board's members."""
        return self._store.members.of_board(board_id)

    def roles(self, board_id: str) -> list[Membership]:
        """Return the memberships of the board: each member with a role."""
        return self._store.members.roles(board_id)

    def csv(self, board_id: str) -> str:
        """Return the board's open cards as a CSV table, in which no cell is a formula.

        Raises:
            UsageError: The board was never read in full, so cards would be missing.
        """
        if not self.was_read(board_id):
            raise UsageError("the board is still being read", hint="try again when all of its cards are here")
        return board_csv(self._store, self._store.current_id(board_id))

    async def document(self, board_id: str) -> Json:
        """Read all of the board from the service, as the document of its export.

        Raises:
            RemoteError: The service did not answer, or has no such board.
        """
        ident = self._store.current_id(board_id)
        return await self._at_service(lambda session: session.client.exports.board(ident))

    async def pull(self, board_id: str) -> None:
        """Fetch the whole board, and return once it is in the store; for that the sync of its account is started.

        Raises:
            RemoteError: The service did not deliver the board.
        """
        self._engine.start()  # of another account than the shown one it may not be running
        await asyncio.wrap_future(self._engine.pull(board_id))

    async def pull_rest(self) -> None:
        """Fetch the boards that were never read on this machine; those that the service does not give stay unread."""
        # The service that cannot be asked for one board cannot be asked for the others.
        with suppress(RemoteError):
            for board in self.never_read():
                with suppress(Forbidden, NotFound):
                    await self.pull(board.id)

    async def fetch(self, board_id: str) -> None:
        """Fetch the board with its lists, labels and members, but without its cards, in one request.

        Raises:
            RemoteError: The service did not deliver the board.
        """
        if not is_local(board_id):
            await self._at_service(lambda session: session.puller.frame(board_id))

    async def fetch_list(self, list_id: str) -> BoardList | None:
        """Fetch a list by its id, with all lists, labels and members of its board; return None if it does not exist.

        Raises:
            RemoteError: The service did not answer, or does not let the account see the board.
        """
        if OBJECT_ID.fullmatch(list_id) is None:
            return self.get_list(list_id)
        try:
            found = await self._at_service(lambda session: session.client.lists.get(list_id))
        except NotFound:
            return None
        await self.fetch(found.id_board)
        return self.get_list(list_id)

    async def create(
        self,
        name: str,
        *,
        desc: str = "",
        lists: Sequence[str] = FIRST_LISTS,
        background: str | None = None,
    ) -> str:
        """Create a board with lists.

        Returns:
            The board's local id, which stays valid after the service has assigned its own.
        """
        board_id = new_local_id()
        columns = [
            CreateList(board_id=board_id, list_id=new_local_id(), name=one, pos=position.STEP * (place + 1))
            for place, one in enumerate(lists)
        ]
        board = CreateBoard(board_id=board_id, name=name, desc=desc, background=background)
        await self._submit([board, *columns])
        return board_id

    async def copy(self, board_id: str, name: str, *, cards: bool = True) -> str:
        """Have the service copy a board: its lists, labels and custom fields, and its open cards if wanted.

        Returns:
            The copy's local id, which stays valid after the service has assigned its own; ``made`` waits for that.

        Raises:
            StoreError: The board is gone.
            UsageError: An open board of that name was copied from it already, perhaps a moment ago.
        """
        source = self._store.boards.get(board_id)
        if source is None:
            raise StoreError("That board is not there any more.", hint="Look for it among the boards.")
        name = name.strip()
        if any(one.source_id == source.id and one.name == name for one in self.all()):
            raise UsageError(
                f"“{name}” is a copy of “{source.name}” already",
                hint="give another name, or close that board",
            )
        write = CopyBoard(
            board_id=new_local_id(),
            source_id=source.id,
            name=name,
            cards=cards,
            organization_id=source.id_organization,
        )
        then = CompleteBoardCopy(board_id=write.board_id, source_id=source.id, cards=cards)
        await self._submit([write, then])
        return write.board_id

    async def made(self, board_id: str) -> bool:
        """Wait until the service has made a new board, and return whether it has; False if it refused, or cannot be asked."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        unsubscribe = self._store.feed.subscribe(lambda _: loop.call_soon_threadsafe(changed.set))
        try:
            while is_local(self._store.current_id(board_id)):
                if self.get(board_id) is None or self._engine.status().is_stuck:
                    return False
                await changed.wait()
                changed.clear()
        finally:
            unsubscribe()
        with suppress(RemoteError):  # who is on it is told, if that can be read
            await self.fetch(self._store.current_id(board_id))
        return True

    async def copy_list(self, list_id: str, name: str) -> str:
        """Have the service copy a list with its open cards, to the right of it.

        Returns:
            The copy's local id, which stays valid after the service has assigned its own.

        Raises:
            StoreError: The list is gone.
        """
        source = self.get_list(list_id)
        if source is None:
            raise StoreError("That list is not there any more.", hint="Look for it on the board.")
        lists = self.lists(source.id_board)
        index = next((at for at, one in enumerate(lists, 1) if one.id == source.id), len(lists))
        write = CopyList(
            board_id=source.id_board,
            list_id=new_local_id(),
            source_id=source.id,
            name=name.strip(),
            pos=position.at([one.pos for one in lists], index),
        )
        then = CompleteListCopy(board_id=write.board_id, list_id=write.list_id, source_id=source.id)
        await self._submit([write, then])
        return write.list_id
