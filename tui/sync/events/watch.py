"""Watch: keeps the log of events up to date, by webhook, by checking for local changes, and by polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from logging import getLogger
from typing import TYPE_CHECKING

from tui.api.server_time import ServerClock
from tui.errors import CardscoutError, RateLimited, RemoteError, Unauthorized
from tui.sync.backoff import Breaker
from tui.sync.events.messages import MessageLogger
from tui.sync.events.poll import EventPoller
from tui.sync.webhook_registration import WebhookRegistration

if TYPE_CHECKING:
    from datetime import datetime

    from tui.api.board.client import BoardClient
    from tui.clock import Clock
    from tui.model.event import Event
    from tui.store.store import Store
    from tui.sync.board_connection import BoardConnection
    from tui.sync.events.interest import Interest
    from tui.sync.link import Link
    from tui.sync.webhook import Message

GLANCE = 0.1
"""Seconds between two glances at the file of the server in this process."""

SEEN_GLANCE = 1.0
"""Seconds between two glances at what pulls have read of boards elsewhere."""

EARLY = 30.0
"""Minimum seconds between two polls because of that: the hosted service allows few requests about members."""

_log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventWatch:
    """The watch over one account's board service.

    Attributes:
        changes: Returns another number whenever the server in this process was written to; None elsewhere.
        pulled: Returns something else whenever a pull of this machine, as for the board that a window shows, has read
            another change of a board.
        offset: Returns by how much the service's clock is ahead of this machine's, as far as is known.
    """

    client: BoardClient
    poller: EventPoller
    messages: MessageLogger
    webhook_registration: WebhookRegistration
    clock: Clock
    changes: Callable[[], int] | None
    offset: Callable[[], timedelta] = timedelta
    pulled: Callable[[], object] = bool

    @classmethod
    def open(
        cls, store: Store, board: BoardConnection, link: Link, clock: Clock, wake: Callable[[], object]
    ) -> EventWatch:
        """Create the watch of an account; nothing is sent yet.

        Args:
            store: Holds the log of events and the webhooks' registrations.
            board: The connection to the board service.
            link: How the service reports changes.
            clock: The clock.
            wake: Called at each message that is in time.
        """
        messages = MessageLogger(store, board.client)

        def receive(message: Message) -> None:
            messages.receive(message)
            if not message.late:
                wake()

        there = ServerClock(clock, board.offset)
        poller = EventPoller(store, board.client, there, "poll" if link.changes is None else "local")
        hooks = WebhookRegistration(link, board.client, store, clock, receive)
        read = store.cursors.activities
        return cls(board.client, poller, messages, hooks, clock, link.changes, board.offset, read)

    async def once(self, interest: Interest) -> None:
        """Poll everything once.

        Raises:
            RemoteError: The service did not answer.
        """
        await self.poller.look(interest)

    async def history(self, interest: Interest, since: datetime) -> list[Event]:
        """Return the events since a moment that the feeds still have, oldest first; nothing is logged.

        Raises:
            RemoteError: The service did not answer.
        """
        return await self.poller.history(interest, since)

    async def run(
        self,
        interest: Interest,
        interval: float,
        report: Callable[[CardscoutError | None], object],
        begun: datetime,
        *,
        failed: bool = False,
    ) -> None:
        """Keep the log up to date until cancelled.

        Args:
            interest: The events that the triggers need.
            interval: Seconds between two polls.
            report: Called with an error when the service stops answering, and with None when it answers
                again.
            begun: When the watch was requested; events from then on count, though the first poll is later.
            failed: Whether an earlier run reported an error; None is then reported with the first answer.

        Raises:
            Unauthorized: The service does not accept the token; another session may have a new one.
        """
        breaker, poll_at, early_at = Breaker(), 0.0, 0.0
        seen: object = None
        self.messages.interest = interest
        try:
            while True:
                now, looked, changed = self.clock.monotonic(), self.clock.now(), self._changes()
                try:
                    await self.messages.log()
                    if (is_due := now >= poll_at) or (changed != seen and now >= early_at):
                        if is_due or self.changes is not None:
                            await self._follow(interest)
                        # Converted to the service's clock, which is known by now, because the feeds are
                        # compared with it.
                        there = begun + self.offset()
                        await self.poller.look(interest, polled=is_due, begun=there)
                        # A board that is first seen later was created or joined since this poll.
                        begun, seen = looked, changed
                        early_at = now + (EARLY if self.changes is None else 0.0)
                    poll_at = now + interval if is_due else poll_at
                    breaker.answered()
                    if failed:
                        report(None)
                    failed, delay = False, poll_at - self.clock.monotonic()
                except CardscoutError as error:
                    delay = self._delay(error, breaker)
                    if not failed:
                        report(error)
                    failed = True
                await self._wait(delay, seen, early_at, failed=failed)
        finally:
            self.messages.interest = None

    def _changes(self) -> object:
        """Return something else whenever there may be something new; a service that calls us tells it itself."""
        if self.changes is not None:
            return self.changes()
        return None if self.webhook_registration.works else self.pulled()

    def _delay(self, error: CardscoutError, breaker: Breaker) -> float:
        """Return the seconds until the next try.

        Raises:
            Unauthorized: The token is refused, which another try with it will not change.
        """
        if isinstance(error, Unauthorized):
            raise error
        if isinstance(error, RateLimited):
            return error.retry_after
        if not isinstance(error, RemoteError):
            _log.warning("events: %s", error)
        return breaker.failed(self.clock.monotonic())

    async def _follow(self, interest: Interest) -> None:
        """Register webhooks for the boards of interest, and for the member if new boards matter."""
        boards = {
            board.id
            for board in await self.client.boards.mine(filter="open")
            if interest.every_board or board.id in interest.boards
        }
        if interest.new_boards or interest.every_board:
            boards.add((await self.client.members.me()).id)
        await self.webhook_registration.follow(boards)

    async def _wait(self, seconds: float, seen: object, early_at: float, *, failed: bool) -> None:
        """Wait until the time is over, a message arrives, or there may be something new."""
        end = self.clock.monotonic() + seconds
        while (left := end - self.clock.monotonic()) > 0:
            may_look = self.clock.monotonic() >= early_at
            if not failed and (self.messages.arrived.is_set() or (may_look and self._changes() != seen)):
                return
            step = min(left, SEEN_GLANCE if self.changes is None else GLANCE)
            arrived = asyncio.ensure_future(self.messages.arrived.wait())
            slept = asyncio.ensure_future(self.clock.sleep(step))
            try:
                await asyncio.wait((arrived, slept), return_when=asyncio.FIRST_COMPLETED)
            finally:
                arrived.cancel()
                slept.cancel()
            if failed and arrived.done():
                await self.clock.sleep(left)
