"""Senders of boards, their recognition after a lost answer, and their current values."""

from datetime import datetime

from tui.api.board.client import BoardClient
from tui.model.board import Board
from tui.model.writes.boards import (
    CompleteBoardCopy,
    CopyBoard,
    CreateBoard,
    DeleteBoard,
    StarBoard,
    UpdateBoard,
)
from tui.store.outbox.arrivals import Arrived
from tui.sync.sending.base import Candidate, SendResult, Service, candidates, current, send
from tui.sync.sending.lists import complete, twins


@send.register
async def _create(write: CreateBoard, to: Service) -> SendResult:
    made = await to.client.boards.create(
        name=write.name,
        desc=write.desc,
        default_lists=False,
        background=write.background,
        organization_id=write.organization_id,
        idempotency_key=to.key,
    )
    return SendResult({write.board_id: made.id}, Arrived(boards=(made,)), needs_pull=True)


@send.register
async def _copy(write: CopyBoard, to: Service) -> SendResult:
    home = write.organization_id
    # A guest of the workspace sees its boards, but makes none there.
    if home is not None and home not in {one.id for one in await to.client.members.workspaces()}:
        home = None
    made = await to.client.boards.copy(
        write.source_id, name=write.name, cards=write.cards, idempotency_key=to.key, organization_id=home
    )
    arrived = Arrived(boards=(made.replace(idBoardSource=write.source_id),))
    return SendResult({write.board_id: made.id}, arrived, needs_pull=True)


@send.register
async def _complete(write: CompleteBoardCopy, to: Service) -> SendResult:
    boards = to.client.boards
    lists = await boards.lists(write.source_id), await boards.lists(write.board_id)
    originals = boards.every_card(write.source_id) if write.cards else None
    return await complete(
        to, twins(*lists, lambda one: one.name), originals, boards.every_card(write.board_id)
    )


@candidates.register(CreateBoard)
@candidates.register(CopyBoard)
async def _made(
    _write: CreateBoard | CopyBoard, client: BoardClient, _first_sent: datetime
) -> list[Candidate]:
    return [Candidate(board.id, (board.name,)) for board in await client.boards.mine(filter="all")]


@send.register
async def _update(write: UpdateBoard, to: Service) -> SendResult:
    updated = await to.client.boards.update(write.board_id, **write.changes)
    return SendResult(arrived=Arrived(boards=(updated,)))


@current.register
async def _current(write: UpdateBoard, client: BoardClient) -> tuple[Board, Arrived]:
    board = await client.boards.get(write.board_id)
    return board, Arrived(boards=(board,))


@send.register
async def _star(write: StarBoard, to: Service) -> SendResult:
    await to.client.boards.star(write.board_id, starred=write.starred)
    return SendResult()


@send.register
async def _delete(write: DeleteBoard, to: Service) -> SendResult:
    await to.client.boards.delete(write.board_id)
    return SendResult()
