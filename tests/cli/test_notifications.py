"""Notifications on the command line."""

import pytest

from tests.app.fakes import fake
from tui.cli import notifications
from tui.clock import SystemClock
from tui.model.notification import Notification


def test_notifications(imported):
    assert imported.json("notifications") == []
    imported.read("notification", "read", "--all")
    result = imported("notification", "read")
    assert result.exit_code == 2
    assert "--all" in result.stderr


@pytest.mark.parametrize("step", ["read", "unread"])
def test_a_notification_that_is_not_there_is_named(imported, step):
    result = imported("notification", step, "zz")
    assert (result.exit_code, "there is no notification 'zz'" in result.stderr) == (2, True), result.output


def test_what_was_marked_is_printed_however_old_it_is():
    held = [
        Notification(id=f"{number:024x}", type="changeCard", date=SystemClock().now())
        for number in range(150)
    ]

    def newest(*, unread_only: bool = False, limit: int = 100) -> list[Notification]:
        assert not unread_only
        return held[:limit]

    workspace = fake(inbox=fake(all=newest))
    assert notifications._current(workspace, [held[149].id]) == [held[149]]
    assert notifications._current(workspace, [one.id for one in held]) == held
