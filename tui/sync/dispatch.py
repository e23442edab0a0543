"""What each op asks of the service. A new op that is missing here fails the type check.

Positions leave as numbers, never as ``top`` or ``bottom``: a repeat then changes nothing. Labels and members
of a card leave one by one, never as a whole set, so that nobody else's are lost. A delete of what is gone
and an add of what is there already are done; the client says so.
"""

from dataclasses import dataclass, field
from typing import assert_never

from tui.api.board.client import BoardClient
from tui.model.op import (
    AddCardLabel,
    AddCardMember,
    AddComment,
    CreateCard,
    CreateCheckItem,
    CreateChecklist,
    CreateLabel,
    CreateList,
    DeleteCard,
    DeleteCheckItem,
    DeleteChecklist,
    DeleteComment,
    DeleteLabel,
    MoveCard,
    Op,
    RemoveCardLabel,
    RemoveCardMember,
    UpdateCard,
    UpdateCheckItem,
    UpdateChecklist,
    UpdateComment,
    UpdateLabel,
    UpdateList,
)
from tui.store.arrive import Arrived


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service made of an op.

    Attributes:
        bound: Local id to the service's id, for what was made.
        arrived: The values it answered with.
    """

    bound: dict[str, str] = field(default_factory=dict)
    arrived: Arrived = field(default_factory=Arrived)


async def send(op: Op, client: BoardClient, key: str) -> Answer:
    """Ask the service for ``op``.

    Args:
        op: With every local id in it bound.
        client: The board service.
        key: The op's idempotency key, the same in every attempt.

    Raises:
        RemoteError: It was not done, or nobody can say whether it was.
    """
    match op:
        case CreateList() | UpdateList():
            answer = _list(op, client, key)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            answer = _label(op, client, key)
        case CreateCard() | UpdateCard() | MoveCard() | DeleteCard():
            answer = _card(op, client, key)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            answer = _element(op, client)
        case AddComment() | UpdateComment() | DeleteComment():
            answer = _comment(op, client, key)
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            answer = _checklist(op, client, key)
        case CreateCheckItem() | UpdateCheckItem() | DeleteCheckItem():
            answer = _item(op, client, key)
        case _:
            assert_never(op)
    return await answer


async def _list(op: CreateList | UpdateList, client: BoardClient, key: str) -> Answer:
    match op:
        case CreateList():
            made = await client.lists.create(
                board_id=op.board_id, name=op.name, pos=op.pos, idempotency_key=key
            )
            return Answer({op.list_id: made.id}, Arrived(lists=(made,)))
        case UpdateList():
            now = await client.lists.update(op.list_id, name=op.name, closed=op.closed, pos=op.pos)
            return Answer(arrived=Arrived(lists=(now,)))


async def _label(op: CreateLabel | UpdateLabel | DeleteLabel, client: BoardClient, key: str) -> Answer:
    match op:
        case CreateLabel():
            made = await client.labels.create(
                board_id=op.board_id, name=op.name, color=op.color, idempotency_key=key
            )
            return Answer({op.label_id: made.id}, Arrived(labels=(made,)))
        case UpdateLabel():
            now = await client.labels.update(op.label_id, name=op.name, color=op.color)
            return Answer(arrived=Arrived(labels=(now,)))
        case DeleteLabel():
            await client.labels.delete(op.label_id)
            return Answer()


async def _card(op: CreateCard | UpdateCard | MoveCard | DeleteCard, client: BoardClient, key: str) -> Answer:
    match op:
        case CreateCard():
            made = await client.cards.create(
                list_id=op.list_id, name=op.name, pos=op.pos, desc=op.desc, idempotency_key=key
            )
            return Answer({op.card_id: made.id}, Arrived(cards=(made,)))
        case UpdateCard():
            now = await client.cards.update(op.card_id, **op.changes)
            return Answer(arrived=Arrived(cards=(now,)))
        case MoveCard():
            now = await client.cards.move(op.card_id, list_id=op.list_id, pos=op.pos)
            return Answer(arrived=Arrived(cards=(now,)))
        case DeleteCard():
            await client.cards.delete(op.card_id)
            return Answer()


async def _element(
    op: AddCardLabel | RemoveCardLabel | AddCardMember | RemoveCardMember, client: BoardClient
) -> Answer:
    match op:
        case AddCardLabel():
            await client.cards.add_label(op.card_id, op.label_id)
        case RemoveCardLabel():
            await client.cards.remove_label(op.card_id, op.label_id)
        case AddCardMember():
            await client.cards.add_member(op.card_id, op.member_id)
        case RemoveCardMember():
            await client.cards.remove_member(op.card_id, op.member_id)
    return Answer()


async def _comment(op: AddComment | UpdateComment | DeleteComment, client: BoardClient, key: str) -> Answer:
    match op:
        case AddComment():
            made = await client.cards.add_comment(op.card_id, op.text, idempotency_key=key)
            return Answer({op.comment_id: made.id}, Arrived(comments=(made,)))
        case UpdateComment():
            await client.actions.update_comment(op.comment_id, op.text)
        case DeleteComment():
            await client.actions.delete_comment(op.comment_id)
    return Answer()


async def _checklist(
    op: CreateChecklist | UpdateChecklist | DeleteChecklist, client: BoardClient, key: str
) -> Answer:
    match op:
        case CreateChecklist():
            made = await client.checklists.create(
                card_id=op.card_id, name=op.name, pos=op.pos, idempotency_key=key
            )
            return Answer({op.checklist_id: made.id})
        case UpdateChecklist():
            await client.checklists.update(op.checklist_id, name=op.name, pos=op.pos)
        case DeleteChecklist():
            await client.checklists.delete(op.checklist_id)
    return Answer()


async def _item(
    op: CreateCheckItem | UpdateCheckItem | DeleteCheckItem, client: BoardClient, key: str
) -> Answer:
    match op:
        case CreateCheckItem():
            made = await client.checklists.add_item(
                op.checklist_id, name=op.name, pos=op.pos, state=op.state, idempotency_key=key
            )
            return Answer({op.item_id: made.id})
        case UpdateCheckItem():
            asked = {"name": op.name, "state": op.state, "pos": op.pos}
            changes = {name: value for name, value in asked.items() if value is not None}
            await client.cards.update_item(op.card_id, op.item_id, **changes)
        case DeleteCheckItem():
            await client.checklists.delete_item(op.checklist_id, op.item_id)
    return Answer()
