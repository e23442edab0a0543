"""The strip of list names."""

import pytest

from tui.app.widgets.tabs import ListTabs


async def test_the_open_list_is_told_from_its_neighbours(stage):
    tabs = ListTabs()
    async with stage(tabs).run_test(size=(60, 5)) as pilot:
        tabs.display = True
        tabs.show(["Leads", "[bold]Contacted\x1b", "Won"], 1, 60)
        await pilot.pause()
        line = next(line for line in pilot.app.text().split("\n") if "Won" in line)
        assert "[[bold]Contacted␛]" in line
        assert "Leads" in line
        assert "2/3" in line
        assert "\x1b" not in line


@pytest.mark.parametrize(
    ("width", "at", "line"),
    [
        (32, 0, "  [Leads] Contacted  Qua…  1/5 ›"),
        (32, 2, "‹ [Qualified] Proposal     3/5 ›"),
        (40, 4, "‹  Con…  Qualified  Proposal [Won] 5/5  "),
        (12, 1, "‹ [C…] 2/5 ›"),
    ],
)
async def test_names_fit_and_where_one_is_is_always_seen(stage, width, at, line):
    tabs = ListTabs()
    async with stage(tabs).run_test(size=(width, 3)) as pilot:
        tabs.display = True
        tabs.show(["Leads", "Contacted", "Qualified", "Proposal", "Won"], at, width)
        await pilot.pause()
        assert pilot.app.text().split("\n")[0] == line
