"""Sweep: reads everything on a board page by page, and removes vanished things from the store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

from tui.api.board.actions import comment_of
from tui.model.action import COMMENTS
from tui.store.outbox.arrivals import Arrival, Arrived, Complete
from tui.sync.reading.lost_cards import LostCards

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.api.board.resource import Page
    from tui.model.checklist import Checklist
    from tui.store.store import Store
    from tui.sync.reading.pace import ReadingPace
    from tui.sync.status import StatusTracker


class Sweep:
    """A reader of all cards, checklists or comments of a board.

    Args:
        store: Knows how many cards there are, and what was received when.
        pace: The amount read and stored at once.
    """

    def __init__(
        self,
        store: Store,
        client: BoardClient,
        pace: ReadingPace,
        status: StatusTracker,
        arrive: Callable[[Arrived], Awaitable[Arrival]],
    ) -> None:
        self._store, self._client, self._pace, self._status = store, client, pace, status
        self._lost = LostCards(store, client)
        self._arrive = arrive

    async def cards(self, board_id: str) -> None:
        """Read the open cards."""
        await _until_sure(lambda confirmed: self._cards(board_id, confirmed=confirmed))

    async def archived_cards(self, board_id: str) -> None:
        """Read the archived cards; vanished ones are kept, because few of them were ever read."""
        mark = self._store.mark()
        pages = self._client.boards.every_card(board_id, limit=self._pace.page, filter="closed")
        async for page in self._pace.pages(pages):
            for cards in self._pace.batches(page):
                await self._arrive(Arrived(cards=cards, since=mark))

    async def checklists(self, board_id: str) -> None:
        """Read all checklists."""

        def read(confirmed: bool) -> Awaitable[bool]:
            pages = self._client.boards.every_checklist(board_id, limit=self._pace.checklists)
            return self._checklists(board_id, pages, self._store.mark(), confirmed=confirmed)

        await _until_sure(read)

    async def archived_checklists(self, board_id: str, since: int) -> None:
        """Read the checklists of archived cards; those of open cards were read after ``since``."""

        def read(confirmed: bool) -> Awaitable[bool]:
            limit = self._pace.checklists
            pages = self._client.boards.every_checklist(board_id, limit=limit, filter="closed")
            return self._checklists(board_id, pages, since, confirmed=confirmed)

        await _until_sure(read)

    async def comments(self, board_id: str) -> None:
        """Read all comments; vanished ones are kept, because the feed of actions reports them."""
        mark = self._store.mark()
        pages = self._client.boards.every_action(board_id, filter=COMMENTS, limit=self._pace.page)
        async for page in self._pace.pages(pages):
            for actions in self._pace.batches(page):
                comments = (comment for action in actions if (comment := comment_of(action)) is not None)
                await self._arrive(Arrived(comments=tuple(comments), since=mark))

    async def _cards(self, board_id: str, *, confirmed: bool) -> bool:
        mark, seen, sound = self._store.mark(), set[str](), True
        total = sum(self._store.cards.counts(board_id).values())
        pages = self._client.boards.every_card(board_id, limit=self._pace.page)
        async for page in self._pace.pages(pages):
            for cards in self._pace.batches(page):
                await self._arrive(Arrived(cards=cards, since=mark))
            seen |= {card.id for card in page}
            sound &= not page.skipped
            self._status.loading(len(seen), max(total, len(seen)))
        complete = Complete(board_id, cards=frozenset(seen), confirmed=confirmed)
        if not sound:
            return True
        missing = [ident for ident in self._store.cards.open_at_service(board_id) if ident not in seen]
        return await self._remove_vanished(complete, mark, await self._lost.among(board_id, missing))

    async def _checklists(
        self, board_id: str, pages: AsyncIterator[Page[Checklist]], mark: int, *, confirmed: bool
    ) -> bool:
        seen, sound = set[str](), True
        async for page in self._pace.pages(pages):
            for checklists in self._pace.batches(page):
                await self._arrive(Arrived(checklists=checklists, since=mark))
            seen |= {checklist.id for checklist in page}
            sound &= not page.skipped
        complete = Complete(board_id, checklists=frozenset(seen), confirmed=confirmed)
        return not sound or await self._remove_vanished(complete, mark)

    async def _remove_vanished(
        self, complete: Complete, mark: int, lost: frozenset[str] = frozenset()
    ) -> bool:
        """Remove everything not in ``complete``; return False if that is too much to accept after one read."""
        return not (await self._arrive(Arrived(complete=complete, lost=lost, since=mark))).held_back


async def _until_sure(read: Callable[[bool], Awaitable[bool]]) -> None:
    """Call ``read``, and a second time if too much vanished to accept at once (F41), which then decides."""
    if not await read(False):
        await read(True)
