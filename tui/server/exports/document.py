"""Parser of an export file to a JSON object, with errors that state the place of the damage.

It accepts UTF-8 with or without a byte order mark, and UTF-16 with one (which a redirect in PowerShell
writes). It refuses what no board export contains: more than ``MAX_BYTES``, more than ``MAX_DEPTH``
levels, NaN and Infinity, numbers of thousands of digits, and anything that is not one object.
"""

from __future__ import annotations

import codecs
import json
import re
from typing import TYPE_CHECKING, NoReturn

from tui.errors import UsageError

if TYPE_CHECKING:
    from tui.model.base import Json

MAX_BYTES = 512 * 1024 * 1024
"""Larger files are refused; the service's own limits keep a board's export under a tenth of this."""

MAX_DEPTH = 64
"""Levels of arrays and objects; real exports have about ten."""

_AGAIN = "export the board again; nothing was changed"
_CUT_SHORT = f"it was cut short: {_AGAIN}"
_CUT = frozenset({"unexpected end of data", "truncated data"})
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_MAGIC = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
}
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*+"|(-?Infinity|NaN)', re.DOTALL)


class TransferError(UsageError):
    """A file that cannot be imported; nothing was changed.

    Args:
        message: What is wrong; the error's text begins with ``place``.
        place: Where it is wrong: ``line 3, column 7`` or ``cards[17].name``; "" for the file as a whole.
        hint: What the user can do about it.
    """

    def __init__(self, message: str, *, place: str = "", hint: str = _AGAIN) -> None:
        super().__init__(f"{place}: {message}" if place else message, hint=hint)
        self.place = place


def read_document(data: bytes) -> Json:
    """Parse ``data`` as a JSON object.

    Raises:
        TransferError: The data is not one JSON object. The message names the line and column, or the byte.
    """
    if len(data) > MAX_BYTES:
        raise TransferError(f"the file is larger than {MAX_BYTES // 2**20} MB")
    text = _decode(data)
    document = _parse(text)
    if not isinstance(document, dict):
        raise TransferError(f"this is not a board export: it holds {kind_of(document)}")
    _refuse_depth(document)
    return document


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


def _decode(data: bytes) -> str:
    for magic, name in _MAGIC.items():
        if data.startswith(magic):
            raise TransferError(f"this is {name}, not a board export", hint="unpack it and import the .json")
    encoding = _UTF16.get(data[:2], "utf-8-sig")
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = f"byte {error.start} (line {line})"
        if error.reason in _CUT:
            raise TransferError("the file ends in the middle", place=place, hint=_CUT_SHORT) from error
        name = "UTF-8" if encoding == "utf-8-sig" else "UTF-16"
        raise TransferError(f"not {name} text ({error.reason})", place=place) from error


def _parse(text: str) -> object:
    start = text.lstrip()[:1]
    if not start:
        raise TransferError("the file is empty")
    if start == "<":
        raise TransferError(
            "this is a web page, not a board export",
            hint="log in to the service and download the board's JSON",
        )
    try:
        return json.loads(text, parse_constant=_Constant.refuse)
    except json.JSONDecodeError as error:
        _refuse_syntax(text, error)
    except _Constant as error:
        found = next(match for match in _CONSTANT.finditer(text) if match[1])
        raise TransferError(f"{error} is no JSON number", place=_place(text, found.start(1))) from None
    except RecursionError:
        raise TransferError("arrays and objects are nested too deeply") from None
    except ValueError as error:  # int() refuses more than 4,300 digits
        raise TransferError("it holds a number of thousands of digits") from error


class _Constant(Exception):
    """The error of a NaN or Infinity in the file, whose text is the message."""

    @classmethod
    def refuse(cls, name: str) -> NoReturn:
        raise cls(name)


def _refuse_syntax(text: str, error: json.JSONDecodeError) -> NoReturn:
    last = text[: error.pos].rstrip()
    # What Python 3.13 reports as a trailing comma, earlier ones report as what should be after it.
    if error.msg.startswith("Illegal trailing comma") or (
        text[error.pos :][:1] in {"}", "]"} and last[-1:] == ","
    ):
        comma = error.pos if text[error.pos :][:1] == "," else len(last) - 1
        raise TransferError(
            "this is not JSON (a comma with nothing after it)", place=_place(text, comma)
        ) from error
    place = _place(text, error.pos)
    # For a string that never ends, the decoder reports the string's beginning.
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        raise TransferError("the file ends in the middle", place=place, hint=_CUT_SHORT) from error
    raise TransferError(f"this is not JSON ({error.msg.lower()})", place=place) from error


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return f"line {line}, column {position - text.rfind(chr(10), 0, position)}"


def _refuse_depth(document: Json) -> None:
    """Refuse a document nested too deeply; level by level, so that the check itself does not recurse."""
    level: list[object] = [document]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)  # type: ignore[attr-defined]  # only containers are kept
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return
    raise TransferError(f"arrays and objects are nested more than {MAX_DEPTH} deep")
