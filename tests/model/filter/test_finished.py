"""When a card is finished."""

import pytest

from tui.model.filter.finished import is_finished, is_finished_list


@pytest.mark.parametrize(
    "name",
    ["Done", "DONE", "✅ Done", "Done this week", "Finished", "Closed won", "Completed", "Won", "Hired"],
)
def test_a_list_is_of_finished_cards_by_its_name(name):
    assert is_finished_list(name)
    assert is_finished(name, due_met=False)


@pytest.mark.parametrize(
    "name", ["", "Doing", "To be done", "Complete the form", "Lost property", "Leads", "✅"]
)
def test_other_lists_have_cards_that_go_on_until_their_due_date_is_met(name):
    assert not is_finished(name, due_met=False)
    assert is_finished(name, due_met=True)
