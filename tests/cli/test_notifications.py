"""Notifications on the command line."""


def test_notifications(imported):
    assert imported.json("notifications") == []
    imported.read("notification", "read", "--all")
    result = imported("notification", "read")
    assert result.exit_code == 2
    assert "--all" in result.stderr
