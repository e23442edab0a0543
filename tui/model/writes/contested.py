"""Contested fields: those that two people may change differently, and how their values are compared. Pure.

A yes or no is none of them: whoever changed it too has changed it to the same. Labels and members are put on
and taken off one by one, and positions have rules of their own.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from tui.model.base import instant_text
from tui.model.writes.base import Partial, Write
from tui.model.writes.cards import MoveCard

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


def fields(write: Write) -> dict[str, Any]:
    """The contested fields that ``write`` changes, as they are written down."""
    given = write.changes if isinstance(write, Partial) else {n: getattr(write, n) for n in write.contested}
    return {name: plain(given[name]) for name in write.contested if name in given}


def starts(write: Write) -> dict[str, Any]:
    """What a later write of the same kind begins with, once ``write`` is done: its fields, or where it put a card."""
    return {"list_id": write.list_id} if isinstance(write, MoveCard) else fields(write)


def values_of(write: Write, row: Any) -> dict[str, Any]:
    """The contested fields of ``row``, which ``write`` changes, as they are written down; {} where there is none."""
    if row is None:
        return {}
    return {name: plain(getattr(row, write.row_names.get(name, name))) for name in write.contested}


def plain(value: Any) -> Any:
    """A field's value as it is written down."""
    return instant_text(value) if isinstance(value, datetime) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values say the same: a service may cut blanks off and turn line ends."""
    if isinstance(one, str) and isinstance(other, str):
        return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()
    return bool(one == other)


def typed_in(write: Write) -> str | None:
    """The field of ``write`` that somebody typed something into for a card, or None."""
    return next((name for name in write.typed if getattr(write, name)), None)


def with_value(write: Write, field: str, value: Any) -> Write:
    """``write`` with another value for one of its fields, given as it is written down."""
    return type(write).parse({**json.loads(write.stored()), field: value})


def only(write: Write, field: str) -> Write:
    """``write`` as a change of this field alone."""
    others = {name: None for name in fields(write) if name != field}
    return (write.without(others) or write) if isinstance(write, Partial) else write
