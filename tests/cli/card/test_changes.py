"""Cards are made, changed, archived and deleted on the command line."""

from tests.cli.conftest import ANA


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


def test_a_card_is_deleted_only_when_sure(imported):
    assert imported("card", "delete", ANA, stdin="n\n").exit_code == 130
    assert "Ring Ana" in titles(imported)
    imported.read("card", "delete", ANA, "--yes")
    assert "Ring Ana" not in titles(imported)
