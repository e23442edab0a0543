"""Contested: before a change of a text or a date leaves, what the service has by now is looked at.

The service knows no "only if it still says that": whoever writes last wins. So we ask first, and where somebody
else changed the same field, theirs stay and ours are kept for the user to choose.
"""

from dataclasses import dataclass, field

from tui.api.board.client import BoardClient
from tui.model.writes.base import Write
from tui.model.writes.contested import fields, values_of
from tui.store.outbox.arrive import Arrived
from tui.store.outbox.contest import ContestedField, weigh
from tui.store.outbox.row import QueuedWrite
from tui.sync.merge import merge
from tui.sync.sending.senders import current


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is to be sent of a write.

    Attributes:
        write: What is left of it; None when the service has all of it already, or theirs stay.
        found: What somebody else changed too.
        arrived: What the look brought.
    """

    write: Write | None
    found: tuple[ContestedField, ...] = ()
    arrived: Arrived = field(default_factory=Arrived)


async def look(queued: QueuedWrite, client: BoardClient) -> Weighed:
    """See what of a write can leave.

    Raises:
        RemoteError: The service did not answer, or what is changed is gone; nothing was sent.
    """
    if not queued.base or not fields(queued.write).keys() & queued.base.keys():
        return Weighed(queued.write)
    row, arrived = await current(queued.write, client)
    held = {"text": row} if isinstance(row, str) else values_of(queued.write, row)
    left, found = weigh(queued.write, queued.base, held, merge)
    return Weighed(left, tuple(found), arrived)
