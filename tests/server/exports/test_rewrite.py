import pytest

from tui.server.exports.document import ImportNotes, Parsed, TransferError, read_document
from tui.server.exports.rewrite import clean, exchange, new_names

ONE, TWO = "54c8b7290000000000000001", "54c8b72a0000000000000002"


def test_a_clean_document_is_handed_on_untouched():
    document = {"name": "資料 🏗️", "list": [1, {"a": None}]}
    notes = ImportNotes()
    assert clean(document, notes) is document
    assert notes.repairs == []


@pytest.mark.parametrize("words", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("kind", [dict, Parsed])
def test_words_that_are_no_numbers_are_text(words, kind):
    document = kind({"name": words, words: [words]})
    assert clean(document, ImportNotes()) is document


def test_what_was_read_from_a_file_is_mended_and_refused_likewise():
    notes = ImportNotes()
    assert clean(read_document(b'{"cards": [{"name": "\\ud83c"}]}'), notes) == {"cards": [{"name": "\ufffd"}]}
    assert [note.place for note in notes.repairs] == ["cards[0].name"]
    with pytest.raises(TransferError, match="this is not JSON"):
        clean(read_document(b'{"cards": [{"pos": 1e999}]}'), ImportNotes())


def test_names_are_exchanged_wherever_they_stand_but_not_in_prose():
    document = {
        "id": ONE, "name": ONE, "desc": ONE, "idLabels": [TWO, "other"],
        "data": {"card": {"id": ONE}, "text": ONE, "list": [{"x": [TWO]}]},
    }  # fmt: skip
    assert exchange(document, {ONE: "1", TWO: "2"}) == {
        "id": "1", "name": ONE, "desc": ONE, "idLabels": ["2", "other"],
        "data": {"card": {"id": "1"}, "text": ONE, "list": [{"x": ["2"]}]},
    }  # fmt: skip


def test_what_got_another_short_link_loses_the_urls_that_lead_to_the_first():
    document = {"shortLink": "a", "url": "u", "cards": [{"shortLink": "b", "url": "v", "shortUrl": "w"}]}
    assert exchange(document, {"a": "c"}) == {
        "shortLink": "c", "cards": [{"shortLink": "b", "url": "v", "shortUrl": "w"}],
    }  # fmt: skip


def test_fresh_ids_keep_the_time_and_the_order_and_leave_members_alone():
    rows = {
        "board": [{"id": TWO, "short_link": "a"}],
        "card": [{"id": ONE, "short_link": "b"}],
        "member": [{"id": "54c8b72a0000000000000003"}],
        "card_label": [{"id_card": ONE}],
    }
    links = iter(["x", "y"])
    names = new_names(rows, lambda: next(links), "abcdef")
    assert names[ONE] < names[TWO]
    assert (names[ONE][:8], names[TWO][:8]) == (ONE[:8], TWO[:8])
    assert set(names) == {ONE, TWO, "a", "b"}
