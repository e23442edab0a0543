"""The generic functions by which each kind of write is sent, and recognised after a lost answer.

Each dispatches on the class of the write; the modules of the nouns register the implementations, and
``senders`` imports them all. Positions are sent as numbers, never as ``top`` or ``bottom``: a repeat then
changes nothing. Labels and members of a card are sent one by one, never as a whole set, so that nobody else's
are lost. Deleting what is gone, and adding what exists, count as done; the client handles that.
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatch

from tui.api.board.client import BoardClient
from tui.model.base import Value
from tui.model.writes.base import Write
from tui.store.outbox.arrivals import Arrived
from tui.store.spool import Spool
from tui.sync.sending.reconcile import Candidate


@dataclass(frozen=True, slots=True)
class Service:
    """The tools with which a write is sent.

    Attributes:
        client: The client of the board service.
        spool: The spool of files that wait to be sent.
        key: The write's idempotency key, the same in every attempt.
    """

    client: BoardClient
    spool: Spool
    key: str


@dataclass(frozen=True, slots=True)
class SendResult:
    """The result of a write at the service.

    Attributes:
        bound: The service's id, by local id, of what was created.
        arrived: The values that the service answered with.
        look: Whether the write had effects that the answer does not show, so that a pull is needed.
    """

    bound: dict[str, str] = field(default_factory=dict)
    arrived: Arrived = field(default_factory=Arrived)
    look: bool = False


@singledispatch
async def send(write: Write, to: Service) -> SendResult:
    """Send ``write``, in which every local id is bound, to the service.

    Raises:
        RemoteError: The write was not carried out, or may not have been.
        UsageError: A file that waited to be sent is missing.
    """
    raise TypeError(f"nobody sends {write.kind} to {to}")


@singledispatch
async def candidates(write: Write, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    """Read the things at the service that ``write`` could have created; none for one that creates nothing.

    Raises:
        RemoteError: The service did not answer; look again later.
    """
    raise TypeError(f"{write.kind}, first sent to {client} at {first_sent}, cannot be recognised")


@singledispatch
async def current(write: Write, client: BoardClient) -> tuple[Value | str | None, Arrived]:
    """Read the target of ``write``, or its text, as the service has it now, and what else the answer has.

    Raises:
        RemoteError: The service did not answer, or the target is gone.
    """
    raise TypeError(f"{write.kind} has no contested field at {client}")
