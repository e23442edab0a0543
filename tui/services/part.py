"""Base classes for the parts of a workspace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from logging import getLogger
from typing import TYPE_CHECKING, Any, TypeVar

from tui.errors import StoreError
from tui.model.writes.base import Write

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.store.store import Store
    from tui.sync.engine import Engine
    from tui.sync.session import SyncSession

T = TypeVar("T")

Submit = Callable[[Sequence[Write]], Awaitable[object]]


class WorkspacePart:
    """A part of a workspace that makes no writes."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store, self._engine = store, engine

    async def _at_service(self, ask: Callable[[SyncSession], Awaitable[T]]) -> T:
        """Run ``ask`` in the sync thread, which has the connection to the services, and return its result."""
        return await asyncio.wrap_future(self._engine.work(ask))


class WritingPart(WorkspacePart):
    """A part of a workspace that submits writes.

    Args:
        engine: The sync engine, through which the services are reached.
        submit: Submits several writes as one batch, as ``Writes.submit_all`` does.
    """

    def __init__(self, store: Store, engine: Engine, submit: Submit) -> None:
        super().__init__(store, engine)
        self._submit = submit

    def _card(self, card_id: str) -> Card:
        """Return a card of the store."""
        card = self._store.cards.get(card_id)
        if card is None:
            raise StoreError("That card is not there any more.", hint="Look for it on the board.")
        return card


class CardMakingPart(WritingPart):
    """A part of a workspace that creates cards.

    Args:
        submit: Submits several writes as one batch, as ``Writes.submit_all`` does.
        default_labels: Returns the ids of the labels that a new card of a list gets, by the list's id.
    """

    def __init__(
        self,
        store: Store,
        engine: Engine,
        submit: Submit,
        default_labels: Callable[[str], tuple[str, ...]],
    ) -> None:
        super().__init__(store, engine, submit)
        self._default_labels = default_labels


def log_failure(kept: Future[Any]) -> None:
    """Log why a value was not saved.

    The caller does not wait for such a value, so that the disk cannot delay a key; the next write reports a
    full disk.
    """
    if (error := kept.exception()) is not None:
        getLogger(__name__).warning("a note was not kept: %s", error)
