"""Readers for the values of an export's fields, and the mapping of an object's fields to columns.

The readers raise ``InvalidValue`` with a message such as ``expected a date, found 'soon'``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tui.model.values.scalars import OBJECT_ID, format_instant

if TYPE_CHECKING:
    from tui.model.values.scalars import Json

Row = dict[str, Any]
"""One row of a table, by column."""

SHORT_LINK = re.compile(r"[0-9A-Za-z]{8}")
"""The form of the short link in the URL of a board or a card."""

_CANONICAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_LARGEST = 2**63 - 1


def kind_of(value: object) -> str:
    """Name the JSON type of ``value`` for an error message."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return "text"
        case int() | float():
            return "a number"
        case list():
            return f"a list of {len(value)}"
        case _:
            return "an object"


class InvalidValue(Exception):
    """The error of an invalid field value; the message says what was expected and what was found."""

    def __init__(self, expected: str, found: object) -> None:
        shown = f"{found[:40]!r}" if isinstance(found, str) else kind_of(found)
        super().__init__(f"expected {expected}, found {shown}")


def text(value: Any) -> str:
    """Read text of any length."""
    if not isinstance(value, str):
        raise InvalidValue("text", value)
    return value


def flag(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise InvalidValue("true or false", value)
    return value


def number(value: Any) -> float:
    """Read a finite number, which early exports may have as text."""
    try:
        found = (
            float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else math.nan
        )
    except (ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise InvalidValue("a number", value)
    return found


def count(value: Any) -> int:
    """Read a whole number that a database can hold."""
    found = number(value)
    if found != int(found) or not 0 <= found <= _LARGEST:
        raise InvalidValue("a whole number", value)
    return int(found)


def ident(value: Any) -> str:
    """Read an object id: 24 hexadecimal digits."""
    if not isinstance(value, str) or OBJECT_ID.fullmatch(value) is None:
        raise InvalidValue("an id of 24 hexadecimal digits", value)
    return value


def short_link(value: Any) -> str:
    """Read a short link: eight letters and digits."""
    if not isinstance(value, str) or SHORT_LINK.fullmatch(value) is None:
        raise InvalidValue("eight letters and digits", value)
    return value


def moment(value: Any) -> str:
    """Read an ISO 8601 date, and return it as the service writes it; one without a zone is UTC."""
    try:
        parsed = datetime.fromisoformat(value)
        return value if _CANONICAL.fullmatch(value) else format_instant(parsed)
    except (TypeError, ValueError, OverflowError):
        raise InvalidValue("a date", value) from None


def mapping(value: Any) -> Json:
    """Read a JSON object."""
    if not isinstance(value, dict):
        raise InvalidValue("an object", value)
    return value


_PLAIN: dict[Callable[[Any], Any], type] = {text: str, flag: bool, mapping: dict}
"""Readers that take every value of a type as it is, so that they need not be called: a board has a million fields."""


@dataclass(frozen=True, slots=True)
class WireField:
    """A JSON field with its own column.

    Attributes:
        default: The column's value when the field is missing or null.
        vital: Whether an invalid value is an error. If not, the field is left out and reported.
    """

    wire: str
    column: str
    read: Callable[[Any], Any]
    default: Any = None
    vital: bool = False


@dataclass(frozen=True)
class Shape:
    """The fields of one kind of object.

    Attributes:
        handled: Names of fields that have a separate table, or are recomputed for an export.
    """

    fields: tuple[WireField, ...]
    handled: frozenset[str] = frozenset()

    @cached_property
    def _known(self) -> frozenset[str]:
        return self.handled | {field.wire for field in self.fields}

    @cached_property
    def _steps(self) -> tuple[tuple[str, str, Any, type | None, Callable[[Any], Any]], ...]:
        """For each field its names, its default, the type of which it takes every value, and its reader."""
        return tuple(
            (each.wire, each.column, each.default, _PLAIN.get(each.read), each.read) for each in self.fields
        )

    def read(self, value: Json, off: Callable[[str, InvalidValue], None]) -> Row:
        """Convert an object to a row, with all fields that have no column in ``extra``.

        Args:
            value: The object in the file.
            off: Called with name and error of each field left off.

        Raises:
            VitalField: A vital field has an invalid value.
        """
        known, get = self._known, value.get
        row: Row = {
            "extra": {}
            if known.issuperset(value)
            else {name: item for name, item in value.items() if name not in known}
        }
        for wire, column, default, plain, read in self._steps:
            found = get(wire)
            if found is None:
                row[column] = default
            elif type(found) is plain:
                row[column] = found
            else:
                try:
                    row[column] = read(found)
                except InvalidValue as wrong:
                    row[column] = self._leave_off(wire, wrong, off)
        return row

    def _leave_off(self, wire: str, wrong: InvalidValue, off: Callable[[str, InvalidValue], None]) -> Any:
        """Return the default of a field that has an invalid value, or raise if it is vital."""
        field = next(each for each in self.fields if each.wire == wire)
        if field.vital:
            raise VitalField(wire, wrong) from wrong
        off(wire, wrong)
        return field.default

    def write(self, row: Row) -> Json:
        """Convert a row to an object: the columns, then ``extra``, which wins where both have a field."""
        extra: Json = row["extra"]
        return {field.wire: _plain(row[field.column]) for field in self.fields} | extra


class VitalField(Exception):
    """The error of a vital field with an invalid value."""

    def __init__(self, wire: str, wrong: InvalidValue) -> None:
        super().__init__(str(wrong))
        self.wire = wire


def _plain(value: Any) -> Any:
    """Convert a whole float to an integer, as the service writes it; return other values unchanged."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
