"""Writes of boards: what they show, and what takes them back."""

import pytest

from tests.model.writes.shown import BoardView
from tui.model.board import Board
from tui.model.writes.boards import CreateBoard, DeleteBoard, StarBoard, UpdateBoard

LEADS = Board(id="b", name="Leads", desc="old")


def test_a_new_board_is_shown_once_and_closed_when_taken_back() -> None:
    write = CreateBoard(board_id="b", name="Leads", desc="x", organization_id="w")
    made = write.apply(None)
    assert made is not None
    assert (made.name, made.desc, made.id_organization) == ("Leads", "x", "w")
    assert write.apply(LEADS) is LEADS
    assert write.inverse(BoardView()).writes == (UpdateBoard(board_id="b", closed=True),)


def test_a_colour_is_only_a_name_until_the_service_answers() -> None:
    made = CreateBoard(board_id="b", name="Leads", background="lime").apply(None)
    assert made is not None
    assert made.unknown_fields["prefs"] == {"background": "lime", "backgroundColor": None}
    held = Board.parse(
        {
            "id": "b",
            "name": "x",
            "prefs": {"background": "sky", "backgroundColor": "#00AECC", "voting": "members"},
        }
    )
    after = UpdateBoard(board_id="b", background="lime").apply(held)
    assert after is not None
    assert after.unknown_fields["prefs"] == {
        "background": "lime",
        "backgroundColor": None,
        "voting": "members",
    }


def test_only_what_was_given_changes_and_comes_back() -> None:
    write = UpdateBoard(board_id="b", name="Won", closed=True)
    after = write.apply(LEADS)
    assert after is not None
    assert (after.name, after.desc, after.closed) == ("Won", "old", True)
    assert write.apply(None) is None
    assert write.inverse(BoardView(LEADS)).writes == (UpdateBoard(board_id="b", name="Leads", closed=False),)
    assert write.inverse(BoardView()).writes == ()


def test_a_colour_that_was_unknown_does_not_come_back() -> None:
    assert UpdateBoard(board_id="b", background="lime").inverse(BoardView(LEADS)).writes == ()
    coloured = Board.parse({"id": "b", "name": "x", "prefs": {"background": "sky"}})
    back = UpdateBoard(board_id="b", background="lime").inverse(BoardView(coloured)).writes
    assert back == (UpdateBoard(board_id="b", background="sky"),)


@pytest.mark.parametrize(
    ("write", "lists"),
    [
        (UpdateBoard(board_id="b", name="x"), False), (UpdateBoard(board_id="b", closed=False), True), (StarBoard(board_id="b", starred=True), True),
        (CreateBoard(board_id="b", name="x"), True), (DeleteBoard(board_id="b"), False),
    ],
)  # fmt: skip
def test_some_writes_change_which_boards_are_listed(write: UpdateBoard, *, lists: bool) -> None:
    assert write.changes_board_list is lists


def test_a_star_that_was_there_needs_no_taking_back() -> None:
    write = StarBoard(board_id="b", starred=True)
    starred = write.apply(LEADS)
    assert starred is not None
    assert starred.starred
    assert write.inverse(BoardView(LEADS)).writes == (StarBoard(board_id="b", starred=False),)
    assert write.inverse(BoardView(starred)).writes == write.inverse(BoardView()).writes == ()


def test_a_deleted_board_does_not_come_back() -> None:
    assert DeleteBoard(board_id="b").inverse(BoardView(LEADS)).writes == ()


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (CreateBoard(board_id="b", name="Leads"), "Made board “Leads”"),
        (UpdateBoard(board_id="b", closed=True, name="x"), "Closed board “B”"),
        (UpdateBoard(board_id="b", closed=False), "Opened board “B”"),
        (UpdateBoard(board_id="b", name="Won"), "Renamed board to “Won”"),
        (UpdateBoard(board_id="b", desc=""), "Changed the description of “B”"),
        (UpdateBoard(board_id="b", background="lime"), "Changed the background of “B”"),
        (StarBoard(board_id="b", starred=False), "Unstarred “B”"),
        (DeleteBoard(board_id="b"), "Deleted board “B”"),
    ],
)
def test_words(write: UpdateBoard, words: str) -> None:
    assert write.describe(str.upper) == words
