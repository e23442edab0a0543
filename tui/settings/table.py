"""Reading a table of ``config.toml`` into a pydantic dataclass; errors name the line and the fix."""

import dataclasses
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from tui.errors import SettingsError, UsageError
from tui.toml_lines import TomlLines

T = TypeVar("T")


def validation_error(problem: str, hint: str) -> PydanticCustomError:
    """Build the error for our validators: ``problem`` directly follows the field's name, ``hint`` the fix."""
    return PydanticCustomError("refused", "{problem}", {"problem": problem, "hint": hint})


def read_table(path: Path, kind: type[T], keys: tuple[str, str], table: Any) -> T:
    """Validate a table of the file at ``path`` as a ``kind``.

    Args:
        path: The file, for the message.
        kind: A pydantic dataclass; its field ``name`` is the last of the ``keys``.
        keys: The two parts of the table's header.
        table: The parsed value of the table.

    Raises:
        UsageError: The table is invalid; the message names the line and the field.
    """
    where = ".".join(keys)
    if not isinstance(table, dict):
        wrong = f"{path}, line {_line(path, keys)}: {where} must be a table"
        raise UsageError(wrong, hint=f"write [{where}] above its fields")
    try:
        return TypeAdapter(kind).validate_python({**table, "name": keys[1]})
    except ValidationError as error:
        wrong_fields = [
            _field_error(path, keys, each, _hint(each, kind)) for each in error.errors(include_url=False)
        ]
        raise SettingsError.of(wrong_fields) from None


def _field_error(path: Path, keys: tuple[str, str], error: ErrorDetails, hint: str) -> UsageError:
    field = str(error["loc"][0])
    place = f"{path}, line {_line(path, (*keys, field))}"
    return UsageError(f"{place}: {'.'.join(keys)}{_problem(field, error)}", hint=hint)


def as_table(value: Any) -> dict[str, Any]:
    """Convert ``value`` to a table for ``read_table``: its fields, without the name and default values."""
    return {
        field.name: list(held) if isinstance(held, tuple) else held
        for field in dataclasses.fields(value)
        if field.name != "name" and (held := getattr(value, field.name)) != field.default
    }


def _problem(field: str, error: ErrorDetails) -> str:
    """Describe the error, to follow the table's name."""
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
    """Return the fix: our validator's hint, else the choices or the description of the field."""
    fields = {name: held for name, held in kind.__pydantic_fields__.items() if name != "name"}
    field = fields.get(error["loc"][0])
    if field is None:
        return f"there are {', '.join(fields)}"
    if error["type"] == "refused":
        return str(error["ctx"]["hint"])
    if get_origin(field.annotation) is Literal:
        return f"write one of {', '.join(get_args(field.annotation))}"
    return f"write {field.description or 'text in quotes'}"


def _line(path: Path, place: tuple[str, ...]) -> int:
    return TomlLines(path.read_text("utf-8")).line(place)
