"""An export file: parsed to a JSON object, with errors that state the place of the damage, and read part by part.

It accepts UTF-8 and UTF-16 (as written by a redirect in PowerShell), with or without a byte order mark. It refuses what no board export contains: more than ``MAX_BYTES``, more than ``MAX_DEPTH``
levels, NaN and Infinity, numbers of thousands of digits, and anything that is not one object.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic_core import from_json

from tui.errors import UsageError
from tui.model.position import STEP
from tui.model.values.utf16 import decode_utf8_or_16, utf16_codec
from tui.server.exports.fields import InvalidValue, Row, Shape, VitalField, kind_of

if TYPE_CHECKING:
    from tui.model.values.scalars import Json


@dataclass(frozen=True, slots=True)
class Note:
    """A part of the file that is not in the board, or not in its original form.

    Attributes:
        place: The place in the file, such as ``cards[17].due``.
    """

    place: str
    reason: str


@dataclass(slots=True)
class ImportNotes:
    """The notes of one import, in the order of the file.

    Attributes:
        skips: Parts left out.
        repairs: Parts kept in another form.
    """

    skips: list[Note] = field(default_factory=list)
    repairs: list[Note] = field(default_factory=list)

    def skipped(self, place: str, reason: str) -> None:
        """Note that the part at ``place`` is left out."""
        self.skips.append(Note(place, reason))

    def repaired(self, place: str, reason: str) -> None:
        """Note that the part at ``place`` is kept in another form."""
        self.repairs.append(Note(place, reason))


MAX_BYTES = 512 * 1024 * 1024
"""Larger files are refused; the service's own limits keep a board's export under a tenth of this."""

MAX_DEPTH = 64
"""Levels of arrays and objects; real exports have about ten."""

_AGAIN = "export the board again; nothing was changed"
_CUT_SHORT = f"it was cut short: {_AGAIN}"
_CUT = frozenset({"unexpected end of data", "truncated data"})
_UNPACK = "unpack it and import the .json"
_NAME_ONE = "name the .json file of a board, a table (.csv) or contacts (.vcf)"
_AS_CSV = "save it as CSV in the program that made it, and import that"
_KINDS = (
    # The first that fits is told: those before it are zip archives too.
    (re.compile(rb"PK\x03\x04.*(?:word/|opendocument\.text)", re.DOTALL), "a document of text", _NAME_ONE),
    (re.compile(rb"PK\x03\x04.*(?:xl/|\[Content_Types\]|opendocument\.spreadsheet)|\xd0\xcf\x11\xe0", re.DOTALL), "a spreadsheet", _AS_CSV),
    (re.compile(rb"PK\x03\x04.*data/(?:store-|server\.db)", re.DOTALL), "a backup", "cardscout restore FILE puts it back"),
    (re.compile(rb"PK\x03\x04"), "a zip archive", _UNPACK),
    (re.compile(rb"\x1f\x8b"), "a gzip archive", _UNPACK),
    (re.compile(rb"%PDF"), "a PDF", _NAME_ONE),
    (re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8"), "a picture", _NAME_ONE),
)  # fmt: skip
"""What else a file may be, by how it begins; how it is called, and what to do instead."""

_CONTROL = re.compile(rb".{0,64}?[\x01-\x08\x0e-\x1a]", re.DOTALL)
"""What no text begins with, but one in UTF-16: letters beyond Latin-1 have such a byte."""

_HEAD = 4096
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*+"|(-?Infinity|NaN)', re.DOTALL)


class TransferError(UsageError):
    """A file that cannot be imported; nothing was changed.

    Args:
        message: The problem; the error's text begins with ``place``.
        place: The place of the problem: ``line 3, column 7`` or ``cards[17].name``; "" for the whole file.
        hint: What the user can do about it.
    """

    def __init__(self, message: str, *, place: str = "", hint: str = _AGAIN) -> None:
        super().__init__(f"{place}: {message}" if place else message, hint=hint)
        self.place = place


class Parsed(dict[str, Any]):
    """An object that was parsed from JSON, so that it contains only JSON types."""


def read_document(data: bytes) -> Json:
    """Parse ``data`` as a JSON object, which is ``Parsed``.

    Raises:
        TransferError: The data is not one JSON object. The message names the line and column, or the byte.
    """
    if len(data) > MAX_BYTES:
        raise TransferError(f"the file is larger than {MAX_BYTES // 2**20} MB")
    try:
        # As text, a file with one emoji would take four bytes for each character.
        document = from_json(data, allow_inf_nan=False)
    except ValueError:
        # It may only be encoded otherwise; else the place of the damage is told.
        document = _parse(_decode(data))
    if not isinstance(document, dict):
        raise TransferError(f"this is not a board export: it holds {kind_of(document)}")
    _refuse_depth(document)
    return Parsed(document)


def other_kind(data: bytes) -> tuple[str, str] | None:
    """Return what a file is that is no text, such as a picture, and what to do instead; None for a text."""
    head = data[:_HEAD]
    for begins, name, hint in _KINDS:
        if begins.match(head):
            return name, hint
    is_text = _CONTROL.match(head) is None or utf16_codec(head) is not None
    return None if is_text else ("a file of no text", _NAME_ONE)


def _decode(data: bytes) -> str:
    if (other := other_kind(data)) is not None:
        name, hint = other
        raise TransferError(f"this is {name}, not a board export", hint=hint)
    try:
        return decode_utf8_or_16(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = f"byte {error.start} (line {line})"
        if error.reason in _CUT:
            raise TransferError("the file ends in the middle", place=place, hint=_CUT_SHORT) from error
        name = "UTF-8" if utf16_codec(data) is None else "UTF-16"
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
    # Where Python 3.13 reports a trailing comma, earlier versions report what should follow it.
    if error.msg.startswith("Illegal trailing comma") or (
        text[error.pos :][:1] in {"}", "]"} and last[-1:] == ","
    ):
        comma = error.pos if text[error.pos :][:1] == "," else len(last) - 1
        raise TransferError(
            "this is not JSON (a comma with nothing after it)", place=_place(text, comma)
        ) from error
    if text.lstrip()[:1] not in {"{", "["}:
        raise TransferError(
            f"this is not JSON ({error.msg.lower()}), so no board export",
            place=_place(text, error.pos),
            hint="name the .json file of a board, a table (.csv) or contacts (.vcf)",
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


_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def derived_id(board_id: str, *parts: str) -> str:
    """Derive an id for an object whose id is missing or taken.

    The same file gives the same ids, so that a second import finds the first one's board. The first eight
    digits, the time of creation, are those of the board.
    """
    return board_id[:8] + _digest(board_id, *parts).hex()[:16]


def derived_link(board_id: str, *parts: str) -> str:
    """Derive a short link in the same way as ``derived_id`` derives ids."""
    return "".join(_DIGITS[byte % len(_DIGITS)] for byte in _digest(board_id, *parts)[:8])


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()


class DocumentReader:
    """The reader of one document.

    Args:
        board_id: The board's id, from which missing ids are derived.
        notes: Collects what was skipped or repaired.
    """

    def __init__(self, board_id: str, notes: ImportNotes) -> None:
        self.board_id = board_id
        self.notes = notes
        self._seen: defaultdict[str, dict[str, tuple[str, Json]]] = defaultdict(dict)
        self._last: defaultdict[tuple[str, str], float] = defaultdict(float)

    def array(self, holder: Json, name: str, place: str = "", *, vital: bool = False) -> list[Any]:
        """Return the array ``holder[name]``, empty if it is missing or null.

        Raises:
            TransferError: The value is not an array, and ``vital`` is set.
        """
        found = holder.get(name)
        if found is None:
            return []
        if isinstance(found, list):
            return found
        self._reject(_join(place, name), f"expected a list, found {kind_of(found)}", vital=vital)
        return []

    def objects(
        self, holder: Json, name: str, place: str = "", *, vital: bool = False
    ) -> Iterable[tuple[str, Json]]:
        """Return the objects of ``holder[name]``, each with its place."""
        found = holder.get(name)
        # Most parts of a card are missing or empty.
        return () if found is None or found == [] else self._objects(holder, name, place, vital=vital)

    def _objects(self, holder: Json, name: str, place: str, *, vital: bool) -> Iterator[tuple[str, Json]]:
        at = _join(place, name)
        for index, item in enumerate(self.array(holder, name, place, vital=vital)):
            if isinstance(item, dict):
                yield f"{at}[{index}]", item
            else:
                self._reject(f"{at}[{index}]", f"expected an object, found {kind_of(item)}", vital=vital)

    def row(self, shape: Shape, value: Json, place: str, *, vital: bool = False) -> Row | None:
        """Convert an object to a row, or to None if it has to be left out.

        Raises:
            TransferError: The object cannot be read, and ``vital`` is set.
        """

        def off(wire: str, wrong: InvalidValue) -> None:
            self.notes.repaired(f"{place}.{wire}", f"{wrong}; left off")

        try:
            return shape.read(value, off)
        except VitalField as error:
            self._reject(f"{place}.{error.wire}", str(error), vital=vital)
            return None

    def assign_id(self, table: str, row: Row, value: Json, place: str, *, vital: bool = False) -> bool:
        """Give ``row`` a unique id; False if ``value`` is an exact repeat of an earlier object.

        Raises:
            TransferError: The id is missing, and ``vital`` is set.
        """
        seen = self._seen[table]
        if row["id"] is None:
            if vital:
                raise TransferError("the id is missing", place=f"{place}.id")
            row["id"] = derived_id(self.board_id, table, place)
        elif (earlier := seen.get(row["id"])) is not None:
            if earlier[1] == value:
                self.notes.skipped(place, f"repeats {earlier[0]}")
                return False
            self.notes.repaired(f"{place}.id", f"the same as of {earlier[0]}; given a new one")
            row["id"] = derived_id(self.board_id, table, place, row["id"])
        seen[row["id"]] = (place, value)
        return True

    def assign_position(self, table: str, parent: str, row: Row) -> None:
        """Give ``row`` a position if it has none: one after its siblings so far."""
        last = self._last[table, parent]
        if row["pos"] is None:
            row["pos"] = last + STEP
        self._last[table, parent] = max(last, row["pos"])

    def _reject(self, place: str, reason: str, *, vital: bool) -> None:
        if vital:
            raise TransferError(reason, place=place)
        self.notes.skipped(place, reason)


def _join(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
