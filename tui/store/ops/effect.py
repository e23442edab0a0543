"""What an op does to the things it touches. Pure: (op, thing) -> thing, None where there is none.

What is shown is ``reduce`` of these over the pending ops, starting from the service's word; so nothing here
needs to be taken back, and applying the same list of ops again gives the same view.
"""

from typing import Any, TypeVar, assert_never

from tui.model.action import Comment
from tui.model.base import created_at
from tui.model.board import BoardList
from tui.model.card import Badges, Card
from tui.model.change import Noun
from tui.model.checklist import CheckItem, Checklist
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

Key = tuple[Noun, str]
"""A thing: its noun and its id."""

_NULLABLE = frozenset({"due", "start"})
_V = TypeVar("_V")


def touched(op: Op) -> tuple[Key, ...]:  # noqa: PLR0911 - one answer for each family of ops
    """The things ``op`` changes, parts before the card that counts them.

    A deleted label also comes off the cards that wear it; which those are only the rows know.
    """
    match op:
        case CreateList() | UpdateList():
            return (("lists", op.list_id),)
        case CreateLabel() | UpdateLabel() | DeleteLabel():
            return (("labels", op.label_id),)
        case CreateCard() | UpdateCard() | MoveCard() | DeleteCard():
            return (("cards", op.card_id),)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember():
            return (("cards", op.card_id),)
        case AddComment() | UpdateComment() | DeleteComment():
            return (("comments", op.comment_id), ("cards", op.card_id))
        case CreateChecklist() | UpdateChecklist() | DeleteChecklist():
            return (("checklists", op.checklist_id), ("cards", op.card_id))
        case CreateCheckItem() | UpdateCheckItem() | DeleteCheckItem():
            return (("checklists", op.checklist_id), ("cards", op.card_id))
        case _:
            assert_never(op)


def _given(op: Op, *names: str) -> dict[str, Any]:
    return {name: value for name in names if (value := getattr(op, name)) is not None}


def on_list(op: Op, row: BoardList | None) -> BoardList | None:
    """``row`` after ``op``."""
    match op:
        case CreateList() if row is None:
            return BoardList(id=op.list_id, id_board=op.board_id, name=op.name, pos=op.pos)
        case UpdateList() if row is not None:
            return row.but(**_given(op, "name", "closed", "pos"))
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
        case CreateCheckItem() | UpdateCheckItem() | DeleteCheckItem() if row is not None:
            return row.but(check_items=_items(op, row.check_items))
        case _:
            return row


def _items(
    op: CreateCheckItem | UpdateCheckItem | DeleteCheckItem, items: tuple[CheckItem, ...]
) -> tuple[CheckItem, ...]:
    others = [item for item in items if item.id != op.item_id]
    mine = next((item for item in items if item.id == op.item_id), None)
    match op:
        case CreateCheckItem() if mine is None:
            mine = CheckItem(
                id=op.item_id, id_checklist=op.checklist_id, name=op.name, state=op.state, pos=op.pos
            )
        case UpdateCheckItem() if mine is not None:
            mine = mine.but(**_given(op, "name", "state", "pos"))
        case DeleteCheckItem():
            mine = None
        case _:
            pass
    return in_order(others if mine is None else [*others, mine])


def in_order(items: "list[CheckItem] | tuple[CheckItem, ...]") -> tuple[CheckItem, ...]:
    """Items by position, then id."""
    return tuple(sorted(items, key=lambda item: (item.pos, item.id)))


def on_card(op: Op, row: Card | None) -> Card | None:
    """``row`` after ``op``. Ticked items are not counted here: the rows of its checklists are."""
    match op:
        case CreateCard() if row is None:
            return _new_card(op)
        case DeleteCard():
            return None
        case _ if row is None:
            return None
        case UpdateCard() | MoveCard():
            return _card_itself(op, row)
        case AddCardLabel() | RemoveCardLabel() | AddCardMember() | RemoveCardMember() | DeleteLabel():
            return _card_sets(op, row)
        case _:
            return _card_parts(op, row)


def _new_card(op: CreateCard) -> Card:
    return Card(
        id=op.card_id,
        id_board=op.board_id,
        id_list=op.list_id,
        name=op.name,
        desc=op.desc,
        pos=op.pos,
        badges=Badges(description=bool(op.desc)),
    )


def _card_itself(op: UpdateCard | MoveCard, row: Card) -> Card:
    if isinstance(op, MoveCard):
        return row.but(id_list=op.list_id, id_board=op.board_id, pos=op.pos)
    changes = {k: v for k, v in op.changes.items() if v is not None or k in _NULLABLE}
    if "desc" in changes:
        changes["badges"] = row.badges.but(description=bool(changes["desc"]))
    return row.but(**changes)


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
