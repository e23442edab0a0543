"""The inverse of an op: ops that take it back. Pure but for the rows it looks at."""

from typing import assert_never

from tui.model.op import (
    AddCardLabel,
    AddCardMember,
    AddComment,
    AddLink,
    CopyCard,
    CreateBoard,
    CreateCard,
    CreateCheckItem,
    CreateChecklist,
    CreateLabel,
    CreateList,
    DeleteBoard,
    DeleteCard,
    DeleteCheckItem,
    DeleteChecklist,
    DeleteComment,
    DeleteLabel,
    MarkNotification,
    MoveCard,
    MoveCardToBoard,
    MoveCheckItem,
    Op,
    ReadNotifications,
    RemoveAttachment,
    RemoveBoardMember,
    RemoveCardLabel,
    RemoveCardMember,
    SetBoardMember,
    StarBoard,
    UpdateBoard,
    UpdateCard,
    UpdateCheckItem,
    UpdateChecklist,
    UpdateComment,
    UpdateLabel,
    UpdateList,
    UploadFile,
)
from tui.model.ops.describe import BoardMemberOp, BoardOp, LabelOp, ListOp, NotificationOp
from tui.store.ops.before import Inverse, Rows
from tui.store.ops.card_inverse import of_attachment, of_card, of_checklist, of_comment, of_item, of_set


def inverse(op: Op, rows: Rows) -> Inverse:  # noqa: C901, PLR0911 - one answer for each family of ops
    """What takes ``op`` back, seen from the rows before it."""
    match op:
        case CreateBoard() | UpdateBoard() | StarBoard() | DeleteBoard():
            return _board(op, rows)
        case SetBoardMember() | RemoveBoardMember():
            return _member(op, rows)
        case CreateList() | UpdateList():
            return _list(op, rows)
        case CreateCard() | CopyCard() | UpdateCard() | MoveCard() | MoveCardToBoard() | DeleteCard():
            return of_card(op, rows)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            return of_set(op, rows)
        case AddLink() | UploadFile() | RemoveAttachment():
            return of_attachment(op, rows)
        case AddComment() | UpdateComment() | DeleteComment():
            return of_comment(op, rows)
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            return of_checklist(op, rows)
        case CreateCheckItem() | UpdateCheckItem() | MoveCheckItem() | DeleteCheckItem():
            return of_item(op, rows)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            return _label(op, rows)
        case MarkNotification() | ReadNotifications():
            return _notification(op, rows)
        case _:
            assert_never(op)


def _board(op: BoardOp, rows: Rows) -> Inverse:
    """A board that was made is closed again; one that was deleted cannot come back."""
    row = rows.board(op.board_id)
    match op:
        case CreateBoard():
            return Inverse((UpdateBoard(board_id=op.board_id, closed=True),))
        case StarBoard() if row is not None and row.starred != op.starred:
            return Inverse((StarBoard(board_id=op.board_id, starred=row.starred),))
        case UpdateBoard() if row is not None:
            prefs = (row.model_extra or {}).get("prefs")
            held = {"background": prefs.get("background") if isinstance(prefs, dict) else None}
            was = {name: held[name] if name in held else getattr(row, name) for name in op.changes}
            known = {name: value for name, value in was.items() if value is not None}
            return Inverse((UpdateBoard(board_id=op.board_id, **known),) if known else ())
        case _:
            return Inverse()


def _member(op: BoardMemberOp, rows: Rows) -> Inverse:
    role = rows.role(op.board_id, op.member_id)
    if isinstance(op, SetBoardMember) and role is None:
        return Inverse((RemoveBoardMember(board_id=op.board_id, member_id=op.member_id),))
    if role is None or (isinstance(op, SetBoardMember) and role.member_type == op.role):
        return Inverse()
    before = SetBoardMember(board_id=op.board_id, member_id=op.member_id, role=role.member_type)
    return Inverse((before,))


def _notification(op: NotificationOp, rows: Rows) -> Inverse:
    if isinstance(op, MarkNotification):
        row = rows.notification(op.notification_id)
        if row is None or row.unread == op.unread:
            return Inverse()
        return Inverse((MarkNotification(notification_id=row.id, unread=row.unread),))
    unread = rows.unread_up_to(op.newest_id)
    return Inverse(tuple(MarkNotification(notification_id=ident, unread=True) for ident in unread))


def _list(op: ListOp, rows: Rows) -> Inverse:
    if isinstance(op, CreateList):
        return Inverse((UpdateList(board_id=op.board_id, list_id=op.list_id, closed=True),))
    row = rows.list(op.list_id)
    was = {} if row is None else {name: getattr(row, name) for name in op.changes}
    return Inverse((UpdateList(board_id=op.board_id, list_id=op.list_id, **was),) if was else ())


def _label(op: LabelOp, rows: Rows) -> Inverse:
    if isinstance(op, CreateLabel):
        return Inverse((DeleteLabel(board_id=op.board_id, label_id=op.label_id),))
    row = rows.label(op.label_id)
    if row is None:
        return Inverse()
    if isinstance(op, UpdateLabel):
        return Inverse((UpdateLabel(board_id=op.board_id, label_id=row.id, name=row.name, color=row.color),))
    result = Inverse()
    ident = result.again(row.id)
    worn = [
        AddCardLabel(board_id=card.id_board, card_id=card.id, label_id=ident) for card in rows.wearers(row.id)
    ]
    result.ops = (
        CreateLabel(board_id=op.board_id, label_id=ident, name=row.name, color=row.color),
        *worn,
    )
    return result
