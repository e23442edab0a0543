"""How large a picture is."""

import struct

import pytest

from tui.server.board.images import size_of

JPEG = b"\xff\xd8" + b"\xff\xe0\x00\x04ab" + b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", 20, 30) + bytes(8)


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5B", 13, b"IHDR", 30, 20, 8, 2, 0, 0, 0),
        b"GIF89a" + struct.pack("<HH", 30, 20),
        b"BM" + bytes(16) + struct.pack("<ii", 30, -20),
        b"RIFF\0\0\0\0WEBPVP8X" + bytes(8) + (29).to_bytes(3, "little") + (19).to_bytes(3, "little"),
        b"RIFF\0\0\0\0WEBPVP8L" + bytes(5) + (29 | 19 << 14).to_bytes(4, "little"),
        b"RIFF\0\0\0\0WEBPVP8 " + bytes(10) + struct.pack("<HH", 30, 20),
        JPEG,
    ],
)
def test_the_size_is_in_the_first_bytes(content: bytes) -> None:
    assert size_of(content) == (30, 20)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8",
        b"\xff\xd8\xff\xe0\x00\x00" * 9,
        b"RIFF\0\0\0\0WAVE",
        JPEG[:12],
    ],
)
def test_what_is_no_picture_has_none(content: bytes) -> None:
    assert size_of(content) is None


def test_a_file_of_endless_segments_ends() -> None:
    assert size_of(b"\xff\xd8" + b"\xff\xe0\x00\x02" * 100_000) is None
