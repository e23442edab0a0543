"""Every view in the smallest terminal, on a board without anything, with keys faster than any answer, and again."""

import pytest

from tests.app.screens.views.test_all_accounts import at
from tests.thinned import thinned
from tui.app.screens.board import BoardScreen
from tui.app.screens.views.activity import ActivityScreen
from tui.app.screens.views.all_accounts import AgendaPage, MyCardsPage
from tui.app.screens.views.calendar import CalendarPage
from tui.app.screens.views.dashboard import DashboardScreen
from tui.app.screens.views.table import TablePage

VIEWS = {
    "q": MyCardsPage,
    "Q": AgendaPage,
    "g t": TablePage,
    "g C": CalendarPage,
    "g D": DashboardScreen,
    "g h": ActivityScreen,
}
KEYS = ("j", "k", "G", "pagedown", "pageup", "home", "l", "h")


@pytest.mark.parametrize("size", thinned([(40, 12), (120, 40)], 2, whole=True))
async def test_every_view_can_be_walked_and_left(play, size):
    async with play(size) as p:
        for keys, kind in VIEWS.items():
            await p.burst(*keys.split(), *KEYS, "escape")
            await at(p, BoardScreen)
            await p.press(*keys.split())
            await at(p, kind)
            await p.press(*KEYS)
            assert {len(line) for line in p.text().splitlines()} == {size[0]}
            await p.pilot.resize_terminal(*size[::-1])
            await p.press("j")
            await p.pilot.resize_terminal(*size)
            await p.press("escape")
            await at(p, BoardScreen)


async def test_on_a_board_without_anything_every_view_says_so(play):
    async with play((80, 24)) as p:
        p.app.open_board(await p.workspace.boards.create("Nothing", lists=()))
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        for keys, words in (
            ("g t", "There is no card on this board"),
            ("g C", "nothing due on"),
            ("g D", "this board has no lists"),
            ("g h", "made the board"),
        ):
            await p.press(*keys.split())
            await p.sees(words)
            await p.press("j", "enter", "escape")
            await at(p, BoardScreen)
