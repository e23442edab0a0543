"""Copies of a document with text replaced: lone surrogates, or ids and short links."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from tui.model.values.scalars import OBJECT_ID
from tui.server.exports.document import Parsed, TransferError

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.exports.document import ImportNotes

# Fields with text that people wrote, in which nothing is interpreted as an id.
_PROSE = frozenset({"name", "desc", "text", "fullName", "displayName", "value"})


def clean(document: Json, notes: ImportNotes) -> Json:
    """Return ``document`` with each lone surrogate (half of a character) replaced by U+FFFD and noted.

    Databases and sockets accept only UTF-8, and a client that cut a title in the middle of an emoji left half
    of it in the export.

    Raises:
        TransferError: The document holds a value that JSON cannot represent.
    """
    if isinstance(document, Parsed) and _is_clean(document):
        return document
    try:
        plain = json.dumps(document, ensure_ascii=False, allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise TransferError(f"this is not JSON ({error})") from error
    try:
        plain.encode()
    except UnicodeEncodeError:
        return _repair(document, "", notes)  # type: ignore[no-any-return]  # an object stays an object
    return document


def _is_clean(document: Parsed) -> bool:
    """Return whether a document has no lone surrogates and no infinities; pydantic checks that three times as fast."""
    try:
        text = to_json(document)
    except ValueError:
        return False
    # ``1e999`` is JSON. A text may contain the word.
    return b"Infinity" not in text


def _repair(value: Any, place: str, notes: ImportNotes) -> Any:
    if isinstance(value, dict):
        return {
            _repair(name, place, notes): _repair(item, f"{place}.{name}".lstrip("."), notes)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [_repair(item, f"{place}[{index}]", notes) for index, item in enumerate(value)]
    if not isinstance(value, str):
        return value
    mended = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if mended != value:
        where = place.encode(errors="replace").decode()
        notes.repaired(where, "half a character, replaced by U+FFFD")
    return mended


def exchange(document: Json, names: Mapping[str, str]) -> Json:
    """Return ``document`` with every id or short link in ``names`` replaced, wherever it occurs.

    ``url`` and ``shortUrl`` of an object with a new short link are left out, as they lead to the original.
    """
    return _exchange(document, names)  # type: ignore[no-any-return]  # an object stays an object


def _exchange(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        moved = value.get("shortLink") in names if isinstance(value.get("shortLink"), str) else False
        return {
            name: item if name in _PROSE else _exchange(item, names)
            for name, item in value.items()
            if not (moved and name in {"url", "shortUrl"})
        }
    if isinstance(value, list):
        return [_exchange(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def new_names(
    rows: Mapping[str, list[dict[str, Any]]], new_link: Callable[[], str], salt: str
) -> dict[str, str]:
    """Map the ids and short links that a copy must not share with its original to new ones.

    The new ids sort as the old ones did and keep their first eight digits, which are the time of creation.

    Args:
        rows: The rows of a board, by table. Members keep their ids.
        new_link: Returns a new short link.
        salt: Six hexadecimal digits, different for each copy.
    """
    idents = sorted({ident for ident in _idents(rows) if OBJECT_ID.fullmatch(ident)})
    names = {ident: f"{ident[:8]}{salt}{index:010x}" for index, ident in enumerate(idents)}
    links = {row["short_link"] for table in ("board", "card") for row in rows[table]}
    return names | {link: new_link() for link in links}


def _idents(rows: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    for table, found in rows.items():
        if table != "member":
            yield from (row["id"] for row in found if "id" in row)
