"""What has to be asked of a service for the triggers that are set."""

from typing import Any

import pytest

from tui.sync.events.interest import Interest
from tui.triggers.cards import CardDueReminderTrigger
from tui.triggers.catalogue import TRIGGERS, named


def of(name: str, **given: Any) -> Interest:
    """What one trigger looks at."""
    return Interest.of([named(name)(**given)])


def test_without_triggers_nothing_is_asked():
    assert Interest.of([]) == Interest()


def test_boards_are_those_of_all_triggers():
    one, other = named("New Card")(boards=frozenset({"a"})), named("Card Moved")(boards=frozenset({"b"}))
    assert Interest.of([one, other]).boards == {"a", "b"}
    assert not Interest.of([one, other]).every_board
    assert Interest.of([one, named("Card Moved")()]).every_board


@pytest.mark.parametrize("name", ["New Board", "New Notification"])
def test_what_is_about_the_account_asks_for_no_board(name):
    interest = of(name)
    assert (interest.boards, interest.every_board) == (frozenset(), False)
    assert interest.new_boards is (name == "New Board")
    assert interest.notifications is (name == "New Notification")


@pytest.mark.parametrize("kind", TRIGGERS, ids=lambda kind: kind.name)
def test_only_what_no_feed_tells_needs_a_board_to_be_compared(kind):
    compared = {
        "Card Updated",
        "New Label Created",
        "New Label Added To Card",
        "New Checklist",
        "New Board Activity",
        "Custom Webhook Events",
    }
    assert Interest.of([kind()]).found is (kind.name in compared)


@pytest.mark.parametrize("name", ["New Board Activity", "Custom Webhook Events"])
@pytest.mark.parametrize(
    ("activity", "found"), [("createCard", False), ("addLabelToCard", True), ("updateCheckItem", True)]
)
def test_chosen_activities_are_compared_where_one_of_them_must_be(name, activity, found):
    assert of(name, activities=frozenset({activity})).found is found


def test_due_dates_are_looked_at_with_each_time_before_them():
    reminders = [CardDueReminderTrigger(before=before) for before in (0, 60, 60)]
    interest = Interest.of(reminders)
    assert interest.befores == {0, 60}
    assert not interest.found


def test_lists_matter_to_those_that_are_set_on_one():
    assert of("New Card", boards=frozenset({"a"}), lists=frozenset({"b"})).lists
    assert not of("New Card", boards=frozenset({"a"})).lists
