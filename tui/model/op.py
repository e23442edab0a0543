"""Op: a write the user asked for, kept until the server has it.

An op is a frozen value that can be stored as JSON, applied to the local rows any number of times with the
same result, sent, and undone by another op. Creates carry a local id (``new-…``) that stands for the thing
until the service has named it; the store then rewrites every later op that mentions it.
"""

from typing import Annotated

from pydantic import ConfigDict, Field, TypeAdapter

from tui.model.ops.attachments import AddLink, RemoveAttachment, UploadFile
from tui.model.ops.base import Partial
from tui.model.ops.boards import (
    CreateBoard,
    DeleteBoard,
    RemoveBoardMember,
    SetBoardMember,
    StarBoard,
    UpdateBoard,
)
from tui.model.ops.cards import (
    AddCardLabel,
    AddCardMember,
    CopyCard,
    CreateCard,
    DeleteCard,
    MoveCard,
    MoveCardToBoard,
    RemoveCardLabel,
    RemoveCardMember,
    UpdateCard,
)
from tui.model.ops.checklists import (
    CreateCheckItem,
    CreateChecklist,
    DeleteCheckItem,
    DeleteChecklist,
    MoveCheckItem,
    UpdateCheckItem,
    UpdateChecklist,
)
from tui.model.ops.comments import AddComment, DeleteComment, UpdateComment
from tui.model.ops.labels import CreateLabel, DeleteLabel, UpdateLabel
from tui.model.ops.lists import CreateList, UpdateList
from tui.model.ops.notifications import MarkNotification, ReadNotifications

__all__ = [
    "INBOX",
    "OPS",
    "AddCardLabel",
    "AddCardMember",
    "AddComment",
    "AddLink",
    "CopyCard",
    "CreateBoard",
    "CreateCard",
    "CreateCheckItem",
    "CreateChecklist",
    "CreateLabel",
    "CreateList",
    "DeleteBoard",
    "DeleteCard",
    "DeleteCheckItem",
    "DeleteChecklist",
    "DeleteComment",
    "DeleteLabel",
    "MarkNotification",
    "MoveCard",
    "MoveCardToBoard",
    "MoveCheckItem",
    "Op",
    "ReadNotifications",
    "RemoveAttachment",
    "RemoveBoardMember",
    "RemoveCardLabel",
    "RemoveCardMember",
    "SetBoardMember",
    "StarBoard",
    "UpdateBoard",
    "UpdateCard",
    "UpdateCheckItem",
    "UpdateChecklist",
    "UpdateComment",
    "UpdateLabel",
    "UpdateList",
    "UploadFile",
    "entity",
    "mentions",
    "op_json",
]

Op = Annotated[
    CreateBoard
    | UpdateBoard
    | StarBoard
    | DeleteBoard
    | SetBoardMember
    | RemoveBoardMember
    | CreateList
    | UpdateList
    | CreateCard
    | CopyCard
    | UpdateCard
    | MoveCard
    | MoveCardToBoard
    | DeleteCard
    | AddCardLabel
    | RemoveCardLabel
    | AddCardMember
    | RemoveCardMember
    | AddLink
    | UploadFile
    | RemoveAttachment
    | AddComment
    | UpdateComment
    | DeleteComment
    | CreateChecklist
    | UpdateChecklist
    | DeleteChecklist
    | CreateCheckItem
    | UpdateCheckItem
    | MoveCheckItem
    | DeleteCheckItem
    | CreateLabel
    | UpdateLabel
    | DeleteLabel
    | MarkNotification
    | ReadNotifications,
    Field(discriminator="kind"),
]
"""Any write. Match it exhaustively: a new op that is not dispatched fails the type check."""

OPS: TypeAdapter[Op] = TypeAdapter(Op, config=ConfigDict(defer_build=True))
"""Reads an op back from JSON."""

INBOX = "notifications"
"""The entity of all writes of notifications: they leave in the order they were made."""

ID_FIELDS = (
    "board_id",
    "from_board_id",
    "list_id",
    "card_id",
    "source_id",
    "comment_id",
    "checklist_id",
    "to_checklist_id",
    "item_id",
    "label_id",
    "member_id",
    "attachment_id",
    "notification_id",
    "newest_id",
)
"""Fields of ops that are ids."""

ID_TUPLES = ("label_ids", "member_ids")
"""Fields of ops that are several."""


def op_json(op: Op) -> str:
    """``op`` as stored: of a change of some fields only those that were set, so that it keeps its meaning."""
    if isinstance(op, Partial):
        return op.model_dump_json(include=op.model_fields_set | {"kind"})
    return op.model_dump_json()


def entity(op: Op) -> str:
    """Id of the thing ``op`` writes to: its card, else its list, its label, or the board.

    Ops on one entity leave in the order they were made; ops on different entities never wait for one another.
    """
    if isinstance(op, MarkNotification | ReadNotifications):
        return INBOX
    for name in ("card_id", "list_id", "label_id"):
        if (ident := getattr(op, name, None)) is not None:
            return str(ident)
    return op.board_id


def mentions(op: Op) -> tuple[str, ...]:
    """Every id ``op`` names. A local one among them must be bound before ``op`` can leave."""
    held = [getattr(op, name, None) for name in ID_FIELDS]
    several = [ident for name in ID_TUPLES for ident in getattr(op, name, ())]
    return tuple(ident for ident in (*held, *several) if ident)
