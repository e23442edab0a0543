"""What an action did, in words: every type that is known, changes by their field, and data of any shape."""

from datetime import UTC, datetime

import pytest

from tui.model.action import ACTION_TYPES, Action
from tui.presentation.activity import action_words, shown_actions

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
ANA = {"id": "a" * 24, "fullName": "Ana Reid", "username": "ana"}
CARD = {"id": "c" * 24, "name": "Ring Bo"}


def act(kind, data=None, **more):
    raw = {"id": "5fc7b7c40000000000000001", "type": kind, "date": "2026-11-21T08:00:00.000Z"}
    return Action.parse(raw | {"data": data or {}, "idMemberCreator": ANA["id"], "memberCreator": ANA} | more)


def did(kind, data=None, *, of_card=False, **more):
    return action_words(act(kind, data, **more), NOW, of_card=of_card).did


@pytest.mark.parametrize(
    ("old", "card", "words"),
    [
        ({"idList": "1"}, {}, "moved “Ring Bo” from “Leads” to “Won”"),
        ({"closed": False}, {"closed": True}, "archived “Ring Bo”"),
        ({"closed": True}, {"closed": False}, "restored “Ring Bo”"),
        ({"dueComplete": False}, {"dueComplete": True}, "marked “Ring Bo” done"),
        ({"dueComplete": True}, {"dueComplete": False}, "marked “Ring Bo” not done"),
        ({"due": None}, {"due": "2026-11-24T10:00:00.000Z"}, "set the due date of “Ring Bo” to Tue 24 Nov 10:00"),
        ({"due": "x"}, {"due": None}, "took the due date off “Ring Bo”"),
        ({"start": None}, {"start": "soon"}, "set the start date of “Ring Bo” to another day"),
        ({"name": "Ring"}, {}, "renamed “Ring” to “Ring Bo”"),
        ({"desc": ""}, {"desc": "x"}, "changed the description of “Ring Bo”"),
        ({"pos": 1}, {"pos": 2}, "moved “Ring Bo” within “Leads”"),
        ({"somethingNew": 1}, {}, "changed “Ring Bo”"),
    ],
)  # fmt: skip
def test_a_change_of_a_card_is_told_by_its_field(old, card, words):
    lists = {"listBefore": {"name": "Leads"}, "listAfter": {"name": "Won"}, "list": {"name": "Leads"}}
    data = {"card": CARD | card, "old": old} | lists
    assert did("updateCard", data) == words
    assert "Ring Bo" not in did("updateCard", data, of_card=True)


def test_a_move_to_another_list_is_told_once():
    moved = act("updateCard", {"card": CARD, "old": {"idList": "b"}, "listAfter": {"name": "Won"}})
    place = act("updateCard", {"card": CARD, "old": {"pos": 5}, "list": {"name": "Won"}})
    other = act("updateCard", {"card": {"id": "d"}, "old": {"pos": 5}})
    later = act("updateCard", place.data, date="2026-11-21T08:00:01.000Z")
    assert shown_actions([later, place, moved, other]) == [later, moved, other]


def test_the_limit_of_a_list_is_told_with_its_number():
    limited = {"list": {"name": "Doing", "softLimit": 3}, "old": {"softLimit": None}}
    assert did("updateList", limited) == "limited the list “Doing” to 3 cards"
    unlimited = {"list": {"name": "Doing", "softLimit": None}, "old": {"softLimit": 3}}
    assert did("updateList", unlimited) == "took the limit off the list “Doing”"


def test_others_are_told_by_their_type():
    assert did("createCard", {"card": CARD, "list": {"name": "Leads"}}) == "made “Ring Bo” in “Leads”"
    assert did("createCard", {"card": CARD, "list": {"name": "Leads"}}, of_card=True) == "made it in “Leads”"
    ticked = {"card": CARD, "checkItem": {"name": "Call", "state": "complete"}}
    assert did("updateCheckItemStateOnCard", ticked) == "ticked “Call” of “Ring Bo”"
    assert did("updateCheckItemStateOnCard", {"card": CARD}) == "unticked something of “Ring Bo”"
    assert (
        did("updateList", {"list": {"name": "Leads", "closed": True}, "old": {"closed": False}})
        == "archived the list “Leads”"
    )
    assert did("updateBoard", {"old": {"name": "Sales"}}) == "renamed the board from “Sales”"
    assert (
        did("addLabelToCard", {"card": CARD, "label": {"name": "", "color": "red"}})
        == "put the label “red” on “Ring Bo”"
    )


def test_who_was_put_on_a_card_is_named_or_is_who_did_it():
    bo = {"id": "b" * 24, "fullName": "Bo"}
    assert did("addMemberToCard", {"card": CARD, "idMember": bo["id"]}, member=bo) == "put Bo on “Ring Bo”"
    assert did("addMemberToBoard", {}) == "put somebody on the board"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("addMemberToCard", "joined the card “Ring Bo”"),
        ("removeMemberFromCard", "left the card “Ring Bo”"),
        ("addMemberToBoard", "joined the board"),
        ("removeMemberFromBoard", "left the board"),
        ("makeAdminOfBoard", "became an admin of the board"),
    ],
)
def test_who_does_it_to_themselves_joins_or_leaves(kind, words):
    data = {"card": CARD, "idMember": ANA["id"]}
    assert did(kind, data, member=ANA) == words
    assert did(kind, data, member=ANA, of_card=True) == words.replace("the card “Ring Bo”", "it")


def test_what_was_written_on_several_lines_is_told_on_one():
    said = action_words(
        act("commentCard", {"card": {"name": "Ring\nBo"}, "text": "At noon\n\n- or one"}), NOW
    )
    assert said == ("Ana Reid", "commented on “Ring Bo”", "At noon - or one")


def test_a_comment_has_its_text_and_a_deed_its_author():
    said = action_words(act("commentCard", {"card": CARD, "text": "At noon"}), NOW)
    assert said == ("Ana Reid", "commented on “Ring Bo”", "At noon")
    assert action_words(act("commentCard", {"text": 7}, memberCreator=None), NOW) == (
        "somebody",
        "commented on something",
        "",
    )


@pytest.mark.parametrize("kind", [*ACTION_TYPES, "turnedBlue", "{odd}", ""])
@pytest.mark.parametrize(
    "data", [{}, {"card": 1, "old": 2, "list": [], "member": "x", "label": None}, {"old": {}}]
)
def test_any_action_of_any_shape_is_told(kind, data):
    words = did(kind, data)
    assert "{" not in words
    assert words
    assert did("turnedBlue", data) == "did something that is not known here: turned blue"


@pytest.mark.parametrize("kind", ACTION_TYPES)
def test_every_type_that_the_service_has_is_told_in_plain_english(kind):
    assert "not known" not in did(kind)


def test_what_concerns_the_workspace_of_a_board_is_told():
    place = {"organization": {"name": "Sales"}, "board": {"name": "Pipeline"}}
    assert did("addToOrganizationBoard", place) == "put the board in the workspace “Sales”"
    assert did("removeFromOrganizationBoard", place) == "took the board out of the workspace “Sales”"
    assert did("updateBoard", {"old": {"prefs": {"background": "blue"}}}) == "changed a setting of the board"
    assert (
        did("updateLabel", {"label": {"name": "hot"}, "old": {"name": "warm"}})
        == "renamed the label “warm” to “hot”"
    )
