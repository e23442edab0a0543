"""What all rooms share."""

from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from logging import getLogger

from tui.errors import StoreError
from tui.model.card import Card
from tui.model.op import Op
from tui.store.store import Store
from tui.sync.engine import Engine

Submit = Callable[[Sequence[Op]], Awaitable[object]]


class Room:
    """A part of a workspace.

    Args:
        store: The local truth.
        engine: The way to the services.
        submit: Takes writes on as one deed, as ``Workspace.submit_all`` does.
    """

    def __init__(self, store: Store, engine: Engine, submit: Submit) -> None:
        self._store, self._engine, self._submit = store, engine, submit

    def _card(self, card_id: str) -> Card:
        """The card.

        Raises:
            StoreError: It is gone.
        """
        card = self._store.cards.get(card_id)
        if card is None:
            raise StoreError("That card is not there any more.", hint="Look for it on the board.")
        return card


def log_failure(kept: "Future[None]") -> None:
    """Nobody waits for a note, so that a key is not slowed by a disk; a full disk is told by the next write."""
    if (error := kept.exception()) is not None:
        getLogger(__name__).warning("a note was not kept: %s", error)
