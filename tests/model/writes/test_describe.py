import pytest

from tui.model.writes import registry
from tui.model.writes.lists import UpdateList

NAMES = {"k": "Ana Ray", "l": "Contacted", "r": "Hot", "m": "Me", "q": "Steps"}
AT = {"board_id": "b", "card_id": "k"}


@pytest.mark.parametrize(
    ("op", "words"),
    [
        (
            {"kind": "create_list", "board_id": "b", "list_id": "l", "name": "New", "pos": 1},
            "Added list “New”",
        ),
        (
            {"kind": "update_list", "board_id": "b", "list_id": "l", "closed": True},
            "Archived list “Contacted”",
        ),
        ({"kind": "update_list", "board_id": "b", "list_id": "l", "pos": 2}, "Moved list “Contacted”"),
        ({"kind": "create_card", **AT, "list_id": "l", "name": "x" * 60, "pos": 1}, f"Added “{'x' * 39}…”"),
        ({"kind": "move_card", **AT, "list_id": "l", "pos": 1}, "Moved “Ana Ray” to Contacted"),
        (
            {"kind": "move_card", "board_id": "b", "card_id": "?", "list_id": "?", "pos": 1},
            "Moved the card to its list",
        ),
        ({"kind": "delete_card", **AT}, "Deleted “Ana Ray”"),
        ({"kind": "update_card", **AT, "closed": False}, "Restored “Ana Ray”"),
        ({"kind": "update_card", **AT, "name": "Two\nlines"}, "Renamed to “Two lines”"),
        ({"kind": "update_card", **AT, "due_complete": True}, "Marked “Ana Ray” done"),
        (
            {"kind": "update_card", **AT, "due": None, "desc": ""},
            "Changed the description and due date of “Ana Ray”",
        ),
        ({"kind": "add_card_label", **AT, "label_id": "r"}, "Labelled “Ana Ray” “Hot”"),
        ({"kind": "remove_card_label", **AT, "label_id": "?"}, "Took label off “Ana Ray”"),
        ({"kind": "add_card_member", **AT, "member_id": "m"}, "Put Me on “Ana Ray”"),
        ({"kind": "remove_card_member", **AT, "member_id": "?"}, "Took a member off “Ana Ray”"),
        ({"kind": "add_comment", **AT, "comment_id": "c", "text": "t"}, "Commented on “Ana Ray”"),
        (
            {"kind": "add_comment", **AT, "comment_id": "c", "text": "t", "finding_key": "email:x"},
            "Attached a finding to “Ana Ray”",
        ),
        ({"kind": "delete_checklist", **AT, "checklist_id": "q"}, "Deleted checklist “Steps”"),
        (
            {"kind": "update_check_item", **AT, "checklist_id": "q", "item_id": "?", "state": "complete"},
            "Ticked an item of “Steps”",
        ),
        ({"kind": "delete_label", "board_id": "b", "label_id": "r"}, "Deleted label “Hot”"),
        (
            {"kind": "create_label", "board_id": "b", "label_id": "n", "name": "", "color": "sky"},
            "Added label sky",
        ),
    ],
)
def test_words_for_the_status_line(op: dict[str, object], words: str) -> None:
    assert registry.parse(op).describe(lambda ident: NAMES.get(ident, "")) == words


def test_a_new_name_is_told_also_after_it_was_undone():
    write = UpdateList(board_id="b", list_id="l", name="Won")
    assert write.describe(lambda _: "Old") == "Renamed list to “Won”"
