"""The inverses of what is done to cards, and of what hangs on them."""

from typing import Any

from tui.model.action import Comment
from tui.model.card import Card
from tui.model.checklist import CheckItem, Checklist
from tui.model.op import (
    AddCardLabel,
    AddCardMember,
    AddComment,
    AddLink,
    CopyCard,
    CreateCard,
    CreateCheckItem,
    CreateChecklist,
    DeleteCard,
    DeleteCheckItem,
    DeleteChecklist,
    DeleteComment,
    MoveCard,
    MoveCardToBoard,
    MoveCheckItem,
    Op,
    RemoveAttachment,
    RemoveCardLabel,
    RemoveCardMember,
    UpdateCard,
    UpdateCheckItem,
    UpdateChecklist,
    UpdateComment,
)
from tui.model.ops.describe import AttachmentOp, CardOp, ChecklistOp, CommentOp, ItemOp, SetOp
from tui.store.ops.before import Inverse, Rows


def was_of(op: Any, row: Any, *names: str) -> dict[str, Any]:
    """What the fields that ``op`` sets were."""
    return {name: getattr(row, name) for name in names if getattr(op, name) is not None}


def of_card(op: CardOp, rows: Rows) -> Inverse:
    """What takes a card's own changes back; a card that was sent cannot be deleted, so it is archived."""
    if isinstance(op, CreateCard | CopyCard):
        return Inverse((UpdateCard(board_id=op.board_id, card_id=op.card_id, closed=True),))
    row = rows.card(op.card_id)
    if row is None:
        return Inverse()
    match op:
        case UpdateCard():
            was = {name: getattr(row, name) for name in op.changes}
            return Inverse((UpdateCard(board_id=op.board_id, card_id=row.id, **was),) if was else ())
        case MoveCard():
            back = MoveCard(board_id=row.id_board, card_id=row.id, list_id=row.id_list, pos=row.pos)
            return Inverse((back,))
        case MoveCardToBoard():
            return _card_home(op, row)
        case DeleteCard():
            return _card_again(row, rows) if rows.unsent(row.id) else Inverse()


def _card_home(op: MoveCardToBoard, row: Card) -> Inverse:
    """Back to the board it came from; what it wore there it may have lost on the way, so it is put on again."""
    at = {"board_id": row.id_board, "card_id": row.id}
    back = MoveCardToBoard(
        **at,
        list_id=row.id_list,
        pos=row.pos,
        from_board_id=op.board_id,
        label_ids=row.id_labels,
        member_ids=row.id_members,
    )
    labels = [AddCardLabel(**at, label_id=one) for one in row.id_labels]
    members = [AddCardMember(**at, member_id=one) for one in row.id_members]
    return Inverse((back, *labels, *members))


def _card_again(row: Card, rows: Rows) -> Inverse:
    """A card the service never heard of can come back whole; of any other it cannot."""
    result = Inverse()
    board, ident = row.id_board, result.again(row.id)
    ops: list[Op] = [
        CreateCard(
            board_id=board, card_id=ident, list_id=row.id_list, name=row.name, pos=row.pos, desc=row.desc
        )
    ]
    kept = ("due", "start", "due_complete", "due_reminder", "closed", "subscribed")
    fields = {name: value for name in kept if (value := getattr(row, name))}
    if fields:
        ops.append(UpdateCard(board_id=board, card_id=ident, **fields))
    ops += [AddCardLabel(board_id=board, card_id=ident, label_id=one) for one in row.id_labels]
    ops += [AddCardMember(board_id=board, card_id=ident, member_id=one) for one in row.id_members]
    ops += [
        AddLink(board_id=board, card_id=ident, attachment_id=result.again(one.id), url=one.url, name=one.name)
        for one in row.attachments
        if not one.is_upload
    ]
    for checklist in rows.checklists_of(row.id):
        ops += _checklist_again(board, ident, checklist, result)
    ops += [_comment_again(board, ident, comment, rows, result) for comment in rows.comments_of(row.id)]
    result.ops = tuple(ops)
    return result


def of_set(op: SetOp, rows: Rows) -> Inverse:
    """What takes a label or a member on or off again; nothing where it was so already."""
    row = rows.card(op.card_id)
    labels, members = ((), ()) if row is None else (row.id_labels, row.id_members)
    at = {"board_id": op.board_id, "card_id": op.card_id}
    back: Op | None = None
    match op:
        case AddCardLabel() if op.label_id not in labels:
            back = RemoveCardLabel(**at, label_id=op.label_id)
        case RemoveCardLabel() if op.label_id in labels:
            back = AddCardLabel(**at, label_id=op.label_id)
        case AddCardMember() if op.member_id not in members:
            back = RemoveCardMember(**at, member_id=op.member_id)
        case RemoveCardMember() if op.member_id in members:
            back = AddCardMember(**at, member_id=op.member_id)
        case _:
            pass  # it was so already: there is nothing to take back
    return Inverse(() if back is None else (back,))


def of_comment(op: CommentOp, rows: Rows) -> Inverse:
    """What takes a comment back, or brings it again."""
    at = {"board_id": op.board_id, "card_id": op.card_id}
    if isinstance(op, AddComment):
        return Inverse((DeleteComment(**at, comment_id=op.comment_id),))
    row = rows.comment(op.comment_id)
    if row is None:
        return Inverse()
    if isinstance(op, UpdateComment):
        return Inverse((UpdateComment(**at, comment_id=op.comment_id, text=row.text),))
    result = Inverse()
    result.ops = (_comment_again(op.board_id, op.card_id, row, rows, result),)
    return result


def _comment_again(board_id: str, card_id: str, row: Comment, rows: Rows, result: Inverse) -> Op:
    return AddComment(
        board_id=board_id,
        card_id=card_id,
        comment_id=result.again(row.id),
        text=row.text,
        finding_key=rows.finding_key(row.id),
    )


def of_checklist(op: ChecklistOp, rows: Rows) -> Inverse:
    """What takes a checklist back, or brings it again with its items."""
    at = {"board_id": op.board_id, "card_id": op.card_id, "checklist_id": op.checklist_id}
    if isinstance(op, CreateChecklist):
        return Inverse((DeleteChecklist(**at),))
    row = rows.checklist(op.checklist_id)
    if row is None:
        return Inverse()
    if isinstance(op, UpdateChecklist):
        was = was_of(op, row, "name", "pos")
        return Inverse((UpdateChecklist(**at, **was),) if was else ())
    result = Inverse()
    result.ops = tuple(_checklist_again(op.board_id, op.card_id, row, result))
    return result


def _checklist_again(board_id: str, card_id: str, row: Checklist, result: Inverse) -> list[Op]:
    ident = result.again(row.id)
    at = {"board_id": board_id, "card_id": card_id, "checklist_id": ident}
    items: list[Op] = [_item_again(at, item, result) for item in row.check_items]
    return [CreateChecklist(**at, name=row.name, pos=row.pos), *items]


def of_item(op: ItemOp, rows: Rows) -> Inverse:
    """What takes an item back, or brings it again."""
    at = {"board_id": op.board_id, "card_id": op.card_id, "checklist_id": op.checklist_id}
    if isinstance(op, CreateCheckItem):
        return Inverse((DeleteCheckItem(**at, item_id=op.item_id),))
    row = rows.checklist(op.checklist_id)
    item = next((one for one in row.check_items if one.id == op.item_id), None) if row else None
    if item is None:
        return Inverse()
    match op:
        case UpdateCheckItem():
            held = {name: getattr(item, _ITEM_FIELDS.get(name, name)) for name in op.changes}
            return Inverse((UpdateCheckItem(**at, item_id=op.item_id, **held),) if held else ())
        case MoveCheckItem():
            return Inverse((_item_home(op, item),))
        case DeleteCheckItem():
            result = Inverse()
            result.ops = (_item_again(at, item, result),)
            return result


_ITEM_FIELDS = {"member_id": "id_member"}
"""Fields of an item that an op calls otherwise."""


def _item_home(op: MoveCheckItem, item: CheckItem) -> Op:
    return MoveCheckItem(
        board_id=op.board_id,
        card_id=op.card_id,
        checklist_id=op.to_checklist_id,
        to_checklist_id=op.checklist_id,
        item_id=op.item_id,
        pos=item.pos,
        name=item.name,
        state=item.state,
        due=item.due,
        member_id=item.id_member,
    )


def _item_again(at: dict[str, str], item: CheckItem, result: Inverse) -> Op:
    return CreateCheckItem(
        **at,
        item_id=result.again(item.id),
        name=item.name,
        pos=item.pos,
        state=item.state,
        due=item.due,
        member_id=item.id_member,
    )


def of_attachment(op: AttachmentOp, rows: Rows) -> Inverse:
    """The bytes of an uploaded file are not kept, so it cannot come back once it is removed."""
    at = {"board_id": op.board_id, "card_id": op.card_id}
    if not isinstance(op, RemoveAttachment):
        return Inverse((RemoveAttachment(**at, attachment_id=op.attachment_id),))
    card = rows.card(op.card_id)
    held = next((one for one in card.attachments if one.id == op.attachment_id), None) if card else None
    if held is None or held.is_upload:
        return Inverse()
    result = Inverse()
    result.ops = (AddLink(**at, attachment_id=result.again(held.id), url=held.url, name=held.name),)
    return result
