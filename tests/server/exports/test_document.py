import codecs
import json
import re
from typing import Any

import pytest

from tests.server.exports.documents import board, card, ident, places, read
from tui.model.position import STEP
from tui.server.exports import document
from tui.server.exports.document import (
    DocumentReader,
    ImportNotes,
    TransferError,
    derived_id,
    derived_link,
    read_document,
)

PLAIN = '{"name": "Ngā 資料 🏗️ العميل"}'


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        codecs.BOM_UTF8 + PLAIN.encode(),
        codecs.BOM_UTF16_LE + PLAIN.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + PLAIN.encode("utf-16-be"),
        PLAIN.encode("utf-16-le"),
        PLAIN.encode("utf-16-be"),
        b"\n \r\n" + json.dumps(json.loads(PLAIN)).encode() + b"\n\n",
    ],
)
def test_every_usual_encoding_is_read(data):
    assert read_document(data) == json.loads(PLAIN)


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        '{"a": 1, "a": 2}',
        '{"a": [-0, -0.0, 0.1, 1E5, 2.2250738585072011e-308, 65536.5, 123456789012345678.9]}',
        '{"a": [9223372036854775807, 9223372036854775808, -9223372036854775809, 123456789012345678901234567890]}',
        r'{"a": "\ud83d\ude00 \/ \u0000 \u00e9 \"", "\u00e9": null}',
        '{"a": "\x7f\u2028\ufeff"}\t',
    ],
)
def test_a_file_is_read_without_making_a_text_of_it(text, monkeypatch):
    monkeypatch.delattr(document, "_decode")
    assert repr(read_document(text.encode())) == repr(json.loads(text))


def test_half_a_character_is_read_for_the_import_to_mend():
    assert read_document(rb'{"a": "\ud83d"}') == {"a": "\ud83d"}


@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        (b"", "", "empty"),
        (b" \n\t ", "", "empty"),
        (b"<!DOCTYPE html><html>", "", "web page"),
        (b"\n <html>", "", "web page"),
        (b"PK\x03\x04rest", "", "zip"),
        (b"PK\x03\x04rest [Content_Types].xml", "", "a spreadsheet"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "", "a spreadsheet"),
        (b"\xd0\xcf\x11\xe0rest", "", "a spreadsheet"),
        (b"PK\x03\x04rest [Content_Types].xml word/document.xml", "", "a document of text"),
        (b"PK\x03\x04rest data/store-local.db", "", "a backup"),
        (b"\x1f\x8brest", "", "gzip"),
        (b"%PDF-1.7", "", "a PDF"),
        (b"\x89PNG\r\n", "", "a picture"),
        (b"\xff\xd8\xff\xe0, |", "", "a picture"),
        (b"\x7fELF\x02\x01\x01\0, |", "", "a file of no text"),
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


def test_numbers_and_short_links_are_filled_in():
    document, _ = read(board(cards=[card(20, idShort=7), card(21), card(22, shortLink="../x")]))
    assert sorted(c["idShort"] for c in document["cards"]) == [7, 8, 9]
    assert len({c["shortLink"] for c in document["cards"]}) == 3
    assert all(len(c["shortLink"]) == 8 for c in document["cards"])


def test_a_card_that_stands_there_twice_is_taken_once():
    document, notes = read(board(cards=[card(20), card(20)]))
    assert len(document["cards"]) == 1
    assert [(n.place, n.reason) for n in notes.skips] == [("cards[1]", "repeats cards[0]")]


def test_two_cards_of_one_id_are_both_kept():
    document, notes = read(board(cards=[card(20), card(20, name="Another")]))
    assert {c["name"] for c in document["cards"]} == {"Card 20", "Another"}
    assert places(notes.repairs) == ["cards[1].id"]


def reader():
    notes = ImportNotes()
    return DocumentReader(ident(1), notes), notes


def test_a_derived_id_has_the_time_of_its_board_and_is_the_same_again():
    assert derived_id(ident(1), "label", "red") == derived_id(ident(1), "label", "red")
    assert derived_id(ident(1), "label", "red")[:8] == ident(1)[:8]
    # Where one part ends is a difference too.
    assert derived_id(ident(1), "ab", "c") != derived_id(ident(1), "a", "bc")
    assert len({derived_link(ident(1), str(n)) for n in range(50)}) == 50
    assert re.fullmatch(r"[0-9A-Za-z]{8}", derived_link(ident(1), "card"))


@pytest.mark.parametrize("holder", [{}, {"cards": None}, {"cards": []}])
def test_a_missing_array_is_empty_and_not_told(holder):
    made, notes = reader()
    assert made.array(holder, "cards", vital=True) == []
    assert notes.skips == []


def test_what_is_no_array_is_told_or_refuses_the_file():
    made, notes = reader()
    assert list(made.objects({"cards": [{"a": 1}, 7, None]}, "cards", "lists[0]")) == [
        ("lists[0].cards[0]", {"a": 1})
    ]
    assert made.array({"cards": "x"}, "cards") == []
    assert [(note.place, note.reason) for note in notes.skips] == [
        ("lists[0].cards[1]", "expected an object, found a number"),
        ("lists[0].cards[2]", "expected an object, found null"),
        ("cards", "expected a list, found text"),
    ]
    with pytest.raises(TransferError) as caught:
        made.array({"cards": "x"}, "cards", "lists[0]", vital=True)
    assert caught.value.place == "lists[0].cards"


def test_a_row_that_has_no_id_gets_one_unless_it_must_have_its_own():
    made, _ = reader()
    row: dict[str, Any] = {"id": None}
    assert made.assign_id("label", row, {}, "labels[0]")
    assert row["id"] == derived_id(ident(1), "label", "labels[0]")
    with pytest.raises(TransferError, match="the id is missing"):
        made.assign_id("card", {"id": None}, {}, "cards[0]", vital=True)


def test_an_id_is_taken_within_its_table_only():
    made, notes = reader()
    assert made.assign_id("label", {"id": ident(5)}, {"id": ident(5)}, "labels[0]")
    assert made.assign_id("card", {"id": ident(5)}, {"id": ident(5)}, "cards[0]")
    assert (notes.skips, notes.repairs) == ([], [])


def test_a_row_without_a_position_comes_after_its_siblings():
    made, _ = reader()
    rows = [{"pos": pos} for pos in (5.0, None, 3.0, None)]
    for row in rows:
        made.assign_position("card", "list", row)
    other = {"pos": None}
    made.assign_position("card", "another list", other)
    assert [row["pos"] for row in rows] == [5.0, 5.0 + STEP, 3.0, 5.0 + 2 * STEP]
    assert other["pos"] == STEP


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"PK\x03\x04xl/workbook.xml", "save it as CSV"),
        (
            b"Mon notes: called in at 4 sites",
            "name the .json file of a board, a table (.csv) or contacts (.vcf)",
        ),
        (b'{"a": 01}', "export the board again"),
    ],
)
def test_a_file_of_another_kind_says_what_can_be_imported(data, hint):
    with pytest.raises(TransferError) as caught:
        read_document(data)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"PK\x03\x04rest", "unpack it"),
        (b"PK\x03\x04rest data/server.db", "cardscout restore"),
        (b"PK\x03\x04rest xl/workbook.xml", "save it as CSV"),
        (b"%PDF-1.7", "name the .json"),
    ],
)
def test_what_is_another_kind_of_file_is_told_what_to_do_instead(data, hint):
    with pytest.raises(TransferError) as raised:
        read_document(data)
    assert raised.value.hint is not None
    assert hint in raised.value.hint
