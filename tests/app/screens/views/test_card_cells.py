"""What rows of cards say, and the room that it needs."""

from datetime import UTC, datetime

import pytest
from rich.cells import cell_len

from tui.app.screens.views.card_cells import due_cells
from tui.app.widgets.card_face import due_badge

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("due", "cells"),
    [
        ("2026-11-22T17:00:00Z", 10),
        ("2026-11-22T08:00:00Z", 16),
        ("2027-12-22T17:00:00Z", 13),
        ("2027-12-22T08:00:00Z", 19),
        ("soon", 13),
        (None, 10),
    ],
)
def test_the_field_for_due_dates_has_room_for_the_longest(due, cells):
    assert due_cells([None, due, "2026-11-25T17:00:00Z"], NOW) == cells
    if due is not None:
        assert cell_len(due_badge(due, done=False, now=NOW, timed=True)[0]) <= cells
