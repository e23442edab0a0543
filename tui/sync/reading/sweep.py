"""Sweep: reads everything on a board page by page, and removes vanished things from the store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

from tui.api.board.actions import comment_of
from tui.model.action import COMMENTS
from tui.store.outbox.arrivals import Arrival, Arrived, Complete

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
        self._arrive = arrive

    async def cards(self, board_id: str) -> None:
        """Read the open cards."""
        await _until_sure(lambda confirmed: self._cards(board_id, confirmed=confirmed))

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

    async def comments(self, board_id: str, *, to_the_end: bool = False) -> None:
        """Read all comments; vanished ones are kept unless ``to_the_end``, because the feed of actions reports them."""
        mark, seen, sound = self._store.mark(), set[str](), to_the_end
        pages = self._client.boards.every_action(board_id, filter=COMMENTS, limit=self._pace.page)
        async for page in self._pace.pages(pages):
            for actions in self._pace.batches(page):
                comments = [comment for action in actions if (comment := comment_of(action)) is not None]
                await self._arrive(Arrived(comments=tuple(comments), since=mark))
            seen |= {action.id for action in page}
            sound &= not page.skipped
        if sound:
            known = self._store.actions.at_service(board_id)
            lacking = {card for ident, card in known.items() if ident not in seen}
            present = {
                card: frozenset(ident for ident, on in known.items() if on == card and ident in seen)
                for card in lacking
            }
            await self._arrive(Arrived(complete=Complete(board_id, comments=present), since=mark))

    async def everything(self, board_id: str) -> None:
        """Read all cards, archived ones included, checklists and comments; whatever was not read has vanished."""
        await _until_sure(lambda confirmed: self._all_cards(board_id, confirmed=confirmed))
        await self.checklists(board_id)
        await self.comments(board_id, to_the_end=True)

    async def _all_cards(self, board_id: str, *, confirmed: bool) -> bool:
        mark = self._store.mark()
        seen = await self._read_cards(board_id, mark, "open")
        closed = await self._read_cards(board_id, mark, "closed")
        if seen is None:
            return True
        complete = Complete(board_id, cards=frozenset(seen | (closed or set())), confirmed=confirmed)
        return await self._remove_vanished(complete.replace(closed_too=closed is not None), mark)

    async def _read_cards(self, board_id: str, mark: int, which: str) -> set[str] | None:
        """Read a board's open or closed cards; return their ids, or None if some could not be read."""
        seen, sound = set[str](), True
        total = sum(self._store.cards.counts(board_id).values())
        pages = self._client.boards.every_card(board_id, limit=self._pace.page, filter=which)
        async for page in self._pace.pages(pages):
            for cards in self._pace.batches(page):
                await self._arrive(Arrived(cards=cards, since=mark))
            seen |= {card.id for card in page}
            sound &= not page.skipped
            self._status.loading(len(seen), max(total, len(seen)))
        return seen if sound else None

    async def _cards(self, board_id: str, *, confirmed: bool) -> bool:
        mark = self._store.mark()
        seen = await self._read_cards(board_id, mark, "open")
        if seen is None:
            return True
        complete = Complete(board_id, cards=frozenset(seen), confirmed=confirmed)
        return await self._remove_vanished(complete, mark)

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

    async def _remove_vanished(self, complete: Complete, mark: int) -> bool:
        """Remove everything not in ``complete``; return False if that is too much to accept after one read."""
        return not (await self._arrive(Arrived(complete=complete, since=mark))).held_back


async def _until_sure(read: Callable[[bool], Awaitable[bool]]) -> None:
    """Call ``read``, and a second time if too much vanished to accept at once (F41), which then decides."""
    if not await read(False):
        await read(True)
