"""How large a picture is, read from its first bytes: no imaging library, and nothing of it is decoded."""

import struct
from collections.abc import Callable

Size = tuple[int, int]
"""Width and height, in pixels."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers that begin a frame, whose header has the size."""

_MOST_SEGMENTS = 1000


def size_of(content: bytes) -> Size | None:
    """Width and height of a PNG, GIF, JPEG, WebP or BMP; None for anything else, or a damaged one."""
    for mark, read in _READERS.items():
        if content.startswith(mark):
            try:
                width, height = read(content)
            except (struct.error, IndexError):
                return None
            return (width, height) if width > 0 and height > 0 else None
    return None


def _png(content: bytes) -> Size:
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _gif(content: bytes) -> Size:
    width, height = struct.unpack("<HH", content[6:10])
    return width, height


def _bmp(content: bytes) -> Size:
    width, height = struct.unpack("<ii", content[18:26])
    return width, abs(height)


def _webp(content: bytes) -> Size:
    match content[8:16]:
        case b"WEBPVP8X":
            return 1 + int.from_bytes(content[24:27], "little"), 1 + int.from_bytes(content[27:30], "little")
        case b"WEBPVP8L":
            bits = int.from_bytes(content[21:25], "little")
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"WEBPVP8 ":
            width, height = struct.unpack("<HH", content[26:30])
            return width & 0x3FFF, height & 0x3FFF
        case _:
            return 0, 0


def _jpeg(content: bytes) -> Size:
    at = 2
    for _ in range(_MOST_SEGMENTS):
        mark, kind, length = struct.unpack(">BBH", content[at : at + 4])
        if mark != 0xFF:  # noqa: PLR2004 - every segment begins with this byte
            return 0, 0
        if kind in _FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return 0, 0


_READERS: dict[bytes, Callable[[bytes], Size]] = {
    b"\x89PNG\r\n\x1a\n": _png,
    b"GIF87a": _gif,
    b"GIF89a": _gif,
    b"\xff\xd8": _jpeg,
    b"RIFF": _webp,
    b"BM": _bmp,
}
