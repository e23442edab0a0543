"""Outbox: the writes that the service does not have, refused or waiting to be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.model.attachment import SLOWEST
from tui.model.sync import Unsent
from tui.services.part import WorkspacePart
from tui.store.db import until_written
from tui.store.outbox.row import PENDING, QueuedWrite

if TYPE_CHECKING:
    from tui.store.outbox.quarantine import Unreadable

_TYPED = ("text", "desc", "name", "url")
"""Fields of writes that hold typed text, usually longest first."""


class Outbox(WorkspacePart):
    """The unsent and refused writes: ``workspace.outbox``."""

    def all(self, *, but: frozenset[int] = frozenset()) -> list[Unsent]:
        """Return every write that the service does not have: refused ones first, each kind oldest first.

        Args:
            but: Numbers of writes that are left out.
        """
        outbox = self._store.outbox
        rows = [*outbox.in_state("refused"), *outbox.in_state(*PENDING)]
        unreadable = [_lost(one) for one in outbox.unreadable() if one.seq not in but]
        return [*unreadable, *(self._unsent(row) for row in rows if row.seq not in but)]

    def refused(self, *, but: frozenset[int] = frozenset()) -> list[Unsent]:
        """Return the writes that the service refused, oldest first, without those of the numbers ``but``."""
        return [self._unsent(row) for row in self._store.outbox.in_state("refused") if row.seq not in but]

    def numbers(self) -> frozenset[int]:
        """Return the numbers of all unsent writes, which is much faster than describing them."""
        return self._store.outbox.unsettled()

    def seconds_to_upload(self) -> float:
        """Return how many seconds the service may take to receive the files that wait to be sent."""
        return self._store.outbox.bytes_to_upload() / SLOWEST

    async def retry(self, seq: int) -> None:
        """Send a refused write again.

        Raises:
            StoreError: The write is no longer refused, or cannot be read.
        """
        await until_written(self._store.outbox.retry(seq))
        self._engine.push_soon()

    async def drop(self, seq: int) -> None:
        """Discard a refused write.

        Raises:
            StoreError: The write is no longer refused.
        """
        await until_written(self._store.outbox.drop(seq))

    def _unsent(self, row: QueuedWrite) -> Unsent:
        typed = (_text(getattr(row.write, name, None)) for name in _TYPED)
        return Unsent(
            seq=row.seq,
            standing="refused" if row.state == "refused" else "waiting",
            words=self._store.writes.describe(row.write, row.inverse),
            reason=row.reason,
            typed=next(filter(None, typed), ""),
            attempts=row.attempts,
            card_id=row.write.about_card or None,
        )


def _lost(one: Unreadable) -> Unsent:
    words = f"A change that cannot be read any more ({one.kind.replace('_', ' ')})"
    why = "A part of it is lost: it cannot be sent."
    return Unsent(one.seq, "refused", words, reason=why, typed=one.typed)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
