"""Words for an op: what the status line says was done. Pure."""

from collections.abc import Callable
from typing import assert_never

from tui.model.checklist import COMPLETE
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

NameOf = Callable[[str], str]
"""The name of the thing with an id, or "" when it is not known."""

ListOp = CreateList | UpdateList
CardOp = CreateCard | UpdateCard | MoveCard | DeleteCard
SetOp = AddCardLabel | RemoveCardLabel | AddCardMember | RemoveCardMember
CommentOp = AddComment | UpdateComment | DeleteComment
ChecklistOp = CreateChecklist | UpdateChecklist | DeleteChecklist
ItemOp = CreateCheckItem | UpdateCheckItem | DeleteCheckItem
LabelOp = CreateLabel | UpdateLabel | DeleteLabel

_LONGEST = 40


def describe(op: Op, name_of: NameOf) -> str:  # noqa: PLR0911 - one answer for each family of ops
    """One line in the past tense, names in quotes: ``Moved “Ana Ray” to Contacted``."""
    match op:
        case CreateList() | UpdateList():
            return _list(op, name_of)
        case CreateCard() | UpdateCard() | MoveCard() | DeleteCard():
            return _card(op, name_of)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            return _set(op, name_of)
        case AddComment() | UpdateComment() | DeleteComment():
            return _comment(op, name_of)
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            return _checklist(op, name_of)
        case CreateCheckItem() | UpdateCheckItem() | DeleteCheckItem():
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


def _list(op: ListOp, name_of: NameOf) -> str:
    name = _quote(name_of(op.list_id) or op.name, "the list")
    if isinstance(op, CreateList):
        return f"Added list {_quote(op.name, 'the list')}"
    if op.closed is not None:
        return f"{'Archived' if op.closed else 'Restored'} list {name}"
    return f"Renamed list to {name}" if op.name is not None else f"Moved list {name}"


def _card(op: CardOp, name_of: NameOf) -> str:
    name = _quote(name_of(op.card_id), "the card")
    match op:
        case CreateCard():
            return f"Added {_quote(op.name, 'a card')}"
        case MoveCard():
            return f"Moved {name} to {name_of(op.list_id) or 'its list'}"
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
    words = {"desc": "description", "due": "due date", "start": "start date"}
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
            verb = "Moved" if op.name is None else "Renamed"
            if op.state is not None:
                verb = "Ticked" if op.state == COMPLETE else "Unticked"
            return f"{verb} item {_quote(name_of(op.item_id) or op.name, '')}".rstrip()


def _label(op: LabelOp, name_of: NameOf) -> str:
    match op:
        case CreateLabel():
            return f"Added label {_quote(op.name, op.color or 'without a name')}"
        case UpdateLabel():
            return f"Changed label {_quote(op.name, op.color or 'without a name')}"
        case DeleteLabel():
            return f"Deleted label {_quote(name_of(op.label_id), '')}".rstrip()
