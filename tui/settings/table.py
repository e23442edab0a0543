"""A table of ``config.toml`` that is read into a pydantic dataclass; what cannot be is told with its line and the fix."""

import dataclasses
import re
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from tui.errors import UsageError

T = TypeVar("T")


def refused(problem: str, hint: str) -> PydanticCustomError:
    """What a validator of ours raises: ``problem`` follows the field's name at once, ``hint`` is the fix."""
    return PydanticCustomError("refused", "{problem}", {"problem": problem, "hint": hint})


def read_table(path: Path, kind: type[T], keys: tuple[str, str], table: Any) -> T:
    """A table of the file at ``path`` as a ``kind``.

    Args:
        path: The file, for the message.
        kind: A pydantic dataclass; its field ``name`` is the last of the ``keys``.
        keys: The two parts of the table's header.
        table: What the file holds there.

    Raises:
        UsageError: It cannot be; the message names the line and the field.
    """
    where = ".".join(keys)
    if not isinstance(table, dict):
        told = f"{path}, line {_line(path, keys, '')}: {where} must be a table"
        raise UsageError(told, hint=f"write [{where}] above its fields")
    try:
        return TypeAdapter(kind).validate_python({**table, "name": keys[1]})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = str(first["loc"][0])
        told = f"{path}, line {_line(path, keys, field)}: {where}{_problem(field, first)}"
        raise UsageError(told, hint=_hint(first, kind)) from None


def as_table(value: Any) -> dict[str, Any]:
    """What ``read_table`` makes ``value`` of: its fields but for the name and those that are as when nothing is said."""
    return {
        field.name: list(held) if isinstance(held, tuple) else held
        for field in dataclasses.fields(value)
        if field.name != "name" and (held := getattr(value, field.name)) != field.default
    }


def _problem(field: str, error: ErrorDetails) -> str:
    """What is wrong, to follow the table's name."""
    match error["type"]:
        case "missing":
            return f" has no {field}"
        case "unexpected_keyword_argument":
            return f".{field}: there is no such field"
        case "refused":
            return f".{field}{error['msg']}"
        case _:
            return f".{field} cannot be {error['input']!r}"


def _hint(error: ErrorDetails, kind: Any) -> str:
    """The fix: what a validator of ours says, else what the field's description says is written there."""
    fields = {name: held for name, held in kind.__pydantic_fields__.items() if name != "name"}
    field = fields.get(error["loc"][0])
    if field is None:
        return f"there are {', '.join(fields)}"
    if error["type"] == "refused":
        return str(error["ctx"]["hint"])
    if get_origin(field.annotation) is Literal:
        return f"write one of {', '.join(get_args(field.annotation))}"
    return f"write {field.description or 'text in quotes'}"


def _line(path: Path, keys: tuple[str, str], field: str) -> int:
    """The line in the file at ``path`` that sets ``field`` in the table, else the table's, counted from 1."""
    text, above = path.read_text("utf-8"), keys[0]
    spelled = rf"""["']?{re.escape(keys[1])}["']?"""
    header = re.compile(rf"^\s*\[\s*{above}\s*\.\s*{spelled}\s*\]|^\s*{spelled}\s*=", re.MULTILINE)
    if (table := header.search(text)) is None:
        return 1
    end = re.compile(r"^\s*\[", re.MULTILINE).search(text, table.end())
    own = re.compile(rf"""^\s*["']?{re.escape(field)}["']?\s*=""", re.MULTILINE)
    found = own.search(text, table.end(), len(text) if end is None else end.start()) or table
    return text.count("\n", 0, found.end()) + 1
