"""The sentence about an action: its key and what it names."""

import pytest

from tui.server.wire.display import comment_entities, display, entities


async def test_the_sentence_of_an_action_names_what_it_is_about(desk):
    label = await desk.post("/labels", name="urgent", color="red", idBoard=desk.id)
    card = await desk.card()
    _, doing, _ = await desk.lists()
    comment = await desk.post(f"/cards/{card['id']}/actions/comments", text="done?")
    shown = comment["display"]["entities"]
    assert shown.keys() == {"contextOn", "card", "comment", "memberCreator"}
    assert shown["contextOn"]["idContext"] == card["id"]
    assert shown["card"] == {
        "type": "card", "id": card["id"], "shortLink": card["shortLink"], "text": "Order flour", "hideIfContext": True,
    }  # fmt: skip
    assert shown["memberCreator"]["type"] == "member"
    assert [one["type"] for one in comment["entities"]] == ["member", "text", "card", "comment"]
    await desk.put(f"/cards/{card['id']}", idList=doing)
    (moved,) = await desk.get(f"/cards/{card['id']}/actions", filter="updateCard:idList", display="true")
    sides = moved["display"]["entities"]
    assert (sides["listBefore"]["type"], sides["listAfter"]["id"]) == ("list", doing)
    await desk.put(f"/labels/{label['id']}", name="soon")
    await desk.put(f"/boards/{desk.id}/closed", value=True)
    await desk.put(f"/boards/{desk.id}/closed", value=False)
    keys = [
        one["display"]["translationKey"]
        for one in await desk.get(f"/boards/{desk.id}/actions", filter="updateBoard", display="true")
    ]
    assert keys == ["action_reopened_board", "action_closed_board"]


def said(kind, *, by="me", **data):
    return display({"type": kind, "data": data, "idMemberCreator": by})["translationKey"]


@pytest.mark.parametrize(
    ("old", "card", "key"),
    [
        ({"due": None}, {"due": "x"}, "action_added_a_due_date"),
        ({"due": "x"}, {"due": None}, "action_removed_a_due_date"),
        ({"due": "x"}, {"due": "y"}, "action_changed_a_due_date"),
        ({"dueComplete": False}, {"dueComplete": True}, "action_marked_the_due_date_complete"),
        ({"dueComplete": True}, {"dueComplete": False}, "action_marked_the_due_date_incomplete"),
        ({"start": None}, {"start": "x"}, "action_added_a_start_date"),
        ({"start": "x"}, {}, "action_removed_a_start_date"),
        ({"start": "x"}, {"start": "y"}, "action_changed_a_start_date"),
        ({"closed": False}, {"closed": True}, "action_archived_card"),
        ({"closed": True}, {"closed": False}, "action_sent_card_to_board"),
        ({"pos": 1}, {"pos": 2}, "action_moved_card_lower"),
        ({"pos": 2}, {"pos": "1.5"}, "action_moved_card_higher"),
        ({"pos": "x"}, {"pos": None}, "action_moved_card_higher"),
        ({"idList": "a"}, {}, "action_move_card_from_list_to_list"),
        ({"name": "a"}, {}, "action_renamed_card"),
        ({"desc": "a"}, {}, "action_changed_description_of_card"),
        ({"cover": {}}, {}, "unknown"),
    ],
)
def test_a_change_of_a_card_has_a_sentence(old, card, key):
    assert said("updateCard", old=old, card=card) == key


@pytest.mark.parametrize(
    ("kind", "data", "key"),
    [
        ("updateList", {"old": {"pos": 1}, "list": {"pos": 2}}, "action_moved_list_right"),
        ("updateList", {"old": {"pos": 2}, "list": {"pos": 1}}, "action_moved_list_left"),
        ("updateList", {"old": {"closed": False}, "list": {"closed": True}}, "action_archived_list"),
        ("updateList", {"old": {"name": "a"}, "list": {}}, "action_renamed_list"),
        ("updateBoard", {"old": {"name": "a"}}, "action_update_board_name"),
        ("updateBoard", {"old": {"prefs": {}}}, "unknown"),
        ("updateCheckItemStateOnCard", {"checkItem": {"state": "complete"}}, "action_completed_checkitem"),
        ("updateCheckItemStateOnCard", {"checkItem": {}}, "action_marked_checkitem_incomplete"),
        ("addMemberToCard", {"idMember": "me"}, "action_member_joined_card"),
        ("addMemberToCard", {"idMember": "bo"}, "action_added_member_to_card"),
        ("removeMemberFromCard", {"idMember": "me"}, "action_member_left_card"),
        ("removeMemberFromCard", {"idMember": "bo"}, "action_removed_member_from_card"),
        ("someFutureType", {}, "unknown"),
    ],
)
def test_an_action_has_a_sentence(kind, data, key):
    assert said(kind, **data) == key


def test_an_imported_action_may_have_anything_in_an_objects_place():
    odd = {
        "type": "updateCard",
        "idMemberCreator": None,
        "data": {"card": "x", "old": [1], "list": 7, "board": {"name": "B"}},
    }
    assert display(odd) == {
        "translationKey": "unknown",
        "entities": {"board": {"type": "board", "text": "B"}},
    }
    assert entities(odd) == [{"type": "board", "text": "B"}]


def test_a_board_is_named_only_where_no_card_is():
    board = {"id": "b", "name": "Bakery", "shortLink": "s"}
    assert [
        one["type"]
        for one in entities(
            {"type": "createList", "data": {"board": board, "list": {"id": "l", "name": "Doing"}}}
        )
    ] == [
        "list",
        "board",
    ]
    assert [
        one["type"] for one in entities({"type": "createCard", "data": {"board": board, "card": {"id": "c"}}})
    ] == ["card"]


def test_a_comment_is_told_in_the_order_of_its_sentence():
    author = {"id": "m", "username": "ana", "fullName": "Ana Reid"}
    comment = {
        "type": "commentCard",
        "memberCreator": author,
        "data": {"text": "done?", "card": {"id": "c", "name": "Rye"}},
    }
    assert comment_entities(comment) == [
        {"type": "member", "id": "m", "username": "ana", "text": "Ana Reid"},
        {"type": "text", "text": "on", "hideIfContext": True, "idContext": "c"},
        {"type": "card", "id": "c", "text": "Rye", "hideIfContext": True},
        {"type": "comment", "text": "done?"},
    ]
