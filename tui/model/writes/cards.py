"""Writes of cards."""

from typing import Annotated, Any, ClassVar, Literal

from tui.model.base import Instant
from tui.model.card import Badges, Card
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
from tui.model.writes.checklists import checklist_again
from tui.model.writes.comments import comment_again
from tui.model.writes.labels import AddCardLabel
from tui.model.writes.members import AddCardMember
from tui.model.writes.rows import Rows


class CreateCard(CardWrite):
    """Add a card to a list."""

    makes: ClassVar[str] = "card_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)

    kind: Literal["create_card"] = "create_card"
    list_id: InList
    name: str
    pos: float
    desc: str = ""

    def apply(self, row: Card | None) -> Card:
        """A card that is there already stays as it is."""
        return row or _new(self)

    def inverse(self, rows: Rows) -> Inverse:
        """The service deletes no card for good by this program's undo: the card is archived."""
        return _archived(self)

    def describe(self, name: NameOf) -> str:
        """``Added “Ana Ray”``."""
        return f"Added {quoted(self.name, 'a card')}"


class CopyCard(CardWrite):
    """Add a copy of a card to a list, with all that is on it.

    Attributes:
        source_id: The card that is copied; it stays.
        desc: With the fields after it, what the source shows, so that the copy is seen before it is made.
    """

    makes: ClassVar[str] = "card_id"
    recognised_by: ClassVar[tuple[str, ...]] = ("name",)

    kind: Literal["copy_card"] = "copy_card"
    source_id: Annotated[str, Ident("cards", value=True)]
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
        """What the source shows; a card that is there already stays as it is."""
        return row or _new(self).but(
            due=self.due,
            start=self.start,
            due_complete=self.due_complete,
            id_labels=self.label_ids,
            id_members=self.member_ids,
        )

    def inverse(self, rows: Rows) -> Inverse:
        """The copy is archived."""
        return _archived(self)

    def describe(self, name: NameOf) -> str:
        """``Copied “Ana Ray”``."""
        return f"Copied {quoted(name(self.source_id), 'a card')}"


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

    def apply(self, row: Card | None) -> Card | None:
        """The card with the fields that change."""
        if row is None:
            return None
        changes = self.changes
        if "desc" in changes:
            changes["badges"] = row.badges.but(description=bool(changes["desc"]))
        return row.but(**changes)

    def describe(self, name: NameOf) -> str:
        """``Archived “Ana Ray”``."""
        changes, named = self.changes, quoted(name(self.card_id), "the card")
        if "closed" in changes:
            return f"{'Archived' if self.closed else 'Restored'} {named}"
        if "name" in changes:
            return f"Renamed to {quoted(self.name, 'the card')}"
        if "due_complete" in changes:
            return f"Marked {named} {'done' if self.due_complete else 'not done'}"
        if "subscribed" in changes:
            return f"{'Subscribed to' if self.subscribed else 'Unsubscribed from'} {named}"
        words = {"desc": "description", "due": "due date", "start": "start date", "due_reminder": "reminder"}
        changed = " and ".join(words[field] for field in words if field in changes)
        return f"Changed the {changed or 'fields'} of {named}"

    def shown(self, rows: Rows) -> Card | None:
        """The card."""
        return rows.get(Card, self.card_id)

    def again(self) -> Write:
        """All but the description: it was sent with what others wrote in it, which is not known here."""
        return self if self.desc is None else self.but(desc=None)


class MoveCard(CardWrite):
    """Put a card at a place: a list of its board, and a position in it."""

    repeatable: ClassVar[bool] = True

    kind: Literal["move_card"] = "move_card"
    list_id: InList
    pos: float

    def apply(self, row: Card | None) -> Card | None:
        """The card at its new place."""
        if row is None:
            return None
        return row.but(id_list=self.list_id, id_board=self.board_id, pos=self.pos)

    def inverse(self, rows: Rows) -> Inverse:
        """Back to where it was."""
        row = rows.get(Card, self.card_id)
        if row is None:
            return Inverse()
        return Inverse((MoveCard(board_id=row.id_board, card_id=row.id, list_id=row.id_list, pos=row.pos),))

    def describe(self, name: NameOf) -> str:
        """``Moved “Ana Ray” to Contacted``."""
        return f"Moved {quoted(name(self.card_id), 'the card')} to {name(self.list_id) or 'its list'}"


class MoveCardToBoard(CardWrite):
    """Put a card on another board.

    The service keeps those of its labels that have a twin there, and the members who are there too.

    Attributes:
        board_id: The board it goes to.
        list_id: A list of that board.
        from_board_id: The board it leaves.
        label_ids: What it wears there, as far as that can be told here.
        member_ids: Who is on it there, as far as that can be told here.
    """

    board_id: KnownBoardId
    kind: Literal["move_card_to_board"] = "move_card_to_board"
    list_id: InList
    pos: float
    from_board_id: Annotated[str, Ident("boards", checked=False, value=True)]
    label_ids: LabelIds = ()
    member_ids: MemberIds = ()

    def apply(self, row: Card | None) -> Card | None:
        """The card at its new place, with what it keeps there."""
        if row is None:
            return None
        return row.but(
            id_list=self.list_id,
            id_board=self.board_id,
            pos=self.pos,
            id_labels=self.label_ids,
            id_members=self.member_ids,
        )

    def inverse(self, rows: Rows) -> Inverse:
        """Back to the board it came from; what it may have lost on the way is put on again."""
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
        return Inverse((home, *_put_on(at, row)))

    def describe(self, name: NameOf) -> str:
        """``Moved “Ana Ray” to board “Won”``."""
        to = quoted(name(self.board_id), "another")
        return f"Moved {quoted(name(self.card_id), 'the card')} to board {to}"


class DeleteCard(CardWrite):
    """Delete a card for good. It cannot be undone, so it is asked about first."""

    deletes: ClassVar[str] = "card_id"

    kind: Literal["delete_card"] = "delete_card"

    def apply(self, row: Card | None) -> None:
        """There is none any more."""

    def inverse(self, rows: Rows) -> Inverse:
        """A card the service never heard of comes back whole; any other cannot."""
        row = rows.get(Card, self.card_id)
        return Inverse() if row is None or not rows.unsent(row.id) else _made_again(row, rows)

    def describe(self, name: NameOf) -> str:
        """``Deleted “Ana Ray”``."""
        return f"Deleted {quoted(name(self.card_id), 'the card')}"


def _new(write: CreateCard | CopyCard) -> Card:
    return Card(
        id=write.card_id,
        id_board=write.board_id,
        id_list=write.list_id,
        name=write.name,
        desc=write.desc,
        pos=write.pos,
        badges=Badges(description=bool(write.desc)),
    )


def _archived(write: CardWrite) -> Inverse:
    return Inverse((UpdateCard(board_id=write.board_id, card_id=write.card_id, closed=True),))


def _put_on(at: dict[str, str], row: Card) -> list[Write]:
    """What puts the labels and members of ``row`` on a card."""
    labels: list[Write] = [AddCardLabel(**at, label_id=one) for one in row.id_labels]
    return [*labels, *(AddCardMember(**at, member_id=one) for one in row.id_members)]


def _made_again(row: Card, rows: Rows) -> Inverse:
    back = Inverse()
    at: dict[str, Any] = {"board_id": row.id_board, "card_id": back.again(row.id)}
    writes: list[Write] = [CreateCard(**at, list_id=row.id_list, name=row.name, pos=row.pos, desc=row.desc)]
    kept = ("due", "start", "due_complete", "due_reminder", "closed", "subscribed")
    if fields := {name: value for name in kept if (value := getattr(row, name))}:
        writes.append(UpdateCard(**at, **fields))
    writes += _put_on(at, row)
    writes += [
        AddLink(**at, attachment_id=back.again(one.id), url=one.url, name=one.name)
        for one in row.attachments
        if not one.is_upload
    ]
    for checklist in rows.checklists_of(row.id):
        writes += checklist_again(at, checklist, back)
    writes += [comment_again(at, comment, rows, back) for comment in rows.comments_of(row.id)]
    back.writes = tuple(writes)
    return back
