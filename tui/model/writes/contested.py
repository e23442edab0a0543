"""Contested fields: fields for which changes by two people are a conflict, and how they are compared.

Yes-or-no fields are not contested, because two people who change one set the same value. Labels and members
are added and removed one by one, and positions have their own rules. Pure functions.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from tui.model.sync import Shape
from tui.model.values.scalars import format_instant
from tui.model.writes.base import Partial, Write
from tui.model.writes.cards import MoveCard

TEXTS = frozenset({"desc", "text"})
"""Fields of several lines, which are merged when the changes are in different lines."""

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
"""Names of fields for the user."""

SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        **dict.fromkeys(TEXTS, "lines"),
        "name": "line",
        "due": "moment",
        "start": "moment",
        "due_reminder": "reminder",
    }
)
"""What the values of fields are; those of all others are a ``value``, such as the name of a member."""


def fields(write: Write) -> dict[str, Any]:
    """Return the contested fields that ``write`` changes, with JSON values."""
    given = write.changes if isinstance(write, Partial) else {n: getattr(write, n) for n in write.contested}
    return {name: json_value(given[name]) for name in write.contested if name in given}


def base_values(write: Write) -> dict[str, Any]:
    """Return the values from which a later write of the same kind starts: its fields, or its list."""
    return {"list_id": write.list_id} if isinstance(write, MoveCard) else fields(write)


def values_of(write: Write, row: Any) -> dict[str, Any]:
    """Return the contested fields of ``write`` as they are in ``row``, with JSON values; {} for no row."""
    if row is None:
        return {}
    return {name: json_value(getattr(row, write.row_names.get(name, name))) for name in write.contested}


def json_value(value: Any) -> Any:
    """Convert a field's value to its JSON form."""
    return format_instant(value) if isinstance(value, datetime) else value


def values_equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal, ignoring outer blanks and line endings, which a service may change."""
    if isinstance(one, str) and isinstance(other, str):
        return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()
    return bool(one == other)


def typed_field(write: Write) -> str | None:
    """Return the field of ``write`` with the most valuable text the user typed for a card, or None."""
    return next((name for name in write.typed if getattr(write, name)), None)


def with_value(write: Write, field: str, value: Any) -> Write:
    """Return ``write`` with another JSON value for one of its fields."""
    return type(write).parse({**json.loads(write.to_stored()), field: value})


def reduce_to_field(write: Write, field: str) -> Write:
    """Return ``write`` reduced to a change of ``field``."""
    others = {name: None for name in fields(write) if name != field}
    return (write.without(others) or write) if isinstance(write, Partial) else write
