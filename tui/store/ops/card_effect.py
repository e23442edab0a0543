"""What an op does to a card. Pure, like ``effect``."""

from typing import TypeVar

from tui.model.attachment import Attachment
from tui.model.card import Badges, Card
from tui.model.op import (
    AddCardLabel,
    AddCardMember,
    AddComment,
    AddLink,
    CopyCard,
    CreateCard,
    CreateChecklist,
    DeleteCard,
    DeleteChecklist,
    DeleteComment,
    DeleteLabel,
    MoveCard,
    MoveCardToBoard,
    Op,
    RemoveAttachment,
    RemoveCardLabel,
    RemoveCardMember,
    UpdateCard,
    UploadFile,
)

_V = TypeVar("_V")


def on_card(op: Op, row: Card | None) -> Card | None:  # noqa: PLR0911 - one answer for each family of ops
    """``row`` after ``op``. Ticked items are not counted here: the rows of its checklists are."""
    match op:
        case CreateCard() | CopyCard() if row is None:
            return _new_card(op)
        case DeleteCard():
            return None
        case _ if row is None:
            return None
        case UpdateCard() | MoveCard() | MoveCardToBoard():
            return _card_itself(op, row)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember() | DeleteLabel():
            return _card_sets(op, row)
        case AddLink() | UploadFile() | RemoveAttachment():
            return _card_attachments(op, row)
        case _:
            return _card_parts(op, row)


def _new_card(op: CreateCard | CopyCard) -> Card:
    card = Card(
        id=op.card_id,
        id_board=op.board_id,
        id_list=op.list_id,
        name=op.name,
        desc=op.desc,
        pos=op.pos,
        badges=Badges(description=bool(op.desc)),
    )
    if isinstance(op, CreateCard):
        return card
    return card.but(
        due=op.due,
        start=op.start,
        due_complete=op.due_complete,
        id_labels=op.label_ids,
        id_members=op.member_ids,
    )


def _card_itself(op: UpdateCard | MoveCard | MoveCardToBoard, row: Card) -> Card:
    if isinstance(op, UpdateCard):
        changes = op.changes
        if "desc" in changes:
            changes["badges"] = row.badges.but(description=bool(changes["desc"]))
        return row.but(**changes)
    moved = row.but(id_list=op.list_id, id_board=op.board_id, pos=op.pos)
    if isinstance(op, MoveCard):
        return moved
    return moved.but(id_labels=op.label_ids, id_members=op.member_ids)


def _card_attachments(op: AddLink | UploadFile | RemoveAttachment, row: Card) -> Card:
    there = any(one.id == op.attachment_id for one in row.attachments)
    if there == (not isinstance(op, RemoveAttachment)):
        return row
    if isinstance(op, RemoveAttachment):
        now = tuple(one for one in row.attachments if one.id != op.attachment_id)
    else:
        now = (*row.attachments, _attachment(op))
    count = max(0, max(row.badges.attachments, len(row.attachments)) + len(now) - len(row.attachments))
    return row.but(attachments=now, badges=row.badges.but(attachments=count))


def _attachment(op: AddLink | UploadFile) -> Attachment:
    if isinstance(op, AddLink):
        # Where no name is given the service calls a link by its address.
        return Attachment(id=op.attachment_id, name=op.name or op.url, url=op.url)
    return Attachment(
        id=op.attachment_id, name=op.name, bytes=op.size, is_upload=True, mime_type=op.mime_type
    )


def _card_sets(
    op: AddCardLabel | RemoveCardLabel | AddCardMember | RemoveCardMember | DeleteLabel, row: Card
) -> Card:
    match op:
        case AddCardLabel():
            return row.but(id_labels=_with(row.id_labels, op.label_id))
        case RemoveCardLabel() | DeleteLabel():
            return row.but(id_labels=_without(row.id_labels, op.label_id))
        case AddCardMember():
            return row.but(id_members=_with(row.id_members, op.member_id))
        case RemoveCardMember():
            return row.but(id_members=_without(row.id_members, op.member_id))


def _card_parts(op: Op, row: Card) -> Card:
    match op:
        case AddComment():
            return row.but(badges=row.badges.but(comments=row.badges.comments + 1))
        case DeleteComment():
            return row.but(badges=row.badges.but(comments=max(0, row.badges.comments - 1)))
        case CreateChecklist():
            return row.but(id_checklists=_with(row.id_checklists, op.checklist_id))
        case DeleteChecklist():
            return row.but(id_checklists=_without(row.id_checklists, op.checklist_id))
        case _:
            return row


def _with(ids: tuple[_V, ...], ident: _V) -> tuple[_V, ...]:
    return ids if ident in ids else (*ids, ident)


def _without(ids: tuple[_V, ...], ident: _V) -> tuple[_V, ...]:
    return tuple(other for other in ids if other != ident) if ident in ids else ids
