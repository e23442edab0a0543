"""The generic functions that send each kind of write, and recognise its effect after a lost answer.

Each dispatches on the class of the write; the modules of the nouns register the implementations, and
``senders`` imports them all. Positions are sent as numbers, never as ``top`` or ``bottom``, so that a repeat
changes nothing. Labels and members of a card are sent one by one, never as a whole set, so that other
people's are not lost. Deleting a missing thing, and adding an existing one, count as done; the client handles
that.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import singledispatch
from typing import TYPE_CHECKING

from tui.api.board.client import BoardClient
from tui.errors import RemoteError, StoreError
from tui.model.action import Action
from tui.model.values.record import Value
from tui.model.values.scalars import created_at, format_instant
from tui.model.writes.base import Write
from tui.store.outbox.arrivals import Arrived
from tui.store.spool import Spool
from tui.sync.reading.pace import LARGE_PAGE

if TYPE_CHECKING:
    from tui.model.change import Noun

SETTLE = 60.0
"""Seconds to wait before checking: a call's deadline, and as much again for requests still on their way."""

SKEW = timedelta(seconds=120)
"""The largest difference between the service's clock and ours."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing at the service that may be the one we created.

    Attributes:
        payload: The values it was created with, in the form of ``payload(write)``.
        pos: Its position, or None if unknown.
        by: The member who created it, or None if unknown.
    """

    id: str
    payload: tuple[str | None, ...]
    pos: float | None = None
    by: str | None = None


def payload(write: Write) -> tuple[str | None, ...]:
    """Return the values of the thing that ``write`` creates, as the service returns them; () if it creates nothing."""
    values = (getattr(write, name) for name in write.recognised_by)
    return tuple(None if value is None else str(value) for value in values)


def position(write: Write) -> float | None:
    """Return the position of the thing that ``write`` creates; a thing found at that position is ours."""
    return getattr(write, "pos", None)


def choose(
    write: Write, seen: Iterable[Candidate], *, first_sent: datetime, me: str | None, taken: frozenset[str]
) -> str | None:
    """Return the id of the thing that ``write`` created, or None if it was not carried out.

    Args:
        write: The create.
        seen: The candidates at the service.
        first_sent: When it was first sent; older things (but for SKEW) are excluded.
        me: Our own member's id, or None if unknown.
        taken: Ids that are known to be something else.
    """
    fits = [
        candidate
        for candidate in seen
        if candidate.payload == payload(write)
        and candidate.id not in taken
        and (me is None or candidate.by in {None, me})
        and _is_recent(candidate.id, first_sent)
    ]
    # The position is evidence, not a condition, because the service or somebody else may have changed it.
    fits.sort(key=lambda c: (c.pos != position(write), c.id))
    return fits[0].id if fits else None


def _is_recent(ident: str, first_sent: datetime) -> bool:
    made = created_at(ident)
    return made is None or made >= first_sent - SKEW


async def in_feed(
    write: Write,
    client: BoardClient,
    first_sent: datetime,
    kind: str,
    made: Callable[[Action], Candidate | None],
) -> list[Candidate]:
    """Read candidates from the board's feed since ``write`` was first sent.

    Args:
        write: The create.
        client: The client of the board service.
        first_sent: When it was first sent.
        kind: The type of the feed entries.
        made: Returns the candidate in an entry, if it was created where ``write`` creates it.
    """
    since = format_instant(first_sent - SKEW)
    actions = await client.boards.actions(write.board_id, since=since, limit=1000, filter=kind)
    return [candidate for action in actions if (candidate := made(action)) is not None]


@dataclass(frozen=True, slots=True)
class Service:
    """The tools with which a write is sent.

    Attributes:
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
        needs_pull: Whether the board must be read again, because the answer does not show all effects of the write.
        owed: The board whose cards all have to be read again, because others changed and could not be read; "" for none.
    """

    bound: dict[str, str] = field(default_factory=dict)
    arrived: Arrived = field(default_factory=Arrived)
    needs_pull: bool = False
    owed: str = ""

    @classmethod
    def gone(cls, noun: "Noun", ident: str) -> "SendResult":
        """Return the result of a write to a thing that the service does not have any more."""
        return cls(arrived=Arrived(gone=((noun, ident),)))


async def with_cards_of(list_id: str, board_id: str, to: Service, result: SendResult) -> SendResult:
    """Return a result with all open cards of a list.

    The write was carried out, whether or not this read succeeds; sent again, it would create a second thing,
    or move one to a wrong place. After a failed read the cards of the board are reread later.
    """
    try:
        pages = to.client.lists.every_card(list_id, limit=LARGE_PAGE)
        found = [each async for page in pages for each in page]
    except (RemoteError, StoreError):  # the latter of the request counter
        return replace(result, owed=board_id)
    return replace(result, arrived=result.arrived.replace(cards=tuple(found)))


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
    """Read the things at the service that ``write`` could have created; none if it creates nothing.

    Raises:
        RemoteError: The service did not answer; try again later.
    """
    raise TypeError(f"{write.kind}, first sent to {client} at {first_sent}, cannot be recognised")


@singledispatch
async def current(write: Write, client: BoardClient) -> tuple[Value | str | None, Arrived]:
    """Read the current target of ``write`` from the service, or its text, and what else the answer has.

    Raises:
        RemoteError: The service did not answer, or the target is gone.
    """
    raise TypeError(f"{write.kind} has no contested field at {client}")
