"""Each view is opened by its name, over the board or the card that it is about."""

from unittest.mock import MagicMock

import pytest

from tests.app.fakes import fake
from tui.app.screens.card import CardScreen
from tui.app.screens.screen import WorkspaceScreen
from tui.app.screens.views.activity import ActivityScreen
from tui.app.screens.views.all_accounts import AgendaPage, MyCardsPage
from tui.app.screens.views.calendar import CalendarPage
from tui.app.screens.views.dashboard import DashboardScreen
from tui.app.screens.views.opening import Views
from tui.app.screens.views.table import TablePage
from tui.clock import ManualClock
from tui.model.board import Board

BOARD = Board(id="b1", name="Leads")


class Asker(WorkspaceScreen):
    """A page that has a board."""

    board = BOARD


class Opened:
    """An app and its accounts, which keep what is opened."""

    def __init__(self, *, board: Board | None = BOARD, card: object = None) -> None:
        self.pages = []
        self.shown = []
        self.switched = []
        self.workspace = MagicMock()
        self.workspace.boards.get = {BOARD.id: BOARD}.get
        screen = fake(board=board, card=card, filter=fake(text="#hot"), show_cards=self.shown.append)
        self.app = fake(
            workspace=self.workspace,
            board_screen=screen,
            screen=screen,
            open_board_id="b1",
            push_screen=self.pages.append,
            screen_stack=self.pages,
        )
        switch = fake(name="local", workspaces=dict, open=self.switch)
        self.views = Views(self.app, switch, ManualClock(), {}, self.card_page)

    def card_page(self, card, part):
        """Return a page of a card."""
        return CardScreen(self.workspace, card, clock=ManualClock(), part=part)

    def switch(self, account, board, *, then):
        """Keep the account, and go on as if it were open."""
        self.switched.append((account, board))
        then()


@pytest.mark.parametrize("name", ["table", "calendar", "dashboard", "activity"])
def test_without_a_board_no_view_of_one_is_opened(name):
    opened = Opened(board=None)
    opened.views.open(name)
    opened.app.board_screen = None
    opened.views.open(name)
    assert opened.pages == []


@pytest.mark.parametrize(
    ("name", "kind"), [("table", TablePage), ("calendar", CalendarPage), ("dashboard", DashboardScreen)]
)
def test_a_view_of_the_board_is_opened_by_its_name(name, kind):
    opened = Opened()
    opened.views.open(name)
    [page] = opened.pages
    assert type(page) is kind
    assert page.board == BOARD


@pytest.mark.parametrize(("card", "at"), [(fake(id="c1"), "local c1"), (None, "local ")])
def test_the_table_begins_at_the_card_with_the_filter_and_the_board_follows_it(card, at):
    opened = Opened(card=card)
    opened.views.open("table")
    [page] = opened.pages
    assert (page._at, page._text) == (at, "#hot")
    page._follow("c7")
    assert opened.shown == [("c7",)]


@pytest.mark.parametrize(("what", "card"), [("activity c1", "c1"), ("activity", "")])
def test_the_activity_is_of_the_card_or_of_the_board_of_the_page_that_asks(what, card):
    opened = Opened()
    opened.app.screen = Asker(opened.workspace)
    opened.views.open(what)
    [page] = opened.pages
    assert isinstance(page, ActivityScreen)
    assert (page.board, page.shown_id) == (BOARD, card)


@pytest.mark.parametrize(("name", "kind"), [("mine", MyCardsPage), ("agenda", AgendaPage)])
def test_a_page_of_all_boards_begins_at_its_first_card(name, kind):
    opened = Opened()
    opened.views.open(name)
    [page] = opened.pages
    assert type(page) is kind
    assert (page.origin, page._at) == ("", "")


@pytest.mark.parametrize(("origin", "back"), [("local", "local"), ("team", "")])
def test_a_card_of_another_account_is_opened_above_the_page_that_leads_back(origin, back):
    opened = Opened()
    opened.views.open(f"card agenda {origin} team b2 c9")
    page, card = opened.pages
    assert opened.switched == [("team", "b2")]
    assert isinstance(page, AgendaPage)
    assert (page.origin, page._at) == (back, "team c9")
    assert isinstance(card, CardScreen)


def test_a_card_of_another_account_may_stand_above_its_board():
    opened = Opened()
    opened.views.open("card - local team b2 c9")
    assert opened.switched == [("team", "b2")]
    assert [type(page) for page in opened.pages] == [CardScreen]
