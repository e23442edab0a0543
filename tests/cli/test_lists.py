"""Lists on the command line."""


def test_lists_are_listed_made_renamed_and_archived(imported):
    imported.read("list", "new", "Kōrero", "Later")
    imported.read("list", "rename", "Kōrero", "later", "Much later")
    imported.read("list", "archive", "Kōrero", "done")
    assert [(x["name"], x["cards"]) for x in imported.json("lists", "Kōrero")] == [
        ("To do", 2),
        ("Much later", 0),
    ]


def test_it_is_told_when_the_cards_of_a_list_count_as_done_and_when_no_longer(imported):
    assert "note: Lost · its cards count as done" in imported("list", "new", "Kōrero", "Lost").stderr
    renamed = imported("list", "rename", "Kōrero", "Lost", "Parked")
    assert "note: Parked · its cards no longer count as done" in renamed.stderr
    assert "count as done" not in imported("list", "rename", "Kōrero", "Parked", "Later").stderr


def test_what_another_board_does_not_have_is_told_of_a_whole_list(imported):
    imported.json("board", "new", "Second", "--list", "In")
    imported.read("label", "new", "Kōrero", "urgent", "--color", "red")
    (card, *_) = imported.json("cards", "Kōrero", "--list", "To do")
    imported.read("label", "add", card["id"], "urgent")
    moved = imported("list", "move-cards", "Kōrero", "To do", "In", "--to-board", "Second")
    assert "#urgent, which that board does not have" in moved.stderr


def test_lists(imported):
    def names(*more):
        return [one["name"] for one in imported.json("lists", "Kōrero", *more)]

    imported.read("list", "move", "Kōrero", "Done", "1")
    assert names() == ["Done", "To do"]
    assert [one["done"] for one in imported.json("lists", "Kōrero")] == [True, False]
    imported.read("list", "limit", "Kōrero", "Done", "3")
    assert [one["softLimit"] for one in imported.json("lists", "Kōrero")] == [3, None]
    for none in ("-", "none", "0"):
        imported.read("list", "limit", "Kōrero", "Done", "4")
        imported.read("list", "limit", "Kōrero", "Done", none)
        assert [one["softLimit"] for one in imported.json("lists", "Kōrero")] == [None, None], none
    assert "hint: write 5, or none" in imported("list", "limit", "Kōrero", "Done", "few").stderr
    imported.read("list", "move-cards", "Kōrero", "To do", "Done")
    assert [one["cards"] for one in imported.json("lists", "Kōrero")] == [2, 0]
    imported.read("list", "archive-cards", "Kōrero", "Done")
    assert imported.json("cards", "Kōrero") == []
    put_away = imported.json("cards", "Kōrero", "--archived")
    assert {one["name"] for one in put_away} >= {"Ring Ana"}
    imported.read("card", "restore", put_away[0]["id"])
    assert len(imported.json("cards", "Kōrero")) == 1
    imported.read("list", "archive", "Kōrero", "Done")
    assert names("--archived") == ["Done"]
    imported.read("list", "restore", "Kōrero", "Done")
    assert names("--archived") == []
