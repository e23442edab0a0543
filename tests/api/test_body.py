"""The boundary: what bytes may do to us, and may not."""

import gzip
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.api import body
from tui.errors import Garbled

JSON = "application/json; charset=utf-8"


async def chunks(data, size=65536):
    for start in range(0, len(data), size):
        yield data[start : start + size]


@pytest.mark.parametrize("size", [1, 7, 65536])
@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("", bytes),
        ("identity", bytes),
        ("gzip", gzip.compress),
        ("GZIP", gzip.compress),
        ("deflate", zlib.compress),
        ("gzip", lambda data: gzip.compress(data[:9], mtime=0) + gzip.compress(data[9:])),
    ],
)
async def test_unpacks(encoding, pack, size):
    data = b"flour, yeast and salt " * 40
    assert await body.read(chunks(pack(data), size), encoding) == data


@pytest.mark.parametrize(
    ("encoding", "data", "words"),
    [
        ("br", b"x", "not asked for"),
        ("br, gzip, deflate", b"\0", "not asked for"),
        ("gzip", b"plain", "packed wrongly"),
        ("gzip", gzip.compress(b"0" * 3000, mtime=0), "larger"),
        ("", b"x" * 1001, "larger"),
    ],
)
async def test_refuses(encoding, data, words):
    with pytest.raises(Garbled, match=words):
        await body.read(chunks(data), encoding, 1000)


@pytest.mark.parametrize("size", [700, 65536])
async def test_what_a_chunk_unpacks_to_comes_in_pieces(size):
    data = b"".join(n.to_bytes(2, "big") * 3 for n in range(0, 65536, 7)) + b"0" * 3_000_001
    found = [piece async for piece in body.pieces(chunks(gzip.compress(data), size), "gzip", len(data))]
    assert b"".join(found) == data
    assert max(map(len, found)) == 256 * 1024


@pytest.mark.fault("F35")
async def test_a_bomb_is_not_unpacked_past_the_cap():
    coming = body.pieces(chunks(gzip.compress(b"0" * 30_000_000, 1)), "gzip", 1024 * 1024)
    assert sum([len(await anext(coming)) for _ in range(4)]) == 1024 * 1024
    with pytest.raises(Garbled, match="larger than 1 MiB"):
        await anext(coming)


async def test_exactly_the_cap_is_read():
    assert len(await body.read(chunks(b"x" * 1000), "", 1000)) == 1000
    assert len(await body.read(chunks(gzip.compress(b"x" * 1000, mtime=0)), "gzip", 1000)) == 1000


@pytest.mark.fault("F37", "F40")
@pytest.mark.parametrize(
    ("data", "kind", "value"),
    [
        (b'{"a":1}', JSON, {"a": 1}),
        (b'\xef\xbb\xbf{"a":1}', JSON, {"a": 1}),
        (b'{"a":1}', "application/problem+json", {"a": 1}),
        (b'{"a":1}', "", {"a": 1}),
        (b'{"a":1,"a":2}', JSON, {"a": 2}),
        (b'"A\\ud800"', JSON, "A\ufffd"),
        (b'{"\\udc00k":["\\ud83d\\ude00"]}', JSON, {"\ufffdk": ["\U0001f600"]}),
        (
            b"[9223372036854775807, 9223372036854774784, 1e25, -1e999]",
            JSON,
            [None, 9223372036854774784, None, None],
        ),
        (b"9" * 5000, JSON, None),
        (b"-5", JSON, -5),
    ],
)
def test_reads(data, kind, value):
    assert body.parse(data, kind) == value


@pytest.mark.fault("F37", "F40")
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"NaN",
        b"[Infinity]",
        b"[-Infinity]",
        b"[" * 200_000,
        b"[" * 65 + b"]" * 65,
        b'{"a":' * 65 + b"1" + b"}" * 65,
        b")]}',\n{}",
        b'{"a":1}x',
        '{"a":1}'.encode("utf-16"),
        '{"a":1}'.encode("utf-16-le"),
        '{"a":1}'.encode("utf-32"),
        b'[{"name":"\xff\xfe"}]',
    ],
    ids=lambda data: repr(data[:12]),
)
def test_refuses_what_harms(data):
    with pytest.raises(Garbled):
        body.parse(data, JSON)


@pytest.mark.parametrize(("kind", "html"), [("text/html", True), ("", True), ("image/png", False)])
def test_what_is_no_json_is_told_apart(kind, html):
    with pytest.raises(body.NotJson) as caught:
        body.parse(b"<html>" if html else b"\x89PNG", kind)
    assert caught.value.html is html


@pytest.mark.fault("F40")
@given(st.binary(max_size=200))
def test_no_bytes_escape_the_tree(data):
    try:
        body.parse(data, JSON)
    except Garbled:
        return


@given(st.text(st.characters(codec=None, categories=None), max_size=40))
def test_mended_text_can_be_stored_and_sent(text):
    mended = body.clean(text)
    mended.encode()
    assert body.clean(mended) == mended
    assert body.parse(json.dumps(text).encode(), JSON) == mended
