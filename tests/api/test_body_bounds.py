"""The bounds of what is read of a response: its size, its depth, its numbers and its encoding."""

import gzip
import zlib
from collections.abc import AsyncIterator

import pytest

from tui.api import body
from tui.errors import Garbled

JSON = "application/json"


async def chunks(data: bytes, size: int = 65536) -> AsyncIterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


async def test_eight_mebibytes_are_read_and_no_more() -> None:
    most = b"x" * 8_388_608
    assert await body.read(chunks(most), "") == most
    with pytest.raises(body.TooLarge, match="larger than 8 MiB"):
        await body.read(chunks(most + b"x"), "")


async def test_a_body_that_unpacks_to_nothing_is_bounded_too() -> None:
    with pytest.raises(body.TooLarge):
        await body.read(chunks(gzip.compress(b"", mtime=0) * 100, 100), "gzip", 1000)


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "deflate"])
async def test_a_body_may_repeat_what_was_far_before(encoding: str) -> None:
    far = bytes(number * 7919 % 251 for number in range(20_000))
    packed = zlib.compress(far + far) if encoding == "deflate" else gzip.compress(far + far)
    assert await body.read(chunks(packed), encoding) == far + far


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip"])
async def test_what_is_packed_in_another_way_than_it_says_is_refused(encoding: str) -> None:
    with pytest.raises(Garbled, match="packed wrongly"):
        await body.read(chunks(zlib.compress(b"x" * 100)), encoding)


def test_sixty_four_levels_are_read() -> None:
    value = body.parse(b"[" * 64 + b"]" * 64, JSON)
    for _ in range(63):
        [value] = value
    assert value == []


@pytest.mark.parametrize(
    "one",
    [
        b"[%s]",
        b'{"a": %s}',
        b'["]", %s, "["]',
        b'["}", "\\"", %s, "\\\\", "{"]',
        b'["\\u005d", %s, "\\u005b"]',
    ],
    ids=["list", "object", "brackets", "quotes", "escapes"],
)
def test_a_level_more_is_refused_whatever_the_texts_hold(one: bytes) -> None:
    deep = b"1"
    for _ in range(64):
        deep = one % deep
    assert body.parse(deep, JSON)
    with pytest.raises(Garbled, match="deeper than 64"):
        body.parse(b"[%s]" % deep, JSON)


def test_a_whole_number_of_eighteen_digits_is_exact() -> None:
    assert body.parse(b"123456789012345679", JSON) == 123456789012345679
    assert isinstance(body.parse(b"1234567890123456789", JSON), float)
    assert body.parse(b"[1, 2.5, -7, 99999999999999999999]", JSON) == [1, 2.5, -7, None]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe1", b"\xfe\xff1", b"\x00", b"[1,\x00"], ids=["LE", "BE", "first", "fourth"]
)
def test_another_encoding_is_named(data: bytes) -> None:
    with pytest.raises(Garbled, match="UTF-16 or UTF-32"):
        body.decode(data)


def test_a_zero_further_on_and_a_lone_mark_are_no_other_encoding() -> None:
    assert body.decode(b"[1,2\x00") == "[1,2\x00"
    with pytest.raises(Garbled, match="not valid UTF-8"):
        body.decode(b"\xff")


def test_half_a_pair_is_replaced_and_everything_beside_it_stays() -> None:
    assert body.parse(b'["\\ud800", 1, null, {"a": [true]}]', JSON) == ["\ufffd", 1, None, {"a": [True]}]
    assert body.replace_surrogates(("\ud800", 2.5)) == ["\ufffd", 2.5]


@pytest.mark.parametrize(("spaces", "page"), [(63, True), (64, False)])
def test_a_web_page_is_told_by_its_beginning(spaces: int, page: bool) -> None:
    with pytest.raises(Garbled) as caught:
        body.parse(b" " * spaces + b"<p>", "")
    assert isinstance(caught.value, body.NotJson) is page
