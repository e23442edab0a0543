"""The figures of a board: what is here at once, what was finished from the service, and what changes."""

from threading import Event, current_thread, main_thread

from tests.app.screens.views.test_all_accounts import SIZES, at
from tui.app.screens.board import BoardScreen
from tui.app.screens.views import dashboard
from tui.app.screens.views.dashboard import DashboardScreen
from tui.model.writes.cards import MoveCard
from tui.model.writes.lists import UpdateList
from tui.presentation.figures import BoardFigures


@SIZES
async def test_the_figures_of_a_board(play, size, picture):
    async with play(size) as p:
        await p.press("g", "D")
        await at(p, DashboardScreen)
        await p.sees("16 Nov")
        await p.stands()
        assert picture(p, "dashboard")
        await p.press("escape")
        await at(p, BoardScreen)


async def test_a_card_that_comes_into_the_last_list_is_finished_this_week(play):
    async with play() as p:
        await p.press("g", "D")
        await p.sees("Finished by week 5")
        lists = p.workspace.boards.lists(p.board.id)
        card = p.face("Ring Ana Reid")
        await p.workspace.writes.submit(
            MoveCard(board_id=p.board.id, card_id=card.id, list_id=lists[-1].id, pos=1)
        )
        await p.until(lambda: p.workspace.sync.status().waiting == 0)
        p.app.screen._read()
        await p.sees("Finished by week 6", tick=1)


async def test_without_the_service_the_rest_is_shown(play):
    async with play((50, 20)) as p:
        p.wire.plugged = False
        await p.press("g", "D")
        await p.sees("Cards by list 37")
        await p.press("end")
        await p.sees("cannot be reached", tick=1)


async def test_a_key_of_the_board_is_told_on_another_page(play):
    async with play() as p:
        await p.press("q")
        await p.sees("My cards")
        await p.press("g", "D")
        await p.sees("g D does nothing here; on the board: ")
        await p.press("g", "k")
        await p.until(
            lambda: "g k does nothing here" in p.words() and "g k does nothing here;" not in p.words()
        )


async def test_the_cards_of_a_large_board_are_counted_while_the_page_is_shown(play, monkeypatch):
    monkeypatch.setattr(dashboard, "_AT_ONCE", 36)
    go_on = Event()
    count = DashboardScreen._count

    def slowly(self: DashboardScreen) -> BoardFigures:
        assert current_thread() is not main_thread(), "a page stands still while 100,000 cards are read"
        assert go_on.wait(30)
        return count(self)

    monkeypatch.setattr(DashboardScreen, "_count", slowly)
    async with play() as p:
        try:
            await p.press("g", "D")
            await p.sees("37 cards")
            await p.sees("Cards by list Cards by label reading …")
        finally:
            go_on.set()
        await p.sees("Cards by list 37")
        await p.sees("Finished by week 5")


async def test_the_cards_of_an_archived_list_are_not_counted(play):
    async with play() as p:
        first = p.workspace.boards.lists(p.board.id)[0]
        count = p.workspace.cards.counts(p.board.id)
        left = sum(count.values()) - count[first.id]
        await p.workspace.writes.submit(UpdateList(board_id=p.board.id, list_id=first.id, closed=True))
        await p.press("g", "D")
        await at(p, DashboardScreen)
        await p.sees(f"Pipeline · {left} cards")
