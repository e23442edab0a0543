"""Was it carried out? What a create that got no readable answer left behind, and what to do then.

Only for a service that does not honour an idempotency key: there the same request with the same key is the
whole answer. Elsewhere we look before we ask again. The decisions are pure; ``look`` reads what they need.
The promise is "at most one, with high probability": a request that is delivered later than SETTLE after we
looked makes a second one (reliability reference, f).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tui.api.board.client import BoardClient
from tui.model.action import Action
from tui.model.base import created_at, instant_text
from tui.model.op import (
    AddComment,
    AddLink,
    CopyCard,
    CreateBoard,
    CreateCard,
    CreateCheckItem,
    CreateChecklist,
    CreateLabel,
    CreateList,
    Op,
    UploadFile,
)

SETTLE = 60.0
"""Seconds to wait before looking: a call's deadline, and as much again for what is still on its way."""

SKEW = timedelta(seconds=120)
"""How far the service's clock and ours may be apart."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something on the service that may be what we sent.

    Attributes:
        payload: What it was made with, in the form of ``payload(op)``.
        pos: Its position, or None where nobody says.
        by: The member who made it, or None where nobody says.
    """

    id: str
    payload: tuple[str | None, ...]
    pos: float | None = None
    by: str | None = None


def payload(op: Op) -> tuple[str | None, ...]:
    """What ``op`` makes, as far as the service repeats it; () for an op that makes nothing."""
    match op:
        case CreateBoard() | CreateList() | CreateCard() | CopyCard() | CreateChecklist() | CreateCheckItem():
            return (op.name,)
        case AddLink():
            return (op.url,)
        case UploadFile():
            return (op.name, str(op.size))
        case AddComment():
            return (op.text,)
        case CreateLabel():
            return (op.name, op.color)
        case _:
            return ()


def position(op: Op) -> float | None:
    """Where ``op`` puts what it makes: with a service that repeats it, proof that the thing is ours."""
    return getattr(op, "pos", None)


def choose(
    op: Op, seen: Iterable[Candidate], *, first_sent: datetime, me: str | None, taken: frozenset[str]
) -> str | None:
    """The id of what ``op`` made, or None: it was not carried out.

    Args:
        op: The create.
        seen: What is there.
        first_sent: When it was first sent; nothing older (but for SKEW) can be it.
        me: Our own member's id, or None when unknown.
        taken: Ids that are known to be something else.
    """
    fits = [
        candidate
        for candidate in seen
        if candidate.payload == payload(op)
        and candidate.id not in taken
        and (me is None or candidate.by in {None, me})
        and _young(candidate.id, first_sent)
    ]
    # The position is evidence, not a condition: the service or somebody else may have changed it.
    fits.sort(key=lambda c: (c.pos != position(op), c.id))
    return fits[0].id if fits else None


def _young(ident: str, first_sent: datetime) -> bool:
    made = created_at(ident)
    return made is None or made >= first_sent - SKEW


async def look(op: Op, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    """Read what is there that ``op`` could have made.

    Raises:
        RemoteError: The service did not answer; look again later.
    """
    match op:
        case CreateCard() | CopyCard() | CreateList() | AddComment():
            return await _from_feed(op, client, first_sent)
        case CreateBoard():
            return [Candidate(board.id, (board.name,)) for board in await client.boards.mine(filter="all")]
        case CreateLabel():
            labels = await client.boards.labels(op.board_id)
            return [Candidate(label.id, (label.name, label.color)) for label in labels]
        case CreateChecklist() | CreateCheckItem() | AddLink() | UploadFile():
            return await _on_card(op, client)
        case _:
            return []


async def _on_card(
    op: CreateChecklist | CreateCheckItem | AddLink | UploadFile, client: BoardClient
) -> list[Candidate]:
    match op:
        case CreateChecklist():
            lists = await client.cards.checklists(op.card_id)
            return [Candidate(c.id, (c.name,), c.pos) for c in lists]
        case CreateCheckItem():
            lists = await client.cards.checklists(op.card_id)
            items = (item for c in lists if c.id == op.checklist_id for item in c.check_items)
            return [Candidate(i.id, (i.name,), i.pos) for i in items]
        case AddLink():
            return [Candidate(a.id, (a.url,)) for a in await client.attachments.of_card(op.card_id)]
        case UploadFile():
            held = await client.attachments.of_card(op.card_id)
            return [Candidate(a.id, (a.name, str(a.bytes))) for a in held if a.is_upload]


_FEEDS = {
    "create_card": "createCard",
    "copy_card": "copyCard",
    "create_list": "createList",
    "add_comment": "commentCard",
}


async def _from_feed(
    op: CreateCard | CopyCard | CreateList | AddComment, client: BoardClient, first_sent: datetime
) -> list[Candidate]:
    since = instant_text(first_sent - SKEW)
    actions = await client.boards.actions(op.board_id, since=since, limit=1000, filter=_FEEDS[op.kind])
    return [candidate for action in actions if (candidate := made(op, action)) is not None]


def made(op: CreateCard | CopyCard | CreateList | AddComment, action: Action) -> Candidate | None:
    """What an entry of the feed says was made, if it was made where ``op`` makes it."""
    card, board_list = action.data.get("card") or {}, action.data.get("list") or {}
    by = action.id_member_creator
    match op:
        case CreateCard() | CopyCard() if board_list.get("id") == op.list_id and card.get("id"):
            return Candidate(card["id"], (card.get("name"),), card.get("pos"), by)
        case CreateList() if board_list.get("id"):
            return Candidate(board_list["id"], (board_list.get("name"),), board_list.get("pos"), by)
        case AddComment() if card.get("id") == op.card_id:
            return Candidate(action.id, (action.data.get("text"),), None, by)
    return None
