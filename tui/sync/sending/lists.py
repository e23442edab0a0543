"""Senders of lists, their recognition after a lost answer, and their current values."""

from datetime import datetime
from functools import partial

from tui.api.board.client import BoardClient
from tui.api.board.resource import is_id
from tui.model.action import Action
from tui.model.board import BoardList
from tui.model.writes.lists import CopyList, CreateList, UpdateList
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
async def _create(write: CreateList, to: Service) -> SendResult:
    made = await to.client.lists.create(
        board_id=write.board_id, name=write.name, pos=write.pos, idempotency_key=to.key
    )
    return SendResult({write.list_id: made.id}, Arrived(lists=(made,)))


@candidates.register
async def _made(write: CreateList, client: BoardClient, first_sent: datetime) -> list[Candidate]:
    return await in_feed(write, client, first_sent, "createList", partial(made_by, write))


def made_by(_write: CreateList, action: Action) -> Candidate | None:
    """Return the created list of a feed entry."""
    found = action.part("list")
    if not is_id(found.get("id")):
        return None
    return Candidate(found["id"], (found.get("name"),), found.get("pos"), action.id_member_creator)


@send.register
async def _copy(write: CopyList, to: Service) -> SendResult:
    made = await to.client.lists.copy(
        write.source_id, board_id=write.board_id, name=write.name, pos=write.pos, idempotency_key=to.key
    )
    # The checklists, comments and files of its cards are in neither answer.
    result = SendResult({write.list_id: made.id}, Arrived(lists=(made,)), needs_pull=True)
    return await with_cards_of(made.id, write.board_id, to, result)


@candidates.register
async def _copied(write: CopyList, client: BoardClient, _first_sent: datetime) -> list[Candidate]:
    # Not in the feed, because it is not known how each service reports a copied list there.
    lists = await client.boards.lists(write.board_id, filter="all")
    return [Candidate(one.id, (one.name,), one.pos) for one in lists]


@send.register
async def _update(write: UpdateList, to: Service) -> SendResult:
    updated = await to.client.lists.update(write.list_id, **write.changes)
    return SendResult(arrived=Arrived(lists=(updated,)))


@current.register
async def _current(write: UpdateList, client: BoardClient) -> tuple[BoardList, Arrived]:
    board_list = await client.lists.get(write.list_id)
    return board_list, Arrived(lists=(board_list,))
