"""When boards, cards and the list of boards were last read from the service, and at which of its revisions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from tui.model.sync import frame_of
from tui.model.values.scalars import format_instant
from tui.store.db import until_written
from tui.store.key_values import reading, revision

if TYPE_CHECKING:
    from tui.clock import Clock
    from tui.store.store import Store

EXACT_TO = timedelta(minutes=1)
"""Minimum time between two records for one thing, because other processes reread the file after each write."""


class ReadingTimes:
    """A recorder of when things were read, so that an offline user can see the age of the data."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def note(self, ident: str) -> None:
        """Record that a board or a card, or "" for the list of boards, was read just now."""
        now, noted = self._clock.now(), self._store.cursors.get(reading(ident))
        if noted is None or abs(now - datetime.fromisoformat(noted)) >= EXACT_TO:
            await until_written(self._store.cursors.set(reading(ident), format_instant(now)))

    async def note_frame(self, board_id: str) -> None:
        """Record that everything of a board but its cards was read just now."""
        await self.note(frame_of(board_id))


class Rest:
    """The state of a sync that needs no connection, because the service has nothing new since it was last read.

    The embedded server takes half of the program's memory and most of its work after the first paint. Most
    starts follow a quit that left nothing to send, without changes by others.

    Args:
        store: Stores at which revision of the service things were read.
        revision: Returns the service's revision without a connection, "" if it is unknown; None if that is
            impossible, so that a connection is always made.
    """

    def __init__(self, store: Store, revision: Callable[[], str] | None) -> None:
        self._store, self._ask = store, revision
        self.possible = revision is not None
        """Whether there was no reason for a connection so far."""
        self._resting = False

    def end(self) -> bool:
        """End the rest for good; return whether it was possible until now."""
        was, self.possible = self.possible, False
        return was

    def revision(self) -> str:
        """Return the service's revision; "" if it is unknown."""
        return "" if self._ask is None else self._ask()

    def holds(self, *idents: str | None) -> bool:
        """Return whether nothing new could be read of the account and of these boards and cards."""
        now = self.revision() if self.possible else ""
        self._resting = bool(now) and all(
            self._at(ident) == now for ident in ("", *idents) if ident is not None
        )
        return self._resting

    def is_over(self, *idents: str | None) -> bool:
        """Return whether the rest held at the last check, and does not any more."""
        return self._resting and not self.holds(*idents)

    def knows(self, ident: str) -> bool:
        """Return whether nothing new could be read of this board, card or other thing that was noted."""
        now = self.revision() if self.possible else ""
        return bool(now) and self._at(ident) == now

    async def note(self, at: str, *idents: str | None) -> None:
        """Record that these boards and cards were read, "" for the account, and that the service was at ``at`` before."""
        for ident in idents:
            if at and ident is not None and self._at(ident) != at:
                await until_written(self._store.cursors.set(revision(ident), at))

    def _at(self, ident: str) -> str | None:
        return self._store.cursors.get(revision(ident))
