"""Cards are made, changed, archived and deleted on the command line."""

import re

from tests.cli.conftest import ANA, shown


def titles(program, *more):
    return [card["name"] for card in program.json("cards", "Kōrero", *more)]


def test_a_card_is_made_moved_edited_archived_and_restored(imported):
    third = imported.read("card", "new", "Kōrero", "To do", "Third", "--desc", "text", "--pos", "top").strip()
    assert titles(imported)[0] == "Third"
    assert third == imported.json("cards", "Kōrero")[0]["id"]
    imported.read("card", "move", third, "Done")
    assert titles(imported, "--list", "done") == ["Third"]
    imported.read("card", "edit", third, "--name", "3rd", "--due", "2026-12-01T10:00+13:00", "--done")
    shown = imported.json("card", "show", third)
    assert (shown["name"], shown["due"], shown["dueComplete"]) == ("3rd", "2026-11-30T21:00:00.000Z", True)
    imported.read("card", "edit", third, "--due", "-")
    assert imported.json("card", "show", third)["due"] is None
    imported.read("card", "archive", third)
    assert titles(imported, "--list", "done") == []
    imported.read("card", "restore", third)
    assert titles(imported, "--list", "done") == ["3rd"]


def test_nothing_is_put_into_an_archived_list(imported):
    imported.read("card", "archive", ANA)
    imported.read("list", "archive", "Kōrero", "To do")
    for step in (("restore",), ("edit", "--not-archived"), ("copy",)):
        refused = imported("card", step[0], ANA, *step[1:])
        assert refused.exit_code == 2, step
        assert "the list 'To do' is archived" in refused.stderr
        assert "cardscout list restore 'Kōrero' 'To do'" in refused.stderr
    assert [one["id"] for one in imported.json("cards", "Kōrero", "--archived")] == [ANA]
    imported.read("card", "edit", ANA, "--not-archived", "--list", "Done")
    assert titles(imported, "--list", "Done") == ["Ring Ana"]


def test_a_card_is_deleted_only_when_sure(imported):
    assert imported("card", "delete", ANA, stdin="n\n").exit_code == 130
    assert "Ring Ana" in titles(imported)
    imported.read("card", "delete", ANA, "--yes")
    assert "Ring Ana" not in titles(imported)


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


def test_what_another_board_does_not_have_is_told(imported, card):
    imported.json("board", "new", "Second", "--list", "In")
    imported.read("label", "new", "Kōrero", "urgent", "--color", "red")
    imported.read("label", "add", card, "urgent")
    without = "#urgent, which that board does not have"
    assert without in imported("card", "copy", card, "In", "--board", "Second").stderr
    assert without not in imported("card", "copy", card).stderr
    moved = imported("card", "move", card, "In", "--board", "Second")
    assert moved.exit_code == 0
    assert without in moved.stderr
    assert "urgent" not in str(shown(imported, card)["labels"])
    assert (
        "does not have"
        not in imported("card", "move", card, "In", "--board", "Second", "--pos", "top").stderr
    )


def test_dates(imported, card):
    imported.read("card", "due", card, "2026-12-01T17:00+13:00", "--reminder", "60", "--done")
    imported.read("card", "start", card, "2026-11-01T00:00Z")
    now = shown(imported, card)
    assert now["due"] == "2026-12-01T04:00:00.000Z"
    assert (now["dueReminder"], now["dueComplete"]) == (60, True)
    assert now["start"] == "2026-11-01T00:00:00.000Z"
    told = imported.read("card", "show", card).splitlines()[1]
    assert told.endswith(":00 done, reminder an hour before"), told
    for minutes, words in (
        ("0", "reminder when it is due"),
        ("90", "reminder 90 minutes before"),
        ("2880", "2 days"),
    ):
        imported.read("card", "due", card, "2026-12-01T17:00+13:00", "--reminder", minutes, "--not-done")
        assert words in imported.read("card", "show", card).splitlines()[1]
    assert "done" not in imported.read("card", "show", card).splitlines()[1]
    cleared = imported.json("card", "due", card, "-")
    assert cleared["due"] is None
    assert "reminder" not in imported.read("card", "show", card)
    result = imported("card", "due", card, "someday")
    assert result.exit_code == 2
    assert re.search(r"write it as \d{4}-\d\d-\d\dT17:00[+-]", result.stderr)


def test_a_reminder_is_typed_as_on_the_screens(imported, card):
    for typed, minutes in (("1h", 60), ("2 days", 2880), ("never", -1), ("15", 15), ("-", -1)):
        due = imported.json("card", "due", card, "2026-12-01T17:00+13:00", "--reminder", typed)
        assert due["dueReminder"] == minutes, typed
        assert imported.json("card", "edit", card, "--reminder", typed)["dueReminder"] == minutes
    refused = imported("card", "edit", card, "--reminder", "soonish")
    assert refused.exit_code == 2
    assert "'soonish' is no time before a due date" in refused.stderr
    assert "30 min" in refused.stderr


def test_a_label_without_a_name_or_colour_is_named_as_such(program):
    made = program.read("label", "new", "Team", "", "--color", "none").strip()
    asked = program("label", "delete", "Team", made, stdin="n\n")
    assert "Delete the label ''?" in asked.stderr
