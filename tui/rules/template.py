"""Templates: texts with fields of an event in braces, such as ``{card.name} moved to {list.name}``.

Each field is replaced by its text, once: the text is never read as a template, a shell word or
markup. ``{{`` and ``}}`` stand for braces.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator

from tui.settings.table import validation_error

FIELDS: Mapping[str, Sequence[str]] = {
    "": ("trigger", "at", "account", "activity", "text", "rule"),
    "board": ("id", "name", "shortLink"),
    "card": ("id", "name", "desc", "due", "start", "url", "shortLink", "idShort"),
    "list": ("id", "name"),
    "listBefore": ("id", "name"),
    "member": ("id", "name"),
    "label": ("id", "name", "color"),
    "checklist": ("id", "name"),
    "item": ("id", "name", "state"),
    "attachment": ("id", "name", "url"),
    "notification": ("type",),
    "found": ("name", "company", "title", "email", "phone", "website"),
    "made": ("id",),
}
"""Fields that a template may contain, by their part; ``found`` and ``made`` come from earlier steps."""

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


def field_names() -> Iterator[str]:
    """Yield the names of all fields, as they are written between braces."""
    for part, names in FIELDS.items():
        yield from (f"{part}.{name}" if part else name for name in names)


def checked_template(text: str) -> str:
    """Return ``text`` unchanged if every field it names exists.

    Raises:
        PydanticCustomError: It names an unknown field, or a brace is not closed.
    """
    known = set(field_names())
    for piece in _PIECE.finditer(text):
        if piece[0] in {"{{", "}}"}:
            continue
        if piece[1] is None:
            raise validation_error(
                f" has a lone {piece[0]} at character {piece.start() + 1}",
                "write {{ and }} for braces themselves",
            )
        if piece[1].strip() not in known:
            raise validation_error(
                f" names {{{piece[1]}}}, which is no field", f"there are {', '.join(sorted(known))}"
            )
    return text


def fields_in(text: str) -> list[str]:
    """Return the names of the fields in the template ``text``, in their order."""
    return [piece[1].strip() for piece in _PIECE.finditer(text) if piece[1] is not None]


def event_fields(
    event: Mapping[str, Any], rule: str, found: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the fields that the templates of a rule may contain.

    Args:
        event: The report of the rule's trigger.
        rule: The rule's name.
        found: The results of the rule's earlier steps.
    """
    about = event.get("about", {})
    return {**about, "item": about.get("checkItem"), **event, **(found or {}), "rule": rule}


Template = Annotated[str, AfterValidator(checked_template)]
"""A text with fields in braces."""


def render(text: str, fields: Mapping[str, Any]) -> str:
    """Return the template ``text`` with its fields replaced; a field without a value becomes ""."""

    def value(piece: re.Match[str]) -> str:
        if piece[0] in {"{{", "}}"}:
            return piece[0][0]
        held: Any = fields
        for name in (piece[1] or "").strip().split("."):
            held = held.get(name) if isinstance(held, Mapping) else None
        return _local(held) if name in _DATES else _text(held)

    return _PIECE.sub(value, text)


_DATES = frozenset({"at", "due", "start"})
"""Names of fields that hold a moment."""


def _local(value: Any) -> str:
    """Return a moment as people read and type it, in local time; any other value as it is."""
    try:
        return f"{datetime.fromisoformat(str(value)).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return _text(value)


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case datetime():
            return value.isoformat()
        case str() | int() | float():
            return str(value)
        case _:
            return ""
