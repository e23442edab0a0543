"""Writes of comments."""

from typing import Literal

from tui.model.ops.base import BaseOp


class AddComment(BaseOp):
    """Write a comment on a card.

    Attributes:
        finding_key: The finding it attaches, if it attaches one: a second attach then updates this comment.
    """

    kind: Literal["add_comment"] = "add_comment"
    card_id: str
    comment_id: str
    text: str
    finding_key: str | None = None


class UpdateComment(BaseOp):
    """Change the text of a comment of one's own."""

    kind: Literal["update_comment"] = "update_comment"
    card_id: str
    comment_id: str
    text: str


class DeleteComment(BaseOp):
    """Delete a comment."""

    kind: Literal["delete_comment"] = "delete_comment"
    card_id: str
    comment_id: str
