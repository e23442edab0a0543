"""Writes of cards, and of the labels and members they wear."""

from typing import ClassVar, Literal

from tui.model.base import Instant
from tui.model.ops.base import BaseOp, Partial


class CreateCard(BaseOp):
    """Add a card to a list."""

    kind: Literal["create_card"] = "create_card"
    card_id: str
    list_id: str
    name: str
    pos: float
    desc: str = ""


class CopyCard(BaseOp):
    """Add a copy of a card to a list, with all that is on it.

    Attributes:
        source_id: The card that is copied; it stays.
        desc: With the fields after it, what the source shows, so that the copy is seen before it is made.
    """

    kind: Literal["copy_card"] = "copy_card"
    card_id: str
    source_id: str
    list_id: str
    name: str
    pos: float
    desc: str = ""
    due: Instant | None = None
    start: Instant | None = None
    due_complete: bool = False
    label_ids: tuple[str, ...] = ()
    member_ids: tuple[str, ...] = ()


class UpdateCard(Partial):
    """Change fields of a card; a field left out stays as it is.

    ``due``, ``start`` and ``due_reminder`` (minutes before ``due``) may be set to None to clear them.
    """

    clearable: ClassVar[frozenset[str]] = frozenset({"due", "start", "due_reminder"})
    names: ClassVar[frozenset[str]] = frozenset({"card_id"})

    kind: Literal["update_card"] = "update_card"
    card_id: str
    name: str | None = None
    desc: str | None = None
    closed: bool | None = None
    due: Instant | None = None
    start: Instant | None = None
    due_complete: bool | None = None
    due_reminder: int | None = None
    subscribed: bool | None = None


class MoveCard(BaseOp):
    """Put a card at a place: a list of its board, and a position in it."""

    kind: Literal["move_card"] = "move_card"
    card_id: str
    list_id: str
    pos: float


class MoveCardToBoard(BaseOp):
    """Put a card on another board.

    The service keeps those of its labels that have a twin there, and the members who are there too.

    Attributes:
        board_id: The board it goes to.
        list_id: A list of that board.
        from_board_id: The board it leaves.
        label_ids: What it wears there, as far as that can be told here.
        member_ids: Who is on it there, as far as that can be told here.
    """

    kind: Literal["move_card_to_board"] = "move_card_to_board"
    card_id: str
    list_id: str
    pos: float
    from_board_id: str
    label_ids: tuple[str, ...] = ()
    member_ids: tuple[str, ...] = ()


class DeleteCard(BaseOp):
    """Delete a card for good. It cannot be undone, so it is asked about first."""

    kind: Literal["delete_card"] = "delete_card"
    card_id: str


class AddCardLabel(BaseOp):
    """Put a label on a card."""

    kind: Literal["add_card_label"] = "add_card_label"
    card_id: str
    label_id: str


class RemoveCardLabel(BaseOp):
    """Take a label off a card."""

    kind: Literal["remove_card_label"] = "remove_card_label"
    card_id: str
    label_id: str


class AddCardMember(BaseOp):
    """Put a member on a card."""

    kind: Literal["add_card_member"] = "add_card_member"
    card_id: str
    member_id: str


class RemoveCardMember(BaseOp):
    """Take a member off a card."""

    kind: Literal["remove_card_member"] = "remove_card_member"
    card_id: str
    member_id: str
