"""The check for conflicting changes before a change of a text or a date is sent.

The service has no conditional update: the last writer wins. So we read the current value first. If somebody
else changed the same field, their value stays and ours is kept for the user to choose.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tui.model.writes.contested import fields, values_of
from tui.store.outbox.arrivals import Arrived
from tui.store.outbox.contested_fields import ContestedField, split_conflicts
from tui.sync.merge import merge
from tui.sync.sending.senders import current

if TYPE_CHECKING:
    from tui.api.board.client import BoardClient
    from tui.model.writes.base import Write
    from tui.store.outbox.row import QueuedWrite


@dataclass(frozen=True, slots=True)
class Remaining:
    """The part of a write that is to be sent.

    Attributes:
        write: The rest of the write; None if the service has all of it already, or their values stay.
        found: The fields that somebody else changed too.
    """

    write: Write | None
    found: tuple[ContestedField, ...] = ()
    arrived: Arrived = field(default_factory=Arrived)


async def remaining(queued: QueuedWrite, client: BoardClient) -> Remaining:
    """Read the current values, and return the part of a write that can be sent.

    Raises:
        RemoteError: The service did not answer, or the target is gone; nothing was sent.
    """
    if not queued.base or not fields(queued.write).keys() & queued.base.keys():
        return Remaining(queued.write)
    row, arrived = await current(queued.write, client)
    remote = {"text": row} if isinstance(row, str) else values_of(queued.write, row)
    left, found = split_conflicts(queued.write, queued.base, remote, merge)
    return Remaining(left, tuple(found), arrived)
