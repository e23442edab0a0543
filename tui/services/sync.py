"""The sync with the services: its status, what it keeps fresh, and direct requests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tui.errors import Garbled
from tui.services.part import WorkspacePart, log_failure
from tui.store.key_values import reading

if TYPE_CHECKING:
    from tui.model.account.call import ApiCall
    from tui.model.change import Change
    from tui.model.sync import SyncStatus


class Sync(WorkspacePart):
    """Control of the sync: ``workspace.sync``."""

    def status(self) -> SyncStatus:
        """Return the current status of the sync."""
        return self._engine.status()

    def read_at(self, *idents: str) -> datetime | None:
        """Return when the given boards, cards, or "" for the list of boards, were last read; None if unknown."""
        noted = [text for ident in idents if (text := self._store.cursors.get(reading(ident))) is not None]
        return max(map(datetime.fromisoformat, noted), default=None)

    def subscribe(self, listener: Callable[[Change], object]) -> Callable[[], None]:
        """Call ``listener`` with every Change, from another thread; return a function that unsubscribes it."""
        return self._store.feed.subscribe(listener)

    def watch(self, board_id: str | None, card_id: str | None = None) -> None:
        """Keep this board, and this card's comments and checklists, up to date; None for none."""
        self._engine.watch(board_id, card_id)
        if board_id is not None and card_id is None:
            self._store.record_opened(board_id).add_done_callback(log_failure)

    async def catch_up(self, board_id: str) -> None:
        """Fetch what is new of the account and of a board: a start on it then needs no connection until something changes.

        Raises:
            RemoteError: The service did not answer.
        """
        await asyncio.wrap_future(self._engine.catch_up(board_id))

    def mark(self, card_ids: Sequence[str]) -> None:
        """Search these visible cards for people and companies; the feed reports the cards that name some."""
        self._engine.mark(card_ids)

    def unwatch(self, card_id: str) -> None:
        """Stop keeping a closed card's comments and checklists up to date."""
        self._engine.unwatch(card_id)

    def refresh(self) -> None:
        """Request a sync now, which also retries a refused token."""
        self._engine.refresh()

    async def call(self, call: ApiCall) -> Any:
        """Call an address of a service as this account; the next sync brings its effects into the store.

        Raises:
            RemoteError: The service refused or failed the request.
        """
        return await asyncio.wrap_future(self._engine.work(lambda session: session.call(call)))

    async def pages(self, call: ApiCall) -> AsyncIterator[list[Any]]:
        """Call an address page by page, and yield the new entries of each page.

        Raises:
            Garbled: The answer is not a list.
            RemoteError: The service refused or failed the request.
        """
        from tui.model.account.call import listed

        seen: set[str] = set()
        page: ApiCall | None = call.first_page()
        while page is not None:
            answer = await self.call(page)
            items = listed(answer)
            if not items and not seen and not isinstance(answer, list):
                raise Garbled("The answer is no list: it has no pages.", service=call.service)
            new = {key: one for one in items if (key := json.dumps(one, sort_keys=True)) not in seen}
            if not new:
                return
            yield list(new.values())
            seen |= set(new)
            page = page.after(answer)
