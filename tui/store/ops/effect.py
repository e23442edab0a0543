"""What an op does to the things it touches. Pure: (op, thing) -> thing, None where there is none.

What is shown is ``reduce`` of these over the pending ops, starting from the service's word; so nothing here
needs to be taken back, and applying the same list of ops again gives the same view.
"""

from typing import Any, assert_never

from tui.model.action import Comment
from tui.model.base import created_at
from tui.model.board import Board, BoardList
from tui.model.change import Noun
from tui.model.checklist import CheckItem, Checklist
from tui.model.label import Label
from tui.model.notification import Notification
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

Key = tuple[Noun, str]
"""A thing: its noun and its id."""


def touched(op: Op) -> tuple[Key, ...]:  # noqa: C901, PLR0911, PLR0912 - one answer for each family of ops
    """The things ``op`` changes, parts before the card that counts them.

    A deleted label also comes off the cards that wear it, and reading all notifications marks each; which
    those are only the rows know. Who is on a board is not kept as things: the members' reader looks at the
    pending ops itself.
    """
    match op:
        case CreateBoard() | UpdateBoard() | StarBoard() | DeleteBoard():
            return (("boards", op.board_id),)
        case SetBoardMember() | RemoveBoardMember() | ReadNotifications():
            return ()
        case CreateList() | UpdateList():
            return (("lists", op.list_id),)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            return (("labels", op.label_id),)
        case CreateCard() | CopyCard() | UpdateCard() | MoveCard() | MoveCardToBoard() | DeleteCard():
            return (("cards", op.card_id),)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            return (("cards", op.card_id),)
        case AddLink() | UploadFile() | RemoveAttachment():
            return (("cards", op.card_id),)
        case AddComment() | UpdateComment() | DeleteComment():
            return (("comments", op.comment_id), ("cards", op.card_id))
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            return (("checklists", op.checklist_id), ("cards", op.card_id))
        case CreateCheckItem() | UpdateCheckItem() | DeleteCheckItem():
            return (("checklists", op.checklist_id), ("cards", op.card_id))
        case MoveCheckItem():
            return (
                ("checklists", op.checklist_id),
                ("checklists", op.to_checklist_id),
                ("cards", op.card_id),
            )
        case MarkNotification():
            return (("notifications", op.notification_id),)
        case _:
            assert_never(op)


def _given(op: Op, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(op, name)) is not None}


def on_board(op: Op, row: Board | None) -> Board | None:
    """``row`` after ``op``."""
    match op:
        case CreateBoard() if row is None:
            made = Board(id=op.board_id, name=op.name, desc=op.desc, id_organization=op.organization_id)
            return _coloured(made, op.background)
        case UpdateBoard() if row is not None:
            changes = op.changes
            background = changes.pop("background", None)
            return _coloured(row.but(**changes), background)
        case StarBoard() if row is not None:
            return row.but(starred=op.starred)
        case DeleteBoard():
            return None
        case _:
            return row


def _coloured(row: Board, background: str | None) -> Board:
    if background is None:
        return row
    before = (row.model_extra or {}).get("prefs")
    prefs = before if isinstance(before, dict) else {}
    # The service knows which colour the name means; until it says so there is none.
    return row.but(prefs={**prefs, "background": background, "backgroundColor": None})


def on_notification(op: Op, row: Notification | None) -> Notification | None:
    """``row`` after ``op``."""
    match op:
        case MarkNotification() if row is not None:
            return row.but(unread=op.unread)
        case ReadNotifications() if row is not None and row.id <= op.newest_id:
            return row.but(unread=False)
        case _:
            return row


def on_list(op: Op, row: BoardList | None) -> BoardList | None:
    """``row`` after ``op``."""
    match op:
        case CreateList() if row is None:
            return BoardList(id=op.list_id, id_board=op.board_id, name=op.name, pos=op.pos)
        case UpdateList() if row is not None:
            return row.but(**op.changes)
        case _:
            return row


def on_label(op: Op, row: Label | None) -> Label | None:
    """``row`` after ``op``."""
    match op:
        case CreateLabel() if row is None:
            return Label(id=op.label_id, id_board=op.board_id, name=op.name, color=op.color)
        case UpdateLabel() if row is not None:
            return row.but(name=op.name, color=op.color)
        case DeleteLabel():
            return None
        case _:
            return row


def on_comment(op: Op, row: Comment | None) -> Comment | None:
    """``row`` after ``op``; a new one is dated by its id and has no author yet (the rows know who we are)."""
    match op:
        case AddComment() if row is None:
            date = created_at(op.comment_id)
            if date is None:
                return None
            return Comment(id=op.comment_id, id_card=op.card_id, text=op.text, date=date, mine=True)
        case UpdateComment() if row is not None:
            return row.but(text=op.text)
        case DeleteComment():
            return None
        case _:
            return row


def on_checklist(op: Op, row: Checklist | None) -> Checklist | None:
    """``row`` after ``op``, its items in order."""
    match op:
        case CreateChecklist() if row is None:
            return Checklist(
                id=op.checklist_id, id_board=op.board_id, id_card=op.card_id, name=op.name, pos=op.pos
            )
        case UpdateChecklist() if row is not None:
            return row.but(**_given(op, "name", "pos"))
        case DeleteChecklist():
            return None
        case CreateCheckItem() | UpdateCheckItem() | MoveCheckItem() | DeleteCheckItem() if row is not None:
            return row.but(check_items=_items(op, row))
        case _:
            return row


def _items(
    op: CreateCheckItem | UpdateCheckItem | MoveCheckItem | DeleteCheckItem, row: Checklist
) -> tuple[CheckItem, ...]:
    others = [item for item in row.check_items if item.id != op.item_id]
    mine = next((item for item in row.check_items if item.id == op.item_id), None)
    match op:
        case CreateCheckItem() if mine is None:
            mine = _item(op, op.checklist_id)
        case UpdateCheckItem() if mine is not None:
            changes = op.changes
            if "member_id" in changes:
                changes["id_member"] = changes.pop("member_id")
            mine = mine.but(**changes)
        case MoveCheckItem():
            mine = _item(op, row.id) if row.id == op.to_checklist_id else None
        case DeleteCheckItem():
            mine = None
        case _:
            pass
    return in_order(others if mine is None else [*others, mine])


def _item(op: CreateCheckItem | MoveCheckItem, checklist_id: str) -> CheckItem:
    return CheckItem(
        id=op.item_id,
        id_checklist=checklist_id,
        name=op.name,
        state=op.state,
        pos=op.pos,
        due=op.due,
        id_member=op.member_id,
    )


def in_order(items: "list[CheckItem] | tuple[CheckItem, ...]") -> tuple[CheckItem, ...]:
    """Items by position, then id."""
    return tuple(sorted(items, key=lambda item: (item.pos, item.id)))
