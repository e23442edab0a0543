"""Writes of lists."""

from typing import ClassVar, Literal

from tui.model.ops.base import BaseOp, Partial


class CreateList(BaseOp):
    """Add a list to a board."""

    kind: Literal["create_list"] = "create_list"
    list_id: str
    name: str
    pos: float


class UpdateList(Partial):
    """Change fields of a list; ``soft_limit`` may be set to None: no limit."""

    clearable: ClassVar[frozenset[str]] = frozenset({"soft_limit"})
    names: ClassVar[frozenset[str]] = frozenset({"list_id"})

    kind: Literal["update_list"] = "update_list"
    list_id: str
    name: str | None = None
    closed: bool | None = None
    pos: float | None = None
    soft_limit: int | None = None
