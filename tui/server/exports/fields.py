"""Which wire field of an export stands in which column: one table, read in both directions.

A field that is not in the table goes to the row's ``extra`` as it came and is written back from there. Some
fields are deliberately in ``extra`` although the server answers them itself (``url``, ``badges`` …): an export
then gives back what the file said.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from tui.model.base import OBJECT_ID, Json, instant_text
from tui.server.exports.document import kind_of

Row = dict[str, Any]
"""One row of a table, by column."""

SHORT_LINK = re.compile(r"[0-9A-Za-z]{8}")
"""What stands in the URL of a board or a card."""

_CANONICAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_LARGEST = 2**63 - 1


class Wrong(Exception):
    """A value that its field cannot have; the message says what was expected and what was found."""

    def __init__(self, expected: str, found: object) -> None:
        shown = f"{found[:40]!r}" if isinstance(found, str) else kind_of(found)
        super().__init__(f"expected {expected}, found {shown}")


def text(value: Any) -> str:
    """Text of any length."""
    if not isinstance(value, str):
        raise Wrong("text", value)
    return value


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Wrong("true or false", value)
    return value


def number(value: Any) -> float:
    """A finite number; early exports have some as text."""
    try:
        found = (
            float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else math.nan
        )
    except (ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise Wrong("a number", value)
    return found


def count(value: Any) -> int:
    """A whole number that a database can hold."""
    found = number(value)
    if found != int(found) or not 0 <= found <= _LARGEST:
        raise Wrong("a whole number", value)
    return int(found)


def ident(value: Any) -> str:
    """An object id: 24 hexadecimal digits."""
    if not isinstance(value, str) or OBJECT_ID.fullmatch(value) is None:
        raise Wrong("an id of 24 hexadecimal digits", value)
    return value


def short_link(value: Any) -> str:
    """Eight letters and digits."""
    if not isinstance(value, str) or SHORT_LINK.fullmatch(value) is None:
        raise Wrong("eight letters and digits", value)
    return value


def moment(value: Any) -> str:
    """An ISO 8601 date, as the service writes it; one without a zone is UTC."""
    try:
        parsed = datetime.fromisoformat(value)
        return value if _CANONICAL.fullmatch(value) else instant_text(parsed)
    except (TypeError, ValueError, OverflowError):
        raise Wrong("a date", value) from None


def mapping(value: Any) -> Json:
    """A JSON object."""
    if not isinstance(value, dict):
        raise Wrong("an object", value)
    return value


@dataclass(frozen=True, slots=True)
class Field:
    """A wire field that has a column of its own.

    Attributes:
        default: What the column has when the field is missing or null.
        vital: Whether the thing would be wrong without it. Then a wrong value is an error; otherwise the
            field is left off, and the report says so.
    """

    wire: str
    column: str
    read: Callable[[Any], Any]
    default: Any = None
    vital: bool = False


@dataclass(frozen=True)
class Shape:
    """The fields of one noun.

    Attributes:
        fields: Those with a column.
        handled: Wire names with a table of their own, or recomputed when written.
    """

    fields: tuple[Field, ...]
    handled: frozenset[str] = frozenset()

    @cached_property
    def _known(self) -> frozenset[str]:
        return self.handled | {field.wire for field in self.fields}

    def read(self, value: Json, off: Callable[[str, Wrong], None]) -> Row:
        """The row of ``value``, its other fields in ``extra``.

        Args:
            value: The object of the file.
            off: Told of each field left off, by name.

        Raises:
            VitalField: A vital field has a value it cannot have.
        """
        known = self._known
        row: Row = {"extra": {name: item for name, item in value.items() if name not in known}}
        for field in self.fields:
            found = value.get(field.wire)
            try:
                row[field.column] = field.default if found is None else field.read(found)
            except Wrong as wrong:
                if field.vital:
                    raise VitalField(field.wire, wrong) from wrong
                row[field.column] = field.default
                off(field.wire, wrong)
        return row

    def write(self, row: Row) -> Json:
        """The object of ``row``: the columns, then ``extra``, which wins where both have a field."""
        extra: Json = row["extra"]
        return {field.wire: _plain(row[field.column]) for field in self.fields} | extra


class VitalField(Exception):
    """A vital field has a value it cannot have.

    Args:
        wire: Name of the field.
        wrong: What was expected and found.
    """

    def __init__(self, wire: str, wrong: Wrong) -> None:
        super().__init__(str(wrong))
        self.wire = wire


def _plain(value: Any) -> Any:
    """A whole float as the service writes it: without the point."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_ID = Field("id", "id", ident, vital=True)
_NAME = Field("name", "name", text, "", vital=True)
_DESC = Field("desc", "desc", text, "", vital=True)
_CLOSED = Field("closed", "closed", flag, False, vital=True)
_POS = Field("pos", "pos", number)
_SHORT_LINK = Field("shortLink", "short_link", short_link)
_ACTIVITY = Field("dateLastActivity", "date_last_activity", moment)

BOARD = Shape(
    (
        _ID,
        _NAME,
        _DESC,
        _CLOSED,
        _SHORT_LINK,
        Field("idMemberCreator", "id_member_creator", text),
        Field("prefs", "prefs", mapping, {}),
        Field("labelNames", "label_names", mapping, {}),
        _ACTIVITY,
    ),
    frozenset({"actions", "cards", "checklists", "labels", "lists", "members", "memberships"}),
)

LIST = Shape(
    (_ID, _NAME, _CLOSED, _POS, Field("subscribed", "subscribed", flag, False)), frozenset({"idBoard"})
)

CARD = Shape(
    (
        _ID,
        _NAME,
        _DESC,
        _CLOSED,
        _POS,
        Field("idList", "id_list", text, vital=True),
        Field("idShort", "id_short", count),
        _SHORT_LINK,
        Field("due", "due", moment),
        Field("start", "start", moment),
        Field("dueComplete", "due_complete", flag, False),
        Field("dueReminder", "due_reminder", number),
        _ACTIVITY,
        Field("idAttachmentCover", "id_attachment_cover", text),
        Field("subscribed", "subscribed", flag, False),
        Field("isTemplate", "is_template", flag, False),
        Field("cover", "cover", mapping, {}),
    ),
    frozenset(
        {
            "idBoard",
            "labels",
            "idLabels",
            "idMembers",
            "idChecklists",
            "checklists",
            "checkItemStates",
            "attachments",
        }
    ),
)

LABEL = Shape((_ID, _NAME, Field("color", "color", text)), frozenset({"idBoard", "uses"}))

MEMBER = Shape(
    (
        _ID,
        Field("username", "username", text),
        Field("fullName", "full_name", text, ""),
        Field("initials", "initials", text, ""),
        Field("avatarUrl", "avatar_url", text),
        Field("email", "email", text),
    )
)

MEMBERSHIP = Shape(
    (
        _ID,
        Field("idMember", "id_member", ident, vital=True),
        Field("memberType", "member_type", text, "normal"),
        Field("unconfirmed", "unconfirmed", flag, False),
        Field("deactivated", "deactivated", flag, False),
    )
)

CHECKLIST = Shape((_ID, _NAME, _POS), frozenset({"idBoard", "idCard", "checkItems"}))

CHECK_ITEM = Shape(
    (
        _ID,
        _NAME,
        _POS,
        Field("state", "state", text),
        Field("due", "due", moment),
        Field("dueReminder", "due_reminder", number),
        Field("idMember", "id_member", text),
    ),
    frozenset({"idChecklist"}),
)

ATTACHMENT = Shape(
    (
        _ID,
        _NAME,
        _POS,
        Field("url", "url", text, ""),
        Field("mimeType", "mime_type", text),
        Field("bytes", "bytes", count),
        Field("date", "date", moment),
        Field("isUpload", "is_upload", flag, False),
        Field("idMember", "id_member", text),
        Field("fileName", "file_name", text),
    )
)

ACTION = Shape(
    (
        _ID,
        Field("type", "type", text, vital=True),
        Field("date", "date", moment),
        Field("idMemberCreator", "id_member_creator", text),
        Field("data", "data", mapping, {}, vital=True),
    )
)
