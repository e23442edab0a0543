"""Senders of labels of boards and cards, their recognition after a lost answer, and their current values."""

from datetime import datetime

from tui.api.board.client import BoardClient
from tui.model.label import Label
from tui.model.writes.labels import AddCardLabel, CreateLabel, DeleteLabel, RemoveCardLabel, UpdateLabel
from tui.store.outbox.arrivals import Arrived
from tui.sync.sending.base import Candidate, SendResult, Service, candidates, current, send


@send.register
async def _create(write: CreateLabel, to: Service) -> SendResult:
    made = await to.client.labels.create(
        board_id=write.board_id, name=write.name, color=write.color, idempotency_key=to.key
    )
    return SendResult({write.label_id: made.id}, Arrived(labels=(made,)))


@candidates.register
async def _made(write: CreateLabel, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    labels = await client.boards.labels(write.board_id)
    return [Candidate(label.id, (label.name, label.color)) for label in labels]


@send.register
async def _update(write: UpdateLabel, to: Service) -> SendResult:
    updated = await to.client.labels.update(write.label_id, name=write.name, color=write.color)
    return SendResult(arrived=Arrived(labels=(updated,)))


@current.register
async def _current(write: UpdateLabel, client: BoardClient) -> tuple[Label | None, Arrived]:
    labels = await client.boards.labels(write.board_id)
    return next((one for one in labels if one.id == write.label_id), None), Arrived(labels=tuple(labels))


@send.register
async def _delete(write: DeleteLabel, to: Service) -> SendResult:
    await to.client.labels.delete(write.label_id)
    return SendResult()


@send.register
async def _put_on(write: AddCardLabel, to: Service) -> SendResult:
    await to.client.cards.add_label(write.card_id, write.label_id)
    return SendResult()


@send.register
async def _take_off(write: RemoveCardLabel, to: Service) -> SendResult:
    await to.client.cards.remove_label(write.card_id, write.label_id)
    return SendResult()
