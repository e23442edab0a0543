"""The sync with the services: its status, what it keeps fresh, and direct requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tui.services.part import WorkspacePart, log_failure
from tui.store.key_values import reading

if TYPE_CHECKING:
    from tui.model.change import Change
    from tui.model.sync import SyncStatus
    from tui.sync.link import Service


class Sync(WorkspacePart):
    """Control of the sync: ``workspace.sync``."""

    def status(self) -> SyncStatus:
        """The current status of the sync."""
        return self._engine.status()

    def read_at(self, *idents: str) -> datetime | None:
        """Return when one of some boards or cards, or "" for the list of boards, was last read; None if unknown."""
        noted = [text for ident in idents if (text := self._store.cursors.get(reading(ident))) is not None]
        return max(map(datetime.fromisoformat, noted), default=None)

    def subscribe(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call ``listener`` with every Change, from another thread; the returned callable unsubscribes it."""
        return self._store.feed.subscribe(listener)

    def watch(self, board_id: str | None, card_id: str | None = None) -> None:
        """Keep this board, and this card's comments and checklists, fresh; None for none."""
        self._engine.watch(board_id, card_id)
        if board_id is not None and card_id is None:
            self._store.record_opened(board_id).add_done_callback(log_failure)

    def mark(self, card_ids: Sequence[str]) -> None:
        """Look for people and companies on these visible cards; the feed reports the cards that name some."""
        self._engine.mark(card_ids)

    def unwatch(self, card_id: str) -> None:
        """Stop keeping a closed card's comments and checklists fresh."""
        self._engine.unwatch(card_id)

    def refresh(self) -> None:
        """Request a sync now; this also tries again after a refused token."""
        self._engine.refresh()

    async def call(self, service: Service, method: str, where: str, values: Mapping[str, str]) -> Any:
        """Send any request to a service as this account; its changes are in the store after the next sync.

        Args:
            service: ``board`` or ``enrich``.
            method: ``GET``, ``POST``, ``PUT`` or ``DELETE``.
            where: A path of the service, ``/1/members/me``.
            values: The query of a GET or DELETE, the JSON body of a POST or PUT.

        Raises:
            RemoteError: The service refused or failed the request.
        """
        return await asyncio.wrap_future(self._engine.call(service, method, where, values))
