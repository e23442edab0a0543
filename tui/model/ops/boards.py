"""Writes of boards, and of who is on them."""

from typing import ClassVar, Literal

from tui.model.ops.base import BaseOp, Partial


class CreateBoard(BaseOp):
    """Make a board, without lists: those are ops of their own, so that they are there offline too.

    Attributes:
        background: Name of a colour (``blue``, ``green`` …), or None for the service's own choice.
        organization_id: The workspace that owns it, or None for the member's first.
    """

    kind: Literal["create_board"] = "create_board"
    name: str
    desc: str = ""
    background: str | None = None
    organization_id: str | None = None


class UpdateBoard(Partial):
    """Rename, describe, recolour, close or open a board."""

    names: ClassVar[frozenset[str]] = frozenset({"board_id"})

    kind: Literal["update_board"] = "update_board"
    name: str | None = None
    desc: str | None = None
    closed: bool | None = None
    background: str | None = None


class StarBoard(BaseOp):
    """Put a board among the starred ones of this account, or take it out."""

    kind: Literal["star_board"] = "star_board"
    starred: bool


class DeleteBoard(BaseOp):
    """Delete a board and all that is on it for good. It cannot be undone, so it is asked about first."""

    kind: Literal["delete_board"] = "delete_board"


class SetBoardMember(BaseOp):
    """Put somebody on a board, or give them another role there.

    Attributes:
        role: ``admin``, ``normal`` or ``observer``.
        username: With ``full_name``, what is shown until the board is read again.
    """

    kind: Literal["set_board_member"] = "set_board_member"
    member_id: str
    role: str = "normal"
    username: str = ""
    full_name: str = ""


class RemoveBoardMember(BaseOp):
    """Take somebody off a board."""

    kind: Literal["remove_board_member"] = "remove_board_member"
    member_id: str
