"""The people page against the real directory: a search narrowed page by page, a lookup, and a table written."""

import csv
import io

from textual.events import Click

from tests.app.screens.conftest import at
from tests.app.screens.enrich.test_people_search import search
from tui.app.screens.board import BoardScreen
from tui.app.screens.enrich.people import PeopleScreen
from tui.app.widgets.enrich.panel import EnrichPanel
from tui.app.widgets.enrich.people_form import Chosen


async def test_a_person_is_looked_up_at_a_price_that_is_said_and_written_to_a_table(play, tmp_path):
    async with play() as p:
        p.workspace.memory.set("exports", str(tmp_path))
        await p.press("P")
        await search(p, company="tuiridge.example")
        await p.sees("1–2 credits · 500 left · enter")
        await p.press("enter")
        await p.sees("ana.reid@tuiridge.example")
        left = p.workspace.spending.credits()
        assert left in {498, 499}
        await p.sees(f"remembered: nothing more to pay · {left} left")
        await p.press("y")
        assert p.app.clipboard == "Ana Reid"
        target = tmp_path / "people.csv"
        await p.press("space", "w")
        await p.sees("Write CSV to")
        await p.press("enter")
        await p.until(target.exists)
        (row,) = csv.DictReader(io.StringIO(target.read_text("utf-8-sig")))
        assert row["emails"] == "ana.reid@tuiridge.example"
        await p.press("w", "enter")
        await p.sees("Write over people.csv?")
        await p.press("escape")
        await p.sees("give another name")
        await p.press("escape", "w", *"/nowhere/at/all", "enter")
        await p.sees("cannot be written")
        again = tmp_path / "again.csv"
        await p.press("ctrl+u", *str(again), "enter")
        await p.until(again.exists)
        assert p.workspace.spending.credits() == left


async def test_a_city_is_typed_where_the_regions_are_listed(play):
    async with play() as p:
        await p.press("P", "down", *"head of operations", "down", "down", "down", *"newcastle")
        await p.sees("newcastle the city")
        await p.press("enter", "ctrl+s")
        await p.sees("Newcastle, NSW, AU")
        assert [person.location.city for person in p.app.screen.search.found.page.people] == ["Newcastle"]


async def test_a_double_click_opens_the_choices_once(play):
    async with play() as p:
        await p.press("P")
        await p.until(lambda: isinstance(p.app.screen, PeopleScreen))
        page = p.app.screen
        x, y = page.query(Chosen).first().region.offset
        for at in (x, x + 1):
            page._forward_event(Click(None, at, y, 0, 0, 1, False, False, False, at, y))
        await p.until(lambda: p.app.screen is not page)
        await p.stands()
        assert p.app.screen_stack[-2] is page


async def test_filters_narrow_page_by_page_and_are_kept(play):
    async with play() as p:
        await p.press("P", "down", *"manager", "tab", "tab", "s")
        await p.sees("Sales")
        await p.press(*"ale", "enter", "ctrl+s")
        await p.sees("1–25 of 57")
        assert all("anager" in person.title for person in p.app.screen.search.found.page.people)
        await search(p, location="New South Wales")
        await p.sees("1–25 of ")
        await p.sees("NSW, AU")
        await p.press("h")
        await p.sees("this is the first page")
        await p.press("ctrl+a")
        await p.press("right")
        await p.sees("26–50 of ")
        await p.press("ctrl+a")
        await p.sees("50 marked")
        await p.press("ctrl+a")
        await p.sees("· 25 marked")
        await p.press("left")
        await p.sees("1–25 of ")
        await p.press("escape")
        await at(p, BoardScreen)
        await p.press("P")
        await p.sees("New South Wales (NSW)")
        # The people were paid for, and choosing among them was work.
        await p.sees("· 25 marked")
        await p.press("escape", "right")
        await p.sees("26–50 of ")


async def test_the_panel_leads_to_the_people_of_a_company_and_back(play):
    async with play() as p:
        await p.press("e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.press("s")
        await p.sees("12 people there", EnrichPanel)
        await p.press("s")
        await at(p, PeopleScreen)
        await p.sees("of 12")
        await p.press("s")
        await p.sees("enter searches")
        await p.press("escape", "escape")
        await at(p, BoardScreen)
        assert p.app.focused is not None
        assert p.app.screen.query_one(EnrichPanel) in p.app.focused.ancestors_with_self


async def test_keys_in_one_breath_land_where_they_are_meant(play):
    async with play((80, 24)) as p:
        await p.press("P")
        await p.burst("down", *"sales", "up", *"tui")
        form = p.app.screen.form
        assert (form.asked.company, form.asked.position) == ("tui", "sales")
        await p.burst("down", "down", "down", *"legal", "enter", "ctrl+s")
        await p.until(lambda: form.asked.department == "Legal")
        await p.press("escape", "e")
        await p.sees("ana.reid@tuiridge.example", EnrichPanel)
        await p.burst("tab", *"x@y.example")
        assert p.app.screen.query_one("#enrich-entry").value == "x@y.example"


async def test_a_new_word_takes_the_place_of_the_search_before(play):
    async with play() as p:
        await p.press("P", *"nosuchfirm", "enter")
        await p.sees("Nobody fits")
        await p.press("escape")
        await at(p, BoardScreen)
        await p.press("P")
        await p.sees("kept from your last search")
        await p.press(*"tuiridge.example", "enter")
        await p.sees("Ana Reid")
        assert "nosuchfirm" not in p.words()
