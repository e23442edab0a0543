"""Op: a write the user asked for, kept until the server has it.

An op is a frozen value that can be stored as JSON, applied to the local rows any number of times with the
same result, sent, and undone by another op. Creates carry a local id (``new-…``) that stands for the thing
until the service has named it; the store then rewrites every later op that mentions it.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tui.model.base import Instant


class _Op(BaseModel):
    """What all ops share.

    Attributes:
        board_id: The board whose rows it touches.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    board_id: str


# --- lists -----------------------------------------------------------------------


class CreateList(_Op):
    """Add a list to a board."""

    kind: Literal["create_list"] = "create_list"
    list_id: str
    name: str
    pos: float


class UpdateList(_Op):
    """Change fields of a list; None leaves a field as it is."""

    kind: Literal["update_list"] = "update_list"
    list_id: str
    name: str | None = None
    closed: bool | None = None
    pos: float | None = None


# --- cards -----------------------------------------------------------------------


class CreateCard(_Op):
    """Add a card to a list."""

    kind: Literal["create_card"] = "create_card"
    card_id: str
    list_id: str
    name: str
    pos: float
    desc: str = ""


class UpdateCard(_Op):
    """Change fields of a card; a field left out stays as it is.

    ``due`` and ``start`` may be set to None to clear them, so which fields are meant is told by
    ``model_fields_set``: build it with only what changes.
    """

    kind: Literal["update_card"] = "update_card"
    card_id: str
    name: str | None = None
    desc: str | None = None
    closed: bool | None = None
    due: Instant | None = None
    start: Instant | None = None
    due_complete: bool | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that change, by Python name."""
        return {name: getattr(self, name) for name in self.model_fields_set - {"kind", "board_id", "card_id"}}


class MoveCard(_Op):
    """Put a card at a place: a list, and a position in it."""

    kind: Literal["move_card"] = "move_card"
    card_id: str
    list_id: str
    pos: float


class DeleteCard(_Op):
    """Delete a card for good. It cannot be undone, so it is asked about first."""

    kind: Literal["delete_card"] = "delete_card"
    card_id: str


class AddCardLabel(_Op):
    """Put a label on a card."""

    kind: Literal["add_card_label"] = "add_card_label"
    card_id: str
    label_id: str


class RemoveCardLabel(_Op):
    """Take a label off a card."""

    kind: Literal["remove_card_label"] = "remove_card_label"
    card_id: str
    label_id: str


class AddCardMember(_Op):
    """Put a member on a card."""

    kind: Literal["add_card_member"] = "add_card_member"
    card_id: str
    member_id: str


class RemoveCardMember(_Op):
    """Take a member off a card."""

    kind: Literal["remove_card_member"] = "remove_card_member"
    card_id: str
    member_id: str


# --- comments --------------------------------------------------------------------


class AddComment(_Op):
    """Write a comment on a card.

    Attributes:
        finding_key: The finding it attaches, if it attaches one: a second attach then updates this comment.
    """

    kind: Literal["add_comment"] = "add_comment"
    card_id: str
    comment_id: str
    text: str
    finding_key: str | None = None


class UpdateComment(_Op):
    """Change the text of a comment of one's own."""

    kind: Literal["update_comment"] = "update_comment"
    card_id: str
    comment_id: str
    text: str


class DeleteComment(_Op):
    """Delete a comment."""

    kind: Literal["delete_comment"] = "delete_comment"
    card_id: str
    comment_id: str


# --- checklists ------------------------------------------------------------------


class CreateChecklist(_Op):
    """Add a checklist to a card."""

    kind: Literal["create_checklist"] = "create_checklist"
    card_id: str
    checklist_id: str
    name: str
    pos: float


class UpdateChecklist(_Op):
    """Rename or move a checklist; None leaves a field as it is."""

    kind: Literal["update_checklist"] = "update_checklist"
    card_id: str
    checklist_id: str
    name: str | None = None
    pos: float | None = None


class DeleteChecklist(_Op):
    """Delete a checklist and its items."""

    kind: Literal["delete_checklist"] = "delete_checklist"
    card_id: str
    checklist_id: str


class CreateCheckItem(_Op):
    """Add an item to a checklist."""

    kind: Literal["create_check_item"] = "create_check_item"
    card_id: str
    checklist_id: str
    item_id: str
    name: str
    pos: float
    state: str = "incomplete"


class UpdateCheckItem(_Op):
    """Rename, tick or move an item; None leaves a field as it is."""

    kind: Literal["update_check_item"] = "update_check_item"
    card_id: str
    checklist_id: str
    item_id: str
    name: str | None = None
    state: str | None = None
    pos: float | None = None


class DeleteCheckItem(_Op):
    """Delete an item."""

    kind: Literal["delete_check_item"] = "delete_check_item"
    card_id: str
    checklist_id: str
    item_id: str


# --- labels ----------------------------------------------------------------------


class CreateLabel(_Op):
    """Add a label to a board."""

    kind: Literal["create_label"] = "create_label"
    label_id: str
    name: str
    color: str | None = None


class UpdateLabel(_Op):
    """Rename and recolour a label; both are given, so that None can mean "no colour"."""

    kind: Literal["update_label"] = "update_label"
    label_id: str
    name: str
    color: str | None = None


class DeleteLabel(_Op):
    """Delete a label, and take it off every card."""

    kind: Literal["delete_label"] = "delete_label"
    label_id: str


Op = Annotated[
    CreateList
    | UpdateList
    | CreateCard
    | UpdateCard
    | MoveCard
    | DeleteCard
    | AddCardLabel
    | RemoveCardLabel
    | AddCardMember
    | RemoveCardMember
    | AddComment
    | UpdateComment
    | DeleteComment
    | CreateChecklist
    | UpdateChecklist
    | DeleteChecklist
    | CreateCheckItem
    | UpdateCheckItem
    | DeleteCheckItem
    | CreateLabel
    | UpdateLabel
    | DeleteLabel,
    Field(discriminator="kind"),
]
"""Any write. Match it exhaustively: a new op that is not dispatched fails the type check."""

OPS: TypeAdapter[Op] = TypeAdapter(Op, config=ConfigDict(defer_build=True))
"""Reads an op back from JSON."""


def op_json(op: Op) -> str:
    """``op`` as stored: only the fields that were set, so that UpdateCard keeps its meaning."""
    if isinstance(op, UpdateCard):
        return op.model_dump_json(include=op.model_fields_set | {"kind", "board_id", "card_id"})
    return op.model_dump_json()


def entity(op: Op) -> str:
    """Id of the thing ``op`` writes to: its card, else its list, else its label.

    Ops on one entity leave in the order they were made; ops on different entities never wait for one another.
    """
    for name in ("card_id", "list_id", "label_id"):
        if (ident := getattr(op, name, None)) is not None:
            return str(ident)
    raise TypeError(op)


def mentions(op: Op) -> tuple[str, ...]:
    """Every id ``op`` names but the board's. A local one among them must be bound before ``op`` can leave."""
    return tuple(
        value
        for name in ("list_id", "card_id", "comment_id", "checklist_id", "item_id", "label_id", "member_id")
        if (value := getattr(op, name, None)) is not None
    )
