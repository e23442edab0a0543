"""UTF-16 texts, as programs of Windows write them, with a byte order mark or without. Pure."""

from __future__ import annotations

import codecs

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_HEAD = 4096
_MOSTLY = 4
"""One letter in four is plain Latin even in a Chinese table: digits, delimiters and ends of lines."""


def utf16_codec(data: bytes) -> str | None:
    """Return the codec of a text that is in UTF-16, by how it begins; None for any other.

    Without a mark it is known by the NUL bytes of its Latin letters, which are at every other place; a text in
    another encoding has none.
    """
    if data.startswith(_MARKS):
        return "utf-16"
    pairs = min(len(data), _HEAD) // 2
    first, second = data[: 2 * pairs : 2].count(0), data[1 : 2 * pairs : 2].count(0)
    if max(first, second) * _MOSTLY < pairs or max(first, second) <= _MOSTLY * min(first, second):
        return None
    return "utf-16-le" if second > first else "utf-16-be"


def decode_utf8_or_16(data: bytes) -> str:
    """Return a text in UTF-8 or UTF-16 without its byte order mark.

    Raises:
        UnicodeDecodeError: It is in neither.
    """
    return data.decode(utf16_codec(data) or "utf-8-sig")
