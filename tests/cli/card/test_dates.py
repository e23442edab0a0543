"""Dates of a card on the command line."""

from tests.cli.conftest import shown


def test_dates(imported, card):
    imported.read("card", "due", card, "2026-12-01T17:00+13:00", "--reminder", "60", "--done")
    imported.read("card", "start", card, "2026-11-01T00:00Z")
    now = shown(imported, card)
    assert now["due"] == "2026-12-01T04:00:00.000Z"
    assert (now["dueReminder"], now["dueComplete"]) == (60, True)
    assert now["start"] == "2026-11-01T00:00:00.000Z"
    told = imported.read("card", "show", card).splitlines()[1]
    assert told.endswith(":00 done, reminder 1 hour before"), told
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
    assert "2026-12-01" in result.stderr
