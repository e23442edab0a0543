"""The fifteen triggers, by name."""

import pytest

from tui.errors import UsageError
from tui.triggers.catalogue import TRIGGERS, named


def test_the_fifteen_are_called_what_users_call_them() -> None:
    assert [trigger.name for trigger in TRIGGERS] == [
        "New Card",
        "Card Updated",
        "Card Moved",
        "Card Archived",
        "Card Due Date Reminder",
        "New Comment Added to Card",
        "New Member on Card",
        "New Label Created",
        "New Label Added To Card",
        "New Checklist",
        "New Board",
        "New Board Activity",
        "New Notification",
        "New Attachment",
        "Custom Webhook Events",
    ]
    assert [trigger.name for trigger in TRIGGERS if trigger.polled] == [
        "Card Due Date Reminder",
        "New Notification",
    ]


@pytest.mark.parametrize("name", ["Card Moved", "card moved", "card-moved", "CardMoved", " CARD_MOVED "])
def test_a_name_is_found_however_it_is_written(name: str) -> None:
    assert named(name).name == "Card Moved"


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no trigger 'Card Eaten'") as refused:
        named("Card Eaten")
    assert "New Card, Card Updated" in refused.value.hint
