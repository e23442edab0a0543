"""Words for an op: what the status line says was done. Pure."""

from collections.abc import Callable
from typing import assert_never

from tui.model.checklist import COMPLETE
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

NameOf = Callable[[str], str]
"""The name of the thing with an id, or "" when it is not known."""

BoardOp = CreateBoard | UpdateBoard | StarBoard | DeleteBoard
BoardMemberOp = SetBoardMember | RemoveBoardMember
NotificationOp = MarkNotification | ReadNotifications
ListOp = CreateList | UpdateList
CardOp = CreateCard | CopyCard | UpdateCard | MoveCard | MoveCardToBoard | DeleteCard
AttachmentOp = AddLink | UploadFile | RemoveAttachment
SetOp = AddCardLabel | RemoveCardLabel | AddCardMember | RemoveCardMember
CommentOp = AddComment | UpdateComment | DeleteComment
ChecklistOp = CreateChecklist | UpdateChecklist | DeleteChecklist
ItemOp = CreateCheckItem | UpdateCheckItem | MoveCheckItem | DeleteCheckItem
LabelOp = CreateLabel | UpdateLabel | DeleteLabel

_LONGEST = 40


def describe(op: Op, name_of: NameOf) -> str:  # noqa: C901, PLR0911, PLR0912 - one answer for each family of ops
    """One line in the past tense, names in quotes: ``Moved “Ana Ray” to Contacted``."""
    match op:
        case CreateBoard() | UpdateBoard() | StarBoard() | DeleteBoard():
            return _board(op, name_of)
        case SetBoardMember() | RemoveBoardMember():
            return _board_member(op, name_of)
        case MarkNotification():
            return f"Marked a notification {'unread' if op.unread else 'read'}"
        case ReadNotifications():
            return "Marked all notifications read"
        case CreateList() | UpdateList():
            return _list(op, name_of)
        case AddLink() | UploadFile() | RemoveAttachment():
            return _attachment(op, name_of)
        case CreateCard() | CopyCard() | UpdateCard() | MoveCard() | MoveCardToBoard() | DeleteCard():
            return _card(op, name_of)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            return _set(op, name_of)
        case AddComment() | UpdateComment() | DeleteComment():
            return _comment(op, name_of)
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            return _checklist(op, name_of)
        case CreateCheckItem() | UpdateCheckItem() | MoveCheckItem() | DeleteCheckItem():
            return _item(op, name_of)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            return _label(op, name_of)
        case _:
            assert_never(op)


def _quote(name: str | None, instead: str) -> str:
    if not name:
        return instead
    line = " ".join(name.split())
    return f"“{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}”"


def _board(op: BoardOp, name_of: NameOf) -> str:
    name = _quote(name_of(op.board_id), "the board")
    match op:
        case CreateBoard():
            return f"Made board {_quote(op.name, 'without a name')}"
        case DeleteBoard():
            return f"Deleted board {name}"
        case StarBoard():
            return f"{'Starred' if op.starred else 'Unstarred'} {name}"
        case UpdateBoard():
            return _board_fields(op, name)


def _board_fields(op: UpdateBoard, name: str) -> str:
    if op.closed is not None:
        return f"{'Closed' if op.closed else 'Opened'} board {name}"
    if op.name is not None:
        return f"Renamed board to {_quote(op.name, 'the board')}"
    return f"Changed the {'description' if op.desc is not None else 'background'} of {name}"


def _board_member(op: BoardMemberOp, name_of: NameOf) -> str:
    board = _quote(name_of(op.board_id), "the board")
    if isinstance(op, RemoveBoardMember):
        return f"Took {name_of(op.member_id) or 'a member'} off board {board}"
    who = name_of(op.member_id) or op.full_name or op.username or "a member"
    return f"Put {who} on board {board}" + (f" as {op.role}" if op.role != "normal" else "")


def _attachment(op: AttachmentOp, name_of: NameOf) -> str:
    card = _quote(name_of(op.card_id), "the card")
    if isinstance(op, RemoveAttachment):
        return f"Took an attachment off {card}"
    return f"Attached {_quote(op.name or (op.url if isinstance(op, AddLink) else ''), 'a file')} to {card}"


def _list(op: ListOp, name_of: NameOf) -> str:
    name = _quote(name_of(op.list_id) or op.name, "the list")
    if isinstance(op, CreateList):
        return f"Added list {_quote(op.name, 'the list')}"
    if op.closed is not None:
        return f"{'Archived' if op.closed else 'Restored'} list {name}"
    if op.name is not None:
        return f"Renamed list to {name}"
    if "soft_limit" in op.changes:
        return f"{'Limited' if op.soft_limit is not None else 'Took the limit off'} list {name}" + (
            f" to {op.soft_limit}" if op.soft_limit is not None else ""
        )
    return f"Moved list {name}"


def _card(op: CardOp, name_of: NameOf) -> str:
    name = _quote(name_of(op.card_id), "the card")
    match op:
        case CreateCard():
            return f"Added {_quote(op.name, 'a card')}"
        case CopyCard():
            return f"Copied {_quote(name_of(op.source_id), 'a card')}"
        case MoveCard():
            return f"Moved {name} to {name_of(op.list_id) or 'its list'}"
        case MoveCardToBoard():
            return f"Moved {name} to board {_quote(name_of(op.board_id), 'another')}"
        case DeleteCard():
            return f"Deleted {name}"
        case UpdateCard():
            return _card_fields(op, name)


def _card_fields(op: UpdateCard, name: str) -> str:
    changes = op.changes
    if "closed" in changes:
        return f"{'Archived' if op.closed else 'Restored'} {name}"
    if "name" in changes:
        return f"Renamed to {_quote(op.name, 'the card')}"
    if "due_complete" in changes:
        return f"Marked {name} {'done' if op.due_complete else 'not done'}"
    if "subscribed" in changes:
        return f"{'Subscribed to' if op.subscribed else 'Unsubscribed from'} {name}"
    words = {
        "desc": "description",
        "due": "due date",
        "start": "start date",
        "due_reminder": "reminder",
    }
    changed = " and ".join(words[field] for field in words if field in changes)
    return f"Changed the {changed or 'fields'} of {name}"


def _set(op: SetOp, name_of: NameOf) -> str:
    card = _quote(name_of(op.card_id), "the card")
    match op:
        case AddCardLabel():
            return f"Labelled {card} {_quote(name_of(op.label_id), '')}".rstrip()
        case RemoveCardLabel():
            return f"Took label {_quote(name_of(op.label_id), '')} off {card}".replace("  ", " ")
        case AddCardMember():
            return f"Put {name_of(op.member_id) or 'a member'} on {card}"
        case RemoveCardMember():
            return f"Took {name_of(op.member_id) or 'a member'} off {card}"


def _comment(op: CommentOp, name_of: NameOf) -> str:
    card = _quote(name_of(op.card_id), "the card")
    match op:
        case AddComment():
            return f"{'Attached a finding to' if op.finding_key else 'Commented on'} {card}"
        case UpdateComment():
            return f"Edited a comment on {card}"
        case DeleteComment():
            return f"Deleted a comment on {card}"


def _checklist(op: ChecklistOp, name_of: NameOf) -> str:
    name = _quote(name_of(op.checklist_id), "the checklist")
    match op:
        case CreateChecklist():
            return f"Added checklist {_quote(op.name, 'the checklist')}"
        case UpdateChecklist():
            return f"{'Moved' if op.name is None else 'Renamed'} checklist {name}"
        case DeleteChecklist():
            return f"Deleted checklist {name}"


def _item(op: ItemOp, name_of: NameOf) -> str:
    match op:
        case CreateCheckItem():
            return f"Added item {_quote(op.name, 'an item')}"
        case DeleteCheckItem():
            return f"Deleted item {_quote(name_of(op.item_id), '')}".rstrip()
        case UpdateCheckItem():
            return f"{_item_verb(op)} item {_quote(name_of(op.item_id) or op.name, '')}".rstrip()
        case MoveCheckItem():
            to = _quote(name_of(op.to_checklist_id), "another checklist")
            return f"Moved item {_quote(op.name, '')} to {to}"


def _item_verb(op: UpdateCheckItem) -> str:
    if op.state is not None:
        return "Ticked" if op.state == COMPLETE else "Unticked"
    if op.name is not None:
        return "Renamed"
    changes = op.changes
    if "due" in changes:
        return "Dated" if op.due is not None else "Took the date off"
    if "member_id" in changes:
        return "Assigned" if op.member_id is not None else "Unassigned"
    return "Moved"


def _label(op: LabelOp, name_of: NameOf) -> str:
    match op:
        case CreateLabel():
            return f"Added label {_quote(op.name, op.color or 'without a name')}"
        case UpdateLabel():
            return f"Changed label {_quote(op.name, op.color or 'without a name')}"
        case DeleteLabel():
            return f"Deleted label {_quote(name_of(op.label_id), '')}".rstrip()
