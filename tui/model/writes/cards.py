"""Writes of cards."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from tui.model.card import Badges, Card
from tui.model.values.scalars import Instant
from tui.model.writes.attachments import AddLink
from tui.model.writes.base import (
    CardWrite,
    Ident,
    InList,
    Inverse,
    KnownBoardId,
    LabelIds,
    MemberIds,
    NameOf,
    Partial,
    Write,
    quoted,
)
from tui.model.writes.checklists import recreate_checklist
from tui.model.writes.comments import recreate_comment
from tui.model.writes.labels import AddCardLabel
from tui.model.writes.members import AddCardMember
from tui.model.writes.rows import Rows


class CardCreation(CardWrite):
    """The base of writes that create a card."""

    makes: ClassVar[str] = "card_id"
    takes_empty_name: ClassVar[bool] = True
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)

    list_id: InList
    name: str
    pos: float
    desc: str = ""
    due: Instant | None = None
    start: Instant | None = None
    due_complete: bool = False
    label_ids: LabelIds = ()
    member_ids: MemberIds = ()

    def apply(self, row: Card | None) -> Card:
        """Return a new card; a card that exists stays as it is."""
        return row or Card(
            id=self.card_id,
            id_board=self.board_id,
            id_list=self.list_id,
            name=self.name,
            desc=self.desc,
            pos=self.pos,
            due=self.due,
            start=self.start,
            due_complete=self.due_complete,
            id_labels=self.label_ids,
            id_members=self.member_ids,
            badges=Badges(description=bool(self.desc)),
        )

    def without_label(self, label_id: str) -> tuple[Self, AddCardLabel]:
        """Return the creation of the card without a label, and the write that would put it on later."""
        left = tuple(one for one in self.label_ids if one != label_id)
        put_on = AddCardLabel(board_id=self.board_id, card_id=self.card_id, label_id=label_id)
        return self.replace(label_ids=left), put_on

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by archiving the new card: an undo never deletes a card at the service."""
        return Inverse((UpdateCard(board_id=self.board_id, card_id=self.card_id, closed=True),))


class CreateCard(CardCreation):
    """Add a card to a list."""

    kind: Literal["create_card"] = "create_card"

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Added “Ana Ray”``."""
        return f"Added {quoted(self.name, 'a card')}"


class CopyCard(CardCreation):
    """Add a copy of a card to a list, with everything on it.

    The fields that it shares with the source show the copy before the service makes it.

    Attributes:
        comments: Whether the comments are copied too; those of a template are about the template.
    """

    kind: Literal["copy_card"] = "copy_card"
    source_id: Annotated[str, Ident("cards", value=True)]
    comments: bool = True

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Copied “Ana Ray”``."""
        return f"Copied {quoted(name(self.source_id), 'a card')}"


_ALONE: Mapping[str, tuple[str, str]] = {
    "closed": ("Archived {card}", "Restored {card}"),
    "name": ("Renamed to {name}", "Renamed to {name}"),
    "due_complete": ("Marked {card} done", "Marked {card} not done"),
    "subscribed": ("Subscribed to {card}", "Unsubscribed from {card}"),
    "is_template": ("Made {card} a template", "Made {card} an ordinary card"),
}
"""The description of a change of one of these fields alone, for a true and a false value."""

_OTHERS: Mapping[str, str] = {
    "desc": "description",
    "due": "due date",
    "start": "start date",
    "due_reminder": "reminder",
}


class UpdateCard(CardWrite, Partial):
    """Change fields of a card; a field left out stays as it is.

    ``due``, ``start`` and ``due_reminder`` (minutes before ``due``) may be set to None to clear them.
    """

    clearable: ClassVar[frozenset[str]] = frozenset({"due", "start", "due_reminder"})
    repeatable: ClassVar[bool] = True
    contested: ClassVar[tuple[str, ...]] = ("name", "desc", "due", "start", "due_reminder")
    typed: ClassVar[tuple[str, ...]] = ("desc", "name")

    kind: Literal["update_card"] = "update_card"
    name: str | None = None
    desc: str | None = None
    closed: bool | None = None
    due: Instant | None = None
    start: Instant | None = None
    due_complete: bool | None = None
    due_reminder: int | None = None
    subscribed: bool | None = None
    is_template: bool | None = None

    def apply(self, row: Card | None) -> Card | None:
        """Return the card with the changes made."""
        if row is None:
            return None
        changes = self.changes
        if "desc" in changes:
            changes["badges"] = row.badges.replace(description=bool(changes["desc"]))
        return row.replace(**changes)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Archived “Ana Ray”``."""
        changes, named = self.changes, quoted(name(self.card_id), "the card")
        for field, (on, off) in _ALONE.items():
            if field in changes:
                words = on if changes[field] else off
                return words.format(card=named, name=quoted(self.name, "the card"))
        changed = " and ".join(words for field, words in _OTHERS.items() if field in changes)
        return f"Changed the {changed or 'fields'} of {named}"

    def shown(self, rows: Rows) -> Card | None:
        """Return the card as it is shown."""
        return rows.get(Card, self.card_id)

    def reapplicable(self) -> Write:
        """Leave out the description, because it was sent merged with the text of others, which is unknown here."""
        return self if self.desc is None else self.replace(desc=None)


class MoveCard(CardWrite):
    """Move a card to a list of its board and a position in it."""

    repeatable: ClassVar[bool] = True

    kind: Literal["move_card"] = "move_card"
    list_id: InList
    pos: float

    def apply(self, row: Card | None) -> Card | None:
        """Return the card at its new place."""
        if row is None:
            return None
        return row.replace(id_list=self.list_id, id_board=self.board_id, pos=self.pos)

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by moving the card back to its earlier place."""
        row = rows.get(Card, self.card_id)
        if row is None:
            return Inverse()
        return Inverse((MoveCard(board_id=row.id_board, card_id=row.id, list_id=row.id_list, pos=row.pos),))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Moved “Ana Ray” to Contacted``."""
        return f"Moved {quoted(name(self.card_id), 'the card')} to {name(self.list_id) or 'its list'}"

    def describe_change(self, before: Write | None, name: NameOf) -> str:
        """Describe a move within a list as one up or down in it."""
        if not isinstance(before, MoveCard) or before.list_id != self.list_id:
            return self.describe(name)
        way = "up" if self.pos < before.pos else "down"
        return f"Moved {quoted(name(self.card_id), 'the card')} {way} in {name(self.list_id) or 'its list'}"


class MoveCardToBoard(CardWrite):
    """Move a card to another board.

    The service keeps the labels that have an equal on the new board, and the members who are on it.

    Attributes:
        label_ids: Its labels on the new board, as far as they can be predicted.
        member_ids: Its members on the new board, as far as they can be predicted.
    """

    board_id: KnownBoardId
    kind: Literal["move_card_to_board"] = "move_card_to_board"
    list_id: InList
    pos: float
    from_board_id: Annotated[str, Ident("boards", checked=False, value=True)]
    label_ids: LabelIds = ()
    member_ids: MemberIds = ()

    def apply(self, row: Card | None) -> Card | None:
        """Return the card at its new place, with the labels and members it keeps."""
        if row is None:
            return None
        return row.replace(
            id_list=self.list_id,
            id_board=self.board_id,
            pos=self.pos,
            id_labels=self.label_ids,
            id_members=self.member_ids,
        )

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by moving the card back to its board, and restoring labels and members it may have lost."""
        row = rows.get(Card, self.card_id)
        if row is None:
            return Inverse()
        at = {"board_id": row.id_board, "card_id": row.id}
        home = MoveCardToBoard(
            **at,
            list_id=row.id_list,
            pos=row.pos,
            from_board_id=self.board_id,
            label_ids=row.id_labels,
            member_ids=row.id_members,
        )
        return Inverse((home, *_add_labels_and_members(at, row)))

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Moved “Ana Ray” to board “Won”``."""
        to = quoted(name(self.board_id), "another")
        return f"Moved {quoted(name(self.card_id), 'the card')} to board {to}"


class DeleteCard(CardWrite):
    """Delete a card. It cannot be undone, so the user is asked first."""

    deletes: ClassVar[str] = "card_id"

    kind: Literal["delete_card"] = "delete_card"

    def apply(self, row: Card | None) -> None:
        """Return None: the card is gone."""

    def inverse(self, rows: Rows) -> Inverse:
        """Undo by creating the card again if the service never had it; any other card cannot come back."""
        row = rows.get(Card, self.card_id)
        return Inverse() if row is None or not rows.unsent(row.id) else _recreate_card(row, rows)

    def describe(self, name: NameOf) -> str:
        """Return a line such as ``Deleted “Ana Ray”``."""
        return f"Deleted {quoted(name(self.card_id), 'the card')}"


def _add_labels_and_members(at: dict[str, str], row: Card) -> list[Write]:
    """Return the writes that add the labels and members of ``row`` to a card."""
    labels: list[Write] = [AddCardLabel(**at, label_id=one) for one in row.id_labels]
    return [*labels, *(AddCardMember(**at, member_id=one) for one in row.id_members)]


def _recreate_card(row: Card, rows: Rows) -> Inverse:
    back = Inverse()
    at: dict[str, Any] = {"board_id": row.id_board, "card_id": back.new_id_for(row.id)}
    writes: list[Write] = [CreateCard(**at, list_id=row.id_list, name=row.name, pos=row.pos, desc=row.desc)]
    kept = ("due", "start", "due_complete", "due_reminder", "closed", "subscribed", "is_template")
    if fields := {name: value for name in kept if (value := getattr(row, name))}:
        writes.append(UpdateCard(**at, **fields))
    writes += _add_labels_and_members(at, row)
    writes += [
        AddLink(**at, attachment_id=back.new_id_for(one.id), url=one.url, name=one.name)
        for one in row.attachments
        if not one.is_upload
    ]
    for checklist in rows.checklists_of(row.id):
        writes += recreate_checklist(at, checklist, back)
    writes += [recreate_comment(at, comment, rows, back) for comment in rows.comments_of(row.id)]
    back.writes = tuple(writes)
    return back
