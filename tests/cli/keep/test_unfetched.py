"""What a workspace that is made again lacks is said, by kind."""

from tui.cli.keep.unfetched import describe_unfetched

CARD = {
    "id": "c",
    "badges": {"comments": 3, "checkItems": 2},
    "attachments": [{"isUpload": True}, {"isUpload": False}],
}


def test_what_was_counted_and_never_read_is_said_by_kind():
    board = {"cards": [CARD], "actions": [{"type": "commentCard"}, {"type": "createCard"}], "checklists": []}
    assert describe_unfetched([board, board]) == "2 uploaded files, 4 comments, 4 checklist items"


def test_of_what_is_all_here_nothing_is_said():
    read = {"checkItems": [{}, {}]}
    board = {
        "cards": [{**CARD, "attachments": []}],
        "actions": [{"type": "commentCard"}] * 3,
        "checklists": [read],
    }
    assert describe_unfetched([board]) == describe_unfetched([{}]) == ""
