"""Rows of the outbox: one write and its state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from tui.errors import StoreError
from tui.model.values.fields import Frozen
from tui.model.writes import registry

if TYPE_CHECKING:
    from tui.model.writes.base import Write

State = Literal["waiting", "inflight", "uncertain", "done", "refused", "dropped", "folded"]

PENDING: tuple[State, ...] = ("waiting", "inflight", "uncertain")
"""States of a write that the service may not have yet, and whose effect is shown."""


COLUMNS = (
    "seq, key, op, inverse, state, attempts, not_before, first_sent_at, reason, batch, role, undone, cause,"
    " base"
)


class QueuedWrite(Frozen):
    """One write in the outbox, and its state.

    Attributes:
        seq: The write's number; only ever grows.
        key: The write's idempotency key at the service; never changes.
        inverse: The writes that undo it, in order; empty if it cannot be undone.
        state: One of State; outbox.py draws the transitions.
        attempts: How often it was sent.
        not_before: When it may be sent again, or None for at once.
        first_sent_at: When it was first sent, or None.
        reason: Why the service refused it, or "".
        batch: ``seq`` of the batch's first write; writes of one batch are undone together.
        role: ``do``, ``undo`` or ``redo``.
        undone: Whether its inverse has been submitted.
        cause: ``seq`` of the refused write this one depends on, or of the one it was folded into; or None.
        base: Values, when the user began, of the fields that ``write`` changes; for a move, the card's list
            and its new neighbours. None for other writes.
    """

    seq: int
    key: str
    write: Write
    inverse: tuple[Write, ...]
    state: State
    attempts: int
    not_before: datetime | None
    first_sent_at: datetime | None
    reason: str
    batch: int
    role: str
    undone: bool
    cause: int | None
    base: Mapping[str, Any] | None


def row_of(values: Any) -> QueuedWrite:
    """Parse a stored outbox row.

    Raises:
        StoreError: The row cannot be read.
    """
    seq, key, write, inverse, state, attempts, not_before, first_sent, *rest = values
    try:
        return QueuedWrite(
            seq,
            key,
            registry.parse_json(write),
            registry.parse_all(inverse),
            state,
            attempts,
            moment(not_before),
            moment(first_sent),
            rest[0],
            rest[1],
            rest[2],
            bool(rest[3]),
            rest[4],
            _fields(rest[5]),
        )
    except ValueError as error:
        raise StoreError(
            f"Write {seq} in the outbox cannot be read.", hint="Drop it in the outbox."
        ) from error


def _fields(text: str | None) -> Mapping[str, Any] | None:
    """Parse the base of a write; None if a store that could not be upgraded has it in an older form."""
    try:
        found = json.loads(text or "null")
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def rows_of(found: Iterable[Any]) -> tuple[list[QueuedWrite], bool]:
    """Parse stored outbox rows; return the readable ones, and whether there were others."""
    read: list[QueuedWrite] = []
    spoiled = False
    for values in found:
        try:
            read.append(row_of(values))
        except StoreError:
            spoiled = True
    return read, spoiled


def moment(seconds: float | None) -> datetime | None:
    """Convert a stored time to a datetime; None stays None."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
