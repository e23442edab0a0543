"""The inverse of an op: ops that take it back. Pure but for the rows it looks at."""

from dataclasses import dataclass, field
from typing import Any, Protocol, assert_never

from tui.model.action import Comment
from tui.model.base import new_local_id
from tui.model.board import BoardList
from tui.model.card import Card
from tui.model.checklist import Checklist
from tui.model.describe import CardOp, ChecklistOp, CommentOp, ItemOp, LabelOp, ListOp, SetOp
from tui.model.label import Label
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


class Rows(Protocol):
    """What is shown before the op."""

    def list(self, ident: str) -> BoardList | None:
        """A list."""
        ...

    def card(self, ident: str) -> Card | None:
        """A card."""
        ...

    def label(self, ident: str) -> Label | None:
        """A label."""
        ...

    def comment(self, ident: str) -> Comment | None:
        """A comment."""
        ...

    def checklist(self, ident: str) -> Checklist | None:
        """A checklist."""
        ...

    def checklists_of(self, card_id: str) -> "tuple[Checklist, ...]":
        """A card's checklists."""
        ...

    def comments_of(self, card_id: str) -> "tuple[Comment, ...]":
        """A card's comments, oldest first."""
        ...

    def wearers(self, label_id: str) -> "tuple[Card, ...]":
        """Cards shown with a label."""
        ...

    def finding_key(self, comment_id: str) -> str | None:
        """The finding a comment holds."""
        ...

    def unsent(self, ident: str) -> bool:
        """Whether the service cannot have heard of a thing."""
        ...


@dataclass
class Inverse:
    """Ops that take another back.

    Attributes:
        ops: In the order to submit them; none when nothing can or need be taken back.
        renames: Old id to new id of what comes back under another name.
    """

    ops: tuple[Op, ...] = ()
    renames: dict[str, str] = field(default_factory=dict)

    def again(self, ident: str) -> str:
        """A new local id for what comes back, noted as a rename."""
        return self.renames.setdefault(ident, new_local_id())


def inverse(op: Op, rows: Rows) -> Inverse:  # noqa: PLR0911 - one answer for each family of ops
    """What takes ``op`` back, seen from the rows before it."""
    match op:
        case CreateList() | UpdateList():
            return _list(op, rows)
        case CreateCard() | UpdateCard() | MoveCard() | DeleteCard():
            return _card(op, rows)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            return _set(op, rows)
        case AddComment() | UpdateComment() | DeleteComment():
            return _comment(op, rows)
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            return _checklist(op, rows)
        case CreateCheckItem() | UpdateCheckItem() | DeleteCheckItem():
            return _item(op, rows)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            return _label(op, rows)
        case _:
            assert_never(op)


def _was(op: Any, row: Any, *names: str) -> dict[str, Any]:
    """What the fields that ``op`` sets were."""
    return {name: getattr(row, name) for name in names if getattr(op, name) is not None}


def _list(op: ListOp, rows: Rows) -> Inverse:
    if isinstance(op, CreateList):
        return Inverse((UpdateList(board_id=op.board_id, list_id=op.list_id, closed=True),))
    row = rows.list(op.list_id)
    was = {} if row is None else _was(op, row, "name", "closed", "pos")
    return Inverse((UpdateList(board_id=op.board_id, list_id=op.list_id, **was),) if was else ())


def _card(op: CardOp, rows: Rows) -> Inverse:
    if isinstance(op, CreateCard):
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
        case DeleteCard():
            return _card_again(row, rows) if rows.unsent(row.id) else Inverse()


def _card_again(row: Card, rows: Rows) -> Inverse:
    """A card the service never heard of can come back whole; of any other it cannot."""
    result = Inverse()
    board, ident = row.id_board, result.again(row.id)
    ops: list[Op] = [
        CreateCard(
            board_id=board, card_id=ident, list_id=row.id_list, name=row.name, pos=row.pos, desc=row.desc
        )
    ]
    fields = {
        name: getattr(row, name) for name in ("due", "start", "due_complete", "closed") if getattr(row, name)
    }
    if fields:
        ops.append(UpdateCard(board_id=board, card_id=ident, **fields))
    ops += [AddCardLabel(board_id=board, card_id=ident, label_id=one) for one in row.id_labels]
    ops += [AddCardMember(board_id=board, card_id=ident, member_id=one) for one in row.id_members]
    for checklist in rows.checklists_of(row.id):
        ops += _checklist_again(board, ident, checklist, result)
    ops += [_comment_again(board, ident, comment, rows, result) for comment in rows.comments_of(row.id)]
    result.ops = tuple(ops)
    return result


def _set(op: SetOp, rows: Rows) -> Inverse:
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


def _comment(op: CommentOp, rows: Rows) -> Inverse:
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


def _checklist(op: ChecklistOp, rows: Rows) -> Inverse:
    at = {"board_id": op.board_id, "card_id": op.card_id, "checklist_id": op.checklist_id}
    if isinstance(op, CreateChecklist):
        return Inverse((DeleteChecklist(**at),))
    row = rows.checklist(op.checklist_id)
    if row is None:
        return Inverse()
    if isinstance(op, UpdateChecklist):
        was = _was(op, row, "name", "pos")
        return Inverse((UpdateChecklist(**at, **was),) if was else ())
    result = Inverse()
    result.ops = tuple(_checklist_again(op.board_id, op.card_id, row, result))
    return result


def _checklist_again(board_id: str, card_id: str, row: Checklist, result: Inverse) -> list[Op]:
    ident = result.again(row.id)
    at = {"board_id": board_id, "card_id": card_id, "checklist_id": ident}
    items: list[Op] = [
        CreateCheckItem(**at, item_id=result.again(item.id), name=item.name, pos=item.pos, state=item.state)
        for item in row.check_items
    ]
    return [CreateChecklist(**at, name=row.name, pos=row.pos), *items]


def _item(op: ItemOp, rows: Rows) -> Inverse:
    at = {"board_id": op.board_id, "card_id": op.card_id, "checklist_id": op.checklist_id}
    if isinstance(op, CreateCheckItem):
        return Inverse((DeleteCheckItem(**at, item_id=op.item_id),))
    row = rows.checklist(op.checklist_id)
    item = next((one for one in row.check_items if one.id == op.item_id), None) if row else None
    if item is None:
        return Inverse()
    if isinstance(op, UpdateCheckItem):
        was = _was(op, item, "name", "state", "pos")
        return Inverse((UpdateCheckItem(**at, item_id=op.item_id, **was),) if was else ())
    result = Inverse()
    ident = result.again(item.id)
    result.ops = (CreateCheckItem(**at, item_id=ident, name=item.name, pos=item.pos, state=item.state),)
    return result


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
