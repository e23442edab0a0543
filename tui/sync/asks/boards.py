"""Boards, who is on them, their lists and labels, and the account's notifications."""

from tui.api.board.client import BoardClient
from tui.model.op import (
    CreateBoard,
    CreateLabel,
    CreateList,
    DeleteBoard,
    DeleteLabel,
    MarkNotification,
    ReadNotifications,
    RemoveBoardMember,
    SetBoardMember,
    StarBoard,
    UpdateBoard,
    UpdateLabel,
    UpdateList,
)
from tui.model.ops.describe import BoardMemberOp, BoardOp, LabelOp, ListOp, NotificationOp
from tui.store.arrive import Arrived
from tui.sync.asks.answer import Answer


async def ask_board(op: BoardOp, client: BoardClient, key: str) -> Answer:
    """Carry a write of a board out."""
    match op:
        case CreateBoard():
            made = await client.boards.create(
                name=op.name,
                desc=op.desc,
                default_lists=False,
                background=op.background,
                organization_id=op.organization_id,
                idempotency_key=key,
            )
            return Answer({op.board_id: made.id}, Arrived(boards=(made,)), look=True)
        case UpdateBoard():
            now = await client.boards.update(op.board_id, **op.changes)
            return Answer(arrived=Arrived(boards=(now,)))
        case StarBoard():
            await client.boards.star(op.board_id, starred=op.starred)
        case DeleteBoard():
            await client.boards.delete(op.board_id)
    return Answer()


async def ask_board_member(op: BoardMemberOp, client: BoardClient) -> Answer:
    """Put somebody on a board, or take them off."""
    match op:
        case SetBoardMember():
            await client.boards.set_member(op.board_id, op.member_id, role=op.role)
        case RemoveBoardMember():
            await client.boards.remove_member(op.board_id, op.member_id)
    return Answer(look=True)


async def ask_list(op: ListOp, client: BoardClient, key: str) -> Answer:
    """Carry a write of a list out."""
    match op:
        case CreateList():
            made = await client.lists.create(
                board_id=op.board_id, name=op.name, pos=op.pos, idempotency_key=key
            )
            return Answer({op.list_id: made.id}, Arrived(lists=(made,)))
        case UpdateList():
            now = await client.lists.update(op.list_id, **op.changes)
            return Answer(arrived=Arrived(lists=(now,)))


async def ask_label(op: LabelOp, client: BoardClient, key: str) -> Answer:
    """Carry a write of a label out."""
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


async def ask_notification(op: NotificationOp, client: BoardClient) -> Answer:
    """Mark notifications read or unread."""
    match op:
        case MarkNotification():
            await client.notifications.mark(op.notification_id, unread=op.unread)
        case ReadNotifications():
            await client.notifications.read_all(op.newest_id)
    return Answer()
