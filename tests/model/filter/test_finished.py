"""When a card is finished."""

import pytest

from tui.model.filter.finished import is_finished, is_finished_list, list_words


@pytest.mark.parametrize(
    "name",
    [
        "Done",
        "DONE",
        "✅ Done",
        "Done this week",
        "Finished",
        "Closed won",
        "Completed",
        "Won",
        "Hired",
        "✓ Placed",
        " ☑ Signed off",
    ],
)
def test_a_list_is_of_finished_cards_by_its_name(name):
    assert is_finished_list(name)
    assert is_finished(name, due_met=False)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Doing",
        "To be done",
        "Complete the form",
        "Lost property",
        "Leads",
        "✅",
        "Hired people",
        "Sign ✓",
    ],
)
def test_other_lists_have_cards_that_go_on_until_their_due_date_is_met(name):
    assert not is_finished(name, due_met=False)
    assert is_finished(name, due_met=True)


def test_what_a_list_is_called_is_said_with_what_its_cards_count_as():
    assert list_words("Hired") == "Hired · its cards count as done"
    assert list_words("Signed", was="Won") == "Signed · its cards no longer count as done"
    assert list_words("Closed", was="Won") == "Closed · its cards count as done"
    assert list_words("Doing") == "Doing"
