"""Names of people after an ``@`` in a comment."""

from textual.widgets import TextArea

from tests.app.screens.conftest import Play
from tui.app.widgets.comments import Comments
from tui.app.widgets.description import Description


def text(p: Play) -> str:
    return p.app.screen.query_one(Comments).ensure_area().text


async def test_a_name_is_completed_by_tab_and_the_others_are_named(play):
    async with play() as p:
        await p.open("Ring Ana", "comment")
        await p.press(*"Ask @jack")
        await p.sees("tab @jacklomax Jack Lomax", Comments)
        await p.press("tab", *"today")
        assert text(p) == "Ask @jacklomax today"
        assert "tab @jack" not in p.words(Comments)
        await p.press("ctrl+s")
        await p.sees("Ask @jacklomax today", Comments)


async def test_a_person_is_found_by_the_name_too_in_the_middle_of_a_text(play):
    async with play() as p:
        await p.open("Ring Ana", "comment")
        await p.press(*"Ask  now", *["left"] * 4, *"@MER", "tab")
        assert text(p) == "Ask @meretamihana now"


async def test_a_name_that_nobody_has_stays_and_what_follows_is_text(play):
    async with play() as p:
        await p.open("Ring Ana", "comment")
        await p.press(*"@me", "tab", *"hi @xyz", "tab", *"al")
        assert text(p) == "@you hi @xyzal"
        assert isinstance(p.app.focused, TextArea)


async def test_a_comment_to_nobody_on_the_board_is_sent_and_that_is_said(play):
    async with play() as p:
        await p.open("Ring Ana", "comment")
        await p.press(*"@xyz @jacklomax @me @board a@b.co", "ctrl+s")
        await p.sees("@xyz is not told: nobody on this board has that username")
        await p.sees("@xyz @jacklomax @you @board a@b.co", Comments)


async def test_where_no_name_is_begun_tab_leads_on(play):
    async with play() as p:
        await p.open("Ring Ana", "comment")
        await p.press(*"mail a@jack", "tab")
        assert text(p) == "mail a@jack"
        assert not isinstance(p.app.focused, TextArea)


async def test_a_description_names_nobody(play):
    async with play() as p:
        await p.open("Ring Ana", "description")
        await p.press(*"@jack", "tab")
        assert not p.app.screen.query_one(Description).query_one(TextArea).text.endswith("@jacklomax ")


async def test_whom_tab_would_name_in_a_picture(play, picture):
    async with play((80, 24)) as p:
        await p.open("Ring Ana", "comment")
        await p.press(*"Ask @j")
        await p.sees("tab @jacklomax", Comments)
        await p.stands()
        assert picture(p)
