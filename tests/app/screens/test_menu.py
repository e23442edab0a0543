"""The menu of a card and of a list, by the right button and by a key; and words of an open card that are clicked."""

from textual.events import Click
from textual.widgets import Input

from tests.app.screens.conftest import screen
from tests.app.screens.test_board import here, lists, place
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.labels import LabelsScreen


async def test_the_right_button_shows_what_can_be_done_with_the_card_under_it(play, picture, monkeypatch):
    monkeypatch.setattr(Input, "cursor_blink", False)
    async with play() as p:
        await p.pilot.click(offset=await place(p, "Hemi Parata"), button=3)
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        await p.stands()
        assert picture(p, "menu")
        assert "“Hemi Parata @ Mānuka Bay Logistics”" in p.text()
        await p.press(*"archive the card", "enter")
        await p.until(lambda: not any("Hemi Parata" in name for name in lists(p)["Leads"]))


async def test_on_a_title_it_is_about_the_list_and_by_key_about_the_card(play):
    async with play() as p:
        await p.pilot.click(offset=await place(p, "Qualified"), button=3)
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        assert "Rename list" in p.text()
        assert "Archive card" not in p.text()
        await p.press("escape")
        assert here(p)[0] == "Qualified"
        await p.press("semicolon")
        assert isinstance(p.app.screen, ChooseScreen)
        assert "Open card" in p.text()
        await p.press("escape", "Z", "f10")
        assert "Collapse or expand list" in p.text()
        await p.press(*"collapse", "enter")
        assert not screen(p).kanban.row.folded


async def test_the_menu_of_a_selection_is_about_all_of_it_and_that_of_another_card_ends_it(play):
    async with play() as p:
        first, second = lists(p)["Leads"][:2]
        await p.press("v", "v")
        await p.pilot.click(offset=await place(p, "Hemi Parata"), button=3)
        await p.until(lambda: isinstance(p.app.screen, ChooseScreen))
        assert "“Hemi Parata" in p.text()
        await p.press("escape", "g", "g", "v", "v", "semicolon")
        assert "2 cards" in p.text()
        await p.press(*"archive the card", "enter")
        await p.until(lambda: {first, second}.isdisjoint(lists(p)["Leads"]))


async def test_fields_of_an_open_card_are_changed_by_a_click_and_links_opened(play, monkeypatch):
    opened: list[str] = []
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.delenv("SSH_TTY", raising=False)
    async with play() as p:
        monkeypatch.setattr(p.app, "open_url", opened.append)
        card = p.face("Ring Ana Reid")
        await p.workspace.files.link(card.id, "https://firm.example/offer")
        await p.open("Ring Ana Reid")
        await p.pilot.click(offset=await place(p, "Labels"))
        await p.until(lambda: isinstance(p.app.screen, LabelsScreen))
        await p.press("escape")
        await p.pilot.click(offset=await place(p, "firm.example"))
        await p.sees("Open this address in the browser?")
        assert "https://firm.example/offer" in p.text()
        await p.press("y")
        await p.until(lambda: opened == ["https://firm.example/offer"])


async def test_a_double_click_on_a_field_opens_what_a_click_opens(play):
    async with play() as p:
        await p.open("Ring Ana Reid")
        for field in ("Labels", "Members", "Due"):
            spot, pages = await place(p, field), len(p.app.screen_stack)
            await p.pilot.click(offset=spot, times=2)
            await p.until(lambda pages=pages: len(p.app.screen_stack) > pages)
            await p.stands()
            assert len(p.app.screen_stack) == pages + 1, field
            await p.press("escape")


async def test_over_ssh_an_address_is_said_and_copied(play, monkeypatch):
    monkeypatch.setenv("SSH_TTY", "/dev/pts/3")
    async with play() as p:
        card = p.face("Ring Ana Reid")
        await p.workspace.files.link(card.id, "https://firm.example/offer")
        await p.open("Ring Ana Reid")
        await p.pilot.click(offset=await place(p, "firm.example"))
        await p.sees("https://firm.example/offer · in the clipboard, to be opened where you sit")
        assert p.app.clipboard == "https://firm.example/offer"


async def test_a_click_behind_the_page_that_another_one_has_opened_does_nothing(play):
    async with play() as p:
        await p.open("Ring Ana Reid")
        card = p.app.screen
        for field in ("Labels", "Members"):
            x, y = await place(p, field)
            card._forward_event(Click(None, x, y, 0, 0, 1, False, False, False, x, y))
        await p.until(lambda: isinstance(p.app.screen, LabelsScreen))
        await p.stands()
        assert p.app.screen_stack[-2] is card
