import codecs
import json

import pytest

from tui.server.exports import document
from tui.server.exports.document import TransferError, read_document

PLAIN = '{"name": "Ngā 資料 🏗️ العميل"}'


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        codecs.BOM_UTF8 + PLAIN.encode(),
        codecs.BOM_UTF16_LE + PLAIN.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + PLAIN.encode("utf-16-be"),
        b"\n \r\n" + json.dumps(json.loads(PLAIN)).encode() + b"\n\n",
    ],
)
def test_every_usual_encoding_is_read(data):
    assert read_document(data) == json.loads(PLAIN)


@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        (b"", "", "empty"),
        (b" \n\t ", "", "empty"),
        (b"<!DOCTYPE html><html>", "", "web page"),
        (b"\n <html>", "", "web page"),
        (b"PK\x03\x04rest", "", "zip"),
        (b"\x1f\x8brest", "", "gzip"),
        (b"unauthorized permission requested", "line 1, column 1", "not JSON"),
        (b"[]", "", "a list of 0"),
        (b"[1, 2]", "", "a list of 2"),
        (b"17", "", "a number"),
        (b'"x"', "", "text"),
        (b"null", "", "null"),
        (b"true", "", "true"),
        (b'{"a": 1,}', "line 1, column 8", "not JSON (a comma with nothing after it)"),
        (b'{"a": [1,\n]}', "line 1, column 9", "not JSON (a comma with nothing after it)"),
        (b'{"a": [,]}', "line 1, column 8", "not JSON (expecting value)"),
        (b'{\n "a": 1\n "b": 2}', "line 3, column 2", "not JSON"),
        (b'{"a": 1} x', "line 1, column 10", "not JSON"),
        (b'{"a": "b\nc"}', "line 1, column 9", "not JSON"),
        (b'{"a": 01}', "line 1, column 8", "not JSON"),
        (b'{"a": NaN}', "line 1, column 7", "NaN"),
        (b'{"NaN": "Infinity",\n"a": [-Infinity]}', "line 2, column 7", "-Infinity"),
        (b'{\n"a": "\xff"}', "byte 8 (line 2)", "UTF-8"),
        (b'{"a": "\xed\xa0\x80"}', "byte 7 (line 1)", "UTF-8"),
        (codecs.BOM_UTF16_LE + b"{", "byte 2", "ends in the middle"),
        ('{"a": "資'.encode()[:-1], "byte 7 (line 1)", "ends in the middle"),
        (b'{"a": ' + b"9" * 5000 + b"}", "", "thousands of digits"),
        (b'{"a": ' + b"[" * 100_000, "", "nested"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "", "nested"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_damage_is_placed(data, place, said):
    with pytest.raises(TransferError) as caught:
        read_document(data)
    assert caught.value.place.startswith(place)
    assert said in str(caught.value)
    assert caught.value.hint


def test_a_file_cut_anywhere_is_refused_with_its_place():
    whole = json.dumps({"name": "x 資料", "lists": [{"id": "1", "pos": 16384.5, "closed": False}]}).encode()
    for end in range(1, len(whole)):
        with pytest.raises(TransferError) as caught:
            read_document(whole[:end])
        assert caught.value.place.startswith("line 1, column")


def test_a_cut_file_is_called_one():
    with pytest.raises(TransferError, match="ends in the middle"):
        read_document(b'{"lists": [{"id": "abc')
    with pytest.raises(TransferError, match="ends in the middle"):
        read_document(b'{"lists": [1, 2,\n')


def test_the_deepest_allowed_is_read():
    deep = "[" * (document.MAX_DEPTH - 1) + "]" * (document.MAX_DEPTH - 1)
    assert read_document(f'{{"a": {deep}}}'.encode())
    with pytest.raises(TransferError, match="nested"):
        read_document(f'{{"a": [{deep}]}}'.encode())


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(document, "MAX_BYTES", 2**20)
    with pytest.raises(TransferError, match="larger than 1 MB"):
        read_document(b" " * (2**20 + 1))


def test_a_message_shows_no_more_than_the_place():
    with pytest.raises(TransferError) as caught:
        read_document(b'{"token": "ATTAsecret", oops}')
    assert "ATTA" not in str(caught.value)
