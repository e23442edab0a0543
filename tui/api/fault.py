"""Parsing of error bodies in the nine formats that services send (docs/reference/enrichment.md, 2.1)."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
Part = Mapping[str, Any]

_LONGEST = 300
"""Maximum length of a service's message that is shown, in characters."""

_MOST_PARTS = 100
"""Maximum objects of a body in which a message is looked for; a hostile one has as many as fit."""

_MESSAGE = ("message", "msg", "detail", "details", "errormessage", "description", "title", "reason")
_CODE = ("code", "errorcode", "type", "key", "id", "name")
_STATUS = ("status", "statuscode", "httpstatus", "originalstatus")
_RETRY = ("retryafter", "retryafterseconds", "retryin")
_REQUEST_ID = ("requestid", "traceid", "correlationid")
_FIELD = re.compile(r"^invalid value for ([\w/]{1,60})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """The content of an error body.

    Attributes:
        message: The service's message, one line, at most 300 characters; "" for none.
        code: The service's name for the kind of error, or "".
        status: The HTTP status named in the body, or 0.
        fields: Invalid parameters, and what is wrong with each.
        retry_after: Seconds to wait before a retry, or None.
        failed: Whether the body says that it is an error.
    """

    message: str = ""
    code: str = ""
    status: int = 0
    fields: dict[str, str] = field(default_factory=dict)
    retry_after: float | None = None
    request_id: str = ""
    failed: bool = False


def fold(key: str) -> str:
    """Normalise a key: ``requestId``, ``request_id`` and ``Request-ID`` all become ``requestid``."""
    return re.sub(r"[^a-z0-9]", "", key.lower())


def folded(body: Mapping[Any, Any]) -> dict[str, Any]:
    """Normalise the keys of an object."""
    return {fold(str(key)): value for key, value in body.items()}


def read_fault(body: Any) -> Fault:
    """Extract the error from ``body``; an empty Fault if there is none."""
    if isinstance(body, str):
        return _from_text(body)
    parts = list(islice(_parts(body), _MOST_PARTS))
    codes = reversed(_collect(_text, parts, _CODE))
    # Whoever examines it searches for words, which takes minutes in a code of a megabyte.
    code = next((code for code in codes if not code.isdigit()), "")[:_LONGEST]
    message = _line("; ".join(_without_repeats(_collect(_text, parts, _MESSAGE))) or code)
    return Fault(
        message=message,
        code=code,
        status=int(next(filter(None, _collect(_number, parts, _STATUS)), 0)),
        fields=_fields(message, parts),
        retry_after=next(iter(_collect(_number, parts, _RETRY)), None),
        request_id=next(iter(_collect(_text, parts, _REQUEST_ID)), "")[:100],
        failed=_failed(body),
    )


def _from_text(text: str) -> Fault:
    text = text.strip()
    if text[:1] in {"{", "[", '"'}:
        # One service sends JSON inside a JSON string.
        try:
            inner = json.loads(text)
        except (ValueError, RecursionError):
            inner = text
        if inner != text:
            return read_fault(inner)
    message = _line(text)
    return Fault(message=message, fields=_fields(message, []), failed=bool(text))


def _parts(body: Any, depth: int = 4) -> Iterable[Part]:
    """Yield the objects that may hold messages, outermost first; a plain string becomes an object."""
    if isinstance(body, list):
        for item in body[:20]:
            yield from _parts(item, depth)
    elif isinstance(body, str):
        yield {"message": body}
    elif isinstance(body, Mapping):
        part = folded(body)
        yield part
        if depth:
            for name in ("error", "errors", "details", "originalmessage"):
                if (inner := part.get(name)) is not None:
                    yield from _parts(inner, depth - 1)


def _without_repeats(messages: Iterable[str]) -> list[str]:
    """Drop messages contained in an earlier one, because a list of fields often repeats the main message."""
    kept: list[str] = []
    for message in messages:
        if not any(message in earlier for earlier in kept):
            kept.append(message)
    return kept


def _failed(body: Any) -> bool:
    if isinstance(body, list):
        return bool(body) and all(
            isinstance(item, Mapping) and {"msg", "code"} <= item.keys() for item in body
        )
    if not isinstance(body, Mapping):
        return False
    part = folded(body)
    if part.get("success") is False or part.get("error") or part.get("errors"):
        return True
    status = _number(part, _STATUS)
    return status is not None and status >= 400  # the errors


def _fields(message: str, parts: Iterable[Part]) -> dict[str, str]:
    fields = {match[1]: "invalid value" for text in message.split("; ") if (match := _FIELD.match(text))}
    for part in parts:
        name = part.get("field") or part.get("param") or part.get("parameter")
        if isinstance(name, str) and name:
            fields[name[:60]] = (_text(part, _MESSAGE) or "invalid value")[:_LONGEST]
    return fields


def _collect(
    read: Callable[[Part, Iterable[str]], T | None], parts: Iterable[Part], names: Iterable[str]
) -> list[T]:
    """Return the results of ``read`` for all parts, without those that are None."""
    return [found for part in parts if (found := read(part, names)) is not None]


def _text(part: Part, names: Iterable[str]) -> str | None:
    return next((value for name in names if isinstance(value := part.get(name), str) and value.strip()), None)


def _number(part: Part, names: Iterable[str]) -> float | None:
    for name in names:
        value = part.get(name)
        if isinstance(value, str) and re.fullmatch(r"\d{1,9}(\.\d{1,6})?", value.strip()):
            value = float(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    return None


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]
