"""Was it carried out? What a create that got no readable answer left behind, and what to do then.

Only for a service that does not honour an idempotency key: there the same request with the same key is the
whole answer. Elsewhere we look before we ask again. The decisions here are pure; the senders of the nouns read what they need.
The promise is "at most one, with high probability": a request that is delivered later than SETTLE after we
looked makes a second one (docs/reference/reliability.md, f).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tui.api.board.client import BoardClient
from tui.model.action import Action
from tui.model.base import Json, created_at, instant_text
from tui.model.writes.base import Write

SETTLE = 60.0
"""Seconds to wait before looking: a call's deadline, and as much again for what is still on its way."""

SKEW = timedelta(seconds=120)
"""How far the service's clock and ours may be apart."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something on the service that may be what we sent.

    Attributes:
        payload: What it was made with, in the form of ``payload(write)``.
        pos: Its position, or None where nobody says.
        by: The member who made it, or None where nobody says.
    """

    id: str
    payload: tuple[str | None, ...]
    pos: float | None = None
    by: str | None = None


def payload(write: Write) -> tuple[str | None, ...]:
    """What ``write`` makes, as far as the service repeats it; () for one that makes nothing."""
    held = (getattr(write, name) for name in write.recognised_by)
    return tuple(None if value is None else str(value) for value in held)


def position(write: Write) -> float | None:
    """Where ``write`` puts what it makes: with a service that repeats it, proof that the thing is ours."""
    return getattr(write, "pos", None)


def choose(
    write: Write, seen: Iterable[Candidate], *, first_sent: datetime, me: str | None, taken: frozenset[str]
) -> str | None:
    """The id of what ``write`` made, or None: it was not carried out.

    Args:
        write: The create.
        seen: What is there.
        first_sent: When it was first sent; nothing older (but for SKEW) can be it.
        me: Our own member's id, or None when unknown.
        taken: Ids that are known to be something else.
    """
    fits = [
        candidate
        for candidate in seen
        if candidate.payload == payload(write)
        and candidate.id not in taken
        and (me is None or candidate.by in {None, me})
        and _young(candidate.id, first_sent)
    ]
    # The position is evidence, not a condition: the service or somebody else may have changed it.
    fits.sort(key=lambda c: (c.pos != position(write), c.id))
    return fits[0].id if fits else None


def _young(ident: str, first_sent: datetime) -> bool:
    made = created_at(ident)
    return made is None or made >= first_sent - SKEW


async def in_feed(
    write: Write,
    client: BoardClient,
    first_sent: datetime,
    kind: str,
    made: Callable[[Action], Candidate | None],
) -> list[Candidate]:
    """What the board's feed says was made since ``write`` was first sent.

    Args:
        write: The create.
        client: The board service.
        first_sent: When it was first sent.
        kind: What such an entry of the feed is called.
        made: What an entry says was made, if it was made where ``write`` makes it.
    """
    since = instant_text(first_sent - SKEW)
    actions = await client.boards.actions(write.board_id, since=since, limit=1000, filter=kind)
    return [candidate for action in actions if (candidate := made(action)) is not None]


def part(action: Action, name: str) -> Json:
    """What an entry of the feed says of its card or list; {} where it says nothing."""
    found = action.data.get(name)
    return found if isinstance(found, dict) else {}
