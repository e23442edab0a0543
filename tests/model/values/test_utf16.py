"""UTF-16, with a mark and without, and what is none."""

import codecs

import pytest

from tui.model.values.utf16 import decode_utf8_or_16, utf16_codec

CHINESE = "姓名;電話;日期\r\n王小明;021555013;3/12/2026\r\n"


@pytest.mark.parametrize("text", ["Name,Company\nTūī Reid,Ridge\n", CHINESE, "{}"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_text_is_read_however_it_is_written(text, codec):
    assert decode_utf8_or_16(text.encode(codec)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"Name\0Company",
        "Zoë".encode("cp1252"),
        CHINESE.encode(),
        "Ana".encode("utf-32-le"),
        codecs.BOM_UTF8 + b"Ana",
        b"PK\x03\x04\x14\0\0\0\x08\0",
    ],
)
def test_another_encoding_is_not_taken_for_it(data):
    assert utf16_codec(data) is None
