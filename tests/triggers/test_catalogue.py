"""The fifteen triggers, by name."""

import json
from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.model.event import CARD_DUE, NOTIFICATION
from tui.server.wire.actions import WEBHOOK_ONLY
from tui.triggers.cards import PROPERTIES
from tui.triggers.catalogue import TRIGGERS, known_activity, known_property, named


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


def test_activities_are_what_the_services_tell_of_and_the_triggers_look_at() -> None:
    recorded = json.loads(
        (Path(__file__).parents[1] / "contract" / "recorded_actions.json").read_text("utf-8")
    )
    looked_at = {kind for trigger in TRIGGERS for kind in trigger.types} - {CARD_DUE, NOTIFICATION}
    told = {*recorded, *WEBHOOK_ONLY, *looked_at}
    assert {known_activity(kind.lower()) for kind in told} == told


@pytest.mark.parametrize("kind", [CARD_DUE, NOTIFICATION, "cardCreated", ""])
def test_an_activity_that_no_action_has_is_refused_with_the_list(kind: str) -> None:
    with pytest.raises(UsageError, match=f"there is no activity '{kind}'") as refused:
        known_activity(kind)
    assert "createCard, " in refused.value.hint


def test_a_property_is_known_in_any_case() -> None:
    assert [known_property(name.upper()) for name in PROPERTIES] == list(PROPERTIES)
    with pytest.raises(UsageError, match="there is no property 'titel'") as refused:
        known_property("titel")
    assert refused.value.hint == f"there are {', '.join(PROPERTIES)}"
