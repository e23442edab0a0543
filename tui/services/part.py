"""What the parts of a workspace share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from logging import getLogger
from typing import TYPE_CHECKING

from tui.errors import StoreError
from tui.model.writes.base import Write

if TYPE_CHECKING:
    from tui.model.card import Card
    from tui.store.store import Store
    from tui.sync.engine import Engine

Submit = Callable[[Sequence[Write]], Awaitable[object]]


class WorkspacePart:
    """A part of a workspace that makes no writes.

    Args:
        store: The local truth.
        engine: The way to the services.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store, self._engine = store, engine


class WritingPart(WorkspacePart):
    """A part of a workspace that makes writes.

    Args:
        store: The local truth.
        engine: The way to the services.
        submit: Makes several writes as one, as ``Writes.submit_all`` does.
    """

    def __init__(self, store: Store, engine: Engine, submit: Submit) -> None:
        super().__init__(store, engine)
        self._submit = submit

    def _card(self, card_id: str) -> Card:
        """The card.

        Raises:
            StoreError: It is gone.
        """
        card = self._store.cards.get(card_id)
        if card is None:
            raise StoreError("That card is not there any more.", hint="Look for it on the board.")
        return card


def log_failure(kept: Future[None]) -> None:
    """Log why a note was not kept.

    Nobody waits for a note, so that a key is not slowed by a disk; a full disk is told by the next write.
    """
    if (error := kept.exception()) is not None:
        getLogger(__name__).warning("a note was not kept: %s", error)
