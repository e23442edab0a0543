"""Senders of checklists and items, their recognition after a lost answer, and their current values."""

from datetime import datetime
from http import HTTPStatus

from tui.api.board.client import BoardClient
from tui.errors import NotFound
from tui.model.checklist import CheckItem, Checklist
from tui.model.writes.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    MoveCheckItem,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.store.outbox.arrivals import Arrived
from tui.sync.sending.base import Candidate, SendResult, Service, candidates, current, send


@send.register
async def _create(write: CreateChecklist, to: Service) -> SendResult:
    made = await to.client.checklists.create(
        card_id=write.card_id, name=write.name, pos=write.pos, idempotency_key=to.key
    )
    return SendResult({write.checklist_id: made.id})


@candidates.register
async def _made(write: CreateChecklist, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    return [Candidate(one.id, (one.name,), one.pos) for one in await client.cards.checklists(write.card_id)]


@send.register
async def _update(write: UpdateChecklist, to: Service) -> SendResult:
    await to.client.checklists.update(write.checklist_id, name=write.name, pos=write.pos)
    return SendResult()


@current.register
async def _current(write: UpdateChecklist, client: BoardClient) -> tuple[Checklist, Arrived]:
    return await client.checklists.get(write.checklist_id), Arrived()


@send.register
async def _delete(write: DeleteChecklist, to: Service) -> SendResult:
    await to.client.checklists.delete(write.checklist_id)
    return SendResult()


@send.register
async def _create_item(write: CreateCheckItem, to: Service) -> SendResult:
    made = await to.client.checklists.add_item(
        write.checklist_id,
        name=write.name,
        pos=write.pos,
        state=write.state,
        due=write.due,
        member_id=write.member_id,
        idempotency_key=to.key,
    )
    return SendResult({write.item_id: made.id})


@candidates.register
async def _made_items(write: CreateCheckItem, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    lists = await client.cards.checklists(write.card_id)
    items = (item for one in lists if one.id == write.checklist_id for item in one.check_items)
    return [Candidate(item.id, (item.name,), item.pos) for item in items]


@send.register
async def _update_item(write: UpdateCheckItem, to: Service) -> SendResult:
    await to.client.cards.update_item(write.card_id, write.item_id, **write.row_changes)
    return SendResult()


@current.register
async def _current_item(write: UpdateCheckItem, client: BoardClient) -> tuple[CheckItem, Arrived]:
    item = (await client.checklists.get(write.checklist_id)).item(write.item_id)
    if item is None:
        raise NotFound("That item is not there any more.", status=HTTPStatus.NOT_FOUND)
    return item, Arrived()


@send.register
async def _move_item(write: MoveCheckItem, to: Service) -> SendResult:
    await to.client.cards.update_item(
        write.card_id, write.item_id, id_checklist=write.to_checklist_id, pos=write.pos
    )
    return SendResult()


@send.register
async def _delete_item(write: DeleteCheckItem, to: Service) -> SendResult:
    await to.client.checklists.delete_item(write.checklist_id, write.item_id)
    return SendResult()
