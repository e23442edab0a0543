"""Boards, lists, members, files and notifications from the command line."""

import os
import stat
from pathlib import Path

import pytest


@pytest.fixture
def card(imported):
    """Id of the card "Ring Ana" on the imported board."""
    return next(one["id"] for one in imported.json("cards", "Kōrero") if one["name"] == "Ring Ana")


def shown(program, card):
    return program.json("card", "show", card)


def test_dates(imported, card):
    imported.read("card", "due", card, "2026-12-01T17:00+13:00", "--reminder", "60", "--done")
    imported.read("card", "start", card, "2026-11-01T00:00Z")
    now = shown(imported, card)
    assert now["due"] == "2026-12-01T04:00:00.000Z"
    assert (now["dueReminder"], now["dueComplete"]) == (60, True)
    assert now["start"] == "2026-11-01T00:00:00.000Z"
    cleared = imported.json("card", "due", card, "-")
    assert cleared["due"] is None
    result = imported("card", "due", card, "someday")
    assert result.exit_code == 2
    assert "2026-12-01" in result.stderr


def test_members(imported, card):
    imported.read("card", "assign", card, "me")
    assert len(shown(imported, card)["idMembers"]) == 1
    imported.read("card", "unassign", card, "me")
    assert shown(imported, card)["idMembers"] == []
    people = imported.json("members", "Kōrero")
    assert "you" in {one["username"] for one in people}
    result = imported("card", "assign", card, "nobody-at-all")
    assert result.exit_code == 2
    assert "you" in result.stderr


def test_a_file_goes_up_and_comes_down(imported, card, tmp_path: Path):
    file = tmp_path / "brief ☃.txt"
    file.write_bytes(b"the brief\0")
    imported.read("card", "attach", card, str(file))
    imported.read("card", "attach", card, "https://tui.example/x", "--name", "Site")
    held = imported.json("card", "attachments", card)
    assert {(one["name"], one["isUpload"]) for one in held} == {("brief ☃.txt", True), ("Site", False)}
    folder = tmp_path / "down"
    folder.mkdir()
    for _ in range(2):
        imported.read("card", "download", card, "brief ☃.txt", "--to", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["brief ☃ (1).txt", "brief ☃.txt"]
    assert {path.read_bytes() for path in folder.iterdir()} == {b"the brief\0"}
    result = imported("card", "download", card, "Site", "--to", str(folder))
    assert result.exit_code == 2
    assert "link" in result.stderr
    imported.read("card", "detach", card, "Site")
    assert [one["name"] for one in imported.json("card", "attachments", card)] == ["brief ☃.txt"]
    result = imported("card", "attach", card, str(tmp_path / "missing"))
    assert result.exit_code == 2
    assert "missing" in result.stderr


def test_copies_and_moves_to_another_board(imported, card):
    made = imported.json("board", "new", "Second", "--list", "In", "--desc", "for copies")
    assert (made["name"], made["desc"]) == ("Second", "for copies")
    copy = imported.json("card", "copy", card, "--name", "Ring Ana twice")
    assert copy["name"] == "Ring Ana twice"
    whole = shown(imported, copy["id"])
    assert [one["name"] for one in whole["checklists"]] == ["Steps"]
    imported.read("card", "move", card, "In", "--board", "Second", "--pos", "top")
    assert [one["name"] for one in imported.json("cards", "Second")] == ["Ring Ana"]
    assert [one["name"] for one in shown(imported, card)["checklists"]] == ["Steps"]


def test_lists(imported):
    def names(*more):
        return [one["name"] for one in imported.json("lists", "Kōrero", *more)]

    imported.read("list", "move", "Kōrero", "Done", "1")
    assert names() == ["Done", "To do"]
    imported.read("list", "limit", "Kōrero", "Done", "3")
    assert [one["softLimit"] for one in imported.json("lists", "Kōrero")] == [3, None]
    imported.read("list", "limit", "Kōrero", "Done", "-")
    assert [one["softLimit"] for one in imported.json("lists", "Kōrero")] == [None, None]
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


def test_cards_are_filtered_as_on_the_board(imported):
    def names(text):
        return [one["name"] for one in imported.json("cards", "Kōrero", "--filter", text)]

    assert names("ring ana") == ["Ring Ana"]
    assert names("list:to -ring") == [one for one in names("") if one != "Ring Ana"]
    assert names("due:overdue or is:archived") == []
    imported.read("list", "archive-cards", "Kōrero", "To do")
    assert [one["name"] for one in imported.json("cards", "Kōrero", "--archived", "--filter", "ring")] == [
        "Ring Ana"
    ]
    wrong = imported("cards", "Kōrero", "--filter", "due:soon")
    assert wrong.exit_code == 2
    assert "due: takes no 'soon'" in wrong.stderr


def test_boards(imported):
    def names(*more):
        return [one["name"] for one in imported.json("boards", *more)]

    before = names()
    imported.read("board", "star", "Kōrero")
    assert names()[0] == "Kōrero"
    imported.read("board", "unstar", "Kōrero")
    imported.read("board", "rename", "Kōrero", "Hui")
    edited = imported.json("board", "edit", "Hui", "--desc", "weekly", "--background", "green")
    assert (edited["desc"], edited["prefs"]["background"]) == ("weekly", "green")
    imported.read("board", "close", "Hui")
    assert "Hui" not in names()
    assert names("--closed") == ["Hui"]
    imported.read("board", "open", "Hui")
    assert len(names()) == len(before)
    imported.read("board", "delete", "Hui", "--yes")
    assert "Hui" not in names() + names("--closed")


def test_search(imported):
    found = imported.json("search", "ana", "ring", "--here")
    assert [(one["kind"], one["name"], one["list"]) for one in found] == [("card", "Ring Ana", "To do")]
    assert [one["name"] for one in imported.json("search", "korero", "--here")] == ["Kōrero"]
    assert imported.json("search", "nothing-at-all-like-it", "--here") == []
    everywhere = imported.json("search", "ana")
    assert "Ring Ana" in {one["name"] for one in everywhere}


def test_notifications(imported):
    assert imported.json("notifications") == []
    imported.read("notification", "read", "--all")
    result = imported("notification", "read")
    assert result.exit_code == 2
    assert "--all" in result.stderr


def test_all_that_is_left_on_the_disk_is_the_users_alone(program, export_file, tmp_path: Path):
    file = tmp_path / "brief.txt"
    file.write_bytes(b"the brief")
    before = os.umask(0)
    try:
        program.read("import", str(export_file))
        card = program.json("cards", "Kōrero")[0]["id"]
        program.read("card", "attach", card, str(file))
    finally:
        os.umask(before)
    left = {path: stat.S_IMODE(path.stat().st_mode) for path in program.home.rglob("*")}
    assert {mode for path, mode in left.items() if path.is_file()} == {0o600}
    assert {path.name: oct(mode) for path, mode in left.items() if path.is_dir() and mode != 0o700} == {}
    assert {"server.db", "store-local.db", "cardscout.log"} <= {path.name for path in left}
