"""The notifications page."""

from tests.app.screens.conftest import at
from tui.app.screens.board import BoardScreen


async def test_the_notifications_page_teaches_while_it_is_empty(play):
    async with play() as p:
        await p.press("N")
        await p.sees("Nothing yet")
        await p.press("escape")
        await at(p, BoardScreen)
