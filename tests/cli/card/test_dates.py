"""Dates of a card on the command line."""

from tests.cli.conftest import shown


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
