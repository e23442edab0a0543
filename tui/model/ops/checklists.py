"""Writes of checklists and their items."""

from typing import ClassVar, Literal

from tui.model.base import Instant
from tui.model.ops.base import BaseOp, Partial


class CreateChecklist(BaseOp):
    """Add a checklist to a card."""

    kind: Literal["create_checklist"] = "create_checklist"
    card_id: str
    checklist_id: str
    name: str
    pos: float


class UpdateChecklist(BaseOp):
    """Rename or move a checklist; None leaves a field as it is."""

    kind: Literal["update_checklist"] = "update_checklist"
    card_id: str
    checklist_id: str
    name: str | None = None
    pos: float | None = None


class DeleteChecklist(BaseOp):
    """Delete a checklist and its items."""

    kind: Literal["delete_checklist"] = "delete_checklist"
    card_id: str
    checklist_id: str


class CreateCheckItem(BaseOp):
    """Add an item to a checklist."""

    kind: Literal["create_check_item"] = "create_check_item"
    card_id: str
    checklist_id: str
    item_id: str
    name: str
    pos: float
    state: str = "incomplete"
    due: Instant | None = None
    member_id: str | None = None


class UpdateCheckItem(Partial):
    """Rename, tick, move, date or assign an item; ``due`` and ``member_id`` may be set to None: none."""

    clearable: ClassVar[frozenset[str]] = frozenset({"due", "member_id"})
    names: ClassVar[frozenset[str]] = frozenset({"card_id", "checklist_id", "item_id"})

    kind: Literal["update_check_item"] = "update_check_item"
    card_id: str
    checklist_id: str
    item_id: str
    name: str | None = None
    state: str | None = None
    pos: float | None = None
    due: Instant | None = None
    member_id: str | None = None


class MoveCheckItem(BaseOp):
    """Move an item to another checklist of the same card.

    Attributes:
        checklist_id: Where it is.
        to_checklist_id: Where it goes.
        name: With the fields after it, the item as it is: the checklist it goes to shows it.
    """

    kind: Literal["move_check_item"] = "move_check_item"
    card_id: str
    checklist_id: str
    to_checklist_id: str
    item_id: str
    pos: float
    name: str
    state: str = "incomplete"
    due: Instant | None = None
    member_id: str | None = None


class DeleteCheckItem(BaseOp):
    """Delete an item."""

    kind: Literal["delete_check_item"] = "delete_check_item"
    card_id: str
    checklist_id: str
    item_id: str
