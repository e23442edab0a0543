"""The sync with the services: what is kept fresh, how it stands, and asking a service directly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tui.services.part import WorkspacePart, log_failure

if TYPE_CHECKING:
    from tui.model.change import Change
    from tui.model.sync import SyncStatus
    from tui.sync.link import Service


class Sync(WorkspacePart):
    """``workspace.sync``."""

    def status(self) -> SyncStatus:
        """How the local truth stands to the service."""
        return self._engine.status()

    def subscribe(self, listener: Callable[[Change], None]) -> Callable[[], None]:
        """Call ``listener`` with every Change, from another thread; the answer ends it."""
        return self._store.feed.subscribe(listener)

    def watch(self, board_id: str | None, card_id: str | None = None) -> None:
        """Keep this board fresh, and this card's comments and checklists; None for none."""
        self._engine.watch(board_id, card_id)
        if board_id is not None and card_id is None:
            self._store.opened(board_id).add_done_callback(log_failure)

    def mark(self, card_ids: Sequence[str]) -> None:
        """Look for people and companies on these cards, which are in sight; the feed tells of those that name some."""
        self._engine.mark(card_ids)

    def unwatch(self, card_id: str) -> None:
        """The card is closed: its comments and checklists need not be kept fresh any more."""
        self._engine.unwatch(card_id)

    def refresh(self) -> None:
        """Ask for a look at the service now; also tries again after a refused token."""
        self._engine.refresh()

    async def call(self, service: Service, method: str, where: str, values: Mapping[str, str]) -> Any:
        """Ask a service anything, as this account; what it changes is in the store after the next look.

        Args:
            service: ``board`` or ``enrich``.
            method: ``GET``, ``POST``, ``PUT`` or ``DELETE``.
            where: A path of the service, ``/1/members/me``.
            values: The query of a GET or DELETE, the JSON body of a POST or PUT.

        Raises:
            RemoteError: The service did not do it.
        """
        return await asyncio.wrap_future(self._engine.call(service, method, where, values))
