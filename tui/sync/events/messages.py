"""Messages: turns the service's webhook messages into events in the log.

A signed message is an action, so most need no request. A message about a deletion, or one that is older than
a known message of the same model, is only a hint: it is confirmed by a request first.
"""

from __future__ import annotations

import asyncio
from collections import deque
from logging import getLogger
from typing import TYPE_CHECKING

from tui.api.board.resource import read_one
from tui.errors import Forbidden, Garbled, NotFound, RemoteError, StoreError
from tui.model.action import Action
from tui.model.event import Event
from tui.store.db import until_written
from tui.sync.events.lists import with_lists

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.store.store import Store
    from tui.store.tables.events import LoggedEvent
    from tui.sync.events.interest import Interest
    from tui.sync.webhook import Message

BATCH = 200
"""Messages that are logged in one transaction: the keys wait for it."""

MOST_WAITING = 50_000
"""Maximum number of queued messages; the oldest ones beyond that are dropped, and found by the next poll."""

_DESTRUCTIVE = ("delete", "remove")

_log = getLogger(__name__)


class MessageLogger:
    """Logs the events that webhook messages report.

    Args:
        client: The client of the board service, which confirms messages.
    """

    def __init__(self, store: Store, client: BoardClient) -> None:
        self._store, self._client = store, client
        self._waiting: deque[Message] = deque(maxlen=MOST_WAITING)
        self.arrived = asyncio.Event()
        """Set while messages wait."""

        self.interest: Interest | None = None
        """The events that the triggers need; messages are dropped while it is None."""

    def receive(self, message: Message) -> None:
        """Queue a message; returns at once, as the service waits for the answer."""
        if self.interest is not None:
            self._waiting.append(message)
            self.arrived.set()

    async def log(self) -> list[LoggedEvent]:
        """Log the queued messages; return the new events, in the order of the messages.

        Raises:
            RemoteError: The service did not confirm a message; it stays in the queue.
        """
        new: list[LoggedEvent] = []
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            new += await self._log_batch(batch)
        self.arrived.clear()
        return new

    async def _log_batch(self, batch: list[Message]) -> list[LoggedEvent]:
        events: list[Event] = []
        for place, message in enumerate(batch):
            try:
                action = await self._action(message)
            except RemoteError:
                await self._keep(batch, place, events)
                raise
            if action is not None:
                events.append(Event.of_action(action, "webhook"))
        if self._wants_lists:
            try:
                events = await with_lists(events, self._client)
            except RemoteError:
                self._waiting.extendleft(reversed(batch))
                raise
        return await self._note(batch, events)

    @property
    def _wants_lists(self) -> bool:
        return self.interest is not None and self.interest.lists

    async def _keep(self, batch: list[Message], place: int, events: list[Event]) -> None:
        """Queue the messages of a batch again from ``place`` on; those before it are logged, if nothing is missing."""
        if self._wants_lists:
            # An event without its list would never fire a trigger of that list.
            self._waiting.extendleft(reversed(batch))
            return
        self._waiting.extendleft(reversed(batch[place:]))
        await self._note(batch[:place], events)

    async def _note(self, batch: list[Message], events: list[Event]) -> list[LoggedEvent]:
        try:
            return await until_written(self._store.events.note(events))
        except StoreError:
            # The disk may be full: they are logged later.
            self._waiting.extendleft(reversed(batch))
            raise

    async def _action(self, message: Message) -> Action | None:
        """Return the action of a message, confirmed if necessary; None if the service does not know it."""
        try:
            action = read_one(Action, message.action)
            if message.late or action.type.startswith(_DESTRUCTIVE):
                action = await self._client.actions.get(action.id)
        except (Forbidden, NotFound, Garbled) as error:
            _log.info("a webhook message was dropped: %s", error)
            return None
        return action
