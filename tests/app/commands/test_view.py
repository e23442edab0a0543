"""The cursor walked by letters, arrows, counts and pages; and how much of a card is shown."""

from tests.app.screens.conftest import screen
from tests.app.screens.test_board import here, lists


async def test_walking_by_letters_arrows_counts_and_jumps(play):
    async with play() as p:
        names = lists(p)
        await p.press("j", "down")
        assert here(p) == ("Leads", names["Leads"][2])
        await p.press("k", "up", "up")
        assert here(p) == ("Leads", names["Leads"][0])
        await p.press("5", "j")
        assert here(p)[1] == names["Leads"][5]
        await p.press("G")
        assert here(p)[1] == names["Leads"][-1]
        await p.press("g", "g")
        assert here(p)[1] == names["Leads"][0]
        await p.press("2", "l")
        assert here(p)[0] == "Qualified"
        await p.press("dollar_sign")
        assert here(p)[0] == "Won"
        await p.press("0")
        assert here(p)[0] == "Leads"
        await p.press("g", "4")
        assert here(p)[0] == "Proposal"
        await p.press("h", "left", "left", "left")
        assert here(p)[0] == "Leads"


async def test_pages_stay_in_bounds(play):
    async with play((80, 24)) as p:
        await p.press("ctrl+d")
        assert here(p)[1] != lists(p)["Leads"][0]
        await p.press(*["pagedown"] * 9)
        assert here(p)[1] == lists(p)["Leads"][-1]
        await p.press(*["ctrl+u", "pageup"] * 9)
        assert here(p)[1] == lists(p)["Leads"][0]


async def test_an_unfinished_sequence_is_shown_and_escape_ends_it(play):
    async with play() as p:
        await p.press("3", "g")
        assert "3g …" in p.text()
        await p.press("escape")
        assert "3g …" not in p.text()
        await p.press("j")
        assert here(p)[1] == lists(p)["Leads"][1]


async def test_density_is_remembered(play):
    async with play() as p:
        await p.press("minus")
        assert screen(p).kanban.row.card_style.density == "full"
        await p.press("minus")
        assert screen(p).kanban.row.card_style.density == "compact"
        assert p.workspace.memory.get("density") == "compact"
        await p.press("j", "J", "L")
        assert here(p)[0] == "Contacted"
