"""Writes of labels."""

from typing import Literal

from tui.model.ops.base import BaseOp


class CreateLabel(BaseOp):
    """Add a label to a board."""

    kind: Literal["create_label"] = "create_label"
    label_id: str
    name: str
    color: str | None = None


class UpdateLabel(BaseOp):
    """Rename and recolour a label; both are given, so that None can mean "no colour"."""

    kind: Literal["update_label"] = "update_label"
    label_id: str
    name: str
    color: str | None = None


class DeleteLabel(BaseOp):
    """Delete a label, and take it off every card."""

    kind: Literal["delete_label"] = "delete_label"
    label_id: str
