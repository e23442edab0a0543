"""Readers of a call's fields: from query, JSON or form, each field validated."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from tui.server.enrich.problems import Problem, bad_field
from tui.server.pipeline.body import read_whole
from tui.server.pipeline.params import Refused

LARGEST_BODY = 64 * 1024
"""Largest accepted body in bytes; a lookup takes a few hundred."""

_LONGEST_TEXT = 400
_LONGEST_LIST = 50
_LONGEST_NUMBER = 9


async def read_fields(request: Request, *, but: str = "api_key") -> dict[str, Any]:
    """Return the fields of query and body together; the body takes precedence.

    Args:
        request: The call.
        but: The query parameter that holds the API key and is left out.

    Raises:
        Refused: 400 for a body that is neither a JSON object nor a form, 413 for a body that is too large.
    """
    fields: dict[str, Any] = dict(request.query_params)
    fields.pop(but, None)
    try:
        body = await read_whole(request, LARGEST_BODY)
    except Refused as refused:
        if refused.status != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            raise
        raise Problem(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", f"a body of more than {LARGEST_BODY} bytes"
        ) from refused
    if body.strip():
        fields |= _body_fields(body, request.headers.get("content-type", ""))
    return fields


def _body_fields(body: bytes, content_type: str) -> dict[str, Any]:
    try:
        text = body.decode("utf-8")
        if "form-urlencoded" in content_type:
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=100))
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise Problem(HTTPStatus.BAD_REQUEST, "invalid_json", "the body is not JSON") from None
    if not isinstance(fields, dict):
        raise Problem(HTTPStatus.BAD_REQUEST, "invalid_json", "the body is not a JSON object")
    return fields


def refuse_unknown(fields: Mapping[str, Any], known: Iterable[str]) -> None:
    """Refuse unknown fields, so that a misspelt criterion does not silently widen a search.

    Raises:
        Problem: 400 that names the field.
    """
    names = sorted(known)
    for name in fields:
        if name not in names:
            raise bad_field(str(name)[:60], f"is not a field here; known are {', '.join(names)}")


def read_text(fields: Mapping[str, Any], name: str) -> str:
    """Return a field's text, stripped, or "" if the field is absent or null.

    Raises:
        Problem: 400, when the value is not text, is too long, or holds a lone surrogate.
    """
    value = fields.get(name)
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise bad_field(name, "must be text")
    if len(value) > _LONGEST_TEXT:
        raise bad_field(name, f"is longer than {_LONGEST_TEXT} characters")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise bad_field(name, "holds half a character (a lone surrogate)")
    return value.strip()


def read_texts(fields: Mapping[str, Any], name: str) -> list[str]:
    """Return the texts of a field given as one text, as a list, or as texts separated by ``;``."""
    value = fields.get(name)
    if isinstance(value, list):
        if len(value) > _LONGEST_LIST:
            raise bad_field(name, f"has more than {_LONGEST_LIST} entries")
        return [entry for one in value if (entry := read_text({name: one}, name))]
    return [entry for part in read_text(fields, name).split(";") if (entry := part.strip())]


def read_number(fields: Mapping[str, Any], name: str, *, least: int, most: int) -> int | None:
    """Return a field as a whole number from ``least`` to ``most``, or None if the field is absent."""
    raw = read_text(fields, name)
    if not raw:
        return None
    if not (raw.isascii() and raw.isdecimal()) or len(raw) > _LONGEST_NUMBER or not least <= int(raw) <= most:
        raise bad_field(name, f"must be a whole number from {least} to {most}")
    return int(raw)


def read_fraction(fields: Mapping[str, Any], name: str) -> float:
    """Return a field as a number from 0 to 1, or 0 if the field is absent."""
    value = fields.get(name)
    raw = str(value) if isinstance(value, float) else read_text(fields, name)
    if not raw:
        return 0.0
    if not re.fullmatch(r"0?\.[0-9]{1,6}|0|1|1\.0|0\.0", raw):
        raise bad_field(name, "must be a number from 0 to 1")
    return float(raw)


Reader = Callable[[str, str], str]
"""A function from field name and text to the normalised value; raises a 400 that names the field."""


def read_identifiers(fields: Mapping[str, Any], readers: dict[str, tuple[str, Reader]]) -> dict[str, str]:
    """Return the given identifiers, normalised, by kind.

    Args:
        fields: The call's fields.
        readers: Each field's kind of identifier and reader, by field name.
    """
    given: dict[str, str] = {}
    for name, (kind, reader) in readers.items():
        if raw := read_text(fields, name):
            given[kind] = reader(name, raw)
    return given
