"""Senders of cards, their recognition after a lost answer, and their current values."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from tui.api.board.client import BoardClient
from tui.api.board.resource import is_id
from tui.model.action import Action
from tui.model.card import Card
from tui.model.writes.cards import (
    CardCreation,
    CopyCard,
    CreateCard,
    DeleteCard,
    MoveCard,
    MoveCardToBoard,
    UpdateCard,
)
from tui.store.outbox.arrivals import Arrived
from tui.sync.sending.base import (
    Candidate,
    SendResult,
    Service,
    candidates,
    current,
    in_feed,
    send,
    with_cards_of,
)


@send.register
async def _create(write: CreateCard, to: Service) -> SendResult:
    more: dict[str, Any] = {"due": write.due, "start": write.start, "due_complete": write.due_complete}
    more |= {"id_labels": write.label_ids, "id_members": write.member_ids}
    made = await to.client.cards.create(
        list_id=write.list_id,
        name=write.name,
        pos=write.pos,
        desc=write.desc,
        idempotency_key=to.key,
        **{name: value for name, value in more.items() if value},
    )
    return await _placed(made, write.pos, to, SendResult({write.card_id: made.id}))


async def _placed(card: Card, pos: float, to: Service, result: SendResult) -> SendResult:
    """Return a result with its card, and with its whole list if it got another position than ``pos``.

    In that case another card was too close, perhaps an archived one, and the service has spread the whole
    list. No action reports that, and the card's new position would not fit the old positions of the others.
    """
    result = replace(result, arrived=Arrived(cards=(card,)))
    return result if card.pos == pos else await with_cards_of(card.id_list, card.id_board, to, result)


@candidates.register
async def _made(write: CreateCard, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    return await in_feed(write, client, first_sent, "createCard", partial(made_by, write))


@send.register
async def _copy(write: CopyCard, to: Service) -> SendResult:
    made = await to.client.cards.copy(
        write.source_id,
        list_id=write.list_id,
        name=write.name,
        pos=write.pos,
        idempotency_key=to.key,
        comments=write.comments,
    )
    # The checklists, comments and files of the copy are not in the answer.
    return await _placed(made, write.pos, to, SendResult({write.card_id: made.id}, needs_pull=True))


@candidates.register
async def _copied(write: CopyCard, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    return await in_feed(write, client, first_sent, "copyCard", partial(made_by, write))


def made_by(write: CardCreation, action: Action) -> Candidate | None:
    """Return the created card of a feed entry, if it was created in the same list."""
    found = action.part("card")
    if action.part("list").get("id") != write.list_id or not is_id(found.get("id")):
        return None
    return Candidate(found["id"], (found.get("name"),), found.get("pos"), action.id_member_creator)


@send.register
async def _update(write: UpdateCard, to: Service) -> SendResult:
    updated = await to.client.cards.update(write.card_id, **write.changes)
    return SendResult(arrived=Arrived(cards=(updated,)))


@current.register
async def _current(write: UpdateCard, client: BoardClient) -> tuple[Card, Arrived]:
    card = await client.cards.get(write.card_id)
    return card, Arrived(cards=(card,))


@send.register
async def _move(write: MoveCard, to: Service) -> SendResult:
    updated = await to.client.cards.move(write.card_id, list_id=write.list_id, pos=write.pos, board_id=None)
    return await _placed(updated, write.pos, to, SendResult())


@send.register
async def _move_to_board(write: MoveCardToBoard, to: Service) -> SendResult:
    updated = await to.client.cards.move(
        write.card_id, list_id=write.list_id, pos=write.pos, board_id=write.board_id
    )
    return await _placed(updated, write.pos, to, SendResult())


@send.register
async def _delete(write: DeleteCard, to: Service) -> SendResult:
    await to.client.cards.delete(write.card_id)
    return SendResult()
