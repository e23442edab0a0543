"""Events: what happened on the account's boards, for triggers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import fields
from hashlib import sha256
from typing import TYPE_CHECKING

from tui.errors import CardscoutError, RemoteError
from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.sync.events.interest import Interest

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from tui.model.event import Event
    from tui.model.values.scalars import Json
    from tui.store.tables.events import LoggedEvent
    from tui.triggers.trigger import Trigger

PAGE = 500
"""Events read from the log per page."""


class Events(WorkspacePart):
    """``workspace.events``."""

    def last(self) -> int:
        """Return the position of the newest event in the log; 0 if it is empty."""
        return self._store.events.last()

    def after(self, place: int) -> Sequence[LoggedEvent]:
        """Return the events after position ``place`` in the log, at most PAGE."""
        return self._store.events.after(place, PAGE)

    def clock_offset(self) -> timedelta:
        """Return by how much the service's clock is ahead of this machine's, as far as is known."""
        return self._engine.clock_offset

    async def look(self, triggers: Sequence[Trigger]) -> None:
        """Poll the service once for events that ``triggers`` can fire for.

        Raises:
            RemoteError: The service did not answer.
        """
        interest = Interest.of(triggers)
        await self._at_service(lambda session: session.events.once(interest))

    async def history(self, triggers: Sequence[Trigger], since: datetime) -> Sequence[Event]:
        """Return the events since a moment that the service's feeds still have, oldest first.

        Raises:
            RemoteError: The service did not answer.
        """
        interest = Interest.of(triggers)
        asked = self._engine.work(lambda session: session.events.history(interest, since))
        return await asyncio.wrap_future(asked)

    def reversals(self, events: Sequence[Event]) -> frozenset[str]:
        """Return the ids of the events that are an undo or redo made on this machine."""
        return self._store.outbox.reversals(events, self.clock_offset())

    async def begin(self, board_ids: Iterable[str], since: datetime) -> None:
        """Have the first poll of each board begin at a moment, unless the board was polled before."""
        from tui.sync.events.boards import first_cursors

        cursors = {name: value for one in board_ids for name, value in first_cursors(one, since).items()}
        await until_written(self._store.events.begin(cursors))

    @asynccontextmanager
    async def watching(
        self,
        triggers: Sequence[Trigger],
        interval: float,
        report: Callable[[CardscoutError | None], object] = bool,
    ) -> AsyncIterator[None]:
        """Poll for events that ``triggers`` can fire for, while the block runs.

        Args:
            triggers: The triggers.
            interval: Seconds between two polls.
            report: Called in this event loop with an error when the service stops answering, and with None
                when it answers again.
        """
        interest, loop, begun = Interest.of(triggers), asyncio.get_running_loop(), self._store.now()
        failed = False

        def tell(error: CardscoutError | None) -> None:
            nonlocal failed
            if error is None or not failed:
                loop.call_soon_threadsafe(report, error)
            failed = error is not None

        watch: Future[None] = self._engine.keep(
            lambda session: session.events.run(interest, interval, tell, begun, failed=failed), tell
        )
        try:
            yield
        finally:
            watch.cancel()

    def watched_up_to(self, triggers: Sequence[Trigger]) -> int | None:
        """Return the position in the log up to which the events for ``triggers`` were handed out; None if none were."""
        place = self._store.cursors.get(_watched(triggers))
        return None if place is None else int(place)

    async def note_watched(self, triggers: Sequence[Trigger], place: int) -> None:
        """Record that the events for ``triggers`` were handed out up to the position ``place`` of the log."""
        await until_written(self._store.cursors.set(_watched(triggers), str(place)))

    async def pages(self, place: int) -> AsyncIterator[Sequence[LoggedEvent]]:
        """Yield the events after position ``place`` in the log, then new ones, without end, at most PAGE at once."""
        loop, logged = asyncio.get_running_loop(), asyncio.Event()

        unsubscribe = self._store.feed.subscribe(
            lambda change: "events" in change.nouns and loop.call_soon_threadsafe(logged.set)
        )
        try:
            while True:
                logged.clear()
                while events := self.after(place):
                    yield events
                    place = events[-1].seq
                await logged.wait()
        finally:
            unsubscribe()

    async def card(self, event: Event) -> Json | None:
        """Return the current card of ``event``; None if it is gone or hidden, or the service does not answer."""
        card_id = event.ident("card")
        if not card_id:
            return None
        held = self._store.cards.get(card_id)
        if held is not None and held.date_last_activity is not None and held.date_last_activity >= event.at:
            return held.wire()
        try:
            card = await self._at_service(lambda session: session.client.cards.get(card_id))
        except RemoteError:
            return None if held is None else held.wire()
        return card.wire()


def _watched(triggers: Sequence[Trigger]) -> str:
    """Return the name of the cursor for these triggers with these settings."""
    told = [
        [one.name, *([each.name, _in_order(getattr(one, each.name))] for each in fields(one))]
        for one in triggers
    ]
    return f"watched {sha256(json.dumps(sorted(told)).encode()).hexdigest()[:32]}"


def _in_order(setting: object) -> object:
    return sorted(setting) if isinstance(setting, frozenset) else setting
