"""What every write that is sent needs: how it is sent, and how it is recognised again.

Each is one function found by the class of the write; the modules of the nouns register them, and ``senders`` has
them all. Positions leave as numbers, never as ``top`` or ``bottom``: a repeat then changes nothing. Labels and
members of a card leave one by one, never as a whole set, so that nobody else's are lost. A delete of what is gone
and an add of what is there already are done; the client says so.
"""

from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatch

from tui.api.board.client import BoardClient
from tui.model.base import Value
from tui.model.writes.base import Write
from tui.store.outbox.arrive import Arrived
from tui.store.spool import Spool
from tui.sync.sending.reconcile import Candidate


@dataclass(frozen=True, slots=True)
class Service:
    """What a write is sent with.

    Attributes:
        client: The board service.
        spool: Where the files are that wait to be sent.
        key: The write's idempotency key, the same in every attempt.
    """

    client: BoardClient
    spool: Spool
    key: str


@dataclass(frozen=True, slots=True)
class SendResult:
    """What the service made of a write.

    Attributes:
        bound: Local id to the service's id, for what was made.
        arrived: The values it answered with.
        look: Whether there is more to it than the answer says, so that the service is worth a look.
    """

    bound: dict[str, str] = field(default_factory=dict)
    arrived: Arrived = field(default_factory=Arrived)
    look: bool = False


@singledispatch
async def send(write: Write, to: Service) -> SendResult:
    """Ask the service for ``write``, in which every local id is bound.

    Raises:
        RemoteError: It was not done, or nobody can say whether it was.
        UsageError: A file that waited to be sent is not there any more.
    """
    raise TypeError(f"nobody sends {write.kind} to {to}")


@singledispatch
async def candidates(write: Write, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    """Read what is there that ``write`` could have made; what makes nothing has none.

    Raises:
        RemoteError: The service did not answer; look again later.
    """
    raise TypeError(f"{write.kind}, first sent to {client} at {first_sent}, cannot be recognised")


@singledispatch
async def current(write: Write, client: BoardClient) -> tuple[Value | str | None, Arrived]:
    """What ``write`` changes as the service has it now, or its text; and what else that brought.

    Raises:
        RemoteError: The service did not answer, or what is changed is gone.
    """
    raise TypeError(f"{write.kind} has no contested field at {client}")
