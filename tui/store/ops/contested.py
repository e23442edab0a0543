"""Contested fields: those that two people may change differently, and how their values are compared. Pure.

A yes or no is none of them: whoever changed it too has changed it to the same. Labels and members are put on
and taken off one by one, and positions have rules of their own (``places``).
"""

import json
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from tui.model.base import instant_text
from tui.model.op import OPS, MoveCard, Op, UpdateChecklist, UpdateLabel, op_json
from tui.model.ops.base import Partial

FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "update_card": ("name", "desc", "due", "start", "due_reminder"),
        "update_list": ("name",),
        "update_board": ("name", "desc"),
        "update_comment": ("text",),
        "update_checklist": ("name",),
        "update_check_item": ("name", "due", "member_id"),
        "update_label": ("name", "color"),
    }
)
"""By kind of write."""

TEXTS = frozenset({"desc", "text"})
"""Fields of several lines: changes of different lines are both kept."""

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "name": "title",
        "desc": "description",
        "text": "comment",
        "due": "due date",
        "start": "start date",
        "due_reminder": "reminder",
        "member_id": "member",
        "color": "colour",
        "list_id": "list",
    }
)
"""What a field is called in front of the user."""


def fields(op: Op) -> dict[str, Any]:
    """The contested fields that ``op`` changes, as they are written down."""
    names = FIELDS.get(op.kind, ())
    given = op.changes if isinstance(op, Partial) else {n: getattr(op, n) for n in names}
    if op.kind == "update_checklist":
        given = {name: value for name, value in given.items() if value is not None}
    return {name: plain(given[name]) for name in names if name in given}


def starts(op: Op) -> dict[str, Any]:
    """What a later write of the same kind begins with, once ``op`` is done: its fields, or where it put a card."""
    return {"list_id": op.list_id} if isinstance(op, MoveCard) else fields(op)


def plain(value: Any) -> Any:
    """A field's value as it is written down."""
    return instant_text(value) if isinstance(value, datetime) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values say the same: a service may cut blanks off and turn line ends."""
    if isinstance(one, str) and isinstance(other, str):
        return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()
    return bool(one == other)


def without(op: Op, values: Mapping[str, Any]) -> Op | None:
    """``op`` when these of its fields are left as they are; None when nothing is left of it.

    Args:
        op: A change of some fields.
        values: By field, what it says now: for a label, whose fields are always sent together.
    """
    match op:
        case Partial():
            left = [name for name in op.changes if name not in values]
            kept = {*left, *op.names, "board_id"}
            return type(op)(**{name: getattr(op, name) for name in kept}) if left else None
        case UpdateLabel() if values.keys() != {"name", "color"}:
            return op.model_copy(update=dict(values))
        case UpdateChecklist() if op.pos is not None:
            return op.model_copy(update={"name": None})
        case _:
            return None


def with_value(op: Op, field: str, value: Any) -> Op:
    """``op`` with another value for one of its fields, given as it is written down."""
    held = json.loads(op_json(op))
    return OPS.validate_python({**held, field: value})


def only(op: Op, field: str) -> Op:
    """``op`` as a change of this field alone."""
    others = {name: None for name in fields(op) if name != field}
    return (without(op, others) or op) if isinstance(op, Partial) else op
