"""The strip of list names."""

from tui.app.widgets.tabs import ListTabs


async def test_the_open_list_is_told_from_its_neighbours(stage):
    tabs = ListTabs()
    async with stage(tabs).run_test(size=(60, 5)) as pilot:
        tabs.display = True
        tabs.show(["Leads", "[bold]Contacted\x1b", "Won"], 1)
        await pilot.pause()
        line = next(line for line in pilot.app.text().split("\n") if "Won" in line)
        assert "[[bold]Contact…]" in line
        assert "Leads" in line
        assert "2/3" in line
        assert "\x1b" not in line
