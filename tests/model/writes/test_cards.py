"""Writes of cards: what they show, and what takes them back."""

from datetime import UTC, datetime

import pytest

from tests.model.writes.shown import BoardView
from tui.model.action import Comment
from tui.model.attachment import Attachment
from tui.model.card import Card
from tui.model.checklist import CheckItem, Checklist
from tui.model.writes.attachments import AddLink
from tui.model.writes.base import Write
from tui.model.writes.cards import CopyCard, CreateCard, DeleteCard, MoveCard, MoveCardToBoard, UpdateCard
from tui.model.writes.labels import AddCardLabel
from tui.model.writes.members import AddCardMember

AT = {"board_id": "b", "card_id": "k"}
DUE = datetime(2031, 5, 6, tzinfo=UTC)
ANA = Card(
    id="k",
    id_board="b",
    id_list="l",
    name="Ana",
    desc="text",
    pos=5.0,
    due=DUE,
    id_labels=("red",),
    id_members=("me",),
)


def test_a_new_card_has_all_it_was_given_and_is_archived_when_taken_back() -> None:
    write = CreateCard(
        **AT,
        list_id="l",
        name="Ana",
        pos=5,
        desc="x",
        due=DUE,
        due_complete=True,
        label_ids=("red",),
        member_ids=("me",),
    )
    made = write.apply(None)
    assert (made.name, made.id_list, made.due, made.due_complete, made.id_labels, made.id_members) == (
        "Ana",
        "l",
        DUE,
        True,
        ("red",),
        ("me",),
    )
    assert made.badges.description
    assert write.apply(ANA) is ANA
    assert write.inverse(BoardView()).writes == (UpdateCard(**AT, closed=True),)


def test_a_copy_is_a_card_of_its_own() -> None:
    write = CopyCard(**AT, source_id="s", list_id="l", name="Ana", pos=5)
    assert write.apply(None).name == "Ana"
    assert write.describe({"s": "Bo"}.get) == "Copied “Bo”"  # type: ignore[arg-type]  # every id asked for is there


def test_a_change_says_whether_there_is_a_description() -> None:
    emptied = UpdateCard(**AT, desc="").apply(ANA)
    assert emptied is not None
    assert (emptied.desc, emptied.badges.description, emptied.name) == ("", False, "Ana")
    kept = UpdateCard(**AT, name="x").apply(ANA)
    assert kept is not None
    assert kept.badges == ANA.badges
    assert UpdateCard(**AT, name="x").apply(None) is None


def test_a_change_comes_back_field_by_field_a_cleared_one_too() -> None:
    write = UpdateCard(**AT, due=None, name="x", start=DUE)
    assert write.inverse(BoardView(ANA)).writes == (UpdateCard(**AT, due=DUE, name="Ana", start=None),)
    assert write.inverse(BoardView()).writes == ()


def test_a_description_is_not_written_over_that_of_others_a_second_time() -> None:
    assert UpdateCard(**AT, name="x").reapplicable() == UpdateCard(**AT, name="x")
    again = UpdateCard(**AT, name="x", desc="y").reapplicable()
    assert isinstance(again, UpdateCard)
    assert again.changes == {"name": "x"}


def test_a_move_goes_back_where_the_card_was() -> None:
    write = MoveCard(**AT, list_id="m", pos=9)
    moved = write.apply(ANA)
    assert moved is not None
    assert (moved.id_list, moved.pos) == ("m", 9)
    assert write.inverse(BoardView(ANA)).writes == (MoveCard(**AT, list_id="l", pos=5),)
    assert (write.apply(None), write.inverse(BoardView()).writes) == (None, ())


def test_a_move_to_another_board_takes_what_it_can_and_brings_all_back() -> None:
    write = MoveCardToBoard(
        board_id="c", card_id="k", list_id="m", pos=9, from_board_id="b", label_ids=("blue",)
    )
    moved = write.apply(ANA)
    assert moved is not None
    assert (moved.id_board, moved.id_list, moved.id_labels, moved.id_members) == ("c", "m", ("blue",), ())
    home = MoveCardToBoard(
        **AT, list_id="l", pos=5, from_board_id="c", label_ids=("red",), member_ids=("me",)
    )
    assert write.inverse(BoardView(ANA)).writes == (
        home,
        AddCardLabel(**AT, label_id="red"),
        AddCardMember(**AT, member_id="me"),
    )
    assert write.inverse(BoardView()).writes == ()


def test_a_deleted_card_comes_back_only_if_the_service_never_had_it() -> None:
    assert DeleteCard(**AT).inverse(BoardView(ANA)).writes == ()
    assert DeleteCard(**AT).inverse(BoardView(unsent=("k",))).writes == ()


def test_a_card_that_comes_back_has_all_that_was_on_it() -> None:
    link, file = (
        Attachment(id="u", name="Brief", url="https://x.example"),
        Attachment(id="f", name="a.pdf", is_upload=True),
    )
    card = ANA.replace(attachments=(link, file), due_complete=True, subscribed=True)
    steps = Checklist(id="q", id_card="k", name="Steps", check_items=(CheckItem(id="i", name="call"),))
    said = Comment(id="c", id_card="k", text="done?", date=DUE, mine=True)
    back = DeleteCard(**AT).inverse(BoardView(card, steps, comments=(said,), unsent=("k",)))
    assert [write.kind for write in back.writes] == [
        "create_card", "update_card", "add_card_label", "add_card_member", "add_link", "create_checklist", "create_check_item", "add_comment",
    ]  # fmt: skip
    create, update, *_ = back.writes
    assert isinstance(create, CreateCard)
    assert isinstance(update, UpdateCard)
    assert (create.card_id, create.name, create.desc) == (back.renames["k"], "Ana", "text")
    assert update.changes == {"due": DUE, "due_complete": True, "subscribed": True}
    [again] = [write for write in back.writes if isinstance(write, AddLink)]
    assert (again.url, again.attachment_id) == ("https://x.example", back.renames["u"])
    assert {"k", "u", "q", "i", "c"} <= back.renames.keys()
    assert {getattr(write, "card_id", "") for write in back.writes} == {back.renames["k"]}


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (CreateCard(**AT, list_id="l", name="", pos=1), "Added a card"),
        (UpdateCard(**AT, subscribed=True), "Subscribed to “K”"),
        (UpdateCard(**AT, subscribed=False), "Unsubscribed from “K”"),
        (UpdateCard(**AT, is_template=True), "Made “K” a template"),
        (UpdateCard(**AT, is_template=False), "Made “K” an ordinary card"),
        (UpdateCard(**AT, due_complete=False), "Marked “K” not done"),
        (UpdateCard(**AT, start=None, due_reminder=5), "Changed the start date and reminder of “K”"),
        (UpdateCard(**AT), "Changed the fields of “K”"),
        (
            MoveCardToBoard(board_id="c", card_id="k", list_id="m", pos=9, from_board_id="b"),
            "Moved “K” to board “C”",
        ),
    ],
)
def test_words(write: Write, words: str) -> None:
    assert write.describe(str.upper) == words
