"""What every part of an export is read with: arrays, rows, ids and positions."""

import re
from typing import Any

import pytest

from tests.server.exports.documents import board, card, ident, places, read
from tui.model.position import STEP
from tui.server.exports.document import TransferError
from tui.server.exports.notes import ImportNotes
from tui.server.exports.reader import DocumentReader, derived_id, derived_link


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
